import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { listInboxes } from '#core/teams/index.ts';
import { listHiddenUserIDs, listMutedUserIDs } from '#core/users/index.ts';
import { selectValues } from '#db/prepared.ts';
import type { Relationship } from '../access.ts';
import { fezMembers, fezPassedOver, fezPosts, fezReaders, fezzes } from '../tables.ts';

/** Through whose eyes a query looks: always those of the user, also behind a shared account (fez rule 57). */
export interface Reader {
  readonly userID: string;
  /** The user, and the shared accounts they act for. */
  readonly accountIDs: readonly string[];
  /** Users whose posts the reader does not see, by a block or a mute. */
  readonly hiddenIDs: readonly string[];
  /** Users whose fezzes the reader does not see, by a block. */
  readonly blockedIDs: readonly string[];
}

/** The caller as a reader of what they are this to; the mutes of a moderator reading along hide nothing (fez rule 11). */
export function getReader(context: Context, caller: Caller, relationship: Relationship = 'member'): Reader {
  const blockedIDs = listHiddenUserIDs(context, caller);
  const mutedIDs = relationship === 'moderator' ? [] : listMutedUserIDs(context, caller.userID);
  return {
    userID: caller.userID,
    accountIDs: [caller.userID, ...listInboxes(context, caller.level).map(({ accountID }) => accountID)],
    hiddenIDs: [...blockedIDs, ...mutedIDs],
    blockedIDs,
  };
}

/** A reader as the parameters of a query. */
export const toReaderParameters = ({ userID, accountIDs, hiddenIDs, blockedIDs }: Reader) => ({
  userID,
  accountIDs: JSON.stringify(accountIDs),
  hiddenIDs: JSON.stringify(hiddenIDs),
  blockedIDs: JSON.stringify(blockedIDs),
});

/** Where these parameters go in a prepared query. */
export const readerPlaceholders = {
  userID: sql.placeholder('userID'),
  accountIDs: sql.placeholder('accountIDs'),
  hiddenIDs: sql.placeholder('hiddenIDs'),
  blockedIDs: sql.placeholder('blockedIDs'),
};

type Parameter = string | Placeholder;

/** Joins the reader's row to a fez. */
export const isReader = (userID: Parameter): SQL =>
  sql`${fezReaders.fezID} = ${fezzes.id} AND ${fezReaders.userID} = ${userID}`;

/** Id of the newest post read; 0 without a row. */
export const readUpTo = sql<number>`coalesce(${fezReaders.readUpTo}, 0)`;

/** Joins the posts to a fez that a reader sees. */
export const isVisiblePost = (hiddenIDs: Parameter): SQL =>
  sql`${fezPosts.fezID} = ${fezzes.id} AND ${fezPosts.deletedAt} IS NULL AND ${fezPosts.authorID} NOT IN ${selectValues(hiddenIDs)}`;

/**
 * Was the reader put in and has not looked yet? Without a row of their own they have not looked, be they in it personally
 * or behind a shared account; what such an account made itself is not new to them, unless another account of theirs is
 * in it too (fez rule 59).
 */
export const isAdded = (accountIDs: Parameter): SQL<0 | 1> =>
  sql`coalesce(${fezReaders.isAdded}, EXISTS (SELECT 1 FROM ${fezMembers} AS put_in
    WHERE put_in.fez_id = ${fezzes.id} AND put_in.user_id <> ${fezzes.ownerID}
      AND put_in.user_id IN ${selectValues(accountIDs)}))`;

/**
 * Selects `columns` of the posts that the reader has ignored, mostly none, and that nothing hides any more. The
 * join is made in the order written.
 */
export const selectPassedOver = (columns: SQL, { userID, hiddenIDs }: Record<'userID' | 'hiddenIDs', Parameter>): SQL =>
  sql`
    SELECT ${columns} FROM ${fezPassedOver} CROSS JOIN ${fezPosts} ON ${fezPosts.id} = ${fezPassedOver.postID}
    WHERE ${fezPassedOver.userID} = ${userID} AND ${fezPassedOver.fezID} = ${fezzes.id} AND ${isVisiblePost(hiddenIDs)}`;

/** In a form by which the index finds the end. */
const isBeforeMuting = sql`${fezPosts.id} <= coalesce(${fezReaders.mutedAt}, ${Number.MAX_SAFE_INTEGER})`;

/** Is there a post that the reader sees and has not read? Those that came while it was muted are not called so. */
export const isUnread = (reader: Record<'userID' | 'hiddenIDs', Parameter>): SQL<0 | 1> => sql`(
  EXISTS (SELECT 1 FROM ${fezPosts}
    WHERE ${isVisiblePost(reader.hiddenIDs)} AND ${fezPosts.id} > ${readUpTo} AND ${isBeforeMuting})
  OR EXISTS (${selectPassedOver(sql`1`, reader)} AND ${isBeforeMuting}))`;
