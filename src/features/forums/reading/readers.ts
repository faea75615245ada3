import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import { type ForumReaderRow, forumReaders } from '../tables.ts';

/** A user's reading state and choices in one forum. */
export type ForumReading = Pick<ForumReaderRow, 'readUpTo' | 'isFavorite' | 'isMuted' | 'watchedFrom'>;

interface ReadingRow {
  readonly forumID: string;
  readonly readUpTo: number | null;
  readonly isFavorite: 0 | 1;
  readonly isMuted: 0 | 1;
  readonly watchedFrom: number | null;
}

const columns = `
  SELECT forum_id AS forumID, read_up_to AS readUpTo, is_favorite AS isFavorite, is_muted AS isMuted,
    watched_from AS watchedFrom
  FROM forum_readers WHERE user_id = :userID`;
const allReadingsQuery = prepareQueryText<{ userID: string }, ReadingRow>(
  `${columns} ORDER BY changed_at DESC, forum_id`,
);
const readingsQuery = prepareQueryText<{ userID: string; forumIDs: string }, ReadingRow>(
  `${columns} AND forum_id IN (SELECT value FROM json_each(:forumIDs))`,
);

const toReadings = (rows: readonly ReadingRow[]): ReadonlyMap<string, ForumReading> =>
  new Map(
    rows.map(({ forumID, readUpTo, isFavorite, isMuted, watchedFrom }) => [
      forumID,
      { readUpTo, isFavorite: isFavorite === 1, isMuted: isMuted === 1, watchedFrom },
    ]),
  );

/** Returns the user's reading states and choices in these forums, by forum; forums without any are missing. */
export const findReadings = (
  { db }: Context,
  { userID }: Pick<Caller, 'userID'>,
  forumIDs: readonly string[],
): ReadonlyMap<string, ForumReading> =>
  toReadings(readingsQuery.all(db, { userID, forumIDs: JSON.stringify(forumIDs) }));

/** Returns the same for all forums, the latest change first. */
export const findAllReadings = (
  { db }: Context,
  { userID }: Pick<Caller, 'userID'>,
): ReadonlyMap<string, ForumReading> => toReadings(allReadingsQuery.all(db, { userID }));

/** Returns the user's reading state and choices in one forum. */
export const findReading = (
  context: Context,
  caller: Pick<Caller, 'userID'>,
  forumID: string,
): ForumReading | undefined => findReadings(context, caller, [forumID]).get(forumID);

type ReaderChanges = Partial<Omit<ForumReaderRow, 'userID' | 'forumID' | 'changedAt'>>;

/** Stores a user's choices for a forum. */
export function saveReaderFlag(
  context: WriteContext,
  { userID }: Caller,
  forumID: string,
  changes: ReaderChanges,
): void {
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

/** Stores that a forum was read up to an ordinal; never moves it back (forums rule B16). Returns whether it moved. */
export function saveReading(context: WriteContext, { userID }: Caller, forumID: string, readUpTo: number): boolean {
  const now = context.clock.now().getTime();
  const { changes } = saveReadingQuery.run(context.db, { userID, forumID, readUpTo, now });
  return changes > 0;
}
