import { sql } from 'drizzle-orm';
import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery, selectValues } from '#db/prepared.ts';
import type { FezAccess, Relationship } from '../access.ts';
import { type FezRow, fezMembers, fezPosts, fezReaders, fezzes } from '../tables.ts';
import {
  getReader,
  isNewlyAdded,
  isReader,
  isVisiblePost,
  lastReadPostID,
  readerPlaceholders,
  selectSkippedPosts,
  toReaderParameters,
} from './reader.ts';

/**
 * A user's reading state, counted from the posts on each read, so it stays correct after posts are deleted or users are
 * blocked or unblocked.
 */
export interface ReadingState {
  readonly isAdded: boolean;
  readonly isMuted: boolean;
  readonly isFavorite: boolean;
  /** The number of posts that the reader may see. */
  readonly postCount: number;
  readonly readCount: number;
  /** The id of the newest of them; 0 = none. */
  readonly newest: number;
  /** The id of the oldest unread one. */
  readonly oldestUnread: number | undefined;
}

const isVisible = isVisiblePost(readerPlaceholders.hiddenIDs);

/** Counts start from the stored total, so the cost depends on hidden and unread posts, not on all posts. */
const readingStatesQuery = prepareQuery((queries, { fezIDs }: Placeholders<{ fezIDs: string }>) =>
  queries
    .select({
      fezID: fezzes.id,
      isAdded: isNewlyAdded(readerPlaceholders.accountIDs).as('isAdded'),
      isMuted: sql<0 | 1>`${fezReaders.mutedAt} IS NOT NULL`.as('isMuted'),
      isFavorite: sql<0 | 1>`coalesce(${fezReaders.isFavorite}, 0)`.as('isFavorite'),
      storedCount: fezzes.postCount,
      hiddenCount: sql<number>`(
        SELECT count(*) FROM ${fezPosts} WHERE ${fezPosts.fezID} = ${fezzes.id} AND ${fezPosts.deletedAt} IS NULL
          AND ${fezPosts.authorID} IN ${selectValues(readerPlaceholders.hiddenIDs)})`.as('hiddenCount'),
      countAfter: sql<number | null>`iif(${lastReadPostID} = 0, NULL, (
        SELECT count(*) FROM ${fezPosts} WHERE ${isVisible} AND ${fezPosts.id} > ${lastReadPostID}))`.as('countAfter'),
      newest: sql<number | null>`(
        SELECT ${fezPosts.id} FROM ${fezPosts} WHERE ${isVisible} ORDER BY ${fezPosts.id} DESC LIMIT 1)`.as('newest'),
      oldestAfter: sql<number | null>`(
        SELECT ${fezPosts.id} FROM ${fezPosts} WHERE ${isVisible} AND ${fezPosts.id} > ${lastReadPostID}
        ORDER BY ${fezPosts.id} LIMIT 1)`.as('oldestAfter'),
      skippedCount: sql<number>`(${selectSkippedPosts(sql`count(*)`, readerPlaceholders)})`.as('skippedCount'),
      oldestSkipped: sql<number | null>`(${selectSkippedPosts(sql`min(post_id)`, readerPlaceholders)})`.as(
        'oldestSkipped',
      ),
    })
    .from(fezzes)
    .leftJoin(fezReaders, isReader(readerPlaceholders.userID))
    .where(sql`${fezzes.id} IN ${selectValues(fezIDs)}`),
);

type ReadingRow = ReturnType<typeof readingStatesQuery.all>[number];

/**
 * Returns the caller's states of these fezzes by fez, in one query. The caller's relationship to all of them must be
 * the same.
 */
export function findReadingStates(
  context: Context,
  caller: Caller,
  rows: readonly Pick<FezRow, 'id'>[],
  relationship?: Relationship,
): Map<string, ReadingState> {
  if (rows.length === 0) return new Map();
  const reader = getReader(context, caller, relationship);
  const fezIDs = JSON.stringify(rows.map(({ id }) => id));
  const found = readingStatesQuery.all(context.db, { ...toReaderParameters(reader), fezIDs });
  return new Map(found.map((row) => [row.fezID, computeReadingState(row)]));
}

function computeReadingState(row: ReadingRow): ReadingState {
  const postCount = row.storedCount - row.hiddenCount;
  return {
    isAdded: row.isAdded === 1,
    isMuted: row.isMuted === 1,
    isFavorite: row.isFavorite === 1,
    postCount,
    readCount: row.countAfter === null ? 0 : postCount - row.countAfter - row.skippedCount,
    newest: row.newest ?? 0,
    // Skipped posts come before the rest.
    oldestUnread: row.oldestSkipped ?? row.oldestAfter ?? undefined,
  };
}

/** Returns the caller's reading state and choices for a fez. */
export function getReadingState(context: Context, caller: Caller, { fez, relationship }: FezAccess): ReadingState {
  const state = findReadingStates(context, caller, [fez], relationship).get(fez.id);
  if (!state) throw new Error(`fez ${fez.id} is gone while it is read`);
  return state;
}

const mutersQuery = prepareQuery((queries, { fezID }: Placeholders<{ fezID: string }>) =>
  queries
    .select({ userID: fezReaders.userID })
    .from(fezReaders)
    .where(
      sql`${fezReaders.fezID} = ${fezID} AND ${fezReaders.mutedAt} IS NOT NULL AND EXISTS (
        SELECT 1 FROM ${fezMembers}
        WHERE ${fezMembers.userID} = ${fezReaders.userID} AND ${fezMembers.fezID} = ${fezReaders.fezID})`,
    ),
);

/** Returns the members who muted the fez. */
export const findMuters = (db: Database, fezID: string): Set<string> =>
  new Set(mutersQuery.all(db, { fezID }).map(({ userID }) => userID));
