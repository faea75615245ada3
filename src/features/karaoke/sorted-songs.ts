import { openScratch } from '#db/scratch.ts';
import { deriveUuid } from '#platform/secrets/derived-uuid.ts';
import { getSortKey, type SongSortKey } from './song-order.ts';

/** A stored song. */
export interface CatalogueSong {
  /**
   * Derived from the artist, the title, and a sequence number among songs that share both, so it's the same in every
   * file (decision 67).
   */
  readonly songID: string;
  readonly artist: string;
  readonly title: string;
  readonly isMidi: 0 | 1;
  readonly isVoiceReduced: 0 | 1;
}

/** Sorts the songs of a library as they are added. */
export interface SortedSongs {
  readonly count: number;
  add(song: Omit<CatalogueSong, 'songID'>): void;
  has(songID: string): boolean;
  /** Returns all songs in order, in batches of `size`. */
  listInOrder(size: number): Iterable<readonly CatalogueSong[]>;
  /** Stores the position of a song. */
  setPlace(songID: string, place: number): void;
  /** Returns the stored positions ordered by song id, in batches of `size`. */
  listPlaces(size: number): Iterable<readonly SongPosition[]>;
  close(): void;
}

/** The position of a song, counted from 0. */
export interface SongPosition {
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

/** Returns the id of the `number`-th song of this artist and title. */
export const deriveSongID = (artist: string, title: string, number: number): string =>
  deriveUuid('karaoke song', artist, title, String(number));

type OrderedSong = CatalogueSong & SongSortKey;

/** Creates an empty sorter. */
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
  const following = sqlite.prepare<SongSortKey & { size: number }, OrderedSong>(`
    SELECT artist_key AS artistKey, title_key AS titleKey, song_id AS songID, artist, title, is_midi AS isMidi,
      is_voice_reduced AS isVoiceReduced
    FROM songs WHERE (artist_key, title_key, song_id) > (:artistKey, :titleKey, :songID)
    ORDER BY artist_key, title_key, song_id LIMIT :size`);
  const insertPlace = sqlite.prepare<SongPosition>('INSERT INTO places (song_id, place) VALUES (:songID, :place)');
  const findPlace = sqlite.prepare<string>('SELECT 1 FROM places WHERE song_id = ?');
  const followingPlaces = sqlite.prepare<{ songID: string; size: number }, SongPosition>(
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
      insert.run({ ...named, ...getSortKey(named) });
      count += 1;
    },
    has: (songID) => findPlace.get(songID) !== undefined,
    listInOrder: (size) =>
      listInBatches({ artistKey: '', titleKey: '', songID: '' }, (after) => following.all({ ...after, size })),
    setPlace: (songID, place) => void insertPlace.run({ songID, place }),
    listPlaces: (size) => listInBatches({ songID: '' }, ({ songID }) => followingPlaces.all({ songID, size })),
    close: () => void sqlite.close(),
  };
}

/** Yields batches until there are no more items after the last one. */
function* listInBatches<Key, Item extends Key>(
  first: Key,
  listAfter: (after: Key) => readonly Item[],
): Iterable<readonly Item[]> {
  for (let after: Key | undefined = first; after !== undefined; ) {
    const items: readonly Item[] = listAfter(after);
    if (items.length > 0) yield items;
    after = items.at(-1);
  }
}
