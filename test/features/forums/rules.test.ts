import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forumsApi } from '#features/forums/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { buildCalendarOf, forcedOptions } from '../schedule/support.ts';
import {
  advanceMinute,
  block,
  findCategoryID,
  getTexts,
  listActions,
  listLines,
  listTitles,
  open,
  postParams,
  setForumState,
  setPostState,
  start,
  startAppWithUsers,
  startWithPosts,
  threadParams,
  tryToUpdate,
  write,
} from './support.ts';

/** Tests of rules that many calls share. */
const { app, james, heidi, moderator } = await startAppWithUsers();
const general = await findCategoryID(moderator, 'General');
const help = await findCategoryID(moderator, 'Help Desk');
const officialCategory = await findCategoryID(moderator, 'Event Forums');

describe('a path (forums rule B5)', () => {
  const search = async (text: string) =>
    getTexts({ posts: (await james.send('GET', `/api/v3/forum/post/search/${text}`)).body });

  test('is decoded once, after splitting at slashes', async () => {
    const thread = await start(james, general, 'Slashes');
    await write(james, thread, 'either/or');
    await write(james, thread, 'a hundred%2fpercent');
    assert.deepEqual(await search('either%2For'), ['either/or']);
    assert.deepEqual(await search('hundred%252fpercent'), ['a hundred%2fpercent']);
    const { forumID } = thread;
    assert.equal((await james.send('POST', `/api/v3/forum/${forumID}/rename/Fish%2FChips%20%2525`)).status, 201);
    assert.equal((await open(james, thread)).title, 'Fish/Chips %25');
    assert.equal((await james.send('POST', `/api/v3/forum/${forumID}/rename/Fish/Chips`)).status, 404);
  });

  test('with a fixed segment doesn’t match one with an id', async () => {
    for (const path of [
      '/forum/recent',
      '/forum/unread',
      '/forum/post/search',
      '/forum/bookmarks',
      '/microblog/user',
    ]) {
      assert.equal((await james.send('GET', `/api/v3${path}`)).status, 200, path);
    }
    const thread = await start(james, general, 'Sought');
    await write(james, thread, 'recent trunks');
    assert.deepEqual(await search('trunks'), ['recent trunks']);
    const { body } = await james.send('GET', `/api/v3/forum/${thread.forumID}/search/trunks`);
    assert.deepEqual(getTexts({ posts: body }), ['recent trunks']);
  });
});

test('later filters shorten a page, but change neither total nor start (forums rule B7)', async () => {
  const reader = await app.newcomer('page-reader');
  const thread = await start(james, general, 'Cut');
  for (const text of ['one pelican', 'two toucans', 'three pelicans', 'four', '@page-reader', '@page-reader.too'])
    await write(james, thread, text);
  await reader.send('POST', '/api/v3/user/mutewords/add/toucan');
  const page = await open(reader, thread, { start: 1, limit: 3 });
  assert.deepEqual(
    [getTexts(page), page.paginator],
    [['one pelican', 'three pelicans'], { total: 7, start: 1, limit: 3 }],
  );
  const next = await open(reader, thread, { start: 4, limit: 3 });
  assert.deepEqual(getTexts(next), ['four', '@page-reader', '@page-reader.too']);
  const query = { mentionself: true, forum: thread.forumID, limit: 2 };
  const found = await reader.get(forumsApi.searchPosts, { query });
  assert.deepEqual([getTexts(found), found.paginator], [['@page-reader'], { total: 2, start: 0, limit: 2 }]);
});

describe('the forum of an event', () => {
  const trivia = { start: '20250303T190000Z', end: '20250303T200000Z', lines: ['LOCATION:Lido'] };
  const take = (events: Record<string, typeof trivia>) =>
    importSchedule(app.context, buildCalendarOf(events), forcedOptions);
  const find = async (eventID: string) => james.call(forumsApi.readOfEvent, { params: { eventID } });

  test('is found by its event, which it names while that exists (forums rules B18 and B19)', async () => {
    take({ trivia, quiz: trivia });
    const [line] = (await listLines(james, officialCategory)).filter(({ title }) => title === 'Event trivia');
    const { eventID = '' } = line ?? {};
    const { status, body } = await find(eventID);
    assert.deepEqual([status, body.forumID, body.eventID], [200, line?.forumID, eventID]);
    assert.equal((await james.send('GET', `/api/v3/events/${eventID}/forum`)).body.forumID, body.forumID);
    assert.equal((await find(line?.forumID ?? '')).status, 404, 'no event has this id');
    take({ quiz: trivia });
    const later = await open(james, body);
    assert.deepEqual([later.title, 'eventID' in later], ['Event trivia', false]);
    const left = (await listLines(james, officialCategory)).find(({ forumID }) => forumID === body.forumID);
    assert.deepEqual([left?.eventID, left?.eventTime, left?.timeZone], [undefined, undefined, undefined]);
  });

  test('can’t be read by users who can’t see its category (forums rule B19)', async () => {
    take({ trivia });
    const line = (await listLines(james, officialCategory)).find(({ title }) => title.endsWith('Event trivia'));
    const params = { forumID: line?.forumID ?? '', categoryID: await findCategoryID(moderator, 'Moderators Only') };
    await moderator.get(forumsApi.move, { params });
    assert.equal((await find(line?.eventID ?? '')).status, 403);
    await moderator.get(forumsApi.move, { params: { ...params, categoryID: officialCategory } });
  });

  test('has its latest post from the import that created it (forums rule B53)', async () => {
    advanceMinute(app);
    take({ trivia, brunch: trivia });
    const line = (await listLines(james, officialCategory)).find(({ title }) => title === 'Event brunch');
    assert.deepEqual([line?.lastPostAt, line?.lastPoster?.username], [app.clock.now().toISOString(), 'admin']);
    assert.deepEqual([line?.postCount, line?.createdAt], [1, line?.lastPostAt]);
  });
});

describe('lists of threads from all categories', () => {
  const lists = ['favorites', 'mutes', 'unread', 'recent', 'search'] as const;
  const query = { search: 'walrus' };
  const of = (user: typeof james, list: (typeof lists)[number]) =>
    listTitles(user, list, list === 'search' ? query : {});

  test('leave out hidden categories and threads of blocked users (forums rule B20)', async () => {
    const [reader, author] = [await app.newcomer('list-reader'), await app.newcomer('list-author')];
    const restricted = await start(moderator, help, 'walrus moved');
    const hidden = await start(author, help, 'walrus hidden');
    for (const thread of [restricted, hidden]) await reader.get(forumsApi.addFavorite, threadParams(thread));
    const seen = async (): Promise<Record<string, string[]>> =>
      Object.fromEntries(await Promise.all(lists.map(async (list) => [list, await of(reader, list)])));
    const before = await seen();
    for (const list of ['favorites', 'recent', 'unread', 'search'])
      for (const title of ['walrus moved', 'walrus hidden'])
        assert.ok(before[list]?.includes(title), `${title}: ${list}`);
    await moderator.get(forumsApi.move, {
      params: { forumID: restricted.forumID, categoryID: await findCategoryID(moderator, 'Moderators Only') },
    });
    await block(author, reader);
    for (const [list, left] of Object.entries(await seen()))
      assert.ok(!left.some((title) => title.startsWith('walrus')), list);
    assert.deepEqual(await listTitles(author, 'owned'), ['walrus hidden']);
  });

  test('have muted threads last, and pinned ones in normal order (forums rule B20)', async () => {
    const [reader, author] = [await app.newcomer('order-reader'), await app.newcomer('order-author')];
    const threads = [];
    for (const title of ['otter a', 'otter b', 'otter c']) {
      advanceMinute(app);
      threads.push(await start(author, general, title));
    }
    const [first, , last] = threads;
    assert.ok(first && last);
    await moderator.get(forumsApi.pin, threadParams(first));
    await reader.get(forumsApi.mute, threadParams(last));
    assert.deepEqual(await listTitles(reader, 'search', { search: 'otter' }), ['otter b', 'otter a', 'otter c']);
  });

  test('are sorted by the last post, own ones by title, unless the query says otherwise (forums rule B22)', async () => {
    const user = await app.newcomer('sorter');
    const heron = await start(user, general, 'heron stork');
    advanceMinute(app);
    const ibis = await start(user, general, 'Ibis stork');
    advanceMinute(app);
    await write(user, heron, 'more');
    for (const thread of [heron, ibis]) await user.get(forumsApi.addFavorite, threadParams(thread));
    const sorted = (list: 'favorites' | 'search' | 'owned', more: Record<string, string> = {}) =>
      listTitles(user, list, { ...(list === 'search' && { search: 'stork' }), ...more });
    const [byUpdate, byCreation] = [
      ['heron stork', 'Ibis stork'],
      ['Ibis stork', 'heron stork'],
    ];
    for (const list of ['favorites', 'search'] as const) {
      assert.deepEqual(await sorted(list), byUpdate, list);
      assert.deepEqual(await sorted(list, { sort: 'create' }), byCreation, list);
      assert.deepEqual(await sorted(list, { sort: 'title', order: 'descending' }), byCreation, list);
      assert.deepEqual(await sorted(list, { sort: 'whatever' }), byUpdate, list);
    }
    assert.deepEqual(await sorted('owned'), byUpdate);
    assert.deepEqual(await sorted('owned', { sort: 'create', order: 'ascending' }), byUpdate);
    assert.deepEqual(await sorted('owned', { sort: 'create' }), byCreation);
  });
});

test('logs what moderators do with others’ content, but not with their own (forums rule B48)', async () => {
  const own = await start(moderator, general, 'Of a moderator');
  const [ownPost] = own.posts;
  assert.ok(ownPost);
  const before = await listActions(moderator, 200);
  await moderator.get(forumsApi.rename, { params: { forumID: own.forumID, title: 'Renamed' } });
  await moderator.get(forumsApi.pin, threadParams(own));
  await moderator.get(forumsApi.pinPost, postParams(ownPost));
  await tryToUpdate(moderator, ownPost, 'changed');
  await moderator.get(forumsApi.deletePost, postParams(ownPost));
  await moderator.get(forumsApi.delete, threadParams(own));
  assert.deepEqual(await listActions(moderator, 200), before);

  const others = await start(james, general, 'Of someone else');
  const [post] = others.posts;
  assert.ok(post);
  const { forumID } = others;
  await moderator.get(forumsApi.rename, { params: { forumID, title: 'Renamed too' } });
  await moderator.get(forumsApi.move, { params: { forumID, categoryID: help } });
  for (const state of ['locked', 'quarantined', 'reviewed', 'normal']) await setPostState(moderator, post, state);
  await setForumState(moderator, others, 'locked');
  await tryToUpdate(moderator, post, 'changed');
  await moderator.get(forumsApi.deletePost, postParams(post));
  const words = (await listActions(moderator, 9)).map((action) => (action as string[])[0]);
  assert.deepEqual(words.toReversed(), [
    ...['edit', 'move', 'lock', 'quarantine', 'markReviewed', 'unlock', 'lock'],
    ...['edit', 'delete'],
  ]);
});

test('states and moves are for moderators, and are seen by everyone at once (forums rule B47)', async () => {
  const { thread, posts } = await startWithPosts(james, general, 'States of all', 1);
  const [post] = posts;
  assert.ok(post);
  const path = `/api/v3/mod/forum/${thread.forumID}`;
  for (const call of [
    `${path}/setstate/locked`,
    `${path}/setcategory/${help}`,
    `/api/v3/mod/forumpost/${post.postID}/setstate/locked`,
  ])
    assert.equal((await james.send('POST', call)).status, 403, call);
  await setPostState(moderator, post, 'quarantined');
  assert.notEqual(getTexts(await open(heidi, thread, { start: 0 }))[1], '1');
  await moderator.get(forumsApi.move, { params: { forumID: thread.forumID, categoryID: help } });
  assert.equal((await open(heidi, thread)).categoryID, help);
});

test('accepts a hashtag with #; a thread opened with a limit pages both ways (forums rule B65)', async () => {
  const reader = await app.newcomer('both-ways');
  const { thread } = await startWithPosts(james, general, 'Both ways', 9);
  await write(james, thread, 'the end #bothways');
  for (const hashtag of ['bothways', '#bothways'])
    assert.deepEqual(getTexts(await reader.get(forumsApi.searchPosts, { query: { hashtag } })), ['the end #bothways']);
  await open(reader, thread, { start: 4, limit: 1 });
  const { paginator, ...page } = await open(reader, thread, { limit: 4 });
  assert.deepEqual([paginator, getTexts(page)], [{ total: 11, start: 4, limit: 4 }, ['4', '5', '6', '7']]);
  assert.deepEqual(getTexts(await open(reader, thread, { start: 0, limit: 4 })), ['Both ways?', '1', '2', '3']);
  assert.deepEqual(getTexts(await open(reader, thread, { start: 8, limit: 4 })), ['8', '9', 'the end #bothways']);
});
