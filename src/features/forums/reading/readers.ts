import { and, eq, sql } from 'drizzle-orm';
import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareWriteText, selectValues } from '#db/prepared.ts';
import { type CachedRows, cacheRows, type Rows } from '#platform/cached-rows.ts';
import { createKeyedCache } from '#platform/caches.ts';
import { type ForumReaderRow, forumReaders } from '../tables.ts';

const readersQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select().from(forumReaders).where(eq(forumReaders.userID, userID)),
);
const someReadersQuery = prepareQuery((queries, { userID, ids }: Placeholders<{ userID: string; ids: string }>) =>
  queries
    .select()
    .from(forumReaders)
    .where(and(eq(forumReaders.userID, userID), sql`${forumReaders.forumID} IN ${selectValues(ids)}`)),
);

function loadReaders(db: Database, userID: string, ids?: readonly string[]): [string, ForumReaderRow][] {
  const rows = ids ? someReadersQuery.all(db, { userID, ids: JSON.stringify(ids) }) : readersQuery.all(db, { userID });
  return rows.map((row) => [row.forumID, row]);
}

const maxUsers = 2000;
const readersCache = createOncePerInstance((context) =>
  createKeyedCache<CachedRows<ForumReaderRow>>(context.caches, maxUsers),
);

const getCachedRows = (context: Context, userID: string): CachedRows<ForumReaderRow> =>
  readersCache(context).get(userID, () => cacheRows((ids) => loadReaders(context.db, userID, ids)));

/**
 * What the user has read and chosen, by forum: the same object as long as none of it changes. Those who use the service
 * have theirs in memory, since every list of forums asks for it.
 */
export const getReadersOf = (context: Context, { userID }: Pick<Caller, 'userID'>): Rows<ForumReaderRow> =>
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
  invalidateReader(context, userID, forumID);
}

function invalidateReader(context: WriteContext, userID: string, forumID: string): void {
  context.db.invalidate(() => readersCache(context).peek(userID)?.invalidate(forumID));
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
  invalidateReader(context, userID, forumID);
  return changes > 0;
}
