import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import type { ModeratedContent } from '#core/reports/index.ts';
import { assertMayChange, getVisibleUser, invalidateUser, updateUserRow } from '#core/users/index.ts';
import type { ModerationState, UserRow } from '#core/users/tables.ts';
import { getStoredProfile } from './read-profile.ts';

/** A profile as moderators act on it. */
export const describeProfile = (userID: string): ModeratedContent => ({
  type: 'userProfile',
  id: userID,
  authorID: userID,
});

/** The profile that the caller is about to change. Throws 404, then 403 when they may not (core rule 35). */
export function getChangeableProfile(context: Context, caller: Caller, userID: string): UserRow {
  const { profileState } = getVisibleUser(context, caller, userID);
  assertMayChange(context, caller, { authorID: userID, state: profileState });
  return getStoredProfile(context, userID);
}

type Changes = Parameters<typeof updateUserRow>[2];

/** Stores changes of a profile; everybody sees them at once. To be called inside a transaction. */
export function changeProfile(context: Context, caller: Caller, before: UserRow, changes: Changes): void {
  updateUserRow(context.db, before.id, {
    ...changes,
    profileState: computeStateAfterChange(caller, before),
    profileUpdatedAt: context.clock.now(),
  });
  invalidateUser(context, before.id);
}

/** What the owner changes has not been reviewed yet; what a moderator changes keeps its state (core rules 34 and 84). */
function computeStateAfterChange(caller: Caller, { id, profileState }: UserRow): ModerationState {
  return caller.userID === id && profileState === 'modReviewed' ? 'normal' : profileState;
}

/** Stores a profile's state; it shows at once (core rule 91). To be called inside a transaction. */
export function setProfileState(context: Context, userID: string, state: ModerationState): void {
  updateUserRow(context.db, userID, { profileState: state });
  invalidateUser(context, userID);
}
