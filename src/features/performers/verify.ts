import { sql } from 'drizzle-orm';
import { checkTables, deleteRows, type RowCheck } from '#area/row-checks.ts';
import { createNewestChangeCheck } from '#features/schedule/index.ts';
import { eventPerformers, performers } from './tables.ts';

const checks: readonly RowCheck[] = [
  {
    table: eventPerformers,
    isWrong: sql`EXISTS (SELECT 1 FROM ${performers} AS p WHERE p.id = it.performer_id AND p.deleted_at IS NOT NULL)`,
    what: sql`'performer ' || it.performer_id || ' of event ' || it.event_id`,
    stored: 'linked though deleted',
    expected: 'no link',
    repairs: [deleteRows],
  },
  {
    table: performers,
    isWrong: sql`it.is_official = 1 AND it.owner_id IS NOT NULL`,
    what: sql`'performer ' || it.id`,
    stored: 'official, and made by a passenger',
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
