import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { composeUserSearch } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { changeProfile, describeProfile, getChangeableProfile } from './change-profile.ts';
import { recordTexts } from './history.ts';
import { getStoredProfile } from './read-profile.ts';
import type { UserProfileUploadData } from './records.ts';

/**
 * Replaces all texts of a profile, one's own or as a moderator somebody else's (core rules 82 to 84). Gives the profile
 * as it now stands.
 */
export function editProfile(
  context: WriteContext,
  caller: Caller,
  userID: string,
  input: UserProfileUploadData,
): UserRow {
  const before = getChangeableProfile(context, caller, userID);
  recordTexts(context, caller, before);
  const texts = readTexts(input);
  changeProfile(context, caller, before, { ...texts, userSearch: composeUserSearch({ ...before, ...texts }) });
  logModeratorAction(context, caller, 'edit', describeProfile(userID));
  return getStoredProfile(context, userID);
}

/** Every field, those that were not given or are empty cleared. */
function readTexts(input: UserProfileUploadData) {
  return {
    displayName: input.displayName || null,
    realName: input.realName || null,
    preferredPronoun: input.preferredPronoun || null,
    homeLocation: input.homeLocation || null,
    roomNumber: input.roomNumber || null,
    email: input.email || null,
    message: input.message || null,
    about: input.about || null,
    dinnerTeam: input.dinnerTeam || null,
    discordUsername: input.discordUsername || null,
  };
}
