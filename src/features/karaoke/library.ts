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
  findSong,
  findStrayLibrary,
  type SongLibrary,
  type SongRow,
  saveCurrentLibrary,
} from './store.ts';
import { karaokeLibraries } from './tables.ts';

/** Before the first song was taken in. */
const noLibrary: SongLibrary = { id: 0, songCount: 0, isSample: false };

/** The library that readers see. Its songs stay for some minutes after another has taken its place. */
export const getLibrary = cacheValue([karaokeLibraries], ({ db }): SongLibrary => findCurrentLibrary(db) ?? noLibrary);

/** Throws not-found for a song that is not in the library. */
export function getSong(context: Context, songID: string): SongRow {
  const song = findSong(context.db, getLibrary(context).id, songID);
  if (!song) throw notFound('song');
  return song;
}

/** A library that was written next to the present one. */
export interface WrittenLibrary {
  readonly id: number;
  /** The one that it was compared with. */
  readonly replacedID: number | undefined;
}

/** Puts a library in the place of the present one, all at once. Throws conflict when another was quicker. */
export function replaceLibrary(context: WriteContext, { id, replacedID }: WrittenLibrary): void {
  const { db, clock } = context;
  const isAsCompared = findCurrentLibrary(db)?.id === replacedID;
  if (!isAsCompared || !saveCurrentLibrary(db, id, clock.now()))
    throw conflict('The songs were changed by another import meanwhile: do it again.');
}

/** Longer than any reader looks at a library, and than one takes to be written. */
const keptMilliseconds = 10 * 60_000;
const songsPerBatch = 50;
const placesPerBatch = 500;

/** Deletes libraries that were replaced, or never finished; says how many songs that were. */
export async function sweepLibraries(context: Context, stopping: AbortSignal): Promise<string> {
  const before = new Date(context.clock.now().getTime() - keptMilliseconds);
  transact(context, ({ db }) => deleteStaleLibraries(db, before));
  let deleted = 0;
  await writeInBatches(findStrayLibraries(context, stopping), async (id) => {
    deleted += await transactWithoutSync(context, ({ db }) => deleteSome(db, id));
  });
  return `${deleted} songs of libraries that were replaced deleted`;
}

/** Each library that was given up, again and again until nothing of it is left. */
function* findStrayLibraries({ db }: Context, stopping: AbortSignal): Iterable<number> {
  for (let id = findStrayLibrary(db); id !== undefined && !stopping.aborted; id = findStrayLibrary(db)) yield id;
}

/** Returns how many songs that were. The songs go last: by them a library is found. */
function deleteSome(db: Transaction, libraryID: number): number {
  return deleteSongPlaces(db, libraryID, placesPerBatch) > 0 ? 0 : deleteSongs(db, libraryID, songsPerBatch);
}
