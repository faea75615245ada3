import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import type { ModerationState } from './tables.ts';

/** Is content in this state, or a profile, hidden while moderators look at it? (core rules 80 and 91) */
export const isUnderReview = (state: ModerationState): boolean =>
  state === 'quarantined' || state === 'autoQuarantined';

/** Is a temporary quarantine of the caller running? */
export function isInTemporaryQuarantine(context: Context, caller: Caller): boolean {
  return caller.quarantinedUntil !== undefined && caller.quarantinedUntil > context.clock.now();
}

/** Throws 403 while a temporary quarantine of the caller is running. */
export function assertNotInTemporaryQuarantine(context: Context, caller: Caller): void {
  if (isInTemporaryQuarantine(context, caller)) throw forbidden('Your account is in temporary quarantine.');
}

/** Throws 403 unless the caller may create content (core rule 33). */
export function assertMayCreate(context: Context, caller: Caller): void {
  assertNotInTemporaryQuarantine(context, caller);
  if (!isAtLeast(caller.level, 'verified')) throw forbidden('Your account may not create content.');
}

/**
 * Throws 403 unless the caller may change or delete content of `authorID` in this state (core rules 34 and 35):
 * moderators may change anything, authors their own while it is not under review.
 */
export function assertMayChange(
  context: Context,
  caller: Caller,
  content: { authorID: string; state: ModerationState },
): void {
  assertNotInTemporaryQuarantine(context, caller);
  if (isAtLeast(caller.level, 'moderator')) return;
  const isOwn = caller.userID === content.authorID && isAtLeast(caller.level, 'verified');
  if (!isOwn) throw forbidden('You may not change this content.');
  if (content.state !== 'normal' && content.state !== 'modReviewed')
    throw forbidden('This content is under review by the moderators.');
}

/** What an author changes has not been reviewed yet; what a moderator changes keeps its state (core rule 34). */
export const computeStateAfterChange = (
  { userID }: Caller,
  { authorID, state }: { authorID: string; state: ModerationState },
): ModerationState => (userID === authorID && state === 'modReviewed' ? 'normal' : state);
