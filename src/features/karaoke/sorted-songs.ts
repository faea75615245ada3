import { openScratch } from '#db/scratch.ts';
import { deriveUuid } from '#platform/secrets/derived-uuid.ts';
import { type SongOrder, toOrder } from './song-order.ts';

/** A song as it is stored. */
export interface CatalogueSong {
  /** Follows from artist, title and its number among those of both: the same in every file (decision 67). */
  readonly songID: string;
  readonly artist: string;
  readonly title: string;
  readonly isMidi: 0 | 1;
  readonly isVoiceReduced: 0 | 1;
}

/** Songs that are put in the order of a library as they come. */
export interface SortedSongs {
  readonly count: number;
  add(song: Omit<CatalogueSong, 'songID'>): void;
  has(songID: string): boolean;
  /** All of them in their order, so many at a time. */
  listInOrder(size: number): Iterable<readonly CatalogueSong[]>;
  /** Remembers which place a song has. */
  setPlace(songID: string, place: number): void;
  /** The places that were set, by the ids of the songs, so many at a time. */
  listPlaces(size: number): Iterable<readonly SongPlace[]>;
  close(): void;
}

/** Where a song stands, counted from 0. */
export interface SongPlace {
  readonly songID: string;
  readonly place: number;
}

const schema = `
  CREATE TABLE names (artist TEXT, title TEXT, number INTEGER NOT NULL, PRIMARY KEY (artist, title)) WITHOUT ROWID;
  CREATE TABLE songs (
    artist_key TEXT, title_key TEXT, song_id TEXT, artist TEXT, title TEXT, is_midi INTEGER, is_voice_reduced INTEGER,
    PRIMARY KEY (artist_key, title_key, song_id)
  ) WITHOUT ROWID;
  CREATE TABLE places (song_id TEXT PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID;`;

/** The id of the `number`-th song of this artist and title. */
export const deriveSongID = (artist: string, title: string, number: number): string =>
  deriveUuid('karaoke song', artist, title, String(number));

type OrderedSong = CatalogueSong & SongOrder;

/** Without any songs yet. */
export function createSortedSongs(): SortedSongs {
  const sqlite = openScratch(schema);
  const nextNumber = sqlite
    .prepare<{ artist: string; title: string }, number>(
      `INSERT INTO names (artist, title, number) VALUES (:artist, :title, 1)
       ON CONFLICT DO UPDATE SET number = number + 1 RETURNING number`,
    )
    .pluck();
  const insert = sqlite.prepare<OrderedSong>(`
    INSERT INTO songs (artist_key, title_key, song_id, artist, title, is_midi, is_voice_reduced)
    VALUES (:artistKey, :titleKey, :songID, :artist, :title, :isMidi, :isVoiceReduced)`);
  const following = sqlite.prepare<SongOrder & { size: number }, OrderedSong>(`
    SELECT artist_key AS artistKey, title_key AS titleKey, song_id AS songID, artist, title, is_midi AS isMidi,
      is_voice_reduced AS isVoiceReduced
    FROM songs WHERE (artist_key, title_key, song_id) > (:artistKey, :titleKey, :songID)
    ORDER BY artist_key, title_key, song_id LIMIT :size`);
  const insertPlace = sqlite.prepare<SongPlace>('INSERT INTO places (song_id, place) VALUES (:songID, :place)');
  const findPlace = sqlite.prepare<string>('SELECT 1 FROM places WHERE song_id = ?');
  const followingPlaces = sqlite.prepare<{ songID: string; size: number }, SongPlace>(
    'SELECT song_id AS songID, place FROM places WHERE song_id > :songID ORDER BY song_id LIMIT :size',
  );
  let count = 0;

  return {
    get count() {
      return count;
    },
    add(song) {
      const number = nextNumber.get(song) ?? 1;
      const named = { ...song, songID: deriveSongID(song.artist, song.title, number) };
      insert.run({ ...named, ...toOrder(named) });
      count += 1;
    },
    has: (songID) => findPlace.get(songID) !== undefined,
    listInOrder: (size) =>
      listOnwards({ artistKey: '', titleKey: '', songID: '' }, (after) => following.all({ ...after, size })),
    setPlace: (songID, place) => void insertPlace.run({ songID, place }),
    listPlaces: (size) => listOnwards({ songID: '' }, ({ songID }) => followingPlaces.all({ songID, size })),
    close: () => void sqlite.close(),
  };
}

/** What follows, piece by piece, until nothing does. */
function* listOnwards<Key, Item extends Key>(
  first: Key,
  listAfter: (after: Key) => readonly Item[],
): Iterable<readonly Item[]> {
  for (let after: Key | undefined = first; after !== undefined; ) {
    const items: readonly Item[] = listAfter(after);
    if (items.length > 0) yield items;
    after = items.at(-1);
  }
}
