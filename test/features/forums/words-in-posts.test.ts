import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { openSocket } from '../../support/socket.ts';
import {
  block,
  findCategoryID,
  postParams,
  setPostState,
  start,
  startAppWithUsers,
  threadParams,
  tryToUpdate,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const general = await findCategoryID(moderator, 'General');
const staff = await findCategoryID(moderator, 'Moderators Only');
const talkThread = await start(james, general, 'Talk');
const countMentions = async (user: typeof james) => (await user.get(notificationsApi.summary)).forumMentionCount;
const completeHashtag = async (text: string) =>
  (await app.anonymous.send('GET', `/api/v3/notification/hashtags/${text}`)).body;

test('mention counts follow every change of the post and its thread (forums rule B56)', async () => {
  const post = await write(james, talkThread, 'hello @heidi and @sam');
  assert.deepEqual([await countMentions(heidi), await countMentions(sam)], [1, 1]);
  await tryToUpdate(james, post, 'hello @heidi');
  assert.deepEqual([await countMentions(heidi), await countMentions(sam)], [1, 0]);
  await james.get(forumsApi.deletePost, postParams(post));
  assert.equal(await countMentions(heidi), 0);
  const thread = await start(james, general, 'Short', { text: 'for @heidi' });
  await write(james, thread, 'and again @heidi');
  assert.equal(await countMentions(heidi), 2);
  await moderator.get(forumsApi.delete, threadParams(thread));
  assert.equal(await countMentions(heidi), 0);
});

test('notifies only users who can see the post, both live and on replay', async () => {
  const secret = await start(moderator, staff, 'Secret');
  await write(moderator, secret, 'about @heidi');
  assert.equal(await countMentions(heidi), 0);
  const socket = await openSocket(app.url, '/api/v3/notification/socket', heidi.token);
  const post = await write(james, talkThread, 'live @heidi');
  await socket.ping();
  const told = (frames: typeof socket.frames) =>
    frames.map(({ type, contentID }) => [Object.keys(Object(type))[0], contentID]);
  assert.deepEqual(told(socket.frames), [['forumMention', String(post.postID)]]);
  socket.close();
  const back = await openSocket(app.url, '/api/v3/notification/socket?since=0', heidi.token);
  await back.ping();
  assert.ok(told(back.frames).some(([, contentID]) => contentID === String(post.postID)));
  back.close();
});

test('posts in a blocked user’s thread send no mentions or alerts (decision 29, forums rule B17)', async () => {
  const [host, reader] = [await app.newcomer('hidden-host'), await app.newcomer('host-blocker')];
  await reader.get(publicTextApi.addAlertWord, { params: { word: 'narwhal' } });
  const thread = await start(host, general, 'Of the host');
  await block(reader, host);
  const socket = await openSocket(app.url, '/api/v3/notification/socket', reader.token);
  await write(james, thread, '@host-blocker saw a narwhal');
  const news = async () => (await reader.get(notificationsApi.summary)).alertWords;
  assert.deepEqual([await countMentions(reader), await news()], [0, []]);
  await socket.ping();
  assert.deepEqual(socket.frames, []);
  socket.close();
  await write(james, talkThread, '@host-blocker saw a narwhal');
  assert.deepEqual([await countMentions(reader), (await news()).length], [1, 1]);
});

test('alert words are counted, and searching for one marks its hits as viewed (forums rule B58)', async () => {
  await sam.get(publicTextApi.addAlertWord, { params: { word: 'dolphin' } });
  const news = async () => (await sam.get(notificationsApi.summary)).alertWords[0]?.newForumMentionCount;
  await write(james, talkThread, 'a DOLPHIN!');
  assert.equal(await news(), 1);
  await sam.get(forumsApi.searchPosts, { query: { search: 'dolphin', start: 1 } });
  assert.equal(await news(), 1);
  await sam.get(forumsApi.postsWith, { params: { text: 'dolphin' } });
  assert.equal(await news(), 0);
});

test('hashtags of public posts are suggested, while they’re public (forums rule B60)', async () => {
  const post = await write(james, talkThread, 'on #SunnyDeck');
  const secret = await start(moderator, staff, 'Tags', { text: 'our #SunnySecret' });
  assert.deepEqual(await completeHashtag('Sunny'), ['SunnyDeck']);
  await setPostState(moderator, post, 'quarantined');
  assert.deepEqual(await completeHashtag('Sunny'), []);
  await setPostState(moderator, post, 'normal');
  await moderator.get(forumsApi.move, { params: { forumID: secret.forumID, categoryID: general } });
  assert.deepEqual(await completeHashtag('Sunny'), ['SunnyDeck', 'SunnySecret']);
  await moderator.get(forumsApi.move, { params: { forumID: secret.forumID, categoryID: staff } });
  assert.deepEqual(await completeHashtag('Sunny'), ['SunnyDeck']);
});
