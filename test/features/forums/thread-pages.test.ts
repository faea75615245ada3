import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { changeSettings } from '#core/settings/index.ts';
import { forumsApi } from '#features/forums/api.ts';
import { unknownID } from '../../support/accounts.ts';
import {
  block,
  findCategoryID,
  findLine,
  getTexts,
  mute,
  open,
  postParams,
  start,
  startAppWithUsers,
  startWithPosts,
  threadParams,
  unblock,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const category = await findCategoryID(moderator, 'General');

test('a thread opens at the page of the last read post, else at the first (forums rules B14 and B16)', async () => {
  const { thread } = await startWithPosts(james, category, 'Pages', 9);
  const first = await open(heidi, thread, { limit: 4 });
  assert.deepEqual([getTexts(first), first.paginator], [['Pages?', '1', '2', '3'], { total: 10, start: 0, limit: 4 }]);
  await open(heidi, thread, { start: 4, limit: 3 });
  assert.deepEqual((await open(heidi, thread, { limit: 4 })).paginator.start, 4, 'the seventh is read');
  assert.equal((await findLine(heidi, thread)).readCount, 8);
  assert.deepEqual((await open(heidi, thread, { start: -3, limit: 2 })).paginator, { total: 10, start: 0, limit: 2 });
  assert.equal((await findLine(heidi, thread)).readCount, 8, 'it never moves back');
  const beyond = await open(heidi, thread, { start: 40 });
  assert.deepEqual([beyond.posts, beyond.paginator.start], [[], 40]);
  assert.equal((await findLine(heidi, thread)).readCount, 8, 'an empty page changes nothing');
});

test('a page says how many posts the caller had read before it (forums rule B73)', async () => {
  const { thread } = await startWithPosts(james, category, 'Read before', 9);
  const queries: Record<string, number>[] = [
    { limit: 4 },
    { start: 4, limit: 2 },
    { start: 0, limit: 1 },
    { start: 6 },
    {},
  ];
  const readCounts: (number | undefined)[] = [];
  for (const query of queries) readCounts.push((await open(heidi, thread, query)).readCount);
  assert.deepEqual(readCounts, [0, 4, 6, 6, 10]);
  assert.equal(thread.readCount, undefined, 'its author opens it later');
  await block(heidi, sam);
  await write(sam, thread, 'hidden');
  assert.equal((await open(heidi, thread)).readCount, 10);
  await unblock(heidi, sam);
});

test('a limit is clamped between 1 and the maximum', async () => {
  const { thread } = await startWithPosts(james, category, 'Limits', 3);
  transact(app.context, (context) => changeSettings(context, { maximumForumPosts: 2 }));
  assert.equal((await open(heidi, thread, { limit: 100 })).paginator.limit, 2);
  assert.equal((await open(heidi, thread, { limit: 0 })).paginator.limit, 1);
  transact(app.context, (context) => changeSettings(context, { maximumForumPosts: 200 }));
});

test('a page can begin at any post id, even of a deleted post or another thread', async () => {
  const { thread, posts } = await startWithPosts(james, category, 'Named', 5);
  const [one, two, three] = posts;
  assert.ok(one && two && three);
  const other = await start(james, category, 'Other');
  await write(james, thread, '6');
  const from = async (startPost: number) => getTexts(await open(sam, thread, { startPost, limit: 2 }));
  assert.deepEqual(await from(two.postID), ['2', '3']);
  await james.get(forumsApi.deletePost, postParams(two));
  assert.deepEqual(await from(two.postID), ['3', '4'], 'those before it count');
  assert.deepEqual(await from(three.postID), ['3', '4']);
  const foreign = (await open(james, other)).posts[0];
  assert.deepEqual(await from(foreign?.postID ?? 0), ['6']);
  assert.deepEqual(await from(999_999), []);
  assert.deepEqual(await from(0), ['Named?', '1']);
});

test('a post opens its thread, starting at that post unless requested otherwise', async () => {
  const { thread, posts } = await startWithPosts(james, category, 'By post', 4);
  const third = posts[2];
  assert.ok(third);
  const ask = (query: Record<string, number>) => heidi.get(forumsApi.readOfPost, { ...postParams(third), query });
  assert.deepEqual(getTexts(await ask({})), ['3', '4']);
  assert.deepEqual(getTexts(await ask({ start: 1, limit: 1 })), ['1']);
  assert.equal((await findLine(heidi, thread)).readCount, 5, 'it counts as read');
  assert.equal((await heidi.call(forumsApi.readOfPost, postParams({ postID: 999_999 }))).status, 404);
});

test('leaves posts of blocked or muted users out of pages, positions and counts (forums rule B15)', async () => {
  const [reader, noisy, dull] = [await app.newcomer('reads'), await app.newcomer('noisy'), await app.newcomer('dull')];
  const thread = await start(james, category, 'Mixed');
  for (const [user, text] of [
    [noisy, 'n1'],
    [james, 'j1'],
    [dull, 'd1'],
    [noisy, 'n2'],
    [james, 'j2'],
    [james, 'j3'],
    [noisy, 'n3'],
  ] as const) {
    await write(user, thread, text);
  }
  await open(reader, thread, { start: 0, limit: 6 });
  await block(reader, noisy);
  await mute(reader, dull);
  const page = await open(reader, thread, { start: 1, limit: 2 });
  assert.deepEqual([getTexts(page), page.paginator.total], [['j1', 'j2'], 4]);
  const line = await findLine(reader, thread);
  assert.deepEqual([line.postCount, line.readCount, line.lastPoster?.username], [4, 3, 'james']);
  assert.deepEqual(getTexts(await open(noisy, thread, { start: 0 })), [
    'Mixed?',
    'n1',
    'j1',
    'd1',
    'n2',
    'j2',
    'j3',
    'n3',
  ]);
  await unblock(reader, noisy);
  assert.deepEqual(getTexts(await open(reader, thread, { start: 0 })), ['Mixed?', 'n1', 'j1', 'n2', 'j2', 'j3', 'n3']);
});

test('writing doesn’t mark as read; reading an earlier page doesn’t move the thread up', async () => {
  const thread = await start(james, category, 'Unread for me');
  await write(james, thread, 'me');
  assert.equal((await findLine(james, thread)).readCount, 0);
  await james.get(forumsApi.pinnedPosts, threadParams(thread));
  await james.get(forumsApi.readPost, postParams((await open(heidi, thread)).posts[0] ?? { postID: 0 }));
  assert.equal((await findLine(james, thread)).readCount, 0);
});

test('every page of a thread is found by position, even after deleted or hidden posts', async () => {
  const [reader, loud] = [await app.newcomer('pages'), await app.newcomer('loud')];
  const thread = await start(james, category, 'Walk');
  const expected = ['Walk?'];
  for (let number = 1; number <= 30; number += 1) {
    const post = await write(number % 4 === 0 ? loud : james, thread, String(number));
    if (number % 7 === 0) await moderator.get(forumsApi.deletePost, postParams(post));
    else if (number % 4 !== 0) expected.push(String(number));
  }
  await mute(reader, loud);
  for (let place = 0; place < expected.length; place += 1) {
    assert.deepEqual(
      getTexts(await open(reader, thread, { start: place, limit: 3 })),
      expected.slice(place, place + 3),
    );
  }
  assert.equal((await open(reader, thread)).paginator.total, expected.length);
});

test('every call on a blocked user’s thread is 404, but not on a muted user’s (forums rule B17)', async () => {
  const [reader, hidden, muted] = [
    await app.newcomer('looks'),
    await app.newcomer('is-hidden'),
    await app.newcomer('is-muted'),
  ];
  const [gone, there] = [await start(hidden, category, 'Gone'), await start(muted, category, 'There')];
  await block(hidden, reader);
  await mute(reader, muted);
  const [postID] = (await open(james, gone)).posts.map((post) => post.postID);
  for (const call of ['read', 'markRead', 'addFavorite', 'mute', 'removeFavorite', 'unmute', 'pinnedPosts'] as const) {
    assert.equal((await reader.call(forumsApi[call], threadParams(gone))).status, 404, call);
  }
  for (const call of [
    'readPost',
    'readOfPost',
    'like',
    'bookmark',
    'removeBookmark',
    'pinPost',
    'deletePost',
  ] as const) {
    assert.equal((await reader.call(forumsApi[call], postParams({ postID: postID ?? 0 }))).status, 404, call);
  }
  assert.deepEqual((await open(reader, there)).posts, []);
});

test('malformed ids are 400, unknown ones 404 (forums rule B3)', async () => {
  assert.equal((await james.call(forumsApi.read, threadParams({ forumID: 'x' }))).status, 400);
  assert.equal((await james.call(forumsApi.read, threadParams({ forumID: unknownID }))).status, 404);
  assert.equal((await james.send('GET', '/api/v3/forum/post/x')).status, 400);
  assert.equal((await james.call(forumsApi.readPost, postParams({ postID: 999_999 }))).status, 404);
  assert.equal((await james.call(forumsApi.readOfEvent, { params: { eventID: unknownID } })).status, 404);
});
