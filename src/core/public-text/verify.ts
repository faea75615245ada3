import { sql } from 'drizzle-orm';
import type { Inconsistency, RepairStep } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { checkTables, type RowCheck, updateRows } from '#area/row-checks.ts';
import { correctAlertCounts, findAlertsToCorrect, listWordsWithAlerts } from './alert-words/verify-alerts.ts';
import { hashtags, hashtagUses, mentions, mentionTotals } from './tables.ts';

const mentionsOfRow = sql`(
  SELECT count(*) FROM ${mentions} AS m WHERE m.user_id = it.user_id AND m.counter = it.counter)`;
const publicUsesOfTag = sql`(SELECT count(*) FROM ${hashtagUses} AS u WHERE u.tag = it.tag AND u.is_public = 1)`;

const checks: readonly RowCheck[] = [
  {
    table: mentionTotals,
    isWrong: sql`it.total <> ${mentionsOfRow}`,
    what: sql`'mentions counted (' || it.counter || ') for ' || it.user_id`,
    stored: sql`it.total`,
    expected: mentionsOfRow,
    repairs: [updateRows(sql`total = ${mentionsOfRow}`)],
  },
  {
    table: mentions,
    isWrong: sql`
      NOT EXISTS (SELECT 1 FROM ${mentionTotals} AS t WHERE t.user_id = it.user_id AND t.counter = it.counter)`,
    what: sql`'mentions counted (' || it.counter || ') for ' || it.user_id`,
    stored: 'none',
    expected: mentionsOfRow,
    repairs: [
      ({ rows, where }) => sql`
        INSERT INTO ${mentionTotals} (user_id, counter, total, viewed)
        SELECT DISTINCT it.user_id, it.counter, ${mentionsOfRow}, 0 FROM ${rows} ${where}`,
    ],
  },
  {
    table: hashtags,
    isWrong: sql`it.public_posts <> ${publicUsesOfTag}`,
    what: sql`'public posts with #' || it.tag`,
    stored: sql`it.public_posts`,
    expected: publicUsesOfTag,
    repairs: [updateRows(sql`public_posts = ${publicUsesOfTag}`)],
  },
  {
    table: hashtagUses,
    isWrong: sql`it.is_public = 1 AND NOT EXISTS (SELECT 1 FROM ${hashtags} AS h WHERE h.tag = it.tag)`,
    what: sql`'public posts with #' || it.tag`,
    stored: 'none',
    expected: publicUsesOfTag,
    repairs: [
      ({ rows, where }) => sql`
        INSERT INTO ${hashtags} (tag, public_posts) SELECT DISTINCT it.tag, ${publicUsesOfTag} FROM ${rows} ${where}`,
    ],
  },
];

const counts = checkTables(checks);

/** Yields stored counts that differ from the rows they count. */
export function* verifyPublicText(context: Context): Iterable<readonly Inconsistency[]> {
  yield* counts.verify(context);
  const { db } = context;
  for (const word of listWordsWithAlerts(db)) {
    yield findAlertsToCorrect(db, word).map(({ userID, place, stored, expected }) => ({
      what: `posts counted (${place}) for the alert word ${word} of ${userID}`,
      stored: String(stored),
      expected: String(expected),
    }));
  }
}

/** Yields steps that correct the counts. */
export function* repairPublicText(context: Context): Iterable<RepairStep> {
  yield* counts.repair(context);
  for (const word of listWordsWithAlerts(context.db)) {
    yield ({ db }) => correctAlertCounts(db, findAlertsToCorrect(db, word));
  }
}
