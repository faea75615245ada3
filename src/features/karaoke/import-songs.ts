import { type Context, transact, transactUnseen } from '#area/context.ts';
import type { Catalogue } from '#core/catalogues/index.ts';
import type { Database } from '#db/open.ts';
import { assertNotCutOff, type ImportOutcome, nothingImported } from '#platform/import/import-outcome.ts';
import { takeExcerpt } from '#platform/import/unreadable-file.ts';
import { compareTexts } from '#platform/text.ts';
import { doAllInTurns, sortInTurns, writeLeisurely } from '#platform/turns.ts';
import { type CatalogueSong, readSongs } from './catalogue-file.ts';
import { replaceLibrary } from './library.ts';
import { compareOrder, findInitial, type SongOrder, toOrder } from './song-order.ts';
import {
  findCurrentLibrary,
  insertLibrary,
  insertSong,
  insertSongPlace,
  listSlices,
  type SongLibrary,
  tidySongWords,
} from './store.ts';

/**
 * The songs (libraries rule K10). A library with any difference is written anew beside the present one, some songs at a
 * time, and takes its place in one short transaction; until then nobody sees anything of it.
 */
export const songsCatalogue: Catalogue = {
  fileName: 'KaraokeSongCatalog.txt',
  isEmpty: ({ db }) => findCurrentLibrary(db) === undefined,
  async prepare(context, text, options) {
    const songs = await readSongs(text);
    const before = findCurrentLibrary(context.db);
    const outcome = await compareSongs(context.db, before, songs, options);
    const stored = before === undefined || before.isSample ? 0 : before.songCount;
    assertNotCutOff({ things: 'songs', lost: stored === 0 ? 0 : outcome.deleted, stored }, options);
    const isSame = outcome.unchanged === before?.songCount && outcome.unchanged === songs.length;
    if (options.dryRun || (isSame && before?.isSample === options.isSample)) return () => outcome;
    const id = await writeLibrary(context, songs, options.isSample);
    return (context) => {
      replaceLibrary(context, { id, replacedID: before?.id });
      return outcome;
    };
  },
};

/** Changes are listed where they are to be named. */
async function compareSongs(
  db: Database,
  before: SongLibrary | undefined,
  songs: readonly CatalogueSong[],
  { namesChanges }: { readonly namesChanges: boolean },
): Promise<ImportOutcome> {
  const known = await readTags(db, before);
  const counts = { added: 0, changed: 0, unchanged: 0 };
  const changes: string[] = [];
  await doAllInTurns(songs, (song) => {
    const tags = known.get(song.songID);
    known.delete(song.songID);
    const change = tags === undefined ? 'added' : tags === numberTags(song) ? 'unchanged' : 'changed';
    counts[change] += 1;
    if (namesChanges && change !== 'unchanged') changes.push(`${change} ${nameSong(song)}`);
  });
  await doAllInTurns(namesChanges && before ? listSlices(db, before) : [], (rows) => {
    for (const row of rows) if (known.has(row.songID)) changes.push(`deleted ${nameSong(row)}`);
  });
  return { ...nothingImported, ...counts, changes, deleted: known.size };
}

/** The tags of each song that is stored. */
async function readTags(db: Database, library: SongLibrary | undefined): Promise<Map<string, number>> {
  const known = new Map<string, number>();
  await doAllInTurns(library ? listSlices(db, library) : [], (rows) => {
    for (const row of rows) known.set(row.songID, numberTags(row));
  });
  return known;
}

const numberTags = ({
  isMidi,
  isVoiceReduced,
}: {
  isMidi: boolean | number;
  isVoiceReduced: boolean | number;
}): number => Number(isMidi) + 2 * Number(isVoiceReduced);

const nameSong = ({ artist, title }: { readonly artist: string; readonly title: string }): string =>
  `"${takeExcerpt(title)}" by ${takeExcerpt(artist)}`;

/** A few milliseconds of work. */
const songsPerTransaction = 50;
const placesPerTransaction = 400;

/** Writes a library that nobody sees yet; returns its id. */
async function writeLibrary(context: Context, songs: readonly CatalogueSong[], isSample: boolean): Promise<number> {
  const sorted = await sortSongs(songs);
  const now = context.clock.now();
  const libraryID = transact(context, ({ db }) => insertLibrary(db, songs.length, isSample, now));
  await writeLeisurely(cutIntoSlices(sorted, songsPerTransaction), ({ first, items }) =>
    transactUnseen(context, ({ db }) => {
      for (const [offset, { song }] of items.entries()) {
        insertSong(db, libraryID, first + offset, { ...song, initial: findInitial(song.artist) });
      }
      tidySongWords(db);
    }),
  );
  const places = await sortByID(sorted);
  await writeLeisurely(cutIntoSlices(places, placesPerTransaction), ({ items }) =>
    transactUnseen(context, ({ db }) => {
      for (const { songID, place } of items) insertSongPlace(db, libraryID, songID, place);
    }),
  );
  return libraryID;
}

function* cutIntoSlices<Item>(
  items: readonly Item[],
  size: number,
): Iterable<{ first: number; items: readonly Item[] }> {
  for (let first = 0; first < items.length; first += size) yield { first, items: items.slice(first, first + size) };
}

interface SortedSong extends SongOrder {
  readonly song: CatalogueSong;
}

async function sortSongs(songs: readonly CatalogueSong[]): Promise<readonly SortedSong[]> {
  const keyed: SortedSong[] = [];
  await doAllInTurns(songs, (song) => keyed.push({ song, ...toOrder(song) }));
  return sortInTurns(keyed, compareOrder);
}

/** Which place each song has. */
async function sortByID(songs: readonly SortedSong[]): Promise<readonly { songID: string; place: number }[]> {
  const places: { songID: string; place: number }[] = [];
  await doAllInTurns(songs.entries(), ([place, { songID }]) => places.push({ songID, place }));
  return sortInTurns(places, (first, second) => compareTexts(first.songID, second.songID));
}
