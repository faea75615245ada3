import { sql } from 'drizzle-orm';
import { checkTables, type RowCheck } from '#area/row-checks.ts';
import { createNewestChangeCheck } from '#features/schedule/index.ts';
import { eventPerformers, performers } from './tables.ts';

const isOfDeleted = sql`
  EXISTS (SELECT 1 FROM ${performers} AS p WHERE p.id = it.performer_id AND p.deleted_at IS NOT NULL)`;

const checks: readonly RowCheck[] = [
  {
    table: eventPerformers,
    query: (isInRange) => sql`
      SELECT 'performer ' || it.performer_id || ' of event ' || it.event_id AS what, 'linked though deleted' AS stored
      FROM ${eventPerformers} AS it NOT INDEXED WHERE ${isInRange} AND ${isOfDeleted}`,
    expected: 'no link',
    repairs: [
      (isInRange) => sql`DELETE FROM ${eventPerformers} AS it NOT INDEXED WHERE ${isInRange} AND ${isOfDeleted}`,
    ],
  },
  {
    table: performers,
    query: (isInRange) => sql`
      SELECT 'performer ' || it.id AS what, 'official, and made by a passenger' AS stored
      FROM ${performers} AS it NOT INDEXED WHERE ${isInRange} AND it.is_official = 1 AND it.owner_id IS NOT NULL`,
    expected: 'one of the two',
    // The crew has to decide who owns the profile.
    repairs: [],
  },
  createNewestChangeCheck(
    eventPerformers,
    sql`since_change`,
    sql`'event ' || it.event_id || ' of performer ' || it.performer_id`,
  ),
];

/** Finds and repairs rows that the rules of this feature don't allow. */
export const { verify: verifyPerformers, repair: repairPerformers } = checkTables(checks);
