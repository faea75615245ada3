import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forumsApi } from '#features/forums/api.ts';
import { moderationApi } from '../../support/moderation.ts';
import { createPicture, toUpload } from '../../support/pictures.ts';
import {
  advanceMinute,
  findCategoryID,
  findLine,
  getTexts,
  listActions,
  open,
  postParams,
  quarantine,
  setForumState,
  setPostState,
  start,
  startAppWithUsers,
  startWithPosts,
  threadParams,
  tryToUpdate,
  write,
} from './support.ts';

const { app, james, heidi, moderator } = await startAppWithUsers();
const category = await findCategoryID(moderator, 'General');
const createPictureName = (number: number) => `11111111-2222-4333-8444-00000000000${number}.jpg`;
const createPictureList = (...numbers: number[]) => numbers.map((number) => ({ filename: createPictureName(number) }));
const getEdits = async (post: { postID: number }) =>
  (await moderator.get(moderationApi.forumPost, postParams(post))).edits.map(({ text, images, author }) => [
    text,
    images,
    author.username,
  ]);

test('an edit replaces text and pictures and records the old ones (forums rules B31 and B49)', async () => {
  const thread = await start(james, category, 'Edits');
  const post = await write(james, thread, 'one', { images: createPictureList(1, 2) });
  const edited = await tryToUpdate(james, post, 'two', { images: createPictureList(2) });
  assert.deepEqual([edited.status, edited.body.text, edited.body.images], [200, 'two', [createPictureName(2)]]);
  assert.equal((await tryToUpdate(james, post, 'two', { images: createPictureList(2) })).status, 200);
  await tryToUpdate(moderator, post, 'three', { images: [], postAsModerator: true });
  assert.deepEqual(await getEdits(post), [
    ['one', [createPictureName(1), createPictureName(2)], 'james'],
    ['two', [createPictureName(2)], moderator.username],
  ]);
  assert.deepEqual(await listActions(moderator, 1), [['edit', 'forumPost', String(post.postID)]]);
  assert.deepEqual((await open(heidi, thread)).posts.at(-1)?.text, 'three');
  assert.equal((await open(heidi, thread, { start: 1 })).posts[0]?.author.username, 'james');
});

test('only the author can change a post, if nothing prevents it; moderators always can (forums rule B30)', async () => {
  const thread = await start(james, category, 'Guards');
  const post = await write(heidi, thread, 'mine');
  const status = async (user: typeof james, text = 'x') => (await tryToUpdate(user, post, text)).status;
  assert.equal(await status(james), 403, 'who started the thread may not');
  for (const state of ['quarantined', 'locked']) {
    await setPostState(moderator, post, state);
    assert.deepEqual([await status(heidi), await status(moderator, state)], [403, 200], state);
  }
  await setPostState(moderator, post, 'reviewed');
  assert.equal(await status(heidi, 'again'), 200);
  assert.equal(
    (await moderator.get(moderationApi.forumPost, postParams(post))).moderationStatus,
    'normal',
    'a review is over',
  );
  await setForumState(moderator, thread, 'locked');
  assert.deepEqual([await status(heidi), await status(moderator, 'y')], [403, 200]);
  await setForumState(moderator, thread, 'normal');
  const staff = await app.atLevel('devteam');
  await quarantine(moderator, heidi);
  assert.equal(await status(heidi), 403);
  await moderator.get(moderationApi.quarantineTemporarily, { params: { userID: heidi.userID, hours: 0 } });
  assert.equal((await tryToUpdate(staff, post, 'x', { images: createPictureList(1, 2, 3, 4, 5) })).status, 400);
  assert.equal((await tryToUpdate(heidi, { postID: 999_999 }, 'x')).status, 404);
});

test('a deleted post disappears; the thread keeps its position, and can be left without posts (forums rule B32)', async () => {
  const { thread, posts } = await startWithPosts(james, category, 'Deleting', 1);
  advanceMinute(app);
  const answer = await write(heidi, thread, 'answer');
  const remove = async (user: typeof james, post: { postID: number }) =>
    (await user.call(forumsApi.deletePost, postParams(post))).status;
  assert.deepEqual(
    [await remove(james, answer), await remove(heidi, answer), await remove(heidi, answer)],
    [403, 204, 404],
  );
  const line = await findLine(heidi, thread);
  assert.deepEqual([line.postCount, line.lastPoster?.username], [2, 'james']);
  assert.deepEqual(getTexts(await open(heidi, thread)), ['Deleting?', '1']);
  const [first] = (await open(james, thread, { start: 0 })).posts;
  for (const post of [posts[0], first]) assert.equal(await remove(moderator, post ?? { postID: 0 }), 204);
  const empty = await findLine(heidi, thread);
  assert.deepEqual([empty.postCount, empty.lastPoster, empty.lastPostAt], [0, undefined, undefined]);
  assert.deepEqual((await listActions(moderator, 1))[0], ['delete', 'forumPost', String(first?.postID)]);
  assert.equal((await moderator.get(moderationApi.forumPost, postParams(answer))).isDeleted, true);
});

test('a thread can be renamed by its creator and moderators; the previous title is stored (forums rule B33)', async () => {
  const thread = await start(james, category, 'Before');
  const rename = async (user: typeof james, title: string) =>
    (await user.call(forumsApi.rename, { params: { forumID: thread.forumID, title } })).status;
  assert.deepEqual(
    [await rename(heidi, 'Nope'), await rename(james, 'a/b 100%'), await rename(james, 'a/b 100%')],
    [403, 201, 201],
  );
  assert.equal((await open(heidi, thread)).title, 'a/b 100%');
  assert.deepEqual(
    [await rename(james, 'x'), await rename(james, 'x'.repeat(101)), await rename(james, 'a\u202eb')],
    [400, 400, 400],
  );
  await setForumState(moderator, thread, 'quarantined');
  assert.equal(await rename(james, 'Hidden'), 403);
  assert.equal(await rename(moderator, 'Better'), 201);
  const { edits, title } = await moderator.get(moderationApi.forum, threadParams(thread));
  assert.deepEqual(
    [title, edits.map((edit) => [edit.title, edit.author.username, edit.categoryID])],
    [
      'Better',
      [
        ['Before', 'james', undefined],
        ['a/b 100%', moderator.username, undefined],
      ],
    ],
  );
});

test('pictures are added to a post, and removed one by one or all at once (forums rule B63)', async () => {
  const thread = await start(james, category, 'Albums');
  const post = await write(james, thread, 'album', { images: createPictureList(1, 2, 3) });
  const add = (user: typeof james, body: unknown) => user.call(forumsApi.addPicture, { ...postParams(post), body });
  const remove = (user: typeof james, body?: unknown) =>
    user.call(forumsApi.removePicture, { ...postParams(post), body });
  assert.equal((await add(james, {})).status, 400);
  assert.equal((await add(heidi, { filename: createPictureName(4) })).status, 403);
  const added = await add(james, toUpload(await createPicture()));
  assert.deepEqual([added.status, added.body.images?.length, added.body.text], [200, 4, 'album']);
  assert.deepEqual(
    [
      (await add(james, { filename: createPictureName(5) })).status,
      (await remove(james, { filename: createPictureName(7) })).status,
    ],
    [400, 404],
  );
  assert.deepEqual((await remove(james, { filename: createPictureName(2).toUpperCase() })).body.images?.slice(0, 2), [
    createPictureName(1),
    createPictureName(3),
  ]);
  const [noPicture, noName] = [await add(james, { image: 'bm90aGluZw==' }), await add(james, { filename: 'a.b.c' })];
  assert.deepEqual(
    [noPicture, noName].map(({ status, fieldErrors = {} }) => [status, ...Object.keys(fieldErrors)]),
    [
      [400, 'image'],
      [400, 'filename'],
    ],
    'errors stand under the path in this body (core rules 18 and 116)',
  );
  assert.equal((await remove(heidi)).status, 403);
  assert.deepEqual((await remove(moderator)).body.images, []);
  assert.equal((await getEdits(post)).length, 3);
  assert.equal((await remove(james, {})).status, 200);
  assert.equal((await getEdits(post)).length, 3, 'there was nothing to remove');
});

test('moderators pin threads (forums rule B37), creators also posts (forums rules B38 and B39)', async () => {
  const { thread, posts } = await startWithPosts(james, category, 'Pins', 2);
  const pinForum = async (user: typeof james, call: 'pin' | 'unpin') =>
    (await user.call(forumsApi[call], threadParams(thread))).status;
  assert.deepEqual(
    [await pinForum(james, 'pin'), await pinForum(moderator, 'pin'), await pinForum(moderator, 'pin')],
    [403, 201, 200],
  );
  assert.deepEqual([(await open(heidi, thread)).isPinned, (await findLine(heidi, thread)).isPinned], [true, true]);
  assert.deepEqual(await listActions(moderator, 1), [['pin', 'forum', thread.forumID]]);
  assert.deepEqual([await pinForum(moderator, 'unpin'), await pinForum(moderator, 'unpin')], [204, 200]);
  const [one, two] = posts;
  assert.ok(one && two);
  const pin = async (user: typeof james, post: { postID: number }, call: 'pinPost' | 'unpinPost' = 'pinPost') =>
    (await user.call(forumsApi[call], postParams(post))).status;
  assert.deepEqual(
    [await pin(heidi, two), await pin(james, two), await pin(james, two), await pin(moderator, one)],
    [403, 201, 200, 201],
  );
  const pinned = async (user: typeof james) =>
    getTexts({ posts: await user.get(forumsApi.pinnedPosts, threadParams(thread)) });
  assert.deepEqual(await pinned(heidi), ['1', '2']);
  assert.equal((await open(heidi, thread, { start: 2 })).posts[0]?.isPinned, true);
  await james.get(forumsApi.deletePost, postParams(one));
  assert.deepEqual(await pinned(heidi), ['2']);
  await setForumState(moderator, thread, 'locked');
  assert.deepEqual(
    [
      await pin(james, two, 'unpinPost'),
      await pin(moderator, two, 'unpinPost'),
      await pin(moderator, two, 'unpinPost'),
    ],
    [403, 204, 200],
  );
  await setForumState(moderator, thread, 'normal');
  await quarantine(moderator, james);
  assert.equal(await pin(james, two), 403);
  await moderator.get(moderationApi.quarantineTemporarily, { params: { userID: james.userID, hours: 0 } });
});
