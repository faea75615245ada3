import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Inconsistency, RepairStep } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { readAll } from '#db/prepared.ts';
import { cutIntoRanges } from '#db/rowid-ranges.ts';
import { correctAlertCounts, findAlertsToCorrect, listWordsWithAlerts } from './alert-words/verify-alerts.ts';
import { hashtags, hashtagUses, mentions, mentionTotals } from './tables.ts';

/** A stored count of rows. Its queries cover the rows of a table, called `it`, in one range. */
interface Check {
  readonly table: SQLiteTable;
  /** Selects each wrong count as `what`, `stored` and `expected`. */
  readonly query: (isInRange: SQL) => SQL;
  readonly repair: (isInRange: SQL) => SQL;
}

const mentionsOfRow = sql`(
  SELECT count(*) FROM ${mentions} AS m WHERE m.user_id = it.user_id AND m.counter = it.counter)`;
const isTotalMissing = sql`
  NOT EXISTS (SELECT 1 FROM ${mentionTotals} AS t WHERE t.user_id = it.user_id AND t.counter = it.counter)`;
const publicUsesOfTag = sql`(SELECT count(*) FROM ${hashtagUses} AS u WHERE u.tag = it.tag AND u.is_public = 1)`;
const isTagUnlisted = sql`it.is_public = 1 AND NOT EXISTS (SELECT 1 FROM ${hashtags} AS h WHERE h.tag = it.tag)`;

const checks: readonly Check[] = [
  {
    table: mentionTotals,
    query: (isInRange) => sql`
      SELECT 'mentions counted (' || it.counter || ') for ' || it.user_id AS what, it.total || '' AS stored,
        ${mentionsOfRow} || '' AS expected
      FROM ${mentionTotals} AS it NOT INDEXED WHERE ${isInRange} AND it.total <> ${mentionsOfRow}`,
    repair: (isInRange) => sql`
      UPDATE ${mentionTotals} AS it NOT INDEXED SET total = ${mentionsOfRow}
      WHERE ${isInRange} AND it.total <> ${mentionsOfRow}`,
  },
  {
    table: mentions,
    query: (isInRange) => sql`
      SELECT DISTINCT 'mentions counted (' || it.counter || ') for ' || it.user_id AS what, 'none' AS stored,
        ${mentionsOfRow} || '' AS expected
      FROM ${mentions} AS it NOT INDEXED WHERE ${isInRange} AND ${isTotalMissing}`,
    repair: (isInRange) => sql`
      INSERT INTO ${mentionTotals} (user_id, counter, total, viewed)
      SELECT DISTINCT it.user_id, it.counter, ${mentionsOfRow}, 0
      FROM ${mentions} AS it NOT INDEXED WHERE ${isInRange} AND ${isTotalMissing}`,
  },
  {
    table: hashtags,
    query: (isInRange) => sql`
      SELECT 'public posts with #' || it.tag AS what, it.public_posts || '' AS stored, ${publicUsesOfTag} || '' AS expected
      FROM ${hashtags} AS it NOT INDEXED WHERE ${isInRange} AND it.public_posts <> ${publicUsesOfTag}`,
    repair: (isInRange) => sql`
      UPDATE ${hashtags} AS it NOT INDEXED SET public_posts = ${publicUsesOfTag}
      WHERE ${isInRange} AND it.public_posts <> ${publicUsesOfTag}`,
  },
  {
    table: hashtagUses,
    query: (isInRange) => sql`
      SELECT DISTINCT 'public posts with #' || it.tag AS what, 'none' AS stored, ${publicUsesOfTag} || '' AS expected
      FROM ${hashtagUses} AS it NOT INDEXED WHERE ${isInRange} AND ${isTagUnlisted}`,
    repair: (isInRange) => sql`
      INSERT INTO ${hashtags} (tag, public_posts) SELECT DISTINCT it.tag, ${publicUsesOfTag}
      FROM ${hashtagUses} AS it NOT INDEXED WHERE ${isInRange} AND ${isTagUnlisted}`,
  },
];

/** Yields stored counts that differ from the rows they count. */
export function* verifyPublicText({ db }: Context): Iterable<readonly Inconsistency[]> {
  for (const { table, query } of checks) {
    for (const isInRange of cutIntoRanges(db, table)) yield readAll<Inconsistency>(db, query(isInRange));
  }
  for (const word of listWordsWithAlerts(db)) {
    yield findAlertsToCorrect(db, word).map(({ userID, place, stored, expected }) => ({
      what: `posts counted (${place}) for the alert word ${word} of ${userID}`,
      stored: String(stored),
      expected: String(expected),
    }));
  }
}

/** Yields steps that correct the counts. */
export function* repairPublicText({ db }: Context): Iterable<RepairStep> {
  for (const { table, repair } of checks) {
    for (const isInRange of cutIntoRanges(db, table)) yield (context) => void context.db.queries.run(repair(isInRange));
  }
  for (const word of listWordsWithAlerts(db)) {
    yield (context) => correctAlertCounts(context.db, findAlertsToCorrect(context.db, word));
  }
}
