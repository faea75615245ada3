import { type SQL, sql } from 'drizzle-orm';
import type { Inconsistency } from '#area/area.ts';
import type { Context, WriteContext } from '#area/context.ts';
import { readAll, selectValues } from '#db/prepared.ts';
import { fezTypes, kinds, listTypesWhere } from './kinds.ts';
import { fezFormer, fezMembers, fezPassedOver, fezPosts, fezReaders, fezzes } from './tables.ts';

/** Rows that must not exist. */
interface Check {
  /** Returns each as `what` and `stored`. */
  readonly query: SQL;
  readonly expected: string;
  /** Repair them; none where the crew has to decide what is right. */
  readonly repairs: readonly SQL[];
}

const newestPost = sql`coalesce((SELECT max(p.id) FROM ${fezPosts} AS p WHERE p.fez_id = r.fez_id), 0)`;

const livePosts = sql`SELECT count(*) FROM ${fezPosts} AS p WHERE p.fez_id = f.id AND p.deleted_at IS NULL`;

/** Types as JSON, as `selectValues` takes them. */
const soloTypes = JSON.stringify(listTypesWhere((kind) => !kind.hasOthers));
const postlessTypes = JSON.stringify(listTypesWhere((kind) => !kind.hasPosts));

const checks: readonly Check[] = [
  {
    query: sql`
      SELECT 'member ' || m.user_id || ' of fez ' || m.fez_id AS what, 'no reading state' AS stored
      FROM ${fezMembers} AS m LEFT JOIN ${fezReaders} AS r ON r.fez_id = m.fez_id AND r.user_id = m.user_id
      WHERE r.user_id IS NULL`,
    expected: 'a reading state',
    repairs: [
      sql`
        INSERT INTO ${fezReaders} (fez_id, user_id) SELECT fez_id, user_id FROM ${fezMembers} WHERE true
        ON CONFLICT DO NOTHING`,
    ],
  },
  {
    query: sql`
      SELECT 'member ' || user_id || ' of fez ' || fez_id AS what, count(*) || ' times' AS stored
      FROM ${fezMembers} GROUP BY fez_id, user_id HAVING count(*) > 1`,
    expected: 'once',
    repairs: [
      sql`
        DELETE FROM ${fezMembers}
        WHERE position NOT IN (SELECT min(position) FROM ${fezMembers} GROUP BY fez_id, user_id)`,
    ],
  },
  {
    query: sql`
      SELECT 'fez ' || f.id AS what, count(*) || ' members though deleted' AS stored
      FROM ${fezzes} AS f JOIN ${fezMembers} AS m ON m.fez_id = f.id WHERE f.deleted_at IS NOT NULL GROUP BY f.id`,
    expected: 'none',
    repairs: [
      sql`
        INSERT INTO ${fezFormer} (fez_id, user_id)
        SELECT m.fez_id, m.user_id FROM ${fezMembers} AS m JOIN ${fezzes} AS f ON f.id = m.fez_id
        WHERE f.deleted_at IS NOT NULL ON CONFLICT DO NOTHING`,
      sql`DELETE FROM ${fezMembers} WHERE fez_id IN (SELECT id FROM ${fezzes} WHERE deleted_at IS NOT NULL)`,
    ],
  },
  {
    query: sql`
      SELECT 'user ' || m.user_id || ' of fez ' || m.fez_id AS what, 'member and former member' AS stored
      FROM ${fezMembers} AS m JOIN ${fezFormer} AS f ON f.fez_id = m.fez_id AND f.user_id = m.user_id`,
    expected: 'one of the two',
    repairs: [sql`DELETE FROM ${fezFormer} WHERE (fez_id, user_id) IN (SELECT fez_id, user_id FROM ${fezMembers})`],
  },
  {
    query: sql`
      SELECT 'what ' || user_id || ' has read of fez ' || fez_id AS what,
        'up to post ' || max(read_up_to, coalesce(muted_at, 0)) AS stored
      FROM ${fezReaders} AS r WHERE max(read_up_to, coalesce(muted_at, 0)) > ${newestPost}`,
    expected: 'at most its newest post',
    repairs: [
      sql`
        UPDATE ${fezReaders} AS r
        SET read_up_to = min(read_up_to, ${newestPost}), muted_at = min(muted_at, ${newestPost})
        WHERE max(read_up_to, coalesce(muted_at, 0)) > ${newestPost}`,
    ],
  },
  {
    query: sql`
      SELECT 'post ' || o.post_id || ' passed over by ' || o.user_id AS what, 'not before what was read' AS stored
      FROM ${fezPassedOver} AS o LEFT JOIN ${fezReaders} AS r ON r.user_id = o.user_id AND r.fez_id = o.fez_id
      WHERE o.post_id > coalesce(r.read_up_to, 0)`,
    expected: 'before it',
    repairs: [
      sql`
        DELETE FROM ${fezPassedOver} WHERE post_id > coalesce((
          SELECT r.read_up_to FROM ${fezReaders} AS r
          WHERE r.user_id = fez_passed_over.user_id AND r.fez_id = fez_passed_over.fez_id), 0)`,
    ],
  },
  {
    query: sql`
      SELECT 'number of posts of fez ' || f.id AS what, f.post_count || '' AS stored
      FROM ${fezzes} AS f WHERE f.post_count <> (${livePosts})`,
    expected: 'the number of its posts that are not deleted',
    repairs: [sql`UPDATE ${fezzes} AS f SET post_count = (${livePosts}) WHERE f.post_count <> (${livePosts})`],
  },
  ...fezTypes.map((type) => createVisibilityCheck(type, kinds[type].visibilities)),
  {
    query: sql`
      SELECT 'fez ' || f.id AS what, 'others in a ' || f.type AS stored
      FROM ${fezzes} AS f JOIN ${fezMembers} AS m ON m.fez_id = f.id AND m.user_id <> f.owner_id
      WHERE f.type IN ${selectValues(soloTypes)} GROUP BY f.id`,
    expected: 'its owner alone',
    repairs: [],
  },
  {
    query: sql`
      SELECT 'fez ' || f.id AS what, 'posts in a ' || f.type AS stored
      FROM ${fezzes} AS f JOIN ${fezPosts} AS p ON p.fez_id = f.id
      WHERE f.type IN ${selectValues(postlessTypes)} GROUP BY f.id`,
    expected: 'none',
    repairs: [],
  },
];

/** A wrong visibility becomes the default of its kind, which shows it to the fewest. */
function createVisibilityCheck(type: string, [defaultVisibility, ...others]: readonly [string, ...string[]]): Check {
  const isWrong = sql`type = ${type} AND visibility NOT IN ${selectValues(JSON.stringify([defaultVisibility, ...others]))}`;
  return {
    query: sql`SELECT 'visibility of fez ' || id AS what, visibility AS stored FROM ${fezzes} WHERE ${isWrong}`,
    expected: [defaultVisibility, ...others].join(' or '),
    repairs: [sql`UPDATE ${fezzes} SET visibility = ${defaultVisibility} WHERE ${isWrong}`],
  };
}

/** Everything in the area's rows that its own rules make impossible. */
export function* verifyFezzes({ db }: Context): Iterable<Inconsistency> {
  for (const { query, expected } of checks) {
    for (const row of readAll<{ what: string; stored: string }>(db, query)) yield { ...row, expected };
  }
}

/** Repairs what follows from other rows. */
export function repairFezzes({ db }: WriteContext): void {
  for (const repair of checks.flatMap(({ repairs }) => repairs)) db.queries.run(repair);
}
