import { type SQL, sql } from 'drizzle-orm';
import { checkTables, type RowCheck, updateRows } from '#area/row-checks.ts';
import { millisecondsPerHour } from './store.ts';
import { announcementDismissals, hourlyDismissals } from './tables.ts';

const hourLength = sql.raw(String(millisecondsPerHour));
/** Counts the dismissals of the announcements in a range once, not for each of their hours. */
const countByHour = (isInRange: SQL) => sql`
  WITH seen AS MATERIALIZED (
    SELECT announcement_id, seen_at / ${hourLength} AS hour, count(*) AS count FROM ${announcementDismissals}
    WHERE announcement_id IN (SELECT it.announcement_id FROM ${hourlyDismissals} AS it NOT INDEXED WHERE ${isInRange})
    GROUP BY 1, 2)`;
/** Dismissals of one hour's row. */
const dismissalsOfHour = sql`coalesce((
  SELECT seen.count FROM seen WHERE seen.announcement_id = it.announcement_id AND seen.hour = it.hour), 0)`;

const checks: readonly RowCheck[] = [
  {
    table: hourlyDismissals,
    with: countByHour,
    isWrong: sql`it.count <> ${dismissalsOfHour}`,
    what: sql`'accounts that saw announcement ' || it.announcement_id || ' in hour ' || it.hour`,
    stored: sql`it.count || ' for ' || ${dismissalsOfHour}`,
    expected: 'the number of accounts',
    repairs: [updateRows(sql`count = ${dismissalsOfHour}`)],
  },
  {
    table: announcementDismissals,
    isWrong: sql`NOT EXISTS (
      SELECT 1 FROM ${hourlyDismissals} AS counted
      WHERE counted.announcement_id = it.announcement_id AND counted.hour = it.seen_at / ${hourLength})`,
    what: sql`'account ' || it.user_id || ' that saw announcement ' || it.announcement_id`,
    stored: 'not counted',
    expected: 'counted in its hour',
    repairs: [
      ({ rows, where }) => sql`
        INSERT INTO ${hourlyDismissals} (announcement_id, hour, count)
        SELECT it.announcement_id, it.seen_at / ${hourLength}, count(*) FROM ${rows} ${where} GROUP BY 1, 2`,
    ],
  },
];

/** Finds and repairs wrong counts of accounts that dismissed must-see announcements (fez rule 103). */
export const { verify: verifyAnnouncements, repair: repairAnnouncements } = checkTables(checks);
