import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { findNote, findUserRow, getVisibleUser, listFavoriteUserIDs } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { noPersonalFields, type PersonalFields } from './present.ts';

/** Returns the stored row of an account. Throws 404 if there is none. */
export function getStoredProfile(context: Context, userID: string): UserRow {
  const row = findUserRow(context.db, userID);
  if (!row) throw notFound('user');
  return row;
}

/** Returns the profile for the viewer. Throws 404 if they can't see one (core rule 79). */
export function getReadableProfile(context: Context, viewer: Caller, userID: string): UserRow {
  const { level } = getVisibleUser(context, viewer, userID);
  if (level === 'banned' && !isAtLeast(viewer.level, 'moderator')) throw notFound('user');
  return getStoredProfile(context, userID);
}

/** Returns the viewer's note about the account, and whether it's their favorite. */
export function findPersonalFields(context: Context, viewer: Caller, userID: string): PersonalFields {
  return {
    note: findNote(context.db, viewer.userID, userID)?.note,
    isFavorite: listFavoriteUserIDs(context, viewer.userID).has(userID),
  };
}

/** Like `findPersonalFields`, for responses to a change, which contain none for the caller's own profile. */
export function findPersonalFieldsOfOthers(context: Context, viewer: Caller, userID: string): PersonalFields {
  return viewer.userID === userID ? noPersonalFields : findPersonalFields(context, viewer, userID);
}
