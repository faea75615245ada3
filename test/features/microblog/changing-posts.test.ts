import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { microblogApi } from '#features/microblog/api.ts';
import { moderationApi } from '../../support/moderation.ts';
import { createPicture, toUpload } from '../../support/pictures.ts';
import {
  deletePost,
  getIDs,
  listTexts,
  postParams,
  readAsModerator,
  readFeed,
  setState,
  startAppWithUsers,
  updatePost,
  write,
} from './support.ts';

const { app, james, heidi, moderator } = await startAppWithUsers();
const picture = toUpload(await createPicture());
const pictureName = '00000000-0000-4000-8000-000000000001.jpg';
const otherPictureName = '00000000-0000-4000-8000-000000000002.jpg';

async function listNewestActions(contentID: number): Promise<string[]> {
  const { actions } = await moderator.get(moderationApi.actionLog);
  return actions.filter((action) => action.contentID === String(contentID)).map(({ actionType }) => actionType);
}

describe('an update (forums rules B31 and B70)', () => {
  test('replaces text and pictures, and stores the previous ones for moderators (forums rule B49)', async () => {
    const post = await write(james, 'one', { images: [{ filename: pictureName }] });
    const { status, body } = await updatePost(james, post, 'two', { images: [{ filename: otherPictureName }] });
    assert.deepEqual([status, body.text, body.images], [200, 'two', [otherPictureName]]);
    assert.deepEqual((await updatePost(james, post, 'three')).body.images, []);
    const { edits, post: current } = await readAsModerator(moderator, post);
    assert.equal(current.text, 'three');
    assert.deepEqual(
      edits.map(({ postID, text, images, author }) => [postID, text, images, author.username]),
      [
        [post.postID, 'one', [pictureName], 'james'],
        [post.postID, 'two', [otherPictureName], 'james'],
      ],
    );
    assert.deepEqual(await listNewestActions(post.postID), []);
  });

  test('that changes nothing isn’t stored as an edit', async () => {
    const post = await write(james, 'same\nlines', { images: [{ filename: pictureName }] });
    const { status } = await updatePost(james, post, 'same\r\nlines', { images: [{ filename: pictureName }] });
    assert.equal(status, 200);
    assert.deepEqual((await readAsModerator(moderator, post)).edits, []);
  });

  test('returns the caller’s reactions and bookmarks, and keeps the post’s place in the feed', async () => {
    const post = await write(james, 'older');
    const newer = await write(james, 'newer');
    await moderator.get(microblogApi.love, postParams(post));
    const { body } = await updatePost(moderator, post, 'changed');
    assert.deepEqual([body.userLike, body.likeCount], ['love', 1]);
    assert.deepEqual(getIDs(await readFeed(heidi, { limit: 2 })), [newer.postID, post.postID]);
    assert.deepEqual(await listNewestActions(post.postID), ['edit'], 'of another user’s post it is logged');
  });
});

describe('who can change a post (forums rule B30)', () => {
  const refusals = async (user: typeof james, postID: number) => [
    (await updatePost(user, { postID }, 'other')).status,
    (await user.call(microblogApi.addImage, { ...postParams({ postID }), body: { filename: pictureName } })).status,
    (await user.call(microblogApi.removeImage, { ...postParams({ postID }), body: {} })).status,
    (await deletePost(user, { postID })).status,
  ];

  test('its author and moderators, no one else', async () => {
    const { postID } = await write(james, 'mine');
    assert.deepEqual(await refusals(heidi, postID), [403, 403, 403, 403]);
    assert.deepEqual(await refusals(moderator, postID), [200, 200, 200, 204]);
    assert.deepEqual(await refusals(james, postID), [404, 404, 404, 404], 'it is deleted');
  });

  test('not its author while it’s locked or under review; moderators always', async () => {
    const { postID } = await write(james, 'mine');
    for (const state of ['locked', 'quarantined'] as const) {
      await setState(moderator, { postID }, state);
      assert.deepEqual(await refusals(james, postID), [403, 403, 403, 403], state);
    }
    assert.equal((await updatePost(moderator, { postID }, 'calmer')).status, 200);
    await setState(moderator, { postID }, 'reviewed');
    assert.equal((await updatePost(james, { postID }, 'mine again')).status, 200);
    assert.equal((await readAsModerator(moderator, { postID })).moderationStatus, 'normal');
  });

  test('no one in temporary quarantine', async () => {
    const user = await app.newcomer('hothead');
    const { postID } = await write(user, 'mine');
    await moderator.send('POST', `/api/v3/mod/user/${user.userID}/tempquarantine/1`);
    assert.deepEqual(await refusals(user, postID), [403, 403, 403, 403]);
  });
});

describe('single pictures (forums rule B63)', () => {
  test('are added at the end up to the limit, as uploads or by name', async () => {
    const post = await write(james, 'look', { images: [{ filename: pictureName }] });
    const added = await james.get(microblogApi.addImage, { ...postParams(post), body: picture });
    assert.deepEqual([added.images?.length, added.images?.[0], added.text], [2, pictureName, 'look']);
    for (const name of [otherPictureName, otherPictureName]) {
      await james.get(microblogApi.addImage, { ...postParams(post), body: { filename: name } });
    }
    const tooMany = await james.call(microblogApi.addImage, { ...postParams(post), body: picture });
    assert.deepEqual([tooMany.status, Object.keys(tooMany.fieldErrors ?? {})], [400, ['images']]);
    assert.equal((await readAsModerator(moderator, post)).edits.length, 3);
  });

  test('can’t be added without one in the body', async () => {
    const post = await write(james, 'look', { images: [{ filename: pictureName }] });
    const empty = await james.call(microblogApi.addImage, { ...postParams(post), body: {} });
    assert.equal(empty.status, 400);
    assert.equal(empty.fieldErrors?.general, 'An image or a filename must be given.');
    assert.deepEqual((await readAsModerator(moderator, post)).edits, []);
  });

  test('are removed by name, or all of them', async () => {
    const post = await write(james, 'look', { images: [{ filename: pictureName }, { filename: otherPictureName }] });
    const remove = (body?: object) => james.call(microblogApi.removeImage, { ...postParams(post), body });
    assert.equal((await remove({ filename: '00000000-0000-4000-8000-00000000000f.jpg' })).status, 404);
    assert.deepEqual((await remove({ filename: pictureName.toUpperCase() })).body.images, [otherPictureName]);
    assert.deepEqual((await remove()).body.images, []);
    assert.deepEqual(
      (await readAsModerator(moderator, post)).edits.map(({ images }) => images),
      [[pictureName, otherPictureName], [otherPictureName]],
    );
  });
});

describe('a deleted post (forums rules B50 and B70)', () => {
  test('is hidden from everyone except moderators, who read it through /mod', async () => {
    const post = await write(james, 'to be deleted');
    assert.equal((await deletePost(james, post)).status, 204);
    assert.ok(!(await listTexts(heidi)).includes('to be deleted'));
    for (const call of ['read', 'like', 'unreact', 'bookmark', 'removeBookmark', 'delete'] as const) {
      assert.equal((await heidi.call(microblogApi[call], postParams(post))).status, 404, call);
    }
    assert.equal((await heidi.call(microblogApi.report, { ...postParams(post), body: { message: '' } })).status, 404);
    const { isDeleted, post: read } = await readAsModerator(moderator, post);
    assert.deepEqual([isDeleted, read.text], [true, 'to be deleted']);
    assert.deepEqual(await listNewestActions(post.postID), []);
  });

  test('by a moderator is logged, and DELETE does the same', async () => {
    const post = await write(james, 'odd');
    assert.equal((await moderator.send('DELETE', `/api/v3/microblog/${post.postID}`)).status, 204);
    assert.deepEqual(await listNewestActions(post.postID), ['delete']);
    assert.equal((await james.call(microblogApi.read, postParams(post))).status, 404);
  });
});
