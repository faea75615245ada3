import { maxMatches, type Page } from '#contract/query.ts';
import type { Database, Transaction } from '#db/open.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import type { CatalogueSong } from './sorted-songs.ts';
import type { KaraokePerformanceRow, KaraokeSongRow } from './tables.ts';

/** The number of positions reserved per library. A library's positions start at `id * places`. */
const positionsPerLibrary = 2 ** 20;

/** Returns the range of positions of a library. */
export const getPositionRange = (libraryID: number) => ({
  first: libraryID * positionsPerLibrary,
  last: (libraryID + 1) * positionsPerLibrary - 1,
});

/** A library of songs. */
export interface SongLibrary {
  readonly id: number;
  readonly songCount: number;
  readonly isSample: boolean;
}

type Flag = 0 | 1;
const toFlag = (value: boolean): Flag => (value ? 1 : 0);

const currentQuery = prepareQueryText<Record<never, never>, { id: number; songCount: number; isSample: Flag }>(
  'SELECT id, song_count AS songCount, is_sample AS isSample FROM karaoke_libraries WHERE is_current = 1',
);

/** Returns the current library, or undefined before the first import. */
export function findCurrentLibrary(db: Database): SongLibrary | undefined {
  const row = currentQuery.get(db, {});
  return row && { ...row, isSample: row.isSample === 1 };
}

const insertLibraryQuery = prepareWriteText<{ songCount: number; isSample: Flag; now: number }, { id: number }>(
  `INSERT INTO karaoke_libraries (song_count, is_current, is_sample, touched_at)
   VALUES (:songCount, 0, :isSample, :now) RETURNING id`,
);

/** Starts a library that isn't visible yet and returns its id. */
export const insertLibrary = (db: Transaction, songCount: number, isSample: boolean, now: Date): number =>
  insertLibraryQuery.get(db, { songCount, isSample: toFlag(isSample), now: now.getTime() }).id;

const insertSongQuery = prepareWriteText<{
  position: number;
  songID: string;
  artist: string;
  title: string;
  initial: string;
  isMidi: Flag;
  isVoiceReduced: Flag;
}>(`
  INSERT INTO karaoke_songs (id, song_id, artist, title, initial, is_midi, is_voice_reduced)
  VALUES (:position, :songID, :artist, :title, :initial, :isMidi, :isVoiceReduced)`);

/** Adds a song to a library. `place` counts from 0 in the order of the library. */
export function insertSong(
  db: Transaction,
  libraryID: number,
  place: number,
  { songID, artist, title, isMidi, isVoiceReduced }: CatalogueSong,
  initial: string,
): void {
  const position = getPositionRange(libraryID).first + place;
  insertSongQuery.run(db, { position, songID, artist, title, initial, isMidi, isVoiceReduced });
}

const insertPlaceQuery = prepareWriteText<{ libraryID: number; songID: string; position: number }>(
  'INSERT INTO karaoke_song_places (library_id, song_id, position) VALUES (:libraryID, :songID, :position)',
);

/** Makes a song findable by its id. Call this after `insertSong`, in the order of the ids. */
export const insertSongPlace = (db: Transaction, libraryID: number, songID: string, place: number): void =>
  void insertPlaceQuery.run(db, { libraryID, songID, position: getPositionRange(libraryID).first + place });

const mergeSegmentsQuery = prepareWriteText<{ pages: number }>(
  "INSERT INTO karaoke_songs_text (karaoke_songs_text, rank) VALUES ('merge', :pages)",
);
/** More index pages than a batch of songs changes, so that the full-text index never falls far behind. */
const pagesPerMerge = 64;

/** Merges a few segments of the full-text index. Call this after writing songs, since automatic merging is off. */
export const mergeFullTextSegments = (db: Transaction): void =>
  void mergeSegmentsQuery.run(db, { pages: pagesPerMerge });

const unsetCurrentQuery = prepareWriteText<{ now: number }>(
  'UPDATE karaoke_libraries SET is_current = 0, touched_at = :now WHERE is_current = 1',
);
const setCurrentQuery = prepareWriteText<{ id: number; now: number }>(
  'UPDATE karaoke_libraries SET is_current = 1, touched_at = :now WHERE id = :id',
);

/** Makes this the current library. Returns false if it doesn't exist. */
export function saveCurrentLibrary(db: Transaction, id: number, now: Date): boolean {
  unsetCurrentQuery.run(db, { now: now.getTime() });
  return setCurrentQuery.run(db, { id, now: now.getTime() }).changes === 1;
}

const deleteStaleQuery = prepareWriteText<{ before: number }>(
  'DELETE FROM karaoke_libraries WHERE is_current = 0 AND touched_at < :before',
);

/** Deletes the rows of libraries that haven't been current since `before`. Their songs stay. */
export const deleteStaleLibraries = (db: Transaction, before: Date): void =>
  void deleteStaleQuery.run(db, { before: before.getTime() });

const nextSongQuery = prepareQueryText<{ position: number }, { library: number; isKnown: Flag }>(`
  SELECT song.id / ${positionsPerLibrary} AS library,
    EXISTS (SELECT 1 FROM karaoke_libraries AS library WHERE library.id = song.id / ${positionsPerLibrary}) AS isKnown
  FROM karaoke_songs AS song WHERE song.id >= :position ORDER BY song.id LIMIT 1`);

/** Returns the id of a deleted library that still has songs. */
export function findDeletedLibrary(db: Database): number | undefined {
  let next = nextSongQuery.get(db, { position: 0 });
  while (next?.isKnown === 1) next = nextSongQuery.get(db, { position: getPositionRange(next.library + 1).first });
  return next?.library;
}

const deleteSongsQuery = prepareWriteText<{ first: number; last: number; limit: number }>(`
  DELETE FROM karaoke_songs
  WHERE id IN (SELECT id FROM karaoke_songs WHERE id BETWEEN :first AND :last ORDER BY id LIMIT :limit)`);

const deletePlacesQuery = prepareWriteText<{ libraryID: number; limit: number }>(`
  DELETE FROM karaoke_song_places WHERE library_id = :libraryID AND song_id IN (
    SELECT song_id FROM karaoke_song_places WHERE library_id = :libraryID ORDER BY song_id LIMIT :limit)`);

/**
 * Deletes up to `limit` song places of a library and returns the count. A library with places left also has songs left.
 */
export const deleteSongPlaces = (db: Transaction, libraryID: number, limit: number): number =>
  deletePlacesQuery.run(db, { libraryID, limit }).changes;

/** Deletes up to `limit` songs of a library and returns the count. */
export function deleteSongs(db: Transaction, libraryID: number, limit: number): number {
  const { changes } = deleteSongsQuery.run(db, { ...getPositionRange(libraryID), limit });
  mergeFullTextSegments(db);
  return changes;
}

/** A song row as queries return it. */
export interface SongRow extends Pick<KaraokeSongRow, 'position' | 'songID' | 'artist' | 'title' | 'initial'> {
  readonly isMidi: Flag;
  readonly isVoiceReduced: Flag;
}

const columns = `song.id AS position, song.song_id AS songID, song.artist, song.title, song.initial,
  song.is_midi AS isMidi, song.is_voice_reduced AS isVoiceReduced`;

const sliceQuery = prepareQueryText<{ first: number; last: number }, SongRow>(
  `SELECT ${columns} FROM karaoke_songs AS song WHERE song.id BETWEEN :first AND :last ORDER BY song.id`,
);

const songsPerSlice = 500;

/** Yields all songs of a library in order, a few hundred at a time. */
export function* listSlices(db: Database, { id, songCount }: SongLibrary): Iterable<readonly SongRow[]> {
  const { first } = getPositionRange(id);
  for (let place = 0; place < songCount; place += songsPerSlice) {
    yield sliceQuery.all(db, { first: first + place, last: first + Math.min(place + songsPerSlice, songCount) - 1 });
  }
}

const songQuery = prepareQueryText<{ songID: string; libraryID: number }, SongRow>(`
  SELECT ${columns} FROM karaoke_song_places AS known CROSS JOIN karaoke_songs AS song ON song.id = known.position
  WHERE known.library_id = :libraryID AND known.song_id = :songID`);

/** Finds a song of this library. */
export const findSong = (db: Database, libraryID: number, songID: string): SongRow | undefined =>
  songQuery.get(db, { songID, libraryID });

/** A filter for the songs of a library. Songs must match every condition that is set, and at least one must be set. */
export interface SongFilter {
  readonly favoriteOf?: string | undefined;
  readonly initial?: string | undefined;
  /** An FTS5 expression. */
  readonly expression?: string | undefined;
}

type PageParameters = { start: number; limit: number };

type FilterParameters = {
  libraryID: number;
  first: number;
  last: number;
  userID: string | undefined;
  initial: string | undefined;
  expression: string | undefined;
};

/** Prepares a list from the query that selects the positions of its songs. */
const prepareList = (positions: string) => ({
  page: prepareQueryText<FilterParameters & PageParameters, SongRow>(`
    SELECT ${columns} FROM karaoke_songs AS song
    WHERE song.id IN (${positions} ORDER BY 1 LIMIT :limit OFFSET :start) ORDER BY song.id`),
  total: prepareQueryText<FilterParameters & { max: number }, { total: number }>(
    `SELECT count(*) AS total FROM (${positions} LIMIT :max)`,
  ),
});

/** Bound numbers arrive as REAL, which FTS5 ignores as rowid bounds, so they're cast. */
const wordsCondition = `
  SELECT words.rowid FROM karaoke_songs_text AS words
  WHERE words.karaoke_songs_text MATCH :expression
    AND words.rowid BETWEEN CAST(:first AS INTEGER) AND CAST(:last AS INTEGER)`;
const favoritesCondition = `
  SELECT song.id FROM karaoke_favorites AS liked
  CROSS JOIN karaoke_song_places AS known ON known.library_id = :libraryID AND known.song_id = liked.subject_id
  CROSS JOIN karaoke_songs AS song ON song.id = known.position
  WHERE liked.user_id = :userID`;

/** Each query starts with the table that narrows down the songs most. */
const songQueries = {
  // Otherwise SQLite scans the whole library for a letter, since both conditions match an index.
  initial: prepareList(`
    SELECT song.id FROM karaoke_songs AS song INDEXED BY karaoke_songs_by_initial
    WHERE song.initial = :initial AND song.id BETWEEN :first AND :last`),
  words: prepareList(wordsCondition),
  favorites: prepareList(favoritesCondition),
  favoritesByInitial: prepareList(`${favoritesCondition} AND song.initial = :initial`),
  favoritesByWords: prepareList(`${favoritesCondition} AND song.id IN (${wordsCondition})`),
};

function chooseSongQuery({ favoriteOf, initial, expression }: SongFilter) {
  if (expression !== undefined) return favoriteOf === undefined ? songQueries.words : songQueries.favoritesByWords;
  if (favoriteOf === undefined) return songQueries.initial;
  return initial === undefined ? songQueries.favorites : songQueries.favoritesByInitial;
}

const initialQuery = prepareWriteText<{ position: number; initial: string }>(
  'UPDATE karaoke_songs SET initial = :initial WHERE id = :position',
);

/** Moves a song to another initial. */
export const saveInitial = (db: Transaction, position: number, initial: string): void =>
  void initialQuery.run(db, { position, initial });

/**
 * Returns a page of the songs that match the filter, in order, and their total. Searches by words count only up to a
 * maximum.
 */
export function findSongs(
  db: Database,
  libraryID: number,
  filter: SongFilter,
  page: Page,
): { rows: SongRow[]; total: number } {
  const list = chooseSongQuery(filter);
  const { favoriteOf: userID, initial, expression } = filter;
  const parameters = { libraryID, ...getPositionRange(libraryID), userID, initial, expression };
  const max = expression === undefined ? positionsPerLibrary : maxMatches;
  return {
    rows: list.page.all(db, { ...parameters, ...page }),
    total: list.total.get(db, { ...parameters, max })?.total ?? 0,
  };
}

/** A log entry as queries return it. */
export type PerformanceRow = Pick<KaraokePerformanceRow, 'songID' | 'artist' | 'title' | 'performers'> & {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
};

const performanceColumns = 'song_id AS songID, artist, title, performers, created_at AS createdAt';

const performancesOfQuery = prepareQueryText<{ songIDs: string }, PerformanceRow>(`
  SELECT ${performanceColumns} FROM karaoke_performances
  WHERE song_id IN (SELECT value FROM json_each(:songIDs)) ORDER BY id`);

/** Returns the performances of these songs, oldest first. */
export const findPerformancesOf = (db: Database, songIDs: readonly string[]): PerformanceRow[] =>
  performancesOfQuery.all(db, { songIDs: JSON.stringify(songIDs) });

/** A filter for log entries. Matching one condition is enough. */
export type PerformanceFilter = {
  /** An FTS5 expression for the song. */
  readonly expression: string | undefined;
  /** A part of the performers' names, without case. */
  readonly performers: string;
};

function preparePerformances(where: string) {
  return {
    page: prepareQueryText<PerformanceFilter & PageParameters, PerformanceRow>(
      `SELECT ${performanceColumns} FROM karaoke_performances ${where} ORDER BY id DESC LIMIT :limit OFFSET :start`,
    ),
    total: prepareQueryText<PerformanceFilter & { max: number }, { total: number }>(
      `SELECT count(*) AS total FROM (SELECT 1 FROM karaoke_performances ${where} LIMIT :max)`,
    ),
  };
}

const performersCondition = 'instr(fold_case(performers), :performers) > 0';
const performanceQueries = {
  all: preparePerformances(''),
  byPerformers: preparePerformances(`WHERE ${performersCondition}`),
  byEither: preparePerformances(`
    WHERE id IN (SELECT rowid FROM karaoke_performances_text WHERE karaoke_performances_text MATCH :expression)
      OR ${performersCondition}`),
};

/** Returns a page of the log, newest first, and the total. Searches count only up to a maximum. */
export function findPerformances(
  db: Database,
  filter: PerformanceFilter | undefined,
  page: Page,
): { rows: PerformanceRow[]; total: number } {
  const { all, byPerformers, byEither } = performanceQueries;
  const list = filter === undefined ? all : filter.expression === undefined ? byPerformers : byEither;
  const { expression, performers = '' } = filter ?? {};
  const max = filter ? maxMatches : Number.MAX_SAFE_INTEGER;
  return {
    rows: list.page.all(db, { expression, performers, ...page }),
    total: list.total.get(db, { expression, performers, max })?.total ?? 0,
  };
}

const insertPerformanceQuery = prepareWriteText<PerformanceRow & { managerID: string }>(`
  INSERT INTO karaoke_performances (song_id, artist, title, performers, manager_id, created_at)
  VALUES (:songID, :artist, :title, :performers, :managerID, :createdAt)`);

/** Adds an entry to the log. */
export const insertPerformance = (db: Transaction, row: PerformanceRow & { managerID: string }): void =>
  void insertPerformanceQuery.run(db, row);
