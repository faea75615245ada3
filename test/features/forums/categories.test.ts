import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forumsApi } from '#features/forums/api.ts';
import { unknownID } from '../../support/accounts.ts';
import { giveRole } from '../../support/roles.ts';
import {
  advanceMinute,
  block,
  findCategoryID,
  findLine,
  getTitles,
  listLines,
  mute,
  setForumState,
  start,
  startAppWithUsers,
  threadParams,
  tryToStart,
  write,
} from './support.ts';

const { app, james, heidi, moderator } = await startAppWithUsers();
const listTitlesFor = async (user: typeof james | typeof app.anonymous) =>
  getTitles(await user.get(forumsApi.categories));

const open = [
  'Cruise Newsletter',
  'Event Forums',
  'Shadow Event Forums',
  'Activities',
  'Food & Drink',
  'General',
  'Help Desk',
  'In-Jokes',
  'Safe Space',
];
const forAll = [...open, 'Shutternauts'];
const photographerUser = await giveRole(app, await app.newcomer('photographer'), 'shutternaut');

test('a new server has the default categories, restricted ones first (forums rules B9, B11, B12)', async () => {
  assert.deepEqual(await listTitlesFor(app.anonymous), open);
  assert.deepEqual(await listTitlesFor(james), open);
  assert.deepEqual(await listTitlesFor(await app.logIn('quarantined')), open);
  assert.deepEqual(await listTitlesFor(photographerUser), forAll);
  assert.deepEqual(await listTitlesFor(moderator), ['Moderators Archive', 'Moderators Only', ...forAll]);
});

test('a category shows whether the caller can start forums there, and which one has event forums', async () => {
  const flags = async (user: typeof james | typeof app.anonymous, title: string) => {
    const category = (await user.get(forumsApi.categories)).find((one) => one.title === title);
    return [category?.isRestricted, category?.isEventCategory];
  };
  assert.deepEqual(await flags(james, 'General'), [false, false]);
  assert.deepEqual(await flags(james, 'Event Forums'), [true, true]);
  assert.deepEqual(await flags(moderator, 'Event Forums'), [false, true]);
  assert.deepEqual(await flags(app.anonymous, 'General'), [true, false]);
});

test('a category can be requested by id; an unknown or hidden one returns an empty list', async () => {
  const general = await findCategoryID(moderator, 'General');
  const hidden = await findCategoryID(moderator, 'Moderators Only');
  const ask = async (cat: string) => getTitles(await james.get(forumsApi.categories, { query: { cat } }));
  assert.deepEqual(await ask(general), ['General']);
  assert.deepEqual(await ask(hidden), []);
  assert.deepEqual(await ask(unknownID), []);
  assert.equal((await james.call(forumsApi.categories, { query: { cat: 'x' } })).status, 400);
});

test('a category the caller can’t see is 403, an unknown one 404 (forums rules B13, B43)', async () => {
  const hidden = await findCategoryID(moderator, 'Moderators Only');
  const thread = await start(moderator, hidden, 'Quarrel');
  const read = async (categoryID: string) => (await james.call(forumsApi.category, { params: { categoryID } })).status;
  assert.deepEqual([await read(hidden), await read(unknownID)], [403, 404]);
  assert.equal((await james.call(forumsApi.read, threadParams(thread))).status, 403);
  assert.deepEqual(getTitles(await listLines(moderator, hidden)), ['Quarrel']);
});

test('sorts threads by last post, creation or title, in both directions (forums rule B13)', async () => {
  const category = await findCategoryID(moderator, 'Food & Drink');
  const soup = await start(james, category, 'soup');
  advanceMinute(app);
  await start(heidi, category, 'Apples');
  advanceMinute(app);
  await start(heidi, category, 'bread');
  advanceMinute(app);
  await write(heidi, soup, 'hot');
  const ask = async (query: Record<string, string>) => getTitles(await listLines(james, category, query));
  assert.deepEqual(await ask({}), ['soup', 'bread', 'Apples']);
  assert.deepEqual(await ask({ sort: 'event' }), ['soup', 'bread', 'Apples']);
  assert.deepEqual(await ask({ order: 'ascending' }), ['Apples', 'bread', 'soup']);
  assert.deepEqual(await ask({ sort: 'create' }), ['bread', 'Apples', 'soup']);
  assert.deepEqual(await ask({ sort: 'title' }), ['Apples', 'bread', 'soup']);
  assert.deepEqual(await ask({ sort: 'title', order: 'descending' }), ['soup', 'bread', 'Apples']);
  await moderator.get(forumsApi.pin, threadParams(await findLine(james, await start(heidi, category, 'Zest'))));
  await james.get(forumsApi.mute, threadParams(soup));
  assert.deepEqual(await ask({ sort: 'title' }), ['Zest', 'Apples', 'bread', 'soup'], 'pinned first, muted last');
  const page = await james.get(forumsApi.category, { params: { categoryID: category }, query: { start: 1, limit: 2 } });
  assert.deepEqual(
    [getTitles(page.forumThreads ?? []), page.paginator],
    [['bread', 'Apples'], { total: 4, start: 1, limit: 2 }],
  );
});

test('dates filter a category strictly: by the last post, or else by the start', async () => {
  const category = await findCategoryID(moderator, 'In-Jokes');
  const first = await start(james, category, 'first');
  const { createdAt } = await findLine(james, first);
  advanceMinute(app);
  await start(james, category, 'second');
  advanceMinute(app);
  const answer = await write(james, first, 'later');
  const ask = async (query: Record<string, string>) => {
    const { paginator, forumThreads = [] } = await james.get(forumsApi.category, {
      params: { categoryID: category },
      query,
    });
    return [getTitles(forumThreads), paginator.total];
  };
  assert.deepEqual(await ask({ beforedate: answer.createdAt }), [['second'], 1]);
  assert.deepEqual(await ask({ sort: 'create', afterdate: createdAt }), [['second'], 1]);
  assert.deepEqual(await ask({ sort: 'create', beforedate: answer.createdAt, afterdate: answer.createdAt }), [
    ['second', 'first'],
    2,
  ]);
});

test('leaves out forums of blocked users, except where only the staff can create them', async () => {
  const [general, news] = [
    await findCategoryID(moderator, 'Help Desk'),
    await findCategoryID(moderator, 'Cruise Newsletter'),
  ];
  const [hidden, muted, reader] = [
    await app.newcomer('hidden'),
    await app.newcomer('muted'),
    await app.newcomer('reader'),
  ];
  await start(hidden, general, 'of the hidden');
  advanceMinute(app);
  await start(muted, general, 'of the muted');
  const byStaff = await start(moderator, news, 'Monday');
  await write(hidden, byStaff, 'thanks');
  await block(reader, hidden);
  await mute(reader, muted);
  assert.deepEqual(getTitles(await listLines(reader, general)), ['of the muted']);
  assert.deepEqual(getTitles(await listLines(hidden, general)), ['of the muted', 'of the hidden']);
  const total = (await reader.get(forumsApi.categories, { query: { cat: general } }))[0]?.paginator.total;
  assert.equal(total, 2, 'the list of categories counts all');
});

test('a line shows the last visible author, the number of posts and how many were read', async () => {
  const category = await findCategoryID(moderator, 'Activities');
  const thread = await start(james, category, 'Knitting');
  const hidden = await app.newcomer('noisy');
  advanceMinute(app);
  const last = await write(heidi, thread, 'yes');
  advanceMinute(app);
  await write(hidden, thread, 'no');
  const reader = await app.newcomer('knitter');
  await reader.get(forumsApi.read, threadParams(thread));
  await block(reader, hidden);
  const line = await findLine(reader, thread);
  assert.deepEqual(
    [line.lastPoster?.username, line.lastPostAt, line.postCount, line.readCount, line.isLocked],
    ['heidi', last.createdAt, 2, 2, false],
  );
  const { postCount, readCount, lastPoster } = await findLine(james, thread);
  assert.deepEqual([postCount, readCount, lastPoster?.username], [3, 0, 'noisy']);
  await setForumState(moderator, thread, 'locked');
  assert.equal((await findLine(reader, thread)).isLocked, true);
});

test('starting forums requires the category’s level and seeing the category (forums rule B10)', async () => {
  const ids = await Promise.all(
    ['Event Forums', 'Moderators Only', 'Shutternauts'].map((title) => findCategoryID(moderator, title)),
  );
  for (const id of ids) assert.equal((await tryToStart(james, id, 'Hello')).status, 403);
  const [events = '', , photos = ''] = ids;
  assert.equal((await tryToStart(photographerUser, photos, 'Lenses')).status, 200);
  const thread = await start(moderator, events, 'Trivia');
  assert.equal((await write(james, thread, 'I come')).text, 'I come', 'everybody may post there');
});
