import { sql } from 'drizzle-orm';
import type { Inconsistency, RepairStep } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { checkTables, type RowCheck } from '#area/row-checks.ts';
import type { Database } from '#db/open.ts';
import { repairQueue, verifyQueue } from './queue/verify.ts';
import { compareSortKeys, getInitial, getSortKey, type SongSortKey } from './song-order.ts';
import { findCurrentLibrary, getPositionRange, listSlices, type SongRow, saveInitial } from './store.ts';
import {
  karaokeLibraries,
  karaokePerformanceFullText,
  karaokeSongFullText,
  karaokeSongPlaces,
  karaokeSongs,
} from './tables.ts';

const positionsPerLibrary = sql.raw(String(getPositionRange(1).first));
const songsOfLibrary = sql`(SELECT count(*) FROM ${karaokeSongs} AS song WHERE song.id / ${positionsPerLibrary} = it.id)`;
const isCurrent = sql`it.id / ${positionsPerLibrary} = (SELECT id FROM ${karaokeLibraries} WHERE is_current = 1)`;
const storedPosition = sql`(
  SELECT known.position FROM ${karaokeSongPlaces} AS known
  WHERE known.library_id = it.id / ${positionsPerLibrary} AND known.song_id = it.song_id)`;

const checks: readonly RowCheck[] = [
  {
    table: karaokeLibraries,
    isWrong: sql`it.is_current = 1 AND ${songsOfLibrary} <> it.song_count`,
    what: sql`'songs of library ' || it.id`,
    stored: sql`${songsOfLibrary} || ' of ' || it.song_count`,
    expected: 'all of them: import them again',
    repairs: [],
  },
  {
    table: karaokeSongs,
    isWrong: sql`${isCurrent} AND ${storedPosition} IS NOT it.id`,
    what: sql`'place by the id of song ' || it.song_id`,
    stored: sql`coalesce(${storedPosition}, 'none')`,
    expected: "the song's position",
    repairs: [
      ({ rows, where }) => sql`
        INSERT OR REPLACE INTO ${karaokeSongPlaces} (library_id, song_id, position)
        SELECT it.id / ${positionsPerLibrary}, it.song_id, it.id FROM ${rows} ${where}`,
    ],
  },
];

/** Songs of the current library with a wrong position or initial. */
function* findMisplacedSongs(db: Database): Iterable<readonly Inconsistency[]> {
  const library = findCurrentLibrary(db);
  let before: SongSortKey | undefined;
  for (const rows of library ? listSlices(db, library) : []) {
    yield rows.flatMap((row) => {
      const order = getSortKey(row);
      const isMisplaced = before !== undefined && compareSortKeys(before, order) > 0;
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
  const expected = getInitial(artist);
  return initial === expected ? [] : [{ what: `initial of song ${songID}`, stored: initial, expected }];
}

function* repairInitials(db: Database): Iterable<RepairStep> {
  const library = findCurrentLibrary(db);
  for (const rows of library ? listSlices(db, library) : []) {
    const wrong = rows.filter(({ initial, artist }) => initial !== getInitial(artist));
    if (wrong.length === 0) continue;
    yield (context) => {
      for (const { position, artist } of wrong) saveInitial(context.db, position, getInitial(artist));
    };
  }
}

const tableChecks = checkTables(checks, karaokeSongFullText, karaokePerformanceFullText);

/** Finds rows that the rules of this feature don't allow. */
export function* verifyKaraoke(context: Context): Iterable<readonly Inconsistency[]> {
  yield* tableChecks.verify(context);
  yield* findMisplacedSongs(context.db);
  yield* verifyQueue(context);
}

/** Repairs values that are derived from other rows. */
export function* repairKaraoke(context: Context): Iterable<RepairStep> {
  yield* tableChecks.repair(context);
  yield* repairInitials(context.db);
  yield* repairQueue();
}
