import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forumsApi } from '#features/forums/api.ts';
import { unknownID } from '../../support/accounts.ts';
import {
  advanceMinute,
  block,
  findCategoryID,
  getTitles,
  listLines,
  listTitles,
  mute,
  open,
  setForumState,
  start,
  startAppWithUsers,
  threadParams,
  write,
} from './support.ts';

const { app, james, heidi, moderator } = await startAppWithUsers();
const general = await findCategoryID(moderator, 'General');
const help = await findCategoryID(moderator, 'Help Desk');
const staff = await findCategoryID(moderator, 'Moderators Only');

const beansThread = await start(james, general, 'beans');
advanceMinute(app);
const applesThread = await start(james, help, 'Apples');
advanceMinute(app);
const cornThread = await start(heidi, general, 'corn');
advanceMinute(app);
await start(moderator, staff, 'secret');
advanceMinute(app);
await write(heidi, beansThread, 'I like beans and dancing');

test('lists own threads by title, also as a bare array, without those for a team (forums rule B21)', async () => {
  await start(moderator, general, 'for the team', { postAsModerator: true });
  assert.deepEqual(await listTitles(james, 'owned'), ['Apples', 'beans']);
  assert.deepEqual(await listTitles(james, 'owned', { sort: 'create' }), ['Apples', 'beans']);
  assert.deepEqual(await listTitles(james, 'owned', { sort: 'update' }), ['beans', 'Apples']);
  assert.deepEqual(await listTitles(james, 'owned', { order: 'descending', cat: general }), ['beans']);
  assert.deepEqual(await listTitles(james, 'owned', { cat: unknownID }), []);
  assert.deepEqual(getTitles(await james.get(forumsApi.ownedBare, { query: { limit: 1, start: 1 } })), ['beans']);
  assert.deepEqual(await listTitles(moderator, 'owned'), ['secret']);
});

test('unread threads were never opened or have newer posts; muted ones are excluded (forums rule B21)', async () => {
  const reader = await app.newcomer('unread-reader');
  assert.deepEqual(await listTitles(reader, 'unread', { cat: help }), ['Apples']);
  const all = await listTitles(reader, 'unread');
  assert.ok(all.includes('beans') && all.includes('corn') && !all.includes('secret'), all.join());
  await open(reader, cornThread);
  assert.ok(!(await listTitles(reader, 'unread')).includes('corn'));
  await reader.get(forumsApi.mute, threadParams(applesThread));
  assert.deepEqual(await listTitles(reader, 'unread', { cat: help }), []);
  await write(james, cornThread, 'popcorn');
  assert.ok((await listTitles(reader, 'unread')).includes('corn'));
  await mute(reader, james);
  assert.ok(!(await listTitles(reader, 'unread')).includes('corn'), 'what the muted write is nothing new');
  await reader.get(forumsApi.addFavorite, threadParams(beansThread));
  assert.ok((await listTitles(reader, 'unread')).includes('beans'), 'a favorite that was never opened is unread');
  assert.equal((await reader.get(forumsApi.unread, { query: { limit: 1 } })).forumThreads.length, 1);
});

test('lists recent threads by last visit with new posts, muted ones last (forums rule B21)', async () => {
  const reader = await app.newcomer('recent-reader');
  for (const thread of [beansThread, cornThread, applesThread]) {
    await open(reader, thread);
    advanceMinute(app);
  }
  assert.deepEqual(await listTitles(reader, 'recent'), ['Apples', 'corn', 'beans']);
  await open(reader, beansThread);
  assert.deepEqual(await listTitles(reader, 'recent'), ['Apples', 'corn', 'beans'], 'nothing was new there');
  await reader.get(forumsApi.addFavorite, threadParams(beansThread));
  advanceMinute(app);
  assert.deepEqual(await listTitles(reader, 'recent'), ['beans', 'Apples', 'corn']);
  await reader.get(forumsApi.mute, threadParams(cornThread));
  assert.deepEqual(await listTitles(reader, 'recent'), ['beans', 'Apples', 'corn']);
  const { paginator, forumThreads } = await reader.get(forumsApi.recent, { query: { start: 1, limit: 1 } });
  assert.deepEqual([paginator, getTitles(forumThreads)], [{ total: 3, start: 1, limit: 1 }, ['Apples']]);
});

test('favorites and mutes are personal lists, and exclude each other (forums rule B35)', async () => {
  const reader = await app.newcomer('chooser');
  const change = async (call: 'addFavorite' | 'removeFavorite' | 'mute' | 'unmute', thread: typeof beansThread) =>
    (await reader.call(forumsApi[call], threadParams(thread))).status;
  assert.deepEqual([await change('addFavorite', beansThread), await change('addFavorite', beansThread)], [201, 200]);
  assert.deepEqual(
    [await change('mute', beansThread), await change('mute', cornThread), await change('mute', cornThread)],
    [400, 201, 200],
  );
  assert.equal(await change('addFavorite', cornThread), 400);
  assert.deepEqual([await listTitles(reader, 'favorites'), await listTitles(reader, 'mutes')], [['beans'], ['corn']]);
  assert.deepEqual([await listTitles(heidi, 'favorites'), await listTitles(heidi, 'mutes')], [[], []]);
  const shown = await open(reader, beansThread);
  assert.deepEqual([shown.isFavorite, shown.isMuted], [true, false]);
  const newcomer = await app.newcomer('never-here');
  const lines = await listLines(newcomer, general);
  assert.ok(lines.length > 0);
  assert.ok(lines.every(({ isFavorite, isMuted }) => !isFavorite && !isMuted));
  assert.deepEqual(
    [await change('removeFavorite', beansThread), await change('removeFavorite', beansThread)],
    [204, 200],
  );
  assert.deepEqual([await change('unmute', cornThread), await change('unmute', cornThread)], [204, 200]);
  assert.deepEqual([await listTitles(reader, 'favorites'), await listTitles(reader, 'mutes')], [[], []]);
});

test('marks all visible posts as read; the status shows whether that changed anything (forums rule B36)', async () => {
  const reader = await app.newcomer('marker');
  const mark = async () => (await reader.call(forumsApi.markRead, threadParams(beansThread))).status;
  assert.deepEqual([await mark(), await mark()], [201, 200]);
  assert.ok(!(await listTitles(reader, 'unread')).includes('beans'));
  await write(james, beansThread, 'more');
  assert.deepEqual([await mark(), await mark()], [201, 200]);
});

test('a search requires a filter; filters are combined with AND, values of one filter with OR (forums rule B23)', async () => {
  assert.equal((await james.call(forumsApi.search, { query: { sort: 'title', search: ' ' } })).status, 400);
  assert.deepEqual(
    await listTitles(heidi, 'search', { category: `${general},${help}`, sort: 'title', creatorid: james.userID }),
    ['Apples', 'beans'],
  );
  assert.deepEqual(await listTitles(heidi, 'search', { creator: 'JAMES', category: help }), ['Apples']);
  assert.equal((await heidi.call(forumsApi.search, { query: { creator: 'unknown-user' } })).status, 400);
  assert.equal((await heidi.call(forumsApi.search, { query: { category: 'x' } })).status, 400);
  assert.deepEqual(await listTitles(heidi, 'search', { creatorself: true }), ['corn']);
  assert.deepEqual(await listTitles(heidi, 'search', { creatorid: unknownID }), []);
  await heidi.get(forumsApi.addFavorite, threadParams(applesThread));
  await heidi.get(forumsApi.mute, threadParams(beansThread));
  assert.deepEqual(await listTitles(heidi, 'search', { favorite: true }), ['Apples']);
  assert.deepEqual(await listTitles(heidi, 'search', { mute: true }), ['beans']);
  assert.deepEqual(
    await listTitles(heidi, 'search', { unread: true, category: general, creatorid: james.userID }),
    ['beans'],
    'muted ones too',
  );
  await heidi.get(forumsApi.unmute, threadParams(beansThread));
});

test('a creator hidden by a block gets the same response as an unknown name (forums rule B23)', async () => {
  const [hidden, seeker] = [await app.newcomer('hidden-creator'), await app.newcomer('creator-seeker')];
  await block(hidden, seeker);
  const rejected = await seeker.call(forumsApi.search, { query: { creator: 'Hidden-Creator' } });
  const unknown = await seeker.call(forumsApi.search, { query: { creator: 'Unknown-User' } });
  assert.deepEqual([rejected.status, rejected.reason.replace('Hidden-Creator', 'Unknown-User')], [400, unknown.reason]);
  assert.deepEqual(await listTitles(seeker, 'search', { creatorid: hidden.userID }), []);
});

test('words are searched in titles and posts; with `posted`, in the caller’s own posts (forums rule B23)', async () => {
  assert.deepEqual(await listTitles(heidi, 'search', { search: 'bean' }), ['beans']);
  assert.deepEqual(await listTitles(heidi, 'search', { search: 'the' }), [], 'a word too common finds nothing');
  assert.deepEqual(await listTitles(heidi, 'search', { search: '"(((' }), []);
  assert.deepEqual(await listTitles(james, 'search', { searchposts: 'dances' }), ['beans']);
  assert.deepEqual(await listTitles(james, 'search', { searchposts: 'dances', posted: true }), [], 'heidi wrote it');
  assert.deepEqual(await listTitles(heidi, 'search', { searchposts: 'dances', posted: true }), ['beans']);
  assert.deepEqual((await listTitles(heidi, 'search', { posted: true })).sort(), ['beans', 'corn']);
  await mute(james, heidi);
  assert.deepEqual(await listTitles(james, 'search', { searchposts: 'dances' }), [], 'what is hidden is not found');
  await write(moderator, beansThread, 'Everybody dances');
  assert.deepEqual(await listTitles(james, 'search', { searchposts: 'dances' }), ['beans'], 'what stands behind it is');
});

test('a title under review isn’t found by its words', async () => {
  const thread = await start(james, general, 'Unspeakable');
  assert.deepEqual(await listTitles(heidi, 'search', { search: 'unspeakable' }), ['Unspeakable']);
  await setForumState(moderator, thread, 'quarantined');
  assert.deepEqual(await listTitles(heidi, 'search', { search: 'unspeakable' }), []);
});

test('a deleted thread is in no list', async () => {
  const thread = await start(james, general, 'Short lived');
  await heidi.get(forumsApi.addFavorite, threadParams(thread));
  await open(heidi, thread);
  await moderator.get(forumsApi.delete, threadParams(thread));
  for (const list of ['favorites', 'recent', 'unread'] as const) {
    assert.ok(!(await listTitles(heidi, list)).includes('Short lived'), list);
  }
  assert.ok(!(await listTitles(james, 'owned')).includes('Short lived'));
  assert.deepEqual(await listTitles(heidi, 'search', { search: '"short lived"' }), []);
});
