import { sql } from 'drizzle-orm';
import { checkTables, type RowCheck } from '#area/row-checks.ts';
import { postMarks } from './store.ts';
import { microblogFullText, microblogPosts } from './tables.ts';

const headOfGroup = sql`SELECT h.reply_group_id FROM ${microblogPosts} AS h WHERE h.id = it.reply_group_id`;
const isHeadMissing = sql`it.reply_group_id <> it.id AND (${headOfGroup}) IS NOT it.reply_group_id`;

const checks: readonly RowCheck[] = [
  postMarks.check,
  {
    table: microblogPosts,
    query: (isInRange) => sql`
      SELECT 'reply group ' || it.reply_group_id || ' of microblog post ' || it.id AS what,
        'its head is in ' || coalesce('group ' || (${headOfGroup}), 'none') AS stored
      FROM ${microblogPosts} AS it NOT INDEXED WHERE ${isInRange} AND ${isHeadMissing}`,
    expected: 'its head is in the group itself',
    repairs: [
      (isInRange) => sql`
        UPDATE ${microblogPosts} AS it NOT INDEXED SET reply_group_id = (${headOfGroup})
        WHERE ${isInRange} AND ${isHeadMissing} AND (${headOfGroup}) IS NOT NULL`,
      (isInRange) => sql`
        UPDATE ${microblogPosts} SET reply_group_id = id WHERE id IN (
          SELECT it.reply_group_id FROM ${microblogPosts} AS it NOT INDEXED WHERE ${isInRange} AND ${isHeadMissing})`,
    ],
  },
];

/** Finds and repairs inconsistencies in the area's rows. */
export const { verify: verifyMicroblog, repair: repairMicroblog } = checkTables(checks, microblogFullText);
