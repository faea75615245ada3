import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cacheByKey, cacheValue, createVersion } from '#area/caches.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { findUser, toCaller } from '#core/users/index.ts';
import { userMutes, users } from '#core/users/tables.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';
import { areas } from '../../src/app/areas.ts';
import { createFez } from '../features/fez/support.ts';
import { startTestApp } from '../support/app.ts';
import { listTablesReadBy, UndeclaredTable } from '../support/observed-loads.ts';

const countMutes = ({ db }: Context): number =>
  db.sqlite.prepare<[], number>('SELECT count(*) FROM user_mutes AS mute').pluck().get() ?? 0;

const wrongValue = cacheValue([users], (context) => ({ mutes: countMutes(context) }));
const correctValue = cacheValue([users, userMutes], (context) => ({ mutes: countMutes(context) }));
const wrongByKey = cacheByKey<{ readonly mutes: number }>([{ table: users, key: users.id }], { max: 10 });
const getUsersVersion = createVersion([users]);
const getMutesVersion = createVersion([userMutes]);
const derivedCache = createOncePerInstance(({ caches }) => createDerivedCache<{ mutes: number }>(caches, { max: 10 }));
const deriveFromCached = cacheValue([users], (context) => ({ mutes: correctValue(context).mutes }));

const app = await startTestApp({ showsBehaviour: false });
const { context } = app;

describe('a cache that reads a table it doesn’t name fails in tests', () => {
  const derive = (dependencies: readonly unknown[]) =>
    derivedCache(context).get('', dependencies, () => ({ mutes: countMutes(context) }));

  test('a single value', () => {
    assert.throws(() => wrongValue(context), UndeclaredTable);
    assert.deepEqual(correctValue(context), { mutes: 0 });
  });

  test('values by key', () => {
    const load = () => ({ mutes: countMutes(context) });
    assert.throws(() => wrongByKey(context).get('one', load), UndeclaredTable);
    assert.throws(() => wrongByKey(context).getAll(['one'], () => [['one', load()]]), UndeclaredTable);
  });

  test('a value derived from versions and cached values', () => {
    assert.throws(() => derive([getUsersVersion(context)]), UndeclaredTable);
    assert.deepEqual(derive([getUsersVersion(context), getMutesVersion(context)]), { mutes: 0 });
    assert.deepEqual(derive([correctValue(context)]), { mutes: 0 });
  });

  test('a value that another cache has already loaded', () => {
    correctValue(context);
    assert.throws(() => deriveFromCached(context), UndeclaredTable);
  });
});

/** The summary depends on these tables for every area; reports are counted each time. */
const dependenciesOfSummary = [
  ...['settings', 'time_zone_changes', 'installation', 'events'],
  ...['users', 'user_roles', 'user_blocks', 'user_mutes'],
];

describe('an area’s counters depend only on tables that its version follows', () => {
  for (const { name, counters } of areas) {
    if (!counters) continue;
    test(name, async () => {
      const source = counters(context);
      for (const viewer of await listViewers()) {
        source.count(viewer);
        const followed = listTablesReadBy(() => source.version(viewer));
        context.caches.invalidateAll();
        const read = listTablesReadBy(() => source.count(viewer));
        assert.deepEqual([...read.difference(followed).difference(new Set(dependenciesOfSummary))], []);
      }
    });
  }
});

async function listViewers(): Promise<Caller[]> {
  const people = [await app.atLevel('verified'), await app.atLevel('moderator'), await app.atLevel('admin')];
  const sam = await app.logIn('sam');
  for (const user of people) {
    await createFez(user, { title: 'Something to count' }, [sam]);
    await user.send('POST', '/api/v3/user/alertwords/add/anchor');
  }
  return people.flatMap(({ userID }) => {
    const user = findUser(context, userID);
    return user ? [toCaller(user)] : [];
  });
}
