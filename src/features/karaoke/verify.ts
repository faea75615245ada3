import { sql } from 'drizzle-orm';
import type { Inconsistency, RepairStep } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { checkTables, type RowCheck } from '#area/row-checks.ts';
import type { Database } from '#db/open.ts';
import { repairQueue, verifyQueue } from './queue/verify.ts';
import { compareOrder, findInitial, type SongOrder, toOrder } from './song-order.ts';
import { findCurrentLibrary, listSlices, locateSongs, type SongRow, saveInitial } from './store.ts';
import {
  karaokeLibraries,
  karaokePerformanceFullText,
  karaokeSongFullText,
  karaokeSongPlaces,
  karaokeSongs,
} from './tables.ts';

const placesOfLibrary = sql.raw(String(locateSongs(1).first));
const songs = sql`(SELECT count(*) FROM ${karaokeSongs} AS song WHERE song.id / ${placesOfLibrary} = it.id)`;
const isCurrent = sql`it.id / ${placesOfLibrary} = (SELECT id FROM ${karaokeLibraries} WHERE is_current = 1)`;
const knownPosition = sql`(
  SELECT known.position FROM ${karaokeSongPlaces} AS known
  WHERE known.library_id = it.id / ${placesOfLibrary} AND known.song_id = it.song_id)`;

const checks: readonly RowCheck[] = [
  {
    table: karaokeLibraries,
    query: (isInRange) => sql`
      SELECT 'songs of library ' || it.id AS what, ${songs} || ' of ' || it.song_count AS stored
      FROM ${karaokeLibraries} AS it NOT INDEXED WHERE ${isInRange} AND it.is_current = 1 AND ${songs} <> it.song_count`,
    expected: 'all of them: import them again',
    repairs: [],
  },
  {
    table: karaokeSongs,
    query: (isInRange) => sql`
      SELECT 'place by the id of song ' || it.song_id AS what, coalesce(${knownPosition}, 'none') AS stored
      FROM ${karaokeSongs} AS it NOT INDEXED WHERE ${isInRange} AND ${isCurrent} AND ${knownPosition} IS NOT it.id`,
    expected: 'where the song stands',
    repairs: [
      (isInRange) => sql`
        INSERT OR REPLACE INTO ${karaokeSongPlaces} (library_id, song_id, position)
        SELECT it.id / ${placesOfLibrary}, it.song_id, it.id
        FROM ${karaokeSongs} AS it NOT INDEXED WHERE ${isInRange} AND ${isCurrent} AND ${knownPosition} IS NOT it.id`,
    ],
  },
];

/** Songs of the current library with a wrong position or initial. */
function* findMisplacedSongs(db: Database): Iterable<readonly Inconsistency[]> {
  const library = findCurrentLibrary(db);
  let before: SongOrder | undefined;
  for (const rows of library ? listSlices(db, library) : []) {
    yield rows.flatMap((row) => {
      const order = toOrder(row);
      const isMisplaced = before !== undefined && compareOrder(before, order) > 0;
      before = order;
      return [...(isMisplaced ? [describeMisplaced(row)] : []), ...describeWrongInitial(row)];
    });
  }
}

const describeMisplaced = ({ songID, position }: SongRow): Inconsistency => ({
  what: `place of song ${songID}`,
  stored: String(position),
  expected: 'by artist and title: import the songs again',
});

function describeWrongInitial({ songID, artist, initial }: SongRow): Inconsistency[] {
  const expected = findInitial(artist);
  return initial === expected ? [] : [{ what: `initial of song ${songID}`, stored: initial, expected }];
}

function* repairInitials(db: Database): Iterable<RepairStep> {
  const library = findCurrentLibrary(db);
  for (const rows of library ? listSlices(db, library) : []) {
    const wrong = rows.filter(({ initial, artist }) => initial !== findInitial(artist));
    if (wrong.length === 0) continue;
    yield (context) => {
      for (const { position, artist } of wrong) saveInitial(context.db, position, findInitial(artist));
    };
  }
}

const tables = checkTables(checks, karaokeSongFullText, karaokePerformanceFullText);

/** Finds rows that the rules of this feature don't allow. */
export function* verifyKaraoke(context: Context): Iterable<readonly Inconsistency[]> {
  yield* tables.verify(context);
  yield* findMisplacedSongs(context.db);
  yield* verifyQueue(context);
}

/** Repairs values that are derived from other rows. */
export function* repairKaraoke(context: Context): Iterable<RepairStep> {
  yield* tables.repair(context);
  yield* repairInitials(context.db);
  yield* repairQueue();
}
