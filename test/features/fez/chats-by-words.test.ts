import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import { chatFields, createFez, listFezTitles, mute, startAppWithUsers, writePost } from './support.ts';

/**
 * Searches go through ranges of posts, the newest first. The ids of these posts are so far apart that each is in a
 * different range.
 */
const { app, james, heidi, sam } = await startAppWithUsers();
const stranger = await app.newcomer('penguin-friend');
const skipIDs = () =>
  app.context.db.sqlite.exec("UPDATE sqlite_sequence SET seq = seq + 60000 WHERE name = 'fez_posts'");
const findChats = async (user: typeof james) => (await listFezTitles(user, 'joined', { search: 'penguins' })).sort();
const startChat = (title: string) => createFez(james, { ...chatFields, title }, [heidi]);

const [oldestChat, middleChat, newestChat, emptyChat] = [
  await startChat('oldest'),
  await startChat('middle'),
  await startChat('newest'),
  await startChat('empty'),
];
await writePost(james, oldestChat, 'a penguin');
skipIDs();
const postOfHeidi = await writePost(heidi, middleChat, 'a penguin');
await createFez(sam, { ...chatFields, title: 'of others' }, [stranger]).then((chat) =>
  writePost(sam, chat, 'a penguin'),
);
skipIDs();
await writePost(james, oldestChat, 'no such thing');
await writePost(james, newestChat, 'penguins');

test('finds chats wherever the words are, in new or old posts, and only the user’s own', async () => {
  assert.deepEqual(await findChats(james), ['middle', 'newest', 'oldest']);
  assert.deepEqual(await findChats(sam), ['of others']);
  assert.deepEqual(await listFezTitles(james, 'joined', { search: 'empty' }), ['empty']);
  assert.deepEqual(await listFezTitles(james, 'joined', { search: 'zebra' }), []);
});

test('finds what was written since the last search, and nothing deleted or hidden', async () => {
  await writePost(james, emptyChat, 'a penguin here too');
  assert.deepEqual(await findChats(james), ['empty', 'middle', 'newest', 'oldest']);
  await mute(james, heidi);
  assert.deepEqual(await findChats(james), ['empty', 'newest', 'oldest']);
  await heidi.get(fezApi.deletePost, { params: { postID: postOfHeidi.postID } });
  assert.deepEqual(await findChats(heidi), ['empty', 'newest', 'oldest']);
});
