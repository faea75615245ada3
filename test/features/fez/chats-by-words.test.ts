import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import { chatFields, createFez, mute, startAppWithUsers, titles, writePost } from './support.ts';

/**
 * Searches go through ranges of posts, the newest first. The ids of these posts are so far apart that each is in a
 * different range.
 */
const { app, james, heidi, sam } = await startAppWithUsers();
const stranger = await app.newcomer('penguin-friend');
const skipIDs = () =>
  app.context.db.sqlite.exec("UPDATE sqlite_sequence SET seq = seq + 60000 WHERE name = 'fez_posts'");
const find = async (user: typeof james) => (await titles(user, 'joined', { search: 'penguins' })).sort();
const startChat = (title: string) => createFez(james, { ...chatFields, title }, [heidi]);

const [oldest, middle, newest, empty] = [
  await startChat('oldest'),
  await startChat('middle'),
  await startChat('newest'),
  await startChat('empty'),
];
await writePost(james, oldest, 'a penguin');
skipIDs();
const postOfHeidi = await writePost(heidi, middle, 'a penguin');
await createFez(sam, { ...chatFields, title: 'of others' }, [stranger]).then((chat) =>
  writePost(sam, chat, 'a penguin'),
);
skipIDs();
await writePost(james, oldest, 'no such thing');
await writePost(james, newest, 'penguins');

test('chats are found wherever the words are, in new posts or old ones, and only one’s own', async () => {
  assert.deepEqual(await find(james), ['middle', 'newest', 'oldest']);
  assert.deepEqual(await find(sam), ['of others']);
  assert.deepEqual(await titles(james, 'joined', { search: 'empty' }), ['empty']);
  assert.deepEqual(await titles(james, 'joined', { search: 'zebra' }), []);
});

test('what was written since the last search is found, what was deleted or is hidden is not', async () => {
  await writePost(james, empty, 'a penguin here too');
  assert.deepEqual(await find(james), ['empty', 'middle', 'newest', 'oldest']);
  await mute(james, heidi);
  assert.deepEqual(await find(james), ['empty', 'newest', 'oldest']);
  await heidi.get(fezApi.deletePost, { params: { postID: postOfHeidi.postID } });
  assert.deepEqual(await find(heidi), ['empty', 'newest', 'oldest']);
});
