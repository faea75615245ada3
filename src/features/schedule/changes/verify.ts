import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type RowCheck, updateRows } from '#area/row-checks.ts';
import { eventChanges, eventChangesSeen, eventFavorites } from '../tables.ts';

const newestChangeID = sql`(SELECT coalesce(max(id), 0) FROM ${eventChanges})`;

/** Creates a check for stored numbers above that of the newest change, which would hide the next changes (schedule rule 121). */
export const createNewestChangeCheck = (table: SQLiteTable, column: SQL, what: SQL): RowCheck => ({
  table,
  isWrong: sql`it.${column} > ${newestChangeID}`,
  what,
  stored: sql`'change ' || it.${column}`,
  expected: 'at most the newest change',
  repairs: [updateRows(sql`${column} = ${newestChangeID}`)],
});

export const seenChecks: readonly RowCheck[] = [
  createNewestChangeCheck(
    eventFavorites,
    sql`since_change`,
    sql`'event ' || it.event_id || ' in the plan of ' || it.user_id`,
  ),
  createNewestChangeCheck(eventChangesSeen, sql`highest_id`, sql`'changes that ' || it.user_id || ' has looked at'`),
];
