import { maxMatches, type Page } from '#contract/query.ts';
import type { Database, Transaction } from '#db/open.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import type { CatalogueSong } from './sorted-songs.ts';
import type { KaraokePerformanceRow, KaraokeSongRow } from './tables.ts';

/** Places for the songs of one library, counted from `id * places`. */
const places = 2 ** 20;

/** The positions of all songs of a library. */
export const locateSongs = (libraryID: number) => ({ first: libraryID * places, last: (libraryID + 1) * places - 1 });

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

/** The library that readers see; undefined before the first. */
export function findCurrentLibrary(db: Database): SongLibrary | undefined {
  const row = currentQuery.get(db, {});
  return row && { ...row, isSample: row.isSample === 1 };
}

const insertLibraryQuery = prepareWriteText<{ songCount: number; isSample: Flag; now: number }, { id: number }>(
  `INSERT INTO karaoke_libraries (song_count, is_current, is_sample, touched_at)
   VALUES (:songCount, 0, :isSample, :now) RETURNING id`,
);

/** Begins a library that no one sees yet; returns its id. */
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

/** Adds a song to a library; `place` counts from 0 in the order of the library. */
export function insertSong(
  db: Transaction,
  libraryID: number,
  place: number,
  { songID, artist, title, isMidi, isVoiceReduced }: CatalogueSong,
  initial: string,
): void {
  const position = locateSongs(libraryID).first + place;
  insertSongQuery.run(db, { position, songID, artist, title, initial, isMidi, isVoiceReduced });
}

const insertPlaceQuery = prepareWriteText<{ libraryID: number; songID: string; position: number }>(
  'INSERT INTO karaoke_song_places (library_id, song_id, position) VALUES (:libraryID, :songID, :position)',
);

/** Makes a song of a library known by its id; whatever writes songs calls this afterwards, in the order of the ids. */
export const insertSongPlace = (db: Transaction, libraryID: number, songID: string, place: number): void =>
  void insertPlaceQuery.run(db, { libraryID, songID, position: locateSongs(libraryID).first + place });

const tidyQuery = prepareWriteText<{ pages: number }>(
  "INSERT INTO karaoke_songs_text (karaoke_songs_text, rank) VALUES ('merge', :pages)",
);
/** As much of the index of words as some dozens of songs change, and more, so that it is never far from being in order. */
const pagesPerTidying = 64;

/** Puts a little of the index of words in order; whatever writes songs calls this, since the index does not by itself. */
export const tidySongWords = (db: Transaction): void => void tidyQuery.run(db, { pages: pagesPerTidying });

const retireQuery = prepareWriteText<{ now: number }>(
  'UPDATE karaoke_libraries SET is_current = 0, touched_at = :now WHERE is_current = 1',
);
const promoteQuery = prepareWriteText<{ id: number; now: number }>(
  'UPDATE karaoke_libraries SET is_current = 1, touched_at = :now WHERE id = :id',
);

/** Makes this the library that readers see; false when it is not there. */
export function saveCurrentLibrary(db: Transaction, id: number, now: Date): boolean {
  retireQuery.run(db, { now: now.getTime() });
  return promoteQuery.run(db, { id, now: now.getTime() }).changes === 1;
}

const deleteStaleQuery = prepareWriteText<{ before: number }>(
  'DELETE FROM karaoke_libraries WHERE is_current = 0 AND touched_at < :before',
);

/** Gives up libraries that no one has seen since then; their songs are still there. */
export const deleteStaleLibraries = (db: Transaction, before: Date): void =>
  void deleteStaleQuery.run(db, { before: before.getTime() });

const nextSongQuery = prepareQueryText<{ position: number }, { library: number; isKnown: Flag }>(`
  SELECT song.id / ${places} AS library,
    EXISTS (SELECT 1 FROM karaoke_libraries AS library WHERE library.id = song.id / ${places}) AS isKnown
  FROM karaoke_songs AS song WHERE song.id >= :position ORDER BY song.id LIMIT 1`);

/** The id of a library that was given up and has songs left. */
export function findStrayLibrary(db: Database): number | undefined {
  let next = nextSongQuery.get(db, { position: 0 });
  while (next?.isKnown === 1) next = nextSongQuery.get(db, { position: locateSongs(next.library + 1).first });
  return next?.library;
}

const deleteSongsQuery = prepareWriteText<{ first: number; last: number; limit: number }>(`
  DELETE FROM karaoke_songs
  WHERE id IN (SELECT id FROM karaoke_songs WHERE id BETWEEN :first AND :last ORDER BY id LIMIT :limit)`);

const deletePlacesQuery = prepareWriteText<{ libraryID: number; limit: number }>(`
  DELETE FROM karaoke_song_places WHERE library_id = :libraryID AND song_id IN (
    SELECT song_id FROM karaoke_song_places WHERE library_id = :libraryID ORDER BY song_id LIMIT :limit)`);

/** Takes the places of at most so many songs of a library away; returns how many. What has places left has songs left. */
export const deleteSongPlaces = (db: Transaction, libraryID: number, limit: number): number =>
  deletePlacesQuery.run(db, { libraryID, limit }).changes;

/** Deletes at most so many songs of a library; returns how many. */
export function deleteSongs(db: Transaction, libraryID: number, limit: number): number {
  const { changes } = deleteSongsQuery.run(db, { ...locateSongs(libraryID), limit });
  tidySongWords(db);
  return changes;
}

/** A song as it is read. */
export interface SongRow extends Pick<KaraokeSongRow, 'position' | 'songID' | 'artist' | 'title' | 'initial'> {
  readonly isMidi: Flag;
  readonly isVoiceReduced: Flag;
}

const columns = `song.id AS position, song.song_id AS songID, song.artist, song.title, song.initial,
  song.is_midi AS isMidi, song.is_voice_reduced AS isVoiceReduced`;

const sliceQuery = prepareQueryText<{ first: number; last: number }, SongRow>(
  `SELECT ${columns} FROM karaoke_songs AS song WHERE song.id BETWEEN :first AND :last ORDER BY song.id`,
);

const slice = 500;

/** All songs of a library in its order, some hundreds at a time. */
export function* listSlices(db: Database, { id, songCount }: SongLibrary): Iterable<readonly SongRow[]> {
  const { first } = locateSongs(id);
  for (let place = 0; place < songCount; place += slice) {
    yield sliceQuery.all(db, { first: first + place, last: first + Math.min(place + slice, songCount) - 1 });
  }
}

const songQuery = prepareQueryText<{ songID: string; libraryID: number }, SongRow>(`
  SELECT ${columns} FROM karaoke_song_places AS known CROSS JOIN karaoke_songs AS song ON song.id = known.position
  WHERE known.library_id = :libraryID AND known.song_id = :songID`);

/** A song of this library. */
export const findSong = (db: Database, libraryID: number, songID: string): SongRow | undefined =>
  songQuery.get(db, { songID, libraryID });

/** Which songs of a library are listed; each part that is there must be met, and one is there. */
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

/** A list by what selects the positions of its songs. */
const prepareList = (positions: string) => ({
  page: prepareQueryText<FilterParameters & PageParameters, SongRow>(`
    SELECT ${columns} FROM karaoke_songs AS song
    WHERE song.id IN (${positions} ORDER BY 1 LIMIT :limit OFFSET :start) ORDER BY song.id`),
  total: prepareQueryText<FilterParameters & { most: number }, { total: number }>(
    `SELECT count(*) AS total FROM (${positions} LIMIT :most)`,
  ),
});

/** Numbers are bound as real ones, which the index would ignore as limits of its ids. */
const withWords = `
  SELECT words.rowid FROM karaoke_songs_text AS words
  WHERE words.karaoke_songs_text MATCH :expression
    AND words.rowid BETWEEN CAST(:first AS INTEGER) AND CAST(:last AS INTEGER)`;
const ofFavorites = `
  SELECT song.id FROM karaoke_favorites AS liked
  CROSS JOIN karaoke_song_places AS known ON known.library_id = :libraryID AND known.song_id = liked.subject_id
  CROSS JOIN karaoke_songs AS song ON song.id = known.position
  WHERE liked.user_id = :userID`;

/** Each begins where the fewest songs are. */
const lists = {
  // Left to itself the database looks through the whole library for a letter, since both conditions fit an index.
  initial: prepareList(`
    SELECT song.id FROM karaoke_songs AS song INDEXED BY karaoke_songs_by_initial
    WHERE song.initial = :initial AND song.id BETWEEN :first AND :last`),
  words: prepareList(withWords),
  favorites: prepareList(ofFavorites),
  favoritesByInitial: prepareList(`${ofFavorites} AND song.initial = :initial`),
  favoritesByWords: prepareList(`${ofFavorites} AND song.id IN (${withWords})`),
};

function chooseList({ favoriteOf, initial, expression }: SongFilter) {
  if (expression !== undefined) return favoriteOf === undefined ? lists.words : lists.favoritesByWords;
  if (favoriteOf === undefined) return lists.initial;
  return initial === undefined ? lists.favorites : lists.favoritesByInitial;
}

const initialQuery = prepareWriteText<{ position: number; initial: string }>(
  'UPDATE karaoke_songs SET initial = :initial WHERE id = :position',
);

/** Lists a song under another letter. */
export const saveInitial = (db: Transaction, position: number, initial: string): void =>
  void initialQuery.run(db, { position, initial });

/** A page of the songs that meet the filter, in order, and how many there are; of words no more than are counted. */
export function findSongs(
  db: Database,
  libraryID: number,
  filter: SongFilter,
  page: Page,
): { rows: SongRow[]; total: number } {
  const list = chooseList(filter);
  const { favoriteOf: userID, initial, expression } = filter;
  const parameters = { libraryID, ...locateSongs(libraryID), userID, initial, expression };
  const most = expression === undefined ? places : maxMatches;
  return {
    rows: list.page.all(db, { ...parameters, ...page }),
    total: list.total.get(db, { ...parameters, most })?.total ?? 0,
  };
}

/** An entry of the log as it is read. */
export type PerformanceRow = Pick<KaraokePerformanceRow, 'songID' | 'artist' | 'title' | 'performers'> & {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
};

const performanceColumns = 'song_id AS songID, artist, title, performers, created_at AS createdAt';

const performancesOfQuery = prepareQueryText<{ songIDs: string }, PerformanceRow>(`
  SELECT ${performanceColumns} FROM karaoke_performances
  WHERE song_id IN (SELECT value FROM json_each(:songIDs)) ORDER BY id`);

/** What was sung of these songs, the oldest first. */
export const findPerformancesOf = (db: Database, songIDs: readonly string[]): PerformanceRow[] =>
  performancesOfQuery.all(db, { songIDs: JSON.stringify(songIDs) });

/** What entries of the log must say; each part that is there is enough. */
export type PerformanceFilter = {
  /** An FTS5 expression for the song. */
  readonly expression: string | undefined;
  /** A part of the performers' names, its letter case folded. */
  readonly performers: string;
};

function preparePerformances(where: string) {
  return {
    page: prepareQueryText<PerformanceFilter & PageParameters, PerformanceRow>(
      `SELECT ${performanceColumns} FROM karaoke_performances ${where} ORDER BY id DESC LIMIT :limit OFFSET :start`,
    ),
    total: prepareQueryText<PerformanceFilter & { most: number }, { total: number }>(
      `SELECT count(*) AS total FROM (SELECT 1 FROM karaoke_performances ${where} LIMIT :most)`,
    ),
  };
}

const byPerformers = 'instr(fold_case(performers), :performers) > 0';
const performanceLists = {
  all: preparePerformances(''),
  byPerformers: preparePerformances(`WHERE ${byPerformers}`),
  byEither: preparePerformances(`
    WHERE id IN (SELECT rowid FROM karaoke_performances_text WHERE karaoke_performances_text MATCH :expression)
      OR ${byPerformers}`),
};

/** A page of the log, newest first, and how many entries there are; of a search no more than are counted. */
export function findPerformances(
  db: Database,
  filter: PerformanceFilter | undefined,
  page: Page,
): { rows: PerformanceRow[]; total: number } {
  const { all, byPerformers, byEither } = performanceLists;
  const list = filter === undefined ? all : filter.expression === undefined ? byPerformers : byEither;
  const { expression, performers = '' } = filter ?? {};
  const most = filter ? maxMatches : Number.MAX_SAFE_INTEGER;
  return {
    rows: list.page.all(db, { expression, performers, ...page }),
    total: list.total.get(db, { expression, performers, most })?.total ?? 0,
  };
}

const insertPerformanceQuery = prepareWriteText<PerformanceRow & { managerID: string }>(`
  INSERT INTO karaoke_performances (song_id, artist, title, performers, manager_id, created_at)
  VALUES (:songID, :artist, :title, :performers, :managerID, :createdAt)`);

/** Adds an entry to the log. */
export const insertPerformance = (db: Transaction, row: PerformanceRow & { managerID: string }): void =>
  void insertPerformanceQuery.run(db, row);
