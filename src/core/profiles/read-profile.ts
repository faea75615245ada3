import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { findNote, findUserRow, getVisibleUser, listFavoriteUserIDs } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { noRemarks, type Remarks } from './present.ts';

/** All that is stored of an account. Throws 404 when there is none. */
export function getStoredProfile(context: Context, userID: string): UserRow {
  const row = findUserRow(context.db, userID);
  if (!row) throw notFound('user');
  return row;
}

/** The profile that the viewer reads. Throws 404 when there is none for them (core rule 79). */
export function getReadableProfile(context: Context, viewer: Caller, userID: string): UserRow {
  const { level } = getVisibleUser(context, viewer, userID);
  if (level === 'banned' && !isAtLeast(viewer.level, 'moderator')) throw notFound('user');
  return getStoredProfile(context, userID);
}

/** The viewer's own note about the account, and whether it is a favorite of theirs. */
export function findRemarks(context: Context, viewer: Caller, userID: string): Remarks {
  return {
    note: findNote(context.db, viewer.userID, userID)?.note,
    isFavorite: listFavoriteUserIDs(context, viewer.userID).has(userID),
  };
}

/** As `findRemarks`, for responses to a change, which carry none on the own profile. */
export function findRemarksOnOthers(context: Context, viewer: Caller, userID: string): Remarks {
  return viewer.userID === userID ? noRemarks : findRemarks(context, viewer, userID);
}
