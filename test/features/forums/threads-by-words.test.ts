import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCategoryID, listTitles, mute, setPostState, start, startAppWithUsers, write } from './support.ts';

/**
 * Searches go through ranges of posts, the newest first. The ids of these posts are so far apart that each is in a
 * different range.
 */
const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const general = await findCategoryID(moderator, 'General');
const skipIDs = () =>
  app.context.db.sqlite.exec("UPDATE sqlite_sequence SET seq = seq + 60000 WHERE name = 'forum_posts'");
const findThreads = async (user: typeof james, query = {}) =>
  (await listTitles(user, 'search', { searchposts: 'penguins', ...query })).sort();

const oldestThread = await start(james, general, 'oldest', { text: 'a penguin' });
skipIDs();
await start(heidi, general, 'other words', { text: 'a boat' });
await start(heidi, general, 'by heidi', { text: 'a penguin' });
skipIDs();
const reviewedThread = await start(james, general, 'reviewed', { text: 'a penguin' });
skipIDs();
const hiddenPost = await write(james, reviewedThread, 'one more penguin');
await start(sam, general, 'newest', { text: 'penguins' });
await write(sam, oldestThread, 'no such thing');

test('finds threads wherever the words are, in new or old posts', async () => {
  assert.deepEqual(await findThreads(sam), ['by heidi', 'newest', 'oldest', 'reviewed']);
  assert.deepEqual(await findThreads(sam, { posted: true }), ['newest']);
  assert.deepEqual(await findThreads(james, { posted: true }), ['oldest', 'reviewed']);
  assert.deepEqual(await listTitles(sam, 'search', { searchposts: 'zebra' }), []);
});

test('ignores content under review, and finds older posts behind it', async () => {
  await setPostState(moderator, hiddenPost, 'quarantined');
  assert.deepEqual(await findThreads(sam), ['by heidi', 'newest', 'oldest', 'reviewed']);
  await setPostState(moderator, { postID: reviewedThread.posts[0]?.postID ?? 0 }, 'quarantined');
  assert.deepEqual(await findThreads(sam), ['by heidi', 'newest', 'oldest']);
});

test('doesn’t find posts of hidden users', async () => {
  await mute(sam, heidi);
  assert.deepEqual(await findThreads(sam), ['newest', 'oldest']);
  assert.deepEqual(await findThreads(james), ['by heidi', 'newest', 'oldest']);
});

test('finds what was written since the last search', async () => {
  skipIDs();
  await start(moderator, general, 'just now', { text: 'penguin' });
  assert.deepEqual(await findThreads(sam), ['just now', 'newest', 'oldest']);
});
