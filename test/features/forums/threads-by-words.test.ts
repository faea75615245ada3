import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCategoryID, mute, setPostState, start, startAppWithUsers, titles, write } from './support.ts';

/**
 * Searches go through ranges of posts, the newest first. The ids of these posts are so far apart that each is in a
 * different range.
 */
const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const general = await findCategoryID(moderator, 'General');
const skipIDs = () =>
  app.context.db.sqlite.exec("UPDATE sqlite_sequence SET seq = seq + 60000 WHERE name = 'forum_posts'");
const find = async (user: typeof james, query = {}) =>
  (await titles(user, 'search', { searchposts: 'penguins', ...query })).sort();

const oldest = await start(james, general, 'oldest', { text: 'a penguin' });
skipIDs();
await start(heidi, general, 'other words', { text: 'a boat' });
await start(heidi, general, 'by heidi', { text: 'a penguin' });
skipIDs();
const reviewed = await start(james, general, 'reviewed', { text: 'a penguin' });
skipIDs();
const hidden = await write(james, reviewed, 'one more penguin');
await start(sam, general, 'newest', { text: 'penguins' });
await write(sam, oldest, 'no such thing');

test('threads are found wherever the words are, in new posts or old ones', async () => {
  assert.deepEqual(await find(sam), ['by heidi', 'newest', 'oldest', 'reviewed']);
  assert.deepEqual(await find(sam, { posted: true }), ['newest']);
  assert.deepEqual(await find(james, { posted: true }), ['oldest', 'reviewed']);
  assert.deepEqual(await titles(sam, 'search', { searchposts: 'zebra' }), []);
});

test('what is under review is ignored, and older posts behind it found', async () => {
  await setPostState(moderator, hidden, 'quarantined');
  assert.deepEqual(await find(sam), ['by heidi', 'newest', 'oldest', 'reviewed']);
  await setPostState(moderator, { postID: reviewed.posts[0]?.postID ?? 0 }, 'quarantined');
  assert.deepEqual(await find(sam), ['by heidi', 'newest', 'oldest']);
});

test('posts of hidden people are not found', async () => {
  await mute(sam, heidi);
  assert.deepEqual(await find(sam), ['newest', 'oldest']);
  assert.deepEqual(await find(james), ['by heidi', 'newest', 'oldest']);
});

test('what was written since the last search is found', async () => {
  skipIDs();
  await start(moderator, general, 'just now', { text: 'penguin' });
  assert.deepEqual(await find(sam), ['just now', 'newest', 'oldest']);
});
