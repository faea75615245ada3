import { sql } from 'drizzle-orm';
import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery, selectValues } from '#db/prepared.ts';
import type { FezAccess, Relationship } from '../access.ts';
import { type FezRow, fezMembers, fezPosts, fezReaders, fezzes } from '../tables.ts';
import {
  getReader,
  isAdded,
  isReader,
  isVisiblePost,
  readerPlaceholders,
  readUpTo,
  selectPassedOver,
  toReaderParameters,
} from './reader.ts';

/**
 * How far a user has read, counted from the posts at the moment of asking: so it stays right whatever is deleted,
 * blocked or unblocked meanwhile.
 */
export interface ReadingState {
  readonly isAdded: boolean;
  readonly isMuted: boolean;
  readonly isFavorite: boolean;
  /** Posts that the reader may see. */
  readonly postCount: number;
  readonly readCount: number;
  /** Id of the newest of them; 0 = none. */
  readonly newest: number;
  /** Id of the oldest of them that is unread. */
  readonly oldestUnread: number | undefined;
}

const isVisible = isVisiblePost(readerPlaceholders.hiddenIDs);

/** Counts start from the stored total, so that they cost what is hidden and unread, not what was ever written. */
const readingStatesQuery = prepareQuery((queries, { fezIDs }: Placeholders<{ fezIDs: string }>) =>
  queries
    .select({
      fezID: fezzes.id,
      isAdded: isAdded(readerPlaceholders.accountIDs).as('isAdded'),
      isMuted: sql<0 | 1>`${fezReaders.mutedAt} IS NOT NULL`.as('isMuted'),
      isFavorite: sql<0 | 1>`coalesce(${fezReaders.isFavorite}, 0)`.as('isFavorite'),
      storedCount: fezzes.postCount,
      hiddenCount: sql<number>`(
        SELECT count(*) FROM ${fezPosts} WHERE ${fezPosts.fezID} = ${fezzes.id} AND ${fezPosts.deletedAt} IS NULL
          AND ${fezPosts.authorID} IN ${selectValues(readerPlaceholders.hiddenIDs)})`.as('hiddenCount'),
      countAfter: sql<number | null>`iif(${readUpTo} = 0, NULL, (
        SELECT count(*) FROM ${fezPosts} WHERE ${isVisible} AND ${fezPosts.id} > ${readUpTo}))`.as('countAfter'),
      newest: sql<number | null>`(
        SELECT ${fezPosts.id} FROM ${fezPosts} WHERE ${isVisible} ORDER BY ${fezPosts.id} DESC LIMIT 1)`.as('newest'),
      oldestAfter: sql<number | null>`(
        SELECT ${fezPosts.id} FROM ${fezPosts} WHERE ${isVisible} AND ${fezPosts.id} > ${readUpTo}
        ORDER BY ${fezPosts.id} LIMIT 1)`.as('oldestAfter'),
      passedOver: sql<number>`(${selectPassedOver(sql`count(*)`, readerPlaceholders)})`.as('passedOver'),
      oldestPassedOver: sql<number | null>`(${selectPassedOver(sql`min(post_id)`, readerPlaceholders)})`.as(
        'oldestPassedOver',
      ),
    })
    .from(fezzes)
    .leftJoin(fezReaders, isReader(readerPlaceholders.userID))
    .where(sql`${fezzes.id} IN ${selectValues(fezIDs)}`),
);

type ReadingRow = ReturnType<typeof readingStatesQuery.all>[number];

/** The caller's states of all these fezzes, to which they are the same, by fez, in one query. */
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
    readCount: row.countAfter === null ? 0 : postCount - row.countAfter - row.passedOver,
    newest: row.newest ?? 0,
    // What was ignored lies before the rest.
    oldestUnread: row.oldestPassedOver ?? row.oldestAfter ?? undefined,
  };
}

/** How far the caller has read a fez, and what they have chosen for it. */
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

/** Members who want to hear nothing of new posts. */
export const findMuters = (db: Database, fezID: string): Set<string> =>
  new Set(mutersQuery.all(db, { fezID }).map(({ userID }) => userID));
