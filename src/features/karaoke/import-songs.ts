import { type Context, transact, transactWithoutSync } from '#area/context.ts';
import type { Catalogue, CatalogueOptions, PreparedImport } from '#core/catalogues/index.ts';
import type { Database } from '#db/open.ts';
import { assertNotTruncated, type ImportOutcome, nothingImported } from '#platform/import/import-outcome.ts';
import { takeExcerpt } from '#platform/import/unreadable-file.ts';
import { forEachYielding, writeInBatches, writeOneByOne } from '#platform/limits/turns.ts';
import { readSongs } from './catalogue-file.ts';
import { replaceLibrary } from './library.ts';
import { getInitial } from './song-order.ts';
import { createSortedSongs, type SortedSongs } from './sorted-songs.ts';
import {
  findCurrentLibrary,
  findSong,
  insertLibrary,
  insertSong,
  insertSongPlace,
  listSlices,
  mergeFullTextSegments,
  type SongLibrary,
} from './store.ts';

/**
 * The song catalogue (libraries rule K10). If anything differs, the import writes a new library in batches and then
 * makes it current in one short transaction. Readers don't see the new library until then.
 */
export const songsCatalogue: Catalogue = {
  fileName: 'KaraokeSongCatalog.txt',
  isEmpty: ({ db }) => findCurrentLibrary(db) === undefined,
  async prepare(context, text, options) {
    const songs = createSortedSongs();
    try {
      await readSongs(text, songs);
      return await prepareLibrary(context, songs, options);
    } finally {
      songs.close();
    }
  },
};

async function prepareLibrary(
  context: Context,
  songs: SortedSongs,
  options: CatalogueOptions,
): Promise<PreparedImport> {
  const before = findCurrentLibrary(context.db);
  const outcome = await compareSongs(context.db, before, songs, options);
  const stored = before === undefined || before.isSample ? 0 : before.songCount;
  assertNotTruncated({ things: 'songs', lost: stored === 0 ? 0 : outcome.deleted, stored }, options);
  const isSame = outcome.unchanged === before?.songCount && outcome.unchanged === songs.count;
  if (options.dryRun || (isSame && before?.isSample === options.isSample)) return () => outcome;
  const id = await writeLibrary(context, songs, options);
  return (context) => {
    replaceLibrary(context, { id, replacedID: before?.id });
    return outcome;
  };
}

const songsPerSlice = 200;

/** Sets the position of each song and counts the differences. Lists them only if `namesChanges` is set. */
async function compareSongs(
  db: Database,
  before: SongLibrary | undefined,
  songs: SortedSongs,
  { namesChanges }: { readonly namesChanges: boolean },
): Promise<ImportOutcome> {
  const counts = { added: 0, changed: 0, unchanged: 0 };
  const changes: string[] = [];
  let place = 0;
  await forEachYielding(flattenSlices(songs.listInOrder(songsPerSlice)), (song) => {
    songs.setPlace(song.songID, place);
    place += 1;
    const known = before && findSong(db, before.id, song.songID);
    const change = known === undefined ? 'added' : hasSameFlags(known, song) ? 'unchanged' : 'changed';
    counts[change] += 1;
    if (namesChanges && change !== 'unchanged') changes.push(`${change} ${formatSongName(song)}`);
  });
  await forEachYielding(namesChanges && before ? listSlices(db, before) : [], (rows) => {
    for (const row of rows) if (!songs.has(row.songID)) changes.push(`deleted ${formatSongName(row)}`);
  });
  const deleted = (before?.songCount ?? 0) - counts.unchanged - counts.changed;
  return { ...nothingImported, ...counts, changes, deleted };
}

function* flattenSlices<Item>(slices: Iterable<readonly Item[]>): Iterable<Item> {
  for (const slice of slices) yield* slice;
}

interface SongFlags {
  readonly isMidi: number;
  readonly isVoiceReduced: number;
}

const hasSameFlags = (known: SongFlags, song: SongFlags): boolean =>
  known.isMidi === song.isMidi && known.isVoiceReduced === song.isVoiceReduced;

const formatSongName = ({ artist, title }: { readonly artist: string; readonly title: string }): string =>
  `"${takeExcerpt(title)}" by ${takeExcerpt(artist)}`;

/** Takes a few milliseconds. */
const songsPerTransaction = 50;
const placesPerTransaction = 400;

/** Writes a library that isn't visible yet and returns its id. */
async function writeLibrary(
  context: Context,
  songs: SortedSongs,
  { isSample, isServing }: CatalogueOptions,
): Promise<number> {
  const write = isServing ? writeInBatches : writeOneByOne;
  const now = context.clock.now();
  const libraryID = transact(context, ({ db }) => insertLibrary(db, songs.count, isSample, now));
  let place = 0;
  await write(songs.listInOrder(songsPerTransaction), (slice) =>
    transactWithoutSync(context, ({ db }) => {
      for (const song of slice) {
        insertSong(db, libraryID, place, song, getInitial(song.artist));
        place += 1;
      }
      mergeFullTextSegments(db);
    }),
  );
  await write(songs.listPlaces(placesPerTransaction), (slice) =>
    transactWithoutSync(context, ({ db }) => {
      for (const { songID, place } of slice) insertSongPlace(db, libraryID, songID, place);
    }),
  );
  return libraryID;
}
