import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { ModeratedContent } from '#core/reports/index.ts';
import { assertMayChange, getVisibleUser, type UserChanges, updateUser } from '#core/users/index.ts';
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

/** Stores changes of a profile; everybody sees them at once. */
export function changeProfile(context: WriteContext, caller: Caller, before: UserRow, changes: UserChanges): void {
  updateUser(context, before.id, {
    ...changes,
    profileState: computeStateAfterChange(caller, before),
    profileUpdatedAt: context.clock.now(),
  });
}

/** What the owner changes has not been reviewed yet; what a moderator changes keeps its state (core rules 34 and 84). */
function computeStateAfterChange(caller: Caller, { id, profileState }: UserRow): ModerationState {
  return caller.userID === id && profileState === 'modReviewed' ? 'normal' : profileState;
}

/** Stores a profile's state; it shows at once (core rule 91). */
export function setProfileState(context: WriteContext, userID: string, state: ModerationState): void {
  updateUser(context, userID, { profileState: state });
}
