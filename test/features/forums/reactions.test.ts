import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getReactorsField, reactions } from '#core/posts/records.ts';
import { forumsApi } from '#features/forums/api.ts';
import {
  block,
  findCategoryID,
  mute,
  open,
  postParams,
  quarantine,
  setPostState,
  start,
  startAppWithUsers,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const category = await findCategoryID(moderator, 'General');
const thread = await start(james, category, 'Reactions');

test('a user has one reaction per post; the last one counts, and any kind removes it (forums rule B40)', async () => {
  const post = await write(james, thread, 'joke');
  const react = async (user: typeof james, kind: 'laugh' | 'like' | 'love' | 'unreact') => {
    const { userLike, likeCount } = await user.get(forumsApi[kind], postParams(post));
    return [userLike, likeCount];
  };
  assert.deepEqual(await react(heidi, 'laugh'), ['laugh', 1]);
  assert.deepEqual(await react(heidi, 'laugh'), ['laugh', 1]);
  assert.deepEqual(await react(heidi, 'love'), ['love', 1]);
  assert.deepEqual(await react(sam, 'like'), ['like', 2]);
  const detail = await james.get(forumsApi.readPost, postParams(post));
  const names = (users: typeof detail.laughs) => users.map(({ username }) => username);
  assert.deepEqual(
    [detail.laughs, names(detail.likes), names(detail.loves), detail.userLike],
    [[], ['sam'], ['heidi'], undefined],
  );
  assert.equal((await heidi.get(forumsApi.readPost, postParams(post))).userLike, 'love');
  const shown = (await open(heidi, thread, { startPost: post.postID })).posts[0];
  assert.deepEqual([shown?.userLike, shown?.likeCount], ['love', 2]);
  const { body } = await heidi.send('DELETE', `/api/v3/forum/post/${post.postID}/laugh`);
  assert.deepEqual([body.userLike, body.likeCount], [undefined, 1], 'whichever kind it names');
  assert.deepEqual(await react(heidi, 'unreact'), [undefined, 1]);
});

test('each reaction can be added, lists its users, and can be removed (forums rule B40)', async () => {
  const post = await write(james, thread, 'all of them');
  for (const reaction of reactions) {
    const { userLike, likeCount } = await heidi.get(forumsApi[reaction], postParams(post));
    assert.deepEqual([userLike, likeCount], [reaction, 1]);
    const detail = await james.get(forumsApi.readPost, postParams(post));
    assert.deepEqual(
      reactions.flatMap((other) => detail[getReactorsField(other)].map(({ username }) => [other, username])),
      [[reaction, 'heidi']],
    );
    const { body } = await heidi.send('DELETE', `/api/v3/forum/post/${post.postID}/${reaction}`);
    assert.deepEqual([body.userLike, body.likeCount], [undefined, 0]);
  }
});

test('users can’t react to their own posts; users who can’t write can still react and bookmark', async () => {
  const post = await write(james, thread, 'own');
  for (const kind of ['laugh', 'like', 'love', 'unreact'] as const) {
    assert.equal((await james.call(forumsApi[kind], postParams(post))).status, 403);
  }
  const suspended = await app.newcomer('suspended');
  await quarantine(moderator, suspended);
  await setPostState(moderator, post, 'quarantined');
  for (const user of [suspended, await app.logIn('unverified'), await app.logIn('quarantined')]) {
    assert.equal((await user.call(forumsApi.like, postParams(post))).status, 200);
    assert.equal((await user.call(forumsApi.bookmark, postParams(post))).status, 201);
  }
});

test('a bookmark is private and independent of the reaction (forums rule B41)', async () => {
  const post = await write(james, thread, 'worth keeping');
  const mark = async (call: 'bookmark' | 'removeBookmark') =>
    (await heidi.call(forumsApi[call], postParams(post))).status;
  assert.deepEqual([await mark('bookmark'), await mark('bookmark')], [201, 200]);
  await heidi.get(forumsApi.love, postParams(post));
  const look = async (user: typeof james) => {
    const { isBookmarked, userLike } = await user.get(forumsApi.readPost, postParams(post));
    return [isBookmarked, userLike];
  };
  assert.deepEqual(
    [await look(heidi), await look(sam)],
    [
      [true, 'love'],
      [false, undefined],
    ],
  );
  await heidi.get(forumsApi.unreact, postParams(post));
  assert.deepEqual(await look(heidi), [true, undefined]);
  assert.deepEqual([await mark('removeBookmark'), await mark('removeBookmark')], [204, 204]);
  assert.deepEqual(await look(heidi), [false, undefined]);
  assert.equal((await james.call(forumsApi.bookmark, postParams(post))).status, 201, 'one’s own post too');
});

test('a hidden author’s post is 404; lists of reactions ignore blocks (forums rule B42)', async () => {
  const [reader, hidden, fan] = [await app.newcomer('reader'), await app.newcomer('hidden'), await app.newcomer('fan')];
  const [theirs, common] = [await write(hidden, thread, 'theirs'), await write(james, thread, 'common')];
  await fan.get(forumsApi.like, postParams(common));
  const status = async () => (await reader.call(forumsApi.readPost, postParams(theirs))).status;
  assert.equal(await status(), 200);
  await block(reader, fan);
  assert.deepEqual(
    (await reader.get(forumsApi.readPost, postParams(common))).likes.map(({ username }) => username),
    ['fan'],
  );
  await mute(reader, hidden);
  assert.equal(await status(), 404);
  assert.equal(
    (await reader.call(forumsApi.like, postParams(theirs))).status,
    200,
    'a mute hides, and forbids nothing',
  );
});
