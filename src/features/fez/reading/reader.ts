import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { listInboxes } from '#core/teams/index.ts';
import { listHiddenUserIDs, listMutedUserIDs } from '#core/users/index.ts';
import { selectValues } from '#db/prepared.ts';
import type { Relationship } from '../access.ts';
import { fezMembers, fezPosts, fezReaders, fezSkippedPosts, fezzes } from '../tables.ts';

/** The user a query reads for, always personally, even behind a shared account (fez rule 57). */
export interface Reader {
  readonly userID: string;
  /** The user and the shared accounts they act for. */
  readonly accountIDs: readonly string[];
  /** Users whose posts a block or a mute hides from the reader. */
  readonly hiddenIDs: readonly string[];
  /** Users whose fezzes a block hides from the reader. */
  readonly blockedIDs: readonly string[];
}

/**
 * Returns the caller as a reader with this relationship; the mutes of a moderator reading along hide nothing (fez rule
 * 11).
 */
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

/** Returns a reader as query parameters. */
export const toReaderParameters = ({ userID, accountIDs, hiddenIDs, blockedIDs }: Reader) => ({
  userID,
  accountIDs: JSON.stringify(accountIDs),
  hiddenIDs: JSON.stringify(hiddenIDs),
  blockedIDs: JSON.stringify(blockedIDs),
});

/** The placeholders for these parameters in a prepared query. */
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

/** The id of the newest read post; 0 without a row. */
export const lastReadPostID = sql<number>`coalesce(${fezReaders.readUpTo}, 0)`;

/** Joins a fez to its posts that a reader sees. */
export const isVisiblePost = (hiddenIDs: Parameter): SQL =>
  sql`${fezPosts.fezID} = ${fezzes.id} AND ${fezPosts.deletedAt} IS NULL AND ${fezPosts.authorID} NOT IN ${selectValues(hiddenIDs)}`;

/**
 * Whether the reader was added and hasn't looked yet. Readers without a row haven't looked, whether they are members
 * personally or behind a shared account. A fez that the shared account created isn't new to them, unless another
 * of their accounts is a member too (fez rule 59).
 */
export const isNewlyAdded = (accountIDs: Parameter): SQL<0 | 1> =>
  sql`coalesce(${fezReaders.isAdded}, EXISTS (SELECT 1 FROM ${fezMembers} AS put_in
    WHERE put_in.fez_id = ${fezzes.id} AND put_in.user_id <> ${fezzes.ownerID}
      AND put_in.user_id IN ${selectValues(accountIDs)}))`;

/**
 * Selects `columns` of the posts that the reader skipped while they were hidden and that are visible again; usually
 * none. CROSS JOIN fixes the order of the join.
 */
export const selectSkippedPosts = (
  columns: SQL,
  { userID, hiddenIDs }: Record<'userID' | 'hiddenIDs', Parameter>,
): SQL =>
  sql`
    SELECT ${columns} FROM ${fezSkippedPosts} CROSS JOIN ${fezPosts} ON ${fezPosts.id} = ${fezSkippedPosts.postID}
    WHERE ${fezSkippedPosts.userID} = ${userID} AND ${fezSkippedPosts.fezID} = ${fezzes.id} AND ${isVisiblePost(hiddenIDs)}`;

/** Written so that the index finds the end. */
const isBeforeMuting = sql`${fezPosts.id} <= coalesce(${fezReaders.mutedAt}, ${Number.MAX_SAFE_INTEGER})`;

/** Whether the reader sees an unread post. Posts written while the fez was muted don't count. */
export const isUnread = (reader: Record<'userID' | 'hiddenIDs', Parameter>): SQL<0 | 1> => sql`(
  EXISTS (SELECT 1 FROM ${fezPosts}
    WHERE ${isVisiblePost(reader.hiddenIDs)} AND ${fezPosts.id} > ${lastReadPostID} AND ${isBeforeMuting})
  OR EXISTS (${selectSkippedPosts(sql`1`, reader)} AND ${isBeforeMuting}))`;
