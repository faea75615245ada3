import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { transact } from '#area/context.ts';
import { forumsApi } from '#features/forums/api.ts';
import { areas } from '../../../src/app/areas.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import { findCategoryID, open, postParams, startAppWithUsers, startWithPosts, threadParams } from './support.ts';

const { app, james, heidi, moderator } = await startAppWithUsers();
const category = await findCategoryID(moderator, 'General');
const { thread, posts } = await startWithPosts(james, category, 'Checked', 3);
const [firstPost, secondPost] = posts;
assert.ok(firstPost && secondPost);
await heidi.get(forumsApi.love, postParams(firstPost));
await open(heidi, thread);
await james.get(forumsApi.deletePost, postParams(secondPost));
await heidi.get(forumsApi.addFavorite, threadParams(thread));

const findAll = () => [...(areas.find(({ name }) => name === 'forums')?.verify?.(app.context) ?? [])].flat();

test('users’ actions leave no inconsistency', async () => {
  assert.deepEqual(await findInconsistencies(app.context), []);
});

test('counts a forum’s posts in an index, since 100,000 rows would delay others', () => {
  const { sqlite } = app.context.db;
  const prepare = mock.method(sqlite, 'prepare');
  findAll();
  const sources = prepare.mock.calls.map(({ arguments: [source] }) => source);
  prepare.mock.restore();
  const counts = sources.filter((source) => source.includes('"forum_posts"') && source.includes('post_count'));
  assert.notEqual(counts.length, 0);
  for (const source of counts) {
    const plan = sqlite.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${source}`);
    const values = Array.from(source.matchAll(/\?/g), () => 0);
    const steps = plan.all(...values).map(({ detail }) => detail);
    const searches = steps.filter((detail) => detail.startsWith('SEARCH p '));
    assert.ok(searches.length > 0 && searches.every((search) => /COVERING|forum_posts_deleted/.test(search)), source);
  }
});

/** Each kind of damage: its name, how to cause it, its message, and whether the repair is certain. */
const damages: [string, string, RegExp, boolean][] = [
  ['a wrong number of posts', 'UPDATE forums SET post_count = 7', /number of posts of forum .* 7/, true],
  ['a wrong next ordinal', 'UPDATE forums SET posts_ever = 2', /next ordinal .* 2/, true],
  ['more read than there is', 'UPDATE forum_readers SET read_up_to = 99', /has read of forum .* 99/, true],
  ['a wrong number of reactions', 'UPDATE forum_posts SET like_count = 5', /number of reactions .* 5/, true],
  ['a favorite that is muted', 'UPDATE forum_readers SET is_muted = 1', /favorite and muted/, false],
];

for (const [what, damage, named, isRepaired] of damages) {
  test(`${what} is found, and ${isRepaired ? 'repaired' : 'left for the crew to decide'}`, async () => {
    const { sqlite } = app.context.db;
    sqlite.exec('SAVEPOINT before');
    try {
      sqlite.exec(damage);
      assert.match(
        findAll()
          .map(({ what, stored }) => `${what} ${stored}`)
          .join('\n'),
        named,
      );
    } finally {
      sqlite.exec('ROLLBACK TO before; RELEASE before');
    }
    sqlite.exec(damage);
    for (const step of areas.find(({ name }) => name === 'forums')?.repair?.(app.context) ?? [])
      transact(app.context, step);
    const left = (await findInconsistencies(app.context)).filter((found) =>
      named.test(`${found.what} ${found.stored}`),
    );
    assert.equal(left.length > 0, !isRepaired);
  });
}
