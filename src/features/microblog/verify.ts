import { sql } from 'drizzle-orm';
import { checkTables, type RowCheck } from '#area/row-checks.ts';
import { postMarks } from './store.ts';
import { microblogFullText, microblogPosts } from './tables.ts';

const headOfGroup = sql`(SELECT h.reply_group_id FROM ${microblogPosts} AS h WHERE h.id = it.reply_group_id)`;

const checks: readonly RowCheck[] = [
  postMarks.check,
  {
    table: microblogPosts,
    isWrong: sql`it.reply_group_id <> it.id AND ${headOfGroup} IS NOT it.reply_group_id`,
    what: sql`'reply group ' || it.reply_group_id || ' of microblog post ' || it.id`,
    stored: sql`'its head is in ' || coalesce('group ' || ${headOfGroup}, 'none')`,
    expected: 'its head is in the group itself',
    repairs: [
      ({ rows, where }) => sql`
        UPDATE ${rows} SET reply_group_id = ${headOfGroup} ${where} AND ${headOfGroup} IS NOT NULL`,
      ({ rows, where }) => sql`
        UPDATE ${microblogPosts} SET reply_group_id = id WHERE id IN (SELECT it.reply_group_id FROM ${rows} ${where})`,
    ],
  },
];

/** Finds and repairs inconsistencies in the area's rows. */
export const { verify: verifyMicroblog, repair: repairMicroblog } = checkTables(checks, microblogFullText);
