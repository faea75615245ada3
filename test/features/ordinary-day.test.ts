import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcementsApi } from '../../src/features/announcements/api.ts';
import { fezApi } from '../../src/features/fez/api.ts';
import { forumsApi } from '../../src/features/forums/api.ts';
import { microblogApi } from '../../src/features/microblog/api.ts';
import { quartermasterApi } from '../../src/features/quartermaster/api.ts';
import { startTestApp } from '../support/app.ts';

/** `npm run examples` takes its examples from this test where it can. */
const app = await startTestApp();
const [ada, grace, admin] = [await app.newcomer('ada'), await app.newcomer('grace'), await app.logIn('admin')];
const noImages: never[] = [];
const getTimeInHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();

test('two people write to each other, and each reads the other’s message', async () => {
  const chat = { fezType: 'closed', title: 'Dinner on Tuesday', info: '', minCapacity: 0, maxCapacity: 0 };
  const { fezID } = await ada.get(fezApi.create, { body: { ...chat, initialUsers: [grace.userID] } });
  const params = { fezID };
  await ada.get(fezApi.post, { params, body: { text: 'Shall we meet at the pool bar at seven?', images: noImages } });
  await grace.get(fezApi.post, {
    params,
    body: { text: 'Gladly. I’ll keep you a chair in the shade.', images: noImages },
  });
  const { members } = await ada.get(fezApi.read, { params });
  assert.deepEqual(
    members?.posts?.map(({ text }) => text),
    ['Shall we meet at the pool bar at seven?', 'Gladly. I’ll keep you a chair in the shade.'],
  );
});

test('people start a thread, answer in it and react', async () => {
  const categories = await ada.get(forumsApi.categories);
  const categoryID = categories.find(({ title }) => title === 'Help Desk')?.categoryID ?? '';
  const firstPost = { text: 'Which side of the ship has the better view of the harbor?', images: noImages };
  const created = await ada.get(forumsApi.create, {
    params: { categoryID },
    body: { title: 'Best view on arrival', firstPost },
  });
  const params = { forumID: created.forumID };
  const answer = { text: 'Starboard, from deck 11. Come early.', images: noImages };
  const { postID } = await grace.get(forumsApi.post, { params, body: answer });
  const liked = await ada.get(forumsApi.like, { params: { postID } });
  assert.deepEqual([liked.text, liked.likeCount], [answer.text, 1]);
  assert.equal((await ada.get(forumsApi.read, { params })).posts.length, 2);
});

test('people post for everyone and reply', async () => {
  const body = { text: 'The band on the pool deck plays until midnight. #music', images: noImages };
  const { postID } = await ada.get(microblogApi.create, { body });
  const reply = { text: 'Thanks, we’re on our way!', images: noImages };
  const { replyGroupID } = await grace.get(microblogApi.reply, { params: { postID }, body: reply });
  assert.equal(replyGroupID, postID);
});

test('people lend things, and the crew announces', async () => {
  const item = { itemName: 'Travel adapter', itemDescription: 'For European plugs. I need it back by Friday.' };
  const body = { category: 'have', location: 'Ask me at the game tables.', items: [item] };
  const [created] = await ada.get(quartermasterApi.create, { body });
  assert.equal(created?.itemName, item.itemName);
  const text = 'Tonight’s concert moves to the main stage, because of the wind.';
  await admin.get(announcementsApi.create, { body: { text, displayUntil: getTimeInHours(6) } });
  const shown = await grace.get(announcementsApi.list);
  assert.deepEqual(
    shown.map((one) => one.text),
    [text],
  );
});
