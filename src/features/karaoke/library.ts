import { cacheValue } from '#area/caches.ts';
import { type Context, transact, transactWithoutSync, type WriteContext } from '#area/context.ts';
import { conflict, notFound } from '#contract/errors.ts';
import type { Transaction } from '#db/open.ts';
import { writeInBatches } from '#platform/limits/turns.ts';
import {
  deleteSongPlaces,
  deleteSongs,
  deleteStaleLibraries,
  findCurrentLibrary,
  findDeletedLibrary,
  findSong,
  type SongLibrary,
  type SongRow,
  saveCurrentLibrary,
} from './store.ts';
import { karaokeLibraries } from './tables.ts';

/** The library before the first import. */
const emptyLibrary: SongLibrary = { id: 0, songCount: 0, isSample: false };

/** Returns the current library. Its songs stay for some minutes after another library replaces it. */
export const getLibrary = cacheValue(
  [karaokeLibraries],
  ({ db }): SongLibrary => findCurrentLibrary(db) ?? emptyLibrary,
);

/** Throws not-found if the song isn't in the library. */
export function getSong(context: Context, songID: string): SongRow {
  const song = findSong(context.db, getLibrary(context).id, songID);
  if (!song) throw notFound('song');
  return song;
}

/** A library that was written but isn't current yet. */
export interface PreparedLibrary {
  readonly id: number;
  /** The library it was compared with. */
  readonly replacedID: number | undefined;
}

/** Makes a library the current one. Throws conflict if another import was faster. */
export function replaceLibrary(context: WriteContext, { id, replacedID }: PreparedLibrary): void {
  const { db, clock } = context;
  const isAsCompared = findCurrentLibrary(db)?.id === replacedID;
  if (!isAsCompared || !saveCurrentLibrary(db, id, clock.now()))
    throw conflict('changedMeanwhile', 'Another import changed the songs in the meantime. Try again.');
}

/** Longer than any reader uses a library and longer than an import takes to write one. */
const retentionMilliseconds = 10 * 60_000;
const songsPerBatch = 50;
const positionsPerBatch = 500;

/** Deletes replaced and unfinished libraries. Returns a log line with the number of songs. */
export async function deleteOldLibraries(context: Context, stopping: AbortSignal): Promise<string> {
  const before = new Date(context.clock.now().getTime() - retentionMilliseconds);
  transact(context, ({ db }) => deleteStaleLibraries(db, before));
  let deleted = 0;
  await writeInBatches(findDeletedLibraries(context, stopping), async (id) => {
    deleted += transactWithoutSync(context, ({ db }) => deleteBatch(db, id));
  });
  return `${deleted} songs of libraries that were replaced deleted`;
}

/** Yields the id of each deleted library until it has no songs left. */
function* findDeletedLibraries({ db }: Context, stopping: AbortSignal): Iterable<number> {
  for (let id = findDeletedLibrary(db); id !== undefined && !stopping.aborted; id = findDeletedLibrary(db)) yield id;
}

/** Returns the number of deleted songs. Deletes the songs last, since the sweep finds a library by its songs. */
function deleteBatch(db: Transaction, libraryID: number): number {
  return deleteSongPlaces(db, libraryID, positionsPerBatch) > 0 ? 0 : deleteSongs(db, libraryID, songsPerBatch);
}
