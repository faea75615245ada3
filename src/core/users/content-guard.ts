import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import type { ModerationState } from './tables.ts';

/** Is a temporary quarantine of the caller's running? */
export function isInTemporaryQuarantine(context: Context, caller: Caller): boolean {
  return caller.quarantinedUntil !== undefined && caller.quarantinedUntil > context.clock.now();
}

function assertNotInTemporaryQuarantine(context: Context, caller: Caller): void {
  if (isInTemporaryQuarantine(context, caller)) throw forbidden('your account is in temporary quarantine');
}

/** Throws 403 unless the caller may create content (core rule 33). */
export function assertMayCreate(context: Context, caller: Caller): void {
  assertNotInTemporaryQuarantine(context, caller);
  if (!isAtLeast(caller.level, 'verified')) throw forbidden('your account may not create content');
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
  if (!isOwn) throw forbidden('you may not change this');
  if (content.state !== 'normal' && content.state !== 'modReviewed')
    throw forbidden('this is under review by the moderators');
}
