import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { forumsApi } from '#features/forums/api.ts';
import { areas } from '../../../src/app/areas.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import { at, findCategoryID, on, open, startAppWithUsers, startWithPosts } from './support.ts';

const { app, james, heidi, moderator } = await startAppWithUsers();
const category = await findCategoryID(moderator, 'General');
const { thread, posts } = await startWithPosts(james, category, 'Checked', 3);
const [one, two] = posts;
assert.ok(one && two);
await heidi.get(forumsApi.love, on(one));
await open(heidi, thread);
await james.get(forumsApi.deletePost, on(two));
await heidi.get(forumsApi.addFavorite, at(thread));

test('what users do leaves no inconsistency', async () => {
  assert.deepEqual(await findInconsistencies(app.context), []);
});

/** What, how it comes about, how it is named, and whether it is certain what is right. */
const damages: [string, string, RegExp, boolean][] = [
  ['a wrong number of posts', 'UPDATE forums SET post_count = 7', /number of posts of forum .* 7/, true],
  ['a wrong next ordinal', 'UPDATE forums SET posts_ever = 2', /next ordinal .* 2/, true],
  ['more read than there is', 'UPDATE forum_readers SET read_up_to = 99', /has read of forum .* 99/, true],
  ['a wrong number of reactions', 'UPDATE forum_posts SET like_count = 5', /number of reactions .* 5/, true],
  ['a favorite that is muted', 'UPDATE forum_readers SET is_muted = 1', /favorite and muted/, false],
];

for (const [what, damage, named, isRepaired] of damages) {
  test(`${what} is found, and ${isRepaired ? 'repaired' : 'left to the crew to decide on'}`, async () => {
    const { sqlite } = app.context.db;
    sqlite.exec('SAVEPOINT before');
    try {
      sqlite.exec(damage);
      const describe = async () =>
        [...(areas.find(({ name }) => name === 'forums')?.verify?.(app.context) ?? [])]
          .flat()
          .map(({ what, stored }) => `${what} ${stored}`);
      assert.match((await describe()).join('\n'), named);
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
