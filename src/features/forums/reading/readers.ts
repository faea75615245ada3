import { cacheByKey } from '#area/caches.ts';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import { type CachedRows, cacheRows, type Rows } from '#platform/cached-rows.ts';
import { findForum } from '../board.ts';
import { type ForumReaderRow, forumReaders } from '../tables.ts';

/** What a user has read and chosen in one forum. There are hundreds of thousands in memory, so it holds no more than is asked. */
export interface ForumReading extends Pick<ForumReaderRow, 'readUpTo' | 'isFavorite' | 'isMuted'> {
  /** In milliseconds. */
  readonly changedAt: number;
}

interface ReadingRow extends Pick<ForumReaderRow, 'forumID' | 'readUpTo'> {
  readonly isFavorite: 0 | 1;
  readonly isMuted: 0 | 1;
  readonly changedAt: number;
}

const columns = `
  SELECT forum_id AS forumID, read_up_to AS readUpTo, is_favorite AS isFavorite, is_muted AS isMuted,
    changed_at AS changedAt
  FROM forum_readers WHERE user_id = :userID`;

const readingsQuery = prepareQueryText<{ userID: string }, ReadingRow>(columns);
const someReadingsQuery = prepareQueryText<{ userID: string; ids: string }, ReadingRow>(
  `${columns} AND forum_id IN (SELECT value FROM json_each(:ids))`,
);

function loadReadings(context: Context, userID: string, ids?: readonly string[]): [string, ForumReading][] {
  const { db } = context;
  const rows = ids
    ? someReadingsQuery.all(db, { userID, ids: JSON.stringify(ids) })
    : readingsQuery.all(db, { userID });
  return rows.map(({ forumID, readUpTo, isFavorite, isMuted, changedAt }) => [
    // One text for all users, instead of one for each.
    findForum(context, forumID)?.id ?? forumID,
    { readUpTo, isFavorite: isFavorite === 1, isMuted: isMuted === 1, changedAt },
  ]);
}

/** More than a ship has: those who no longer fit would be read anew at every call. */
const maxUsers = 6000;
/** As many threads as somebody opens between two looks at a list. */
const maxChanges = 20;
const readersCache = cacheByKey<CachedRows<ForumReading>>([{ table: forumReaders, key: forumReaders.userID }], {
  max: maxUsers,
});

const getCachedRows = (context: Context, userID: string): CachedRows<ForumReading> =>
  readersCache(context).get(userID, () => cacheRows((ids) => loadReadings(context, userID, ids), { maxChanges }));

/**
 * What the user has read and chosen, by forum: the same object as long as none of it changes. Those who use the service
 * have theirs in memory, since every list of forums asks for it.
 */
export const getReadersOf = (context: Context, { userID }: Pick<Caller, 'userID'>): Rows<ForumReading> =>
  getCachedRows(context.instance, userID).get();

type ReaderChanges = Partial<Pick<ForumReaderRow, 'readUpTo' | 'isFavorite' | 'isMuted'>>;

/** Stores what a user has chosen for a forum. */
export function saveChoice(context: WriteContext, { userID }: Caller, forumID: string, changes: ReaderChanges): void {
  const stored = { ...changes, changedAt: context.clock.now() };
  context.db.queries
    .insert(forumReaders)
    .values({ userID, forumID, ...stored })
    .onConflictDoUpdate({ target: [forumReaders.userID, forumReaders.forumID], set: stored })
    .run();
}

type Reading = { userID: string; forumID: string; readUpTo: number; now: number };

const saveReadingQuery = prepareWriteText<Reading>(`
  INSERT INTO forum_readers (user_id, forum_id, read_up_to, changed_at) VALUES (:userID, :forumID, :readUpTo, :now)
  ON CONFLICT (user_id, forum_id) DO UPDATE SET read_up_to = excluded.read_up_to, changed_at = excluded.changed_at
  WHERE read_up_to IS NULL OR read_up_to < excluded.read_up_to`);

/** Stores that a forum was read up to an ordinal; it never moves back (forums rule B16). True when it moved. */
export function saveReading(context: WriteContext, { userID }: Caller, forumID: string, readUpTo: number): boolean {
  const now = context.clock.now().getTime();
  const { changes } = saveReadingQuery.run(context.db, { userID, forumID, readUpTo, now });
  return changes > 0;
}
