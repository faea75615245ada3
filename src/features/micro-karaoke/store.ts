import { and, asc, count, desc, eq, exists, gt, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareVariants } from '#db/prepared.ts';
import { type ClipSnippetRow, type ClipSongRow, clipSnippets, clipSongs, clipSongsUnseen } from './tables.ts';

const songQuery = prepareQuery((queries, { id }: Placeholders<{ id: number }>) =>
  queries.select().from(clipSongs).where(eq(clipSongs.id, id)),
);

/** Finds the song with this number. */
export const findSong = (db: Database, id: number): ClipSongRow | undefined => songQuery.get(db, { id });

const newestSongQuery = prepareQuery((queries) =>
  queries.select().from(clipSongs).orderBy(desc(clipSongs.id)).limit(1),
);

/** Finds the song that was started last. */
export const findNewestSong = (db: Database): ClipSongRow | undefined => newestSongQuery.get(db, {});

const incompleteSongsQuery = prepareQuery((queries) =>
  queries.select().from(clipSongs).where(eq(clipSongs.isComplete, false)).orderBy(asc(clipSongs.id)),
);

/** Finds incomplete songs, oldest first. */
export const findIncompleteSongs = (db: Database): ClipSongRow[] => incompleteSongsQuery.all(db, {});

/** The condition for a slot to be taken: it has a clip or an unexpired offer (libraries rule M1). */
const isLive = (now: Placeholders<{ now: Date }>['now']): SQL | undefined =>
  or(eq(clipSnippets.hasVideo, true), gt(clipSnippets.expiresAt, sql`${now}`));

const snippetsOfIncompleteSongsQuery = prepareQuery((queries, { now }: Placeholders<{ now: number }>) =>
  queries
    .select({ snippet: clipSnippets })
    .from(clipSnippets)
    .innerJoin(clipSongs, eq(clipSongs.id, clipSnippets.songID))
    .where(and(eq(clipSongs.isComplete, false), isLive(now))),
);

/** Finds the clips and open offers of incomplete songs. */
export const findSnippetsOfIncompleteSongs = (db: Database, now: Date): ClipSnippetRow[] =>
  snippetsOfIncompleteSongsQuery.all(db, { now: now.getTime() }).map(({ snippet }) => snippet);

const openOfferQuery = prepareQuery((queries, { authorID, now }: Placeholders<{ authorID: string; now: number }>) =>
  queries
    .select()
    .from(clipSnippets)
    .where(
      and(
        eq(clipSnippets.authorID, authorID),
        eq(clipSnippets.hasVideo, false),
        gt(clipSnippets.expiresAt, sql`${now}`),
      ),
    ),
);

/** Finds the unexpired offer of a user. */
export const findOpenOffer = (db: Database, authorID: string, now: Date): ClipSnippetRow | undefined =>
  openOfferQuery.get(db, { authorID, now: now.getTime() });

const snippetQuery = prepareQuery((queries, { id }: Placeholders<{ id: string }>) =>
  queries.select().from(clipSnippets).where(eq(clipSnippets.id, id)),
);

/** Finds a clip or an offer, even an expired one. */
export const findSnippet = (db: Database, id: string): ClipSnippetRow | undefined => snippetQuery.get(db, { id });

const recordedClipsQuery = prepareQuery((queries) =>
  queries
    .select({ id: clipSnippets.id, songID: clipSnippets.songID })
    .from(clipSnippets)
    .where(and(eq(clipSnippets.hasVideo, true), eq(clipSnippets.isFiller, false))),
);

/** Finds all recorded clips. */
export const findRecordedClips = (db: Database) => recordedClipsQuery.all(db, {});

const liveSnippetsQuery = prepareQuery((queries, { songID, now }: Placeholders<{ songID: number; now: number }>) =>
  queries
    .select()
    .from(clipSnippets)
    .where(and(eq(clipSnippets.songID, songID), isLive(now)))
    .orderBy(asc(clipSnippets.slot)),
);

/** Finds the clips and open offers of a song, in the order of its slots. */
export const findLiveSnippets = (db: Database, songID: number, now: Date): ClipSnippetRow[] =>
  liveSnippetsQuery.all(db, { songID, now: now.getTime() });

/** A filter for songs. */
type SongFilter = 'all' | 'complete' | 'approved';

const songFilters: Readonly<Record<SongFilter, SQL | undefined>> = {
  all: undefined,
  complete: eq(clipSongs.isComplete, true),
  approved: and(eq(clipSongs.isComplete, true), eq(clipSongs.isApproved, true)),
};

/** A song, and whether the viewer has a clip in it. */
export interface ListedSong {
  readonly song: ClipSongRow;
  readonly hasClip: boolean;
}

const listedSongsQuery = prepareVariants((queries, { userID }: Placeholders<{ userID: string }>, form: SongFilter) => {
  const isOfUser = and(
    eq(clipSnippets.songID, clipSongs.id),
    eq(clipSnippets.authorID, userID),
    eq(clipSnippets.hasVideo, true),
  );
  const clips = queries.select({ one: sql`1` }).from(clipSnippets).where(isOfUser);
  return queries
    .select({ song: clipSongs, hasClip: sql<number>`${exists(clips)}` })
    .from(clipSongs)
    .where(songFilters[form])
    .orderBy(asc(clipSongs.id));
});

/** Finds songs, by number. */
export const findSongs = (db: Database, form: SongFilter, userID: string): ListedSong[] =>
  listedSongsQuery.all(db, form, { userID }).map(({ song, hasClip }) => ({ song, hasClip: hasClip === 1 }));

const unseenQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select({ songs: count() }).from(clipSongsUnseen).where(eq(clipSongsUnseen.userID, userID)),
);

/** Counts the ready songs with a clip of this user that the user hasn't seen. */
export const countUnseenSongs = (db: Database, userID: string): number => unseenQuery.get(db, { userID })?.songs ?? 0;

/** Stores a new song and returns it with its number. */
export const insertSong = (db: Transaction, row: Omit<ClipSongRow, 'id' | 'isApproved'>): ClipSongRow =>
  db.queries.insert(clipSongs).values(row).returning().get();

/** Stores a new offer or clip. Replaces an expired offer in the same slot. */
export function insertSnippet(db: Transaction, row: ClipSnippetRow): void {
  const isOfSlot = and(eq(clipSnippets.songID, row.songID), eq(clipSnippets.slot, row.slot));
  db.queries
    .delete(clipSnippets)
    .where(and(isOfSlot, eq(clipSnippets.hasVideo, false)))
    .run();
  db.queries.insert(clipSnippets).values(row).run();
}

/** Updates an offer. */
export function updateSnippet(db: Transaction, id: string, changes: Partial<ClipSnippetRow>): void {
  db.queries.update(clipSnippets).set(changes).where(eq(clipSnippets.id, id)).run();
}

/** Deletes a clip or offer. */
export function deleteSnippetRow(db: Transaction, id: string): void {
  db.queries.delete(clipSnippets).where(eq(clipSnippets.id, id)).run();
}

/** Updates a song. */
export function updateSong(db: Transaction, id: number, changes: Partial<ClipSongRow>): void {
  db.queries.update(clipSongs).set(changes).where(eq(clipSongs.id, id)).run();
}

/** Records that a song is ready and that these users haven't seen it. */
export function insertUnseen(db: Transaction, songID: number, userIDs: readonly string[]): void {
  for (const userID of userIDs)
    db.queries.insert(clipSongsUnseen).values({ userID, songID }).onConflictDoNothing().run();
}

/** Records that a user has seen all ready songs. */
export function deleteUnseenOfUser(db: Transaction, userID: string): void {
  db.queries.delete(clipSongsUnseen).where(eq(clipSongsUnseen.userID, userID)).run();
}

/** Removes the records of unseen users for a song and returns these users. */
export function deleteUnseenOfSong(db: Transaction, songID: number): string[] {
  const rows = db.queries.delete(clipSongsUnseen).where(eq(clipSongsUnseen.songID, songID)).returning().all();
  return rows.map(({ userID }) => userID);
}
