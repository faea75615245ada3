import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import type { User } from '../../support/app.ts';
import { moderationApi } from '../../support/moderation.ts';
import {
  addOtherAccount,
  block,
  createFez,
  eventFields,
  getPostCounts,
  groupFields,
  leave,
  listFezTitles,
  listLastActions,
  listTexts,
  openFez,
  quarantine,
  startAppWithUsers,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

const deletePost = (user: User, postID: number) => user.call(fezApi.deletePost, { params: { postID } });

describe('deleting a post', () => {
  test('is allowed for its author, and removes it from every count', async () => {
    const chat = await createFez(james, {}, [heidi]);
    await writePost(james, chat, 'stays');
    const { postID } = await writePost(james, chat, 'goes');
    assert.equal((await deletePost(heidi, postID)).status, 403);
    assert.equal((await deletePost(james, postID)).status, 204);
    assert.deepEqual(listTexts(await openFez(heidi, chat)), ['stays']);
    assert.deepEqual(getPostCounts(await openFez(james, chat)), [1, 1]);
    assert.equal((await deletePost(james, postID)).status, 404);
  });

  test('is allowed for moderators, but not in chats they can’t read, and is logged', async () => {
    const closed = await writePost(james, await createFez(james, {}, [heidi]), 'bad');
    assert.equal((await deletePost(moderator, closed.postID)).status, 404);
    const chat = await createFez(james, { fezType: 'open' }, [heidi]);
    const { postID } = await writePost(james, chat, 'bad');
    assert.equal((await deletePost(moderator, postID)).status, 204);
    const noted = [['delete', 'fezPost', String(postID)]];
    assert.deepEqual(await listLastActions(moderator, 1), noted);
    const own = await writePost(moderator, await createFez(james, groupFields), 'mine');
    assert.equal((await deletePost(moderator, own.postID)).status, 204);
    assert.deepEqual(await listLastActions(moderator, 1), noted);
  });

  test('removes it from others’ unread posts, and updates the time of the last change', async () => {
    const reader = await app.newcomer('unread-reader');
    const chat = await createFez(james, {}, [reader]);
    const unread = () => listFezTitles(reader, 'joined', { onlynew: true });
    await openFez(reader, chat);
    const { postID } = await writePost(james, chat, 'gone soon');
    assert.deepEqual(await unread(), [chat.title]);
    app.clock.advance({ minutes: 1 });
    assert.equal((await deletePost(james, postID)).status, 204);
    assert.deepEqual(await unread(), []);
    const seen = await openFez(reader, chat);
    assert.deepEqual([seen.members?.postCount, seen.lastModificationTime], [0, app.clock.now().toISOString()]);
  });

  test('is allowed for authors who left a group, but not for those who left a private chat or event', async () => {
    const [group, event] = [await createFez(james, groupFields, [heidi]), await createFez(james, eventFields, [heidi])];
    const posts = [];
    for (const fez of [group, event]) {
      posts.push((await writePost(heidi, fez, 'mine')).postID);
      await leave(heidi, fez);
    }
    const [inGroup = 0, inEvent = 0] = posts;
    assert.equal((await deletePost(heidi, inGroup)).status, 204);
    assert.equal((await deletePost(heidi, inEvent)).status, 404);
  });

  test('works in locked and cancelled fezzes and for reviewed posts, but not for locked posts', async () => {
    const group = await createFez(james, groupFields);
    await james.get(fezApi.cancel, { params: { fezID: group.fezID } });
    const ids = [];
    for (const text of ['one', 'two', 'three']) ids.push((await writePost(james, group, text)).postID);
    const [first = 0, second = 0, third = 0] = ids;
    await moderator.get(moderationApi.setFezState, { params: { fezID: group.fezID, state: 'locked' } });
    await moderator.get(moderationApi.setFezPostState, { params: { postID: second, state: 'reviewed' } });
    await moderator.get(moderationApi.setFezPostState, { params: { postID: third, state: 'locked' } });
    assert.equal((await deletePost(james, first)).status, 204);
    assert.equal((await deletePost(james, second)).status, 204);
    assert.equal((await deletePost(james, third)).status, 403);
    assert.deepEqual(listTexts(await openFez(james, group)), ['three']);
    assert.equal((await deletePost(moderator, third)).status, 204);
  });

  test('is rejected for authors who can’t write any more, and for their other accounts', async () => {
    const author = await app.newcomer('silenced-author');
    const other = await addOtherAccount(app, author, 'silenced-author-too');
    const group = await createFez(james, groupFields, [author]);
    const { postID } = await writePost(author, group, 'mine');
    assert.equal((await deletePost(other, postID)).status, 403);
    await quarantine(moderator, author);
    assert.equal((await deletePost(author, postID)).status, 403);
    await moderator.send('POST', `/api/v3/mod/user/${author.userID}/setaccesslevel/quarantined`);
    app.clock.advance({ hours: 2 });
    assert.equal((await deletePost(await app.logIn('silenced-author'), postID)).status, 403);
  });

  test('is 403 for the owner of the fez, and 404 for an author in a block relationship with the owner', async () => {
    const author = await app.newcomer('blocked-author');
    const group = await createFez(james, groupFields, [author]);
    const { postID } = await writePost(author, group, 'mine');
    assert.equal((await deletePost(james, postID)).status, 403);
    await block(james, author);
    assert.equal((await deletePost(author, postID)).status, 404);
  });

  test('takes effect once among concurrent requests', async () => {
    const chat = await createFez(james, {}, [heidi]);
    await writePost(james, chat, 'stays');
    const { postID } = await writePost(james, chat, 'goes');
    const responses = await Promise.all([deletePost(james, postID), deletePost(james, postID)]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 404]);
    assert.deepEqual(getPostCounts(await openFez(james, chat)), [1, 1]);
  });

  test('requires a post’s number', async () => {
    assert.equal((await james.send('DELETE', '/api/v3/fez/post/first')).status, 400);
    for (const postID of [-1, 0, 999999999999]) assert.equal((await deletePost(james, postID)).status, 404);
  });

  test('requires a post of that fez, and has three route variants', async () => {
    const [chat, other] = [await createFez(james, {}, [heidi]), await createFez(james, {}, [heidi])];
    const ids = [];
    for (const text of ['one', 'two']) ids.push((await writePost(james, chat, text)).postID);
    const [first = 0, second = 0] = ids;
    const inOther = { params: { fezID: other.fezID, postID: first } };
    assert.equal((await james.call(fezApi.deletePostIn, inOther)).status, 404);
    const inChat = { params: { fezID: chat.fezID, postID: first } };
    assert.equal((await james.call(fezApi.deletePostIn, inChat)).status, 204);
    assert.equal((await james.send('DELETE', `/api/v3/fez/post/${second}`)).status, 204);
  });

  test('is 404 for outsiders', async () => {
    const { postID } = await writePost(james, await createFez(james, {}, [heidi]), 'private');
    assert.equal((await deletePost(sam, postID)).status, 404);
  });
});
