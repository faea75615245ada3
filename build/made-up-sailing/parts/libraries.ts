import type { WriteContext } from '#area/context.ts';
import { createNumbering } from '#core/catalogues/index.ts';
import type { Random } from '#crowd/random.ts';
import { boardGameFavorites, boardGames } from '#features/boardgames/tables.ts';
import { saveStage } from '#features/karaoke/queue/store.ts';
import { compareSortKeys, getInitial, getSortKey } from '#features/karaoke/song-order.ts';
import { type CatalogueSong, deriveSongID } from '#features/karaoke/sorted-songs.ts';
import { insertLibrary, insertSong, insertSongPlace, saveCurrentLibrary } from '#features/karaoke/store.ts';
import { karaokeFavorites, karaokePerformances, karaokeQueue } from '#features/karaoke/tables.ts';
import { itemCategories, quartermasterItems } from '#features/quartermaster/tables.ts';
import { insertRow } from '../insert-row.ts';
import type { Sailing, SailingPart } from '../part.ts';
import { chooseDeletion, chooseState } from '../public-posts.ts';
import { chooseWord, writeSentence } from '../vocabulary.ts';

/**
 * Makes games and songs with favorites, performances, and lists of games that people have or need: 30,000 songs on a
 * full sailing.
 */
export const librariesPart: SailingPart = {
  name: 'libraries',
  fill(sailing) {
    makeFavorites(sailing, 'favorite games', sailing.count(3_000), boardGameFavorites, makeGames(sailing));
    const songs = makeSongs(sailing);
    const songIDs = songs.map(({ songID }) => songID);
    makeFavorites(sailing, 'favorite songs', sailing.count(20_000), karaokeFavorites, songIDs);
    makePerformances(sailing, songs);
    makeQueue(sailing, songs);
    makeItems(sailing);
  },
};

const writeName = (random: Random, min: number, max: number): string => writeSentence(random, min, max).slice(0, -1);

/** Returns the ids of the new rows. */
function makeGames({ random, count, make }: Sailing): string[] {
  const ids: string[] = [];
  const nextNumber = createNumbering();
  make('games', count(500), (context) => {
    const [id, gameName, minPlayers] = [random.uuid(), writeName(random, 1, 4), 1 + random.below(3)];
    insertRow(context, boardGames, {
      id,
      entry: {
        ...{ gameName, numCopies: 1 + random.below(3), bggGameName: gameName, yearPublished: '1999' },
        gameDescription: writeSentence(random, 40, 250),
        ...{ gameTypes: [], categories: [chooseWord(random)], mechanisms: [chooseWord(random), chooseWord(random)] },
        ...{ minPlayers, maxPlayers: minPlayers + random.below(5), suggestedPlayers: minPlayers + 1 },
        ...{ minPlayingTime: 20, maxPlayingTime: 90, avgPlayingTime: 15 * (1 + random.below(8)) },
        ...{ minAge: 6 + random.below(8), numRatings: random.below(5_000) },
        ...{ avgRating: 4 + 5 * random.fraction(), complexity: 1 + 4 * random.fraction() },
      },
      number: nextNumber(gameName),
      isSample: false,
    });
    ids.push(id);
  });
  return ids;
}

/** Like real libraries: artists with many songs, and songs by many artists. */
function writeSongs(random: Random, count: number): CatalogueSong[] {
  const artists = Array.from(
    { length: Math.ceil(count / 5) },
    () => `${random.onceIn(5) ? 'The ' : ''}${writeName(random, 1, 3)}`,
  );
  const nextNumber = createNumbering();
  return Array.from({ length: count }, () => {
    const [artist, title] = [random.oneOf(artists), `${random.onceIn(8) ? 'The ' : ''}${writeName(random, 1, 5)}`];
    const songID = deriveSongID(artist, title, nextNumber(`${artist}\t${title}`));
    return { songID, artist, title, isMidi: random.onceIn(10) ? 1 : 0, isVoiceReduced: random.onceIn(4) ? 1 : 0 };
  });
}

function makeSongs({ context, random, count, make }: Sailing): CatalogueSong[] {
  const songs = writeSongs(random, count(30_000))
    .map((song) => ({ song, order: getSortKey(song) }))
    .toSorted((first, second) => compareSortKeys(first.order, second.order))
    .map(({ song }) => song);
  const now = context.clock.now();
  const libraryID = context.db.transaction((db) => insertLibrary(db, songs.length, false, now));
  make('songs', songs.length, ({ db }, index) => {
    const song = songs[index];
    if (!song) return;
    insertSong(db, libraryID, index, song, getInitial(song.artist));
    insertSongPlace(db, libraryID, song.songID, index);
  });
  context.db.transaction((db) => saveCurrentLibrary(db, libraryID, now));
  return songs;
}

function makeFavorites(
  { random, people, make }: Sailing,
  what: string,
  count: number,
  table: typeof boardGameFavorites | typeof karaokeFavorites,
  subjectIDs: readonly string[],
): void {
  const made = new Set<string>();
  make(what, count, (context) => {
    const [userID, subjectID] = [random.oneOf(people).id, random.oneOf(subjectIDs)];
    const key = `${userID} ${subjectID}`;
    if (made.has(key)) return;
    made.add(key);
    insertRow(context, table, { userID, subjectID });
  });
}

function makePerformances({ random, people, count, make }: Sailing, songs: readonly CatalogueSong[]): void {
  make('performances', count(1_500), (context) => {
    const { songID, artist, title } = random.oneOf(songs);
    insertRow(context, karaokePerformances, {
      ...{ songID, artist, title },
      performers: random
        .pick(people, 1 + random.below(3))
        .map(({ username }) => username)
        .join(' & '),
      managerID: random.oneOf(people.slice(0, 10)).id,
      createdAt: context.clock.now(),
    });
  });
}

/** Makes tonight's karaoke queue, with a singer on stage. */
function makeQueue({ random, people, count, make }: Sailing, songs: readonly CatalogueSong[]): void {
  const length = count(30);
  const singers = people.filter(({ id, familyID }) => id === familyID).slice(0, length);
  make('entries of the karaoke queue', singers.length, (context, position) => {
    const singer = singers[position];
    if (!singer) return;
    const { songID, artist, title } = random.oneOf(songs);
    insertRow(context, karaokeQueue, {
      ...{ userID: singer.id, familyID: singer.familyID, position, isAlerted: position < 2 },
      ...{ songID, artist, title },
    });
    saveStage(context.db, { isOpen: true, calledAt: context.clock.now(), touchedAt: context.clock.now() });
  });
}

function makeItems({ random, people, count, make }: Sailing): void {
  make('items', count(1_500), (context: WriteContext) => {
    insertRow(context, quartermasterItems, {
      ...{ itemID: random.uuid(), ownerID: random.oneOf(people).id, category: random.oneOf(itemCategories) },
      itemName: writeName(random, 2, 6),
      itemDescription: random.onceIn(2) ? writeSentence(random, 5, 30) : null,
      location: `Deck ${1 + random.below(11)}`,
      contactID: random.onceIn(5) ? random.oneOf(people).id : null,
      hideOwnerName: random.onceIn(10),
      moderationState: chooseState(random),
      modifiedAt: context.clock.now(),
      deletedAt: chooseDeletion(random, context),
    });
  });
}
