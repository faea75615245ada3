import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import type { ModerationState } from './tables.ts';

/** Whether content or a profile in this state is hidden while it's under review (core rules 80 and 91). */
export const isUnderReview = (state: ModerationState): boolean =>
  state === 'quarantined' || state === 'autoQuarantined';

/** Whether the caller is in temporary quarantine. */
export function isInTemporaryQuarantine(context: Context, caller: Caller): boolean {
  return caller.quarantinedUntil !== undefined && caller.quarantinedUntil > context.clock.now();
}

/** Throws 403 while the caller is in temporary quarantine. */
export function assertNotInTemporaryQuarantine(context: Context, caller: Caller): void {
  if (isInTemporaryQuarantine(context, caller))
    throw forbidden('temporarilyQuarantined', 'Your account is paused, so you can only read.');
}

/** Throws 403 unless the caller may create content (core rule 33). */
export function assertMayCreate(context: Context, caller: Caller): void {
  assertNotInTemporaryQuarantine(context, caller);
  const { level } = caller;
  if (isAtLeast(level, 'verified')) return;
  // A ban may come while the call waits.
  const code = level === 'banned' ? 'banned' : level === 'quarantined' ? 'quarantined' : 'notVerified';
  throw forbidden(code, "Your account can't post.");
}

/**
 * Throws 403 unless the caller may change or delete content of `authorID` in this state (core rules 34 and 35):
 * moderators may change anything, authors their own content unless it's under review.
 */
export function assertMayChange(
  context: Context,
  caller: Caller,
  content: { authorID: string; state: ModerationState },
): void {
  assertNotInTemporaryQuarantine(context, caller);
  if (isAtLeast(caller.level, 'moderator')) return;
  const isOwn = caller.userID === content.authorID && isAtLeast(caller.level, 'verified');
  if (!isOwn) throw forbidden('notOwner', "You can't edit this.");
  if (content.state !== 'normal' && content.state !== 'modReviewed')
    throw forbidden('underReview', "You can't edit this while moderators review it.");
}

/**
 * Returns the state after a change. An author's change hasn't been reviewed yet; a moderator's change keeps the state
 * (core rule 34).
 */
export const computeStateAfterChange = (
  { userID }: Caller,
  { authorID, state }: { authorID: string; state: ModerationState },
): ModerationState => (userID === authorID && state === 'modReviewed' ? 'normal' : state);
