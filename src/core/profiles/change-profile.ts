import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import type { ModeratedContent } from '#core/reports/index.ts';
import { guardChange, personChanged, updateUser, visiblePerson } from '#core/users/index.ts';
import type { ModerationState, UserRow } from '#core/users/tables.ts';
import { storedProfile } from './read-profile.ts';

/** A profile as moderators act on it. */
export const profileContent = (userID: string): ModeratedContent => ({
  type: 'userProfile',
  id: userID,
  authorID: userID,
});

/** The profile that the caller is about to change. Throws 404, then 403 when they may not (core rule 35). */
export function changeableProfile(context: Context, caller: Caller, userID: string): UserRow {
  const { profileState } = visiblePerson(context, caller, userID);
  guardChange(context, caller, { authorID: userID, state: profileState });
  return storedProfile(context, userID);
}

type Changes = Parameters<typeof updateUser>[2];

/** Stores changes of a profile; everybody sees them at once. To be called inside a transaction. */
export function changeProfile(context: Context, caller: Caller, before: UserRow, changes: Changes): void {
  updateUser(context.db, before.id, {
    ...changes,
    profileState: stateAfterChange(caller, before),
    profileUpdatedAt: context.clock.now(),
  });
  personChanged(context, before.id);
}

/** What the owner changes has not been reviewed yet; what a moderator changes keeps its state (core rules 34 and 84). */
function stateAfterChange(caller: Caller, { id, profileState }: UserRow): ModerationState {
  return caller.userID === id && profileState === 'modReviewed' ? 'normal' : profileState;
}

/** Stores a profile's state; it shows at once (core rule 91). To be called inside a transaction. */
export function setProfileState(context: Context, userID: string, state: ModerationState): void {
  updateUser(context.db, userID, { profileState: state });
  personChanged(context, userID);
}
