import { sql } from 'drizzle-orm';
import { checkTables, deleteRows, type RowCheck, updateRows } from '#area/row-checks.ts';
import { selectValues } from '#db/prepared.ts';
import { fezTypes, filterTypes, kinds } from './kinds.ts';
import { postReactions } from './posts/reactions-store.ts';
import { fezFormer, fezFullText, fezMembers, fezPosts, fezReaders, fezSkippedPosts, fezzes } from './tables.ts';

const newestPost = sql`coalesce((SELECT max(p.id) FROM ${fezPosts} AS p WHERE p.fez_id = it.fez_id), 0)`;
const livePosts = sql`(SELECT count(*) FROM ${fezPosts} AS p WHERE p.fez_id = it.id AND p.deleted_at IS NULL)`;
const sameMember = sql`${fezMembers} AS m WHERE m.fez_id = it.fez_id AND m.user_id = it.user_id`;

/** Types as JSON for `selectValues`. */
const typesWithoutOtherMembers = JSON.stringify(filterTypes((kind) => !kind.hasOthers));
const typesWithoutPosts = JSON.stringify(filterTypes((kind) => !kind.hasPosts));

const checks: readonly RowCheck[] = [
  {
    table: fezMembers,
    isWrong: sql`EXISTS (SELECT 1 FROM ${sameMember} AND m.position < it.position)`,
    what: sql`'member ' || it.user_id || ' of fez ' || it.fez_id`,
    stored: sql`(SELECT count(*) FROM ${sameMember}) || ' times'`,
    expected: 'once',
    repairs: [deleteRows],
  },
  {
    table: fezMembers,
    isWrong: sql`EXISTS (SELECT 1 FROM ${fezzes} AS f WHERE f.id = it.fez_id AND f.deleted_at IS NOT NULL)`,
    what: sql`'member ' || it.user_id || ' of fez ' || it.fez_id`,
    stored: 'a member though it is deleted',
    expected: 'a former member',
    repairs: [
      ({ rows, where }) => sql`
        INSERT INTO ${fezFormer} (fez_id, user_id) SELECT it.fez_id, it.user_id FROM ${rows} ${where}
        ON CONFLICT DO NOTHING`,
      deleteRows,
    ],
  },
  {
    table: fezFormer,
    isWrong: sql`EXISTS (SELECT 1 FROM ${sameMember})`,
    what: sql`'user ' || it.user_id || ' of fez ' || it.fez_id`,
    stored: 'member and former member',
    expected: 'one of the two',
    repairs: [deleteRows],
  },
  {
    table: fezReaders,
    isWrong: sql`max(it.read_up_to, coalesce(it.muted_at, 0)) > ${newestPost}`,
    what: sql`'what ' || it.user_id || ' has read of fez ' || it.fez_id`,
    stored: sql`'up to post ' || max(it.read_up_to, coalesce(it.muted_at, 0))`,
    expected: 'at most its newest post',
    repairs: [
      updateRows(sql`read_up_to = min(it.read_up_to, ${newestPost}), muted_at = min(it.muted_at, ${newestPost})`),
    ],
  },
  {
    table: fezSkippedPosts,
    isWrong: sql`it.post_id > coalesce((
      SELECT r.read_up_to FROM ${fezReaders} AS r WHERE r.user_id = it.user_id AND r.fez_id = it.fez_id), 0)`,
    what: sql`'post ' || it.post_id || ' skipped by ' || it.user_id`,
    stored: 'after the read position',
    expected: 'before it',
    repairs: [deleteRows],
  },
  {
    table: fezzes,
    isWrong: sql`it.post_count <> ${livePosts}`,
    what: sql`'number of posts of fez ' || it.id`,
    stored: sql`it.post_count`,
    expected: 'the number of its posts that are not deleted',
    repairs: [updateRows(sql`post_count = ${livePosts}`)],
  },
  postReactions.check,
  ...fezTypes.map((type) => createVisibilityCheck(type, kinds[type].visibilities)),
  {
    table: fezzes,
    isWrong: sql`it.type IN ${selectValues(typesWithoutOtherMembers)} AND EXISTS (
      SELECT 1 FROM ${fezMembers} AS m WHERE m.fez_id = it.id AND m.user_id <> it.owner_id)`,
    what: sql`'fez ' || it.id`,
    stored: sql`'others in a ' || it.type`,
    expected: 'its owner alone',
    repairs: [],
  },
  {
    table: fezzes,
    isWrong: sql`it.type IN ${selectValues(typesWithoutPosts)} AND EXISTS (
      SELECT 1 FROM ${fezPosts} AS p WHERE p.fez_id = it.id)`,
    what: sql`'fez ' || it.id`,
    stored: sql`'posts in a ' || it.type`,
    expected: 'none',
    repairs: [],
  },
];

/** A wrong visibility becomes the default of its kind, which shows it to the fewest. */
function createVisibilityCheck(type: string, visibilities: readonly [string, ...string[]]): RowCheck {
  return {
    table: fezzes,
    isWrong: sql`it.type = ${type} AND it.visibility NOT IN ${selectValues(JSON.stringify(visibilities))}`,
    what: sql`'visibility of fez ' || it.id`,
    stored: sql`it.visibility`,
    expected: visibilities.join(' or '),
    repairs: [updateRows(sql`visibility = ${visibilities[0]}`)],
  };
}

/** Finds and repairs inconsistencies in the area's rows. */
export const { verify: verifyFezzes, repair: repairFezzes } = checkTables(checks, ...fezFullText);
