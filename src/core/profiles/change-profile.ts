import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden, malformed } from '#contract/errors.ts';
import { logModeratorAction, type ModeratedContent } from '#core/reports/index.ts';
import {
  assertMayChange,
  assertUsernameFree,
  composeUserSearch,
  foldUsername,
  getVisibleUser,
  isSpecialAccount,
  type UserChanges,
  updateUser,
} from '#core/users/index.ts';
import type { ModerationState, UserRow } from '#core/users/tables.ts';
import { recordTexts } from './history.ts';
import { getStoredProfile } from './read-profile.ts';
import { readProfileTexts, type UserProfileUploadData } from './records.ts';

/** A profile as moderators act on it. */
export const describeProfile = (userID: string): ModeratedContent => ({
  type: 'userProfile',
  id: userID,
  authorID: userID,
  noun: 'profile',
});

/** Returns the profile that the caller is about to change. Throws 404, then 403 if they can't (core rule 35). */
export function getChangeableProfile(context: Context, caller: Caller, userID: string): UserRow {
  const { profileState } = getVisibleUser(context, caller, userID);
  assertMayChange(context, caller, { authorID: userID, state: profileState });
  return getStoredProfile(context, userID);
}

/** Stores changes of a profile, which are visible at once. */
export function changeProfile(context: WriteContext, caller: Caller, before: UserRow, changes: UserChanges): void {
  updateUser(context, before.id, {
    ...changes,
    profileState: computeStateAfterChange(caller, before),
    profileUpdatedAt: context.clock.now(),
  });
}

/** An owner's change hasn't been reviewed yet; a moderator's change keeps the state (core rules 34 and 84). */
function computeStateAfterChange(caller: Caller, { id, profileState }: UserRow): ModerationState {
  return caller.userID === id && profileState === 'modReviewed' ? 'normal' : profileState;
}

/** Stores a profile's state, which applies at once (core rule 91). */
export function setProfileState(context: WriteContext, userID: string, state: ModerationState): void {
  updateUser(context, userID, { profileState: state });
}

/**
 * Replaces all texts of a profile: the caller's own, or as a moderator someone else's (core rules 82 to 84). Returns
 * the new profile.
 */
export function editProfile(
  context: WriteContext,
  caller: Caller,
  userID: string,
  input: UserProfileUploadData,
): UserRow {
  const before = getChangeableProfile(context, caller, userID);
  recordTexts(context, caller, before);
  const texts = readProfileTexts(input);
  changeProfile(context, caller, before, { ...texts, userSearch: composeUserSearch({ ...before, ...texts }) });
  logModeratorAction(context, caller, 'edit', describeProfile(userID));
  return getStoredProfile(context, userID);
}

const hoursBetweenChanges = 20;
const hourMilliseconds = 3_600_000;

/** Renames an account: the caller's own, or as a moderator someone else's (core rule 57). */
export function changeUsername(context: WriteContext, caller: Caller, userID: string, username: string): void {
  const before = getChangeableProfile(context, caller, userID);
  if (isSpecialAccount({ username: before.username, level: before.accessLevel })) {
    throw malformed("This account can't be renamed.", 'protectedAccount');
  }
  assertUsernameFree(context, username, userID);
  if (caller.userID === userID) assertNotRenamedLately(context, before);
  recordTexts(context, caller, before);
  changeProfile(context, caller, before, {
    username,
    usernameKey: foldUsername(username),
    usernameChangedAt: context.clock.now(),
    userSearch: composeUserSearch({ ...before, username }),
  });
  logModeratorAction(context, caller, 'edit', describeProfile(userID));
}

function assertNotRenamedLately({ clock }: Context, { usernameChangedAt }: UserRow): void {
  if (!usernameChangedAt) return;
  const hours = (clock.now().getTime() - usernameChangedAt.getTime()) / hourMilliseconds;
  if (hours < hoursBetweenChanges) {
    throw forbidden('renamedRecently', `You can change your username once every ${hoursBetweenChanges} hours.`);
  }
}
