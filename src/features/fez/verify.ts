import { sql } from 'drizzle-orm';
import { checkTables, type RowCheck } from '#area/row-checks.ts';
import { selectValues } from '#db/prepared.ts';
import { fezTypes, filterTypes, kinds } from './kinds.ts';
import { postReactions } from './posts/reactions-store.ts';
import { fezFormer, fezFullText, fezMembers, fezPosts, fezReaders, fezSkippedPosts, fezzes } from './tables.ts';

const newestPost = sql`coalesce((SELECT max(p.id) FROM ${fezPosts} AS p WHERE p.fez_id = it.fez_id), 0)`;
const readBeyond = sql`max(it.read_up_to, coalesce(it.muted_at, 0)) > ${newestPost}`;

const isOfDeletedFez = sql`
  EXISTS (SELECT 1 FROM ${fezzes} AS f WHERE f.id = it.fez_id AND f.deleted_at IS NOT NULL)`;
const isMemberToo = sql`
  EXISTS (SELECT 1 FROM ${fezMembers} AS m WHERE m.fez_id = it.fez_id AND m.user_id = it.user_id)`;
const isNotReadYet = sql`it.post_id > coalesce((
  SELECT r.read_up_to FROM ${fezReaders} AS r WHERE r.user_id = it.user_id AND r.fez_id = it.fez_id), 0)`;

const livePosts = sql`SELECT count(*) FROM ${fezPosts} AS p WHERE p.fez_id = it.id AND p.deleted_at IS NULL`;

/** Types as JSON for `selectValues`. */
const soloTypes = JSON.stringify(filterTypes((kind) => !kind.hasOthers));
const postlessTypes = JSON.stringify(filterTypes((kind) => !kind.hasPosts));

const checks: readonly RowCheck[] = [
  {
    table: fezMembers,
    query: (isInRange) => sql`
      SELECT 'member ' || it.user_id || ' of fez ' || it.fez_id AS what, count(*) || ' times' AS stored
      FROM ${fezMembers} AS it NOT INDEXED
      CROSS JOIN ${fezMembers} AS m ON m.fez_id = it.fez_id AND m.user_id = it.user_id
      WHERE ${isInRange} GROUP BY it.position HAVING count(*) > 1 AND min(m.position) = it.position`,
    expected: 'once',
    repairs: [
      (isInRange) => sql`
        DELETE FROM ${fezMembers} AS it NOT INDEXED WHERE ${isInRange} AND EXISTS (
          SELECT 1 FROM ${fezMembers} AS m
          WHERE m.fez_id = it.fez_id AND m.user_id = it.user_id AND m.position < it.position)`,
    ],
  },
  {
    table: fezMembers,
    query: (isInRange) => sql`
      SELECT 'member ' || it.user_id || ' of fez ' || it.fez_id AS what, 'a member though it is deleted' AS stored
      FROM ${fezMembers} AS it NOT INDEXED WHERE ${isInRange} AND ${isOfDeletedFez}`,
    expected: 'a former member',
    repairs: [
      (isInRange) => sql`
        INSERT INTO ${fezFormer} (fez_id, user_id) SELECT it.fez_id, it.user_id
        FROM ${fezMembers} AS it NOT INDEXED WHERE ${isInRange} AND ${isOfDeletedFez} ON CONFLICT DO NOTHING`,
      (isInRange) => sql`DELETE FROM ${fezMembers} AS it NOT INDEXED WHERE ${isInRange} AND ${isOfDeletedFez}`,
    ],
  },
  {
    table: fezFormer,
    query: (isInRange) => sql`
      SELECT 'user ' || it.user_id || ' of fez ' || it.fez_id AS what, 'member and former member' AS stored
      FROM ${fezFormer} AS it NOT INDEXED WHERE ${isInRange} AND ${isMemberToo}`,
    expected: 'one of the two',
    repairs: [(isInRange) => sql`DELETE FROM ${fezFormer} AS it NOT INDEXED WHERE ${isInRange} AND ${isMemberToo}`],
  },
  {
    table: fezReaders,
    query: (isInRange) => sql`
      SELECT 'what ' || it.user_id || ' has read of fez ' || it.fez_id AS what,
        'up to post ' || max(it.read_up_to, coalesce(it.muted_at, 0)) AS stored
      FROM ${fezReaders} AS it NOT INDEXED WHERE ${isInRange} AND ${readBeyond}`,
    expected: 'at most its newest post',
    repairs: [
      (isInRange) => sql`
        UPDATE ${fezReaders} AS it NOT INDEXED
        SET read_up_to = min(it.read_up_to, ${newestPost}), muted_at = min(it.muted_at, ${newestPost})
        WHERE ${isInRange} AND ${readBeyond}`,
    ],
  },
  {
    table: fezSkippedPosts,
    query: (isInRange) => sql`
      SELECT 'post ' || it.post_id || ' skipped by ' || it.user_id AS what, 'not before what was read' AS stored
      FROM ${fezSkippedPosts} AS it NOT INDEXED WHERE ${isInRange} AND ${isNotReadYet}`,
    expected: 'before it',
    repairs: [
      (isInRange) => sql`DELETE FROM ${fezSkippedPosts} AS it NOT INDEXED WHERE ${isInRange} AND ${isNotReadYet}`,
    ],
  },
  {
    table: fezzes,
    query: (isInRange) => sql`
      SELECT 'number of posts of fez ' || it.id AS what, it.post_count || '' AS stored
      FROM ${fezzes} AS it NOT INDEXED WHERE ${isInRange} AND it.post_count <> (${livePosts})`,
    expected: 'the number of its posts that are not deleted',
    repairs: [
      (isInRange) => sql`
        UPDATE ${fezzes} AS it NOT INDEXED SET post_count = (${livePosts})
        WHERE ${isInRange} AND it.post_count <> (${livePosts})`,
    ],
  },
  postReactions.check,
  ...fezTypes.map((type) => createVisibilityCheck(type, kinds[type].visibilities)),
  {
    table: fezzes,
    query: (isInRange) => sql`
      SELECT 'fez ' || it.id AS what, 'others in a ' || it.type AS stored FROM ${fezzes} AS it NOT INDEXED
      WHERE ${isInRange} AND it.type IN ${selectValues(soloTypes)} AND EXISTS (
        SELECT 1 FROM ${fezMembers} AS m WHERE m.fez_id = it.id AND m.user_id <> it.owner_id)`,
    expected: 'its owner alone',
    repairs: [],
  },
  {
    table: fezzes,
    query: (isInRange) => sql`
      SELECT 'fez ' || it.id AS what, 'posts in a ' || it.type AS stored FROM ${fezzes} AS it NOT INDEXED
      WHERE ${isInRange} AND it.type IN ${selectValues(postlessTypes)} AND EXISTS (
        SELECT 1 FROM ${fezPosts} AS p WHERE p.fez_id = it.id)`,
    expected: 'none',
    repairs: [],
  },
];

/** A wrong visibility becomes the default of its kind, which shows it to the fewest. */
function createVisibilityCheck(type: string, [defaultVisibility, ...others]: readonly [string, ...string[]]): RowCheck {
  const visibilities = JSON.stringify([defaultVisibility, ...others]);
  const isWrong = sql`it.type = ${type} AND it.visibility NOT IN ${selectValues(visibilities)}`;
  return {
    table: fezzes,
    query: (isInRange) => sql`
      SELECT 'visibility of fez ' || it.id AS what, it.visibility AS stored
      FROM ${fezzes} AS it NOT INDEXED WHERE ${isInRange} AND ${isWrong}`,
    expected: [defaultVisibility, ...others].join(' or '),
    repairs: [
      (isInRange) => sql`
        UPDATE ${fezzes} AS it NOT INDEXED SET visibility = ${defaultVisibility} WHERE ${isInRange} AND ${isWrong}`,
    ],
  };
}

/** Finds and repairs inconsistencies in the area's rows. */
export const { verify: verifyFezzes, repair: repairFezzes } = checkTables(checks, ...fezFullText);
