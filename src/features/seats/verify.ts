import { sql } from 'drizzle-orm';
import type { Inconsistency, RepairStep } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { checkTables, deleteRows, type RowCheck, updateRows } from '#area/row-checks.ts';
import { users } from '#core/users/tables.ts';
import type { Database } from '#db/open.ts';
import { prepareQueryText } from '#db/prepared.ts';
import { fillFreeSeats } from './move-up.ts';
import { eventSeats } from './tables.ts';

const what = sql`'seat of ' || it.user_id || ' at event ' || it.event_id`;

const checks: readonly RowCheck[] = [
  {
    table: eventSeats,
    isWrong: sql`EXISTS (SELECT 1 FROM ${users} AS u WHERE u.id = it.user_id AND u.access_level = 'banned')`,
    what,
    stored: 'of a banned account',
    expected: 'no row',
    repairs: [deleteRows],
  },
  {
    table: eventSeats,
    isWrong: sql`it.seated_at IS NULL AND it.checked_in_at IS NOT NULL`,
    what,
    stored: 'let in, and waiting',
    expected: 'a seat',
    repairs: [updateRows(sql`seated_at = it.checked_in_at`)],
  },
  {
    table: eventSeats,
    isWrong: sql`it.seated_at IS NULL AND it.is_news = 1`,
    what,
    stored: 'granted, and waiting',
    expected: 'no news while waiting',
    repairs: [updateRows(sql`is_news = 0`)],
  },
  {
    table: eventSeats,
    isWrong: sql`EXISTS (
      SELECT 1 FROM ${users} AS own JOIN ${users} AS u ON u.family_id = own.family_id
      JOIN ${eventSeats} AS other ON other.user_id = u.id
      WHERE own.id = it.user_id AND other.event_id = it.event_id AND other.id < it.id)`,
    what,
    stored: 'two accounts of one person',
    expected: 'one account of a person at each event',
    // The crew asks the person which account has the seat.
    repairs: [],
  },
];

const table = checkTables(checks);

const freeQuery = prepareQueryText<
  Record<never, never>,
  { eventID: string; title: string; capacity: number | null; taken: number; waiting: number }
>(`
  SELECT e.id AS eventID, e.title, c.capacity, count(s.seated_at) AS taken, count(*) - count(s.seated_at) AS waiting
  FROM event_seats AS s JOIN events AS e ON e.id = s.event_id LEFT JOIN event_capacities AS c ON c.event_id = e.id
  WHERE e.deleted_at IS NULL GROUP BY e.id
  HAVING waiting > 0 AND (c.capacity IS NULL OR taken < c.capacity)`);

const listFree = (db: Database) => freeQuery.all(db, {});

/**
 * Finds people who wait for a free seat, seats of banned accounts, and entries that contradict themselves. More seats
 * than the limit are right: no one loses a seat when it's lowered (schedule rules 136 and 146).
 */
export function* verifySeats(context: Context): Iterable<readonly Inconsistency[]> {
  yield* table.verify(context);
  yield listFree(context.db).map(({ eventID, title, capacity, taken, waiting }) => ({
    what: `waiting list of event ${eventID} (${title})`,
    stored: `${waiting} waiting, ${taken} of ${capacity ?? 'any number of'} seats taken`,
    expected: 'no one waiting for a free seat',
  }));
}

/** Repairs all of these except two accounts of one person. */
export function* repairSeats(context: Context): Iterable<RepairStep> {
  yield* table.repair(context);
  for (const { eventID } of listFree(context.db)) yield (context) => fillFreeSeats(context, eventID);
}
