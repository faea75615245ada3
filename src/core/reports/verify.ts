import { sql } from 'drizzle-orm';
import { checkTables, type RowCheck } from '#area/row-checks.ts';
import { disclosedPosts, reports } from './tables.ts';

/** Moderators judge a report by its copies, so one without the reported message needs a look. */
const check: RowCheck = {
  table: disclosedPosts,
  isWrong: sql`NOT EXISTS (
    SELECT 1 FROM ${reports} AS r JOIN ${disclosedPosts} AS d ON d.report_id = r.id
    WHERE r.id = it.report_id AND r.type = 'fezPost' AND d.post_id = CAST(r.content_id AS INTEGER))`,
  what: sql`'report ' || it.report_id`,
  stored: 'copies without the reported message',
  expected: 'a copy of that message',
  repairs: [],
};

/** Finds reports whose copies are inconsistent. */
export const { verify: verifyReports } = checkTables([check]);
