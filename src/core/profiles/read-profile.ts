import type { Context } from '#context';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { favoriteUserIDs, findNote, findUser, visiblePerson } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { noRemarks, type Remarks } from './present.ts';

/** All that is stored of an account. Throws 404 when there is none. */
export function storedProfile(context: Context, userID: string): UserRow {
  const row = findUser(context.db, userID);
  if (!row) throw notFound('user');
  return row;
}

/** The profile that the viewer wants to read. Throws 404 when there is none for them (core rule 79). */
export function readableProfile(context: Context, viewer: Caller, userID: string): UserRow {
  const { level } = visiblePerson(context, viewer, userID);
  if (level === 'banned' && !isAtLeast(viewer.level, 'moderator')) throw notFound('user');
  return storedProfile(context, userID);
}

/** The viewer's own note about the person, and whether they are a favorite of theirs. */
export function remarksOf(context: Context, viewer: Caller, userID: string): Remarks {
  return {
    note: findNote(context.db, viewer.userID, userID)?.note,
    isFavorite: favoriteUserIDs(context, viewer.userID).has(userID),
  };
}

/** As `remarksOf`, for replies to a change, which carry none on the own profile. */
export function remarksOnOthers(context: Context, viewer: Caller, userID: string): Remarks {
  return viewer.userID === userID ? noRemarks : remarksOf(context, viewer, userID);
}
