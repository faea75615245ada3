import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { areas } from '../../../src/app/areas.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import { deletePost, postParams, reply, startAppWithUsers, updatePost, write } from './support.ts';

const { app, james, heidi } = await startAppWithUsers();
const findAll = () => findInconsistencies(app.context);

const post = await write(james, 'hello @heidi about #lanterns');
const replyPost = await reply(heidi, post, 'hello @james');
await heidi.get(microblogApi.like, postParams(post));
await james.get(microblogApi.love, postParams(replyPost));
await heidi.get(microblogApi.bookmark, postParams(post));

test('users’ actions leave no inconsistency', async () => {
  await updatePost(james, post, 'hello stranger about #nothing');
  await heidi.get(microblogApi.laugh, postParams(post));
  const other = await write(james, 'short-lived @heidi');
  await heidi.get(microblogApi.like, postParams(other));
  await heidi.get(microblogApi.unreact, postParams(other));
  await deletePost(james, other);
  assert.deepEqual(await findAll(), []);
});

/** Each kind of damage: its name, how to cause it, and its message. */
const damages: [string, string, RegExp][] = [
  [
    'a wrong number of reactions',
    'UPDATE microblog_posts SET like_count = 7 WHERE id = :post',
    /reactions to post \d+ of microblog_posts/,
  ],
  [
    'a group whose head is in none',
    'UPDATE microblog_posts SET reply_group_id = NULL WHERE id = :post',
    /reply group \d+ .* none/,
  ],
  [
    'a group within another',
    'UPDATE microblog_posts SET reply_group_id = :other WHERE id = :post',
    /reply group \d+ .* group \d+/,
  ],
  ['words that are not found', 'DELETE FROM microblog_posts_text WHERE rowid = :post', /words to search for .* none/],
];

const otherHead = await write(james, 'another head');
await reply(heidi, otherHead, 'another reply');

for (const [what, damage, name] of damages) {
  test(`${what} is found and repaired`, async () => {
    transact(app.context, ({ db }) => {
      const statement = db.sqlite.prepare(damage);
      const parameters = { post: post.postID, other: otherHead.postID };
      const used = Object.entries(parameters).filter(([key]) => damage.includes(`:${key}`));
      statement.run(Object.fromEntries(used));
    });
    const found = await findAll();
    assert.equal(found.length, 1, JSON.stringify(found));
    assert.match(`${found[0]?.what} ${found[0]?.stored}`, name);
    for (const { repair } of areas) {
      for (const step of repair?.(app.context) ?? []) transact(app.context, step);
    }
    assert.deepEqual(await findAll(), []);
  });
}
