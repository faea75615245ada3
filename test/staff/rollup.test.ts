import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAreas } from '#area/area.ts';
import { type CountType, countTypes } from '#area/row-counts.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import { findCategoryID } from '../features/forums/support.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const [devteam, moderator] = [await app.atLevel('devteam'), await app.atLevel('moderator')];
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];

const readCounts = async () => (await devteam.get(adminApi.rollup)).counts;

/** Returns the changes of all counts that differ. */
function compareCounts(before: readonly number[], after: readonly number[]): Partial<Record<CountType, number>> {
  const changes = countTypes.map((type, index) => [type, (after[index] ?? 0) - (before[index] ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

/** The counts that each action changes. */
async function assertCounts(work: () => Promise<unknown>, expected: Partial<Record<CountType, number>>) {
  const before = await readCounts();
  await work();
  assert.deepEqual(compareCounts(before, await readCounts()), expected);
}

const createContent = (text: string) => ({ text, images: [] });
const appointmentFields = { title: 'Bingo', info: 'Cards are there', minCapacity: 0, maxCapacity: 0, initialUsers: [] };
const appointmentTimes = { startTime: '2025-03-04T15:00:00Z', endTime: '2025-03-04T16:00:00Z' };

test('there’s one count for each of the 28 types; types without content have none', async () => {
  const counts = await readCounts();
  assert.equal(counts.length, 28);
  assert.ok(counts.every((count) => Number.isInteger(count) && count >= 0 && count < 2 ** 31));
  assert.ok((counts[0] ?? 0) > 10, 'built-in accounts count as well');
});

test('every type is counted by exactly one area', () => {
  const counted = listAreas(app.context).flatMap(({ rowCounts = {} }) => Object.keys(rowCounts));
  assert.deepEqual(counted.sort(), [...countTypes].sort());
});

test('counts what people do to each other and for themselves (admin rule A6)', async () => {
  const at = { params: { userID: heidi.userID } };
  await assertCounts(() => james.get(usersApi.favorite, at), { userFavorite: 1 });
  await assertCounts(() => james.get(usersApi.writeNote, { ...at, body: { note: 'kind' } }), {
    userNote: 1,
  });
  const word = { params: { word: 'dolphin' } };
  await assertCounts(() => james.get(publicTextApi.addAlertWord, word), { alertword: 1 });
  await assertCounts(() => heidi.get(publicTextApi.addAlertWord, word), {});
  await assertCounts(() => james.get(publicTextApi.addMuteWord, word), { muteword: 1 });
  await assertCounts(() => heidi.get(publicTextApi.addMuteWord, word), { muteword: 1 });
  await assertCounts(() => james.get(profilesApi.editOwnProfile, { body: { about: 'likes trains' } }), {
    profileEdit: 1,
  });
  await assertCounts(() => james.get(profilesApi.reportUser, { ...at, body: { message: '' } }), { report: 1 });
  const sanction = { params: { userID: heidi.userID, hours: 0 } };
  await assertCounts(() => moderator.get(moderationApi.quarantineTemporarily, sanction), {});
  await assertCounts(
    () => moderator.get(moderationApi.quarantineTemporarily, { params: { userID: heidi.userID, hours: 1 } }),
    { moderationAction: 1 },
  );
  await moderator.get(moderationApi.quarantineTemporarily, sanction);
});

test('groups and chats are counted by kind, with members and posts, until they’re deleted', async () => {
  const create = (fields: object) => james.get(fezApi.create, { body: { ...appointmentFields, ...fields } });
  const post = (fezID: string) => james.get(fezApi.post, { params: { fezID }, body: createContent('hello') });
  let fezID = '';
  await assertCounts(
    async () => {
      ({ fezID } = await create({ fezType: 'gaming' }));
      await heidi.get(fezApi.join, { params: { fezID } });
      await post(fezID);
    },
    { lfg: 1, lfgParticipant: 2, lfgPost: 1 },
  );
  await assertCounts(
    async () => {
      const { fezID } = await create({ fezType: 'closed', initialUsers: [heidi.userID] });
      await post(fezID);
      await post(fezID);
    },
    { seamail: 1, seamailPost: 2 },
  );
  await assertCounts(() => create({ fezType: 'open', initialUsers: [heidi.userID] }), { seamail: 1 });
  await assertCounts(() => create({ fezType: 'privateEvent', ...appointmentTimes }), { privateEvent: 1 });
  await assertCounts(() => create({ fezType: 'personalEvent', ...appointmentTimes }), { personalEvent: 1 });
});

test('threads and posts are counted while they exist, and so are reactions, bookmarks and edits', async () => {
  const general = { params: { categoryID: await findCategoryID(moderator, 'General') } };
  const first = { title: 'Counted', firstPost: createContent('first') };
  const thread = await james.get(forumsApi.create, { ...general, body: first });
  const at = { params: { forumID: thread.forumID } };
  let on = { params: { postID: 0 } };
  await assertCounts(
    async () => {
      const { postID } = await heidi.get(forumsApi.post, { ...at, body: createContent('second') });
      on = { params: { postID } };
    },
    { forumPost: 1 },
  );
  await assertCounts(() => james.get(forumsApi.love, on), { forumPostLike: 1 });
  await assertCounts(() => james.get(forumsApi.bookmark, on), { forumPostFavorite: 1 });
  await assertCounts(() => james.get(forumsApi.addFavorite, at), { forumFavorite: 1 });
  await assertCounts(() => heidi.get(forumsApi.updatePost, { ...on, body: createContent('better') }), {
    forumPostEdit: 1,
  });
  await assertCounts(() => heidi.get(forumsApi.deletePost, on), { forumPost: -1 });
  await assertCounts(() => james.get(forumsApi.create, { ...general, body: first }), { forum: 1, forumPost: 1 });
});

test('counts events that have followers', async () => {
  const [event] = await james.get(scheduleApi.list);
  assert.ok(event);
  await assertCounts(() => james.get(scheduleApi.addFavorite, { params: { event_id: event.eventID } }), {
    eventFavorite: 1,
  });
});

test('the overview is for the development team and above', async () => {
  assert.equal((await moderator.call(adminApi.rollup)).status, 403);
  assert.equal((await app.anonymous.call(adminApi.rollup)).status, 401);
});
