import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '#context';
import type { Drift } from '#contract/area.ts';
import { kinds, typesWhere } from './kinds.ts';
import { idsOf } from './store/readers.ts';
import { fezFormer, fezMembers, fezPosts, fezReaders, fezzes } from './tables.ts';

/** Rows that must not be: a query that gives each as `what` and `stored`. */
interface Check {
  readonly query: SQL;
  readonly expected: string;
}

const lonelyTypes = JSON.stringify(typesWhere((kind) => !kind.hasOthers));
const silentTypes = JSON.stringify(typesWhere((kind) => !kind.hasPosts));

const checks: readonly Check[] = [
  {
    query: sql`
      SELECT 'member ' || m.user_id || ' of fez ' || m.fez_id AS what, 'no reading state' AS stored
      FROM ${fezMembers} AS m LEFT JOIN ${fezReaders} AS r ON r.fez_id = m.fez_id AND r.user_id = m.user_id
      WHERE r.user_id IS NULL`,
    expected: 'a reading state',
  },
  {
    query: sql`
      SELECT 'member ' || user_id || ' of fez ' || fez_id AS what, count(*) || ' times' AS stored
      FROM ${fezMembers} GROUP BY fez_id, user_id HAVING count(*) > 1`,
    expected: 'once',
  },
  {
    query: sql`
      SELECT 'user ' || m.user_id || ' of fez ' || m.fez_id AS what, 'member and former member' AS stored
      FROM ${fezMembers} AS m JOIN ${fezFormer} AS f ON f.fez_id = m.fez_id AND f.user_id = m.user_id`,
    expected: 'one of the two',
  },
  {
    query: sql`
      SELECT 'what ' || user_id || ' has read of fez ' || fez_id AS what,
        'up to post ' || max(read_up_to, coalesce(muted_at, 0)) AS stored
      FROM ${fezReaders} AS r
      WHERE max(read_up_to, coalesce(muted_at, 0)) > coalesce(
        (SELECT max(p.id) FROM ${fezPosts} AS p WHERE p.fez_id = r.fez_id), 0)`,
    expected: 'at most its newest post',
  },
  {
    query: sql`
      SELECT 'fez ' || f.id AS what, count(*) || ' members though deleted' AS stored
      FROM ${fezzes} AS f JOIN ${fezMembers} AS m ON m.fez_id = f.id WHERE f.deleted_at IS NOT NULL GROUP BY f.id`,
    expected: 'none',
  },
  {
    query: sql`
      SELECT 'fez ' || f.id AS what, 'others in a ' || f.type AS stored
      FROM ${fezzes} AS f JOIN ${fezMembers} AS m ON m.fez_id = f.id AND m.user_id <> f.owner_id
      WHERE f.type IN ${idsOf(lonelyTypes)} GROUP BY f.id`,
    expected: 'its owner alone',
  },
  {
    query: sql`
      SELECT 'fez ' || f.id AS what, 'posts in a ' || f.type AS stored
      FROM ${fezzes} AS f JOIN ${fezPosts} AS p ON p.fez_id = f.id
      WHERE f.type IN ${idsOf(silentTypes)} GROUP BY f.id`,
    expected: 'none',
  },
];

/** Everything in the area's rows that its own rules make impossible; counts are never stored, so none can be wrong. */
export function* verifyFezzes({ db }: Context): Iterable<Drift> {
  for (const { query, expected } of checks) {
    for (const row of db.queries.all<{ what: string; stored: string }>(query)) yield { ...row, expected };
  }
  for (const { id, type, visibility } of db.queries.select().from(fezzes).all()) {
    const { visibilities } = kinds[type];
    if (visibilities.includes(visibility)) continue;
    yield { what: `visibility of fez ${id}`, stored: visibility, expected: visibilities.join(' or ') };
  }
}
