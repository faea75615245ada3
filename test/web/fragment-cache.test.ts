import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profilesApi } from '#core/profiles/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { adminApi } from '#staff/admin/api.ts';
import { buildCalendarOf, forcedOptions } from '../features/schedule/support.ts';
import { startTestApp } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { moderationApi } from '../support/moderation.ts';

/**
 * Fragments of pages are cached for all users who see them alike: each changes with its content, and no user sees
 * another's.
 */

const app = await startTestApp();
const ada = await app.newcomer('ada');
const bob = await app.newcomer('bob');
const moderator = await app.atLevel('moderator');
const office = await app.atLevel('tho');
const admin = await app.atLevel('admin');
const [adaBrowser, bobBrowser, desk] = [browse(app, ada), browse(app, bob), browse(app, moderator)];

/** Opens a page with all cacheable fragments cached. */
async function openWithCachedFragments(browser: typeof adaBrowser, path: string): Promise<string> {
  await browser.open(path);
  await browser.open(path);
  return (await browser.open(path)).body;
}

test('shows the locations the viewer may see now, regardless of earlier viewers', async () => {
  const change = (list: 'enableFeatures' | 'disableFeatures') =>
    admin.get(adminApi.changeServerSettings, { body: { [list]: [{ app: 'all', feature: 'forums' }] } });
  assert.match(await openWithCachedFragments(desk, '/more'), /<li class="staff"><a href="\/desk\/reports">/);
  assert.doesNotMatch(await openWithCachedFragments(adaBrowser, '/more'), /class="staff"/);
  assert.match(await openWithCachedFragments(adaBrowser, '/more'), /<li><a href="\/forums">/);
  await change('disableFeatures');
  assert.doesNotMatch((await adaBrowser.open('/more')).body, /<li><a href="\/forums">/);
  await change('enableFeatures');
  assert.match((await adaBrowser.open('/more')).body, /<li><a href="\/forums">/);
  assert.match(await openWithCachedFragments(adaBrowser, '/schedule'), /<a href="\/schedule" aria-current="page">/);
  assert.match((await adaBrowser.open('/more')).body, /<a href="\/schedule">/);
});

test('a thread immediately shows changes to its posts and their authors', async () => {
  const categories = await ada.get(forumsApi.categories);
  const category = categories.find(({ isRestricted, isEventCategory }) => !isRestricted && !isEventCategory);
  const { forumID, posts } = await ada.get(forumsApi.create, {
    params: { categoryID: category?.categoryID ?? '' },
    body: { title: 'Kept', firstPost: { text: 'The first words', images: [] } },
  });
  const [first] = posts;
  const postID = first?.postID ?? 0;
  const path = `/forums/thread/${forumID}`;
  const edit = new RegExp(`href="/forums/post/${postID}/edit"`);
  assert.match(await openWithCachedFragments(adaBrowser, path), edit);
  assert.doesNotMatch(await openWithCachedFragments(bobBrowser, path), edit);
  assert.doesNotMatch(await openWithCachedFragments(bobBrowser, path), /\/desk\/forum-posts/);
  assert.match(await openWithCachedFragments(desk, path), /\/desk\/forum-posts/);

  await bob.get(forumsApi.love, { params: { postID } });
  const loved = new RegExp(`value="${postID}" aria-pressed="true" aria-label="Love"`);
  assert.match(await openWithCachedFragments(bobBrowser, path), loved);
  assert.doesNotMatch(await openWithCachedFragments(adaBrowser, path), loved);
  for (const browser of [adaBrowser, bobBrowser, desk]) assert.match((await browser.open(path)).body, /1 reaction</);

  await ada.get(profilesApi.editOwnProfile, { body: { displayName: 'Ada of the Sea' } });
  for (const browser of [adaBrowser, bobBrowser, desk]) assert.match((await browser.open(path)).body, /Ada of the Sea/);
  await bob.get(forumsApi.post, { params: { forumID }, body: { text: 'The second words', images: [] } });
  for (const browser of [adaBrowser, bobBrowser, desk])
    assert.match((await browser.open(path)).body, /The second words/);

  await ada.get(usersApi.block, { params: { userID: bob.userID } });
  assert.doesNotMatch((await adaBrowser.open(path)).body, /The second words/);
  assert.match(await openWithCachedFragments(desk, path), /The second words/);
  await ada.get(usersApi.unblock, { params: { userID: bob.userID } });
  assert.match((await adaBrowser.open(path)).body, /The second words/);
});

test('Today immediately shows announcements, the day’s theme and messages to the viewer', async () => {
  const displayUntil = new Date(app.clock.now().getTime() + 3_600_000);
  const body = { text: 'Drill at ten', displayUntil };
  await office.get(announcementsApi.create, { body });
  const news = /id="unread-more"> <span class="badge">1</;
  for (const browser of [adaBrowser, bobBrowser]) {
    assert.match((await browser.open('/schedule')).body, news);
    assert.doesNotMatch((await browser.open('/')).body, news);
    assert.match(await openWithCachedFragments(browser, '/'), /Drill at ten/);
    assert.doesNotMatch((await browser.open('/schedule')).body, news);
  }
  const [announced] = await app.anonymous.get(announcementsApi.list);
  const params = { announcementID: announced?.id ?? 0 };
  await office.get(announcementsApi.edit, { params, body: { ...body, text: 'Drill at eleven' } });
  for (const browser of [adaBrowser, bobBrowser]) assert.match((await browser.open('/')).body, /Drill at eleven/);
  app.clock.advance({ hours: 1 });
  assert.doesNotMatch((await adaBrowser.open('/')).body, /Drill at/);

  const theme = { info: 'Wear stripes', cruiseDay: 2 };
  await office.get(dailyThemesApi.create, { body: { ...theme, title: 'Stripes' } });
  assert.match(await openWithCachedFragments(adaBrowser, '/'), /Stripes/);
  const [{ themeID } = { themeID: '' }] = await app.anonymous.get(dailyThemesApi.list);
  await office.get(dailyThemesApi.edit, { params: { themeID }, body: { ...theme, title: 'Dots' } });
  assert.match((await bobBrowser.open('/')).body, /Dots/);
  await office.get(dailyThemesApi.delete, { params: { themeID } });
  assert.doesNotMatch((await adaBrowser.open('/')).body, /Dots/);

  assert.doesNotMatch(await openWithCachedFragments(bobBrowser, '/'), /id="unread"/);
  const chat = { fezType: 'closed', title: 'Supper', info: '', minCapacity: 0, maxCapacity: 0 } as const;
  const { fezID } = await ada.get(fezApi.create, { body: { ...chat, initialUsers: [bob.userID] } });
  await ada.get(fezApi.post, { params: { fezID }, body: { text: 'Hungry?', images: [] } });
  assert.match((await bobBrowser.open('/')).body, /id="unread"[\s\S]*Supper/);
  assert.doesNotMatch((await adaBrowser.open('/')).body, /id="unread"/);
  await bobBrowser.open(`/chats/${fezID}`);
  assert.doesNotMatch((await bobBrowser.open('/')).body, /id="unread"/);
});

test('Today counts the minutes until what comes next, and then shows it as running', async () => {
  const at = (minutes: number) => {
    const instant = new Date(app.clock.now().getTime() + minutes * 60_000);
    return `${instant.toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}00Z`;
  };
  importSchedule(app.context, buildCalendarOf({ soon: { start: at(10), end: at(40) } }), forcedOptions);
  assert.match(
    await openWithCachedFragments(adaBrowser, '/'),
    /Nothing is on right now[\s\S]*Event soon[\s\S]*in 10 min/,
  );
  app.clock.advance({ seconds: 90 });
  assert.match(await openWithCachedFragments(adaBrowser, '/'), /in (9|8) min/);
  assert.doesNotMatch((await bobBrowser.open('/')).body, /Next for you/);
  const [event] = await ada.get(scheduleApi.list);
  await ada.get(scheduleApi.addFavorite, { params: { event_id: event?.eventID ?? '' } });
  assert.match((await adaBrowser.open('/')).body, /Next for you[\s\S]*Event soon/);
  assert.doesNotMatch(await openWithCachedFragments(bobBrowser, '/'), /Next for you/);
  app.clock.advance({ minutes: 10 });
  assert.doesNotMatch((await bobBrowser.open('/')).body, /Nothing is on right now/);
  assert.match(await openWithCachedFragments(bobBrowser, '/'), /Event soon[\s\S]*<progress value="2" max="30"/);
  app.clock.advance({ minutes: 1 });
  assert.match((await bobBrowser.open('/')).body, /<progress value="3" max="30"/);
  importSchedule(
    app.context,
    buildCalendarOf({ soon: { start: at(-20), end: at(40), lines: ['LOCATION:Lido'] } }),
    forcedOptions,
  );
  assert.match((await bobBrowser.open('/')).body, /Lido/);
});

test('a chat immediately shows posts, their authors and later changes', async () => {
  const chat = { fezType: 'open', title: 'Whales', info: '', minCapacity: 0, maxCapacity: 0 } as const;
  const eve = await app.newcomer('eve');
  const eves = browse(app, eve);
  const { fezID } = await ada.get(fezApi.create, { body: { ...chat, initialUsers: [bob.userID, eve.userID] } });
  const say = (user: typeof ada, text: string) =>
    user.get(fezApi.post, { params: { fezID }, body: { text, images: [] } });
  const path = `/chats/${fezID}`;
  const { postID } = await say(ada, 'There it blows');
  const remove = new RegExp(`name="delete" value="${postID}"`);
  assert.match(await openWithCachedFragments(adaBrowser, path), remove);
  assert.match(await openWithCachedFragments(adaBrowser, path), /class="msg own"/);
  for (const browser of [bobBrowser, eves]) {
    assert.doesNotMatch(await openWithCachedFragments(browser, path), remove);
    assert.match(
      await openWithCachedFragments(browser, path),
      /<a href="\/people\/[^"]*">[^<]*<\/a> <time[\s\S]*There it blows/,
    );
  }

  await say(bob, 'Where?');
  await say(ada, 'To port');
  assert.match((await eves.open(path)).body, /There it blows[\s\S]*id="new"[\s\S]*Where\?[\s\S]*To port/);
  assert.doesNotMatch((await eves.open(path)).body, /class="rule new"/);
  assert.match(
    await openWithCachedFragments(bobBrowser, path),
    /There it blows[\s\S]*class="msg own"[\s\S]*Where\?[\s\S]*To port/,
  );

  await ada.get(profilesApi.editOwnProfile, { body: { displayName: 'Ada the Lookout' } });
  for (const browser of [bobBrowser, eves])
    assert.equal((await browser.open(path)).body.match(/Ada the Lookout<\/a> <time/g)?.length, 2);
  const setState = (state: 'quarantined' | 'normal') =>
    moderator.get(moderationApi.setFezPostState, { params: { postID, state } });
  await setState('quarantined');
  for (const browser of [adaBrowser, bobBrowser, eves])
    assert.doesNotMatch((await browser.open(path)).body, /There it blows/);
  await setState('normal');
  for (const browser of [adaBrowser, bobBrowser, eves])
    assert.match(await openWithCachedFragments(browser, path), /There it blows/);
  await eve.get(usersApi.block, { params: { userID: bob.userID } });
  assert.doesNotMatch((await eves.open(path)).body, /Where\?/);
  assert.match((await adaBrowser.open(path)).body, /Where\?/);
  await eve.get(usersApi.unblock, { params: { userID: bob.userID } });
  assert.match((await eves.open(path)).body, /Where\?/);
  await ada.get(fezApi.deletePost, { params: { postID } });
  for (const browser of [adaBrowser, bobBrowser, eves])
    assert.doesNotMatch((await browser.open(path)).body, /There it blows/);

  assert.match(await openWithCachedFragments(adaBrowser, path), new RegExp(`<li>[^\\n]*href="/people/${eve.userID}"`));
  await eve.get(fezApi.unjoin, { params: { fezID } });
  assert.doesNotMatch((await adaBrowser.open(path)).body, new RegExp(`href="/people/${eve.userID}"`));
  app.clock.advance({ days: 1 });
  assert.match(await openWithCachedFragments(adaBrowser, path), /<li class="rule">(?!Today)/);
});

test('lists of threads immediately show new posts, and how many the viewer hasn’t read', async () => {
  const categories = await ada.get(forumsApi.categories);
  const categoryID = categories.findLast(
    ({ isRestricted, isEventCategory }) => !isRestricted && !isEventCategory,
  )?.categoryID;
  const { forumID } = await ada.get(forumsApi.create, {
    params: { categoryID: categoryID ?? '' },
    body: { title: 'Ropework', firstPost: { text: 'Which do you know?', images: [] } },
  });
  const list = `/forums/${categoryID}`;
  const isNew = /Ropework[\s\S]*?<span class="badge">1<span class="hide"> new/;
  for (const browser of [adaBrowser, bobBrowser]) await browser.open(`/forums/thread/${forumID}`);
  for (const browser of [adaBrowser, bobBrowser])
    assert.match(await openWithCachedFragments(browser, list), />Ropework<[\s\S]*?>1 post,/);
  await bob.get(forumsApi.post, { params: { forumID }, body: { text: 'The bowline', images: [] } });
  await bobBrowser.open(`/forums/thread/${forumID}`);
  for (const browser of [adaBrowser, bobBrowser])
    assert.match((await browser.open(list)).body, />Ropework<[\s\S]*?>2 posts, last by @?bob/);
  assert.match(await openWithCachedFragments(adaBrowser, list), isNew);
  assert.match(await openWithCachedFragments(adaBrowser, '/forums'), isNew);
  assert.doesNotMatch(await openWithCachedFragments(bobBrowser, list), isNew);
  assert.doesNotMatch((await bobBrowser.open('/forums')).body, /Unread[\s\S]*Ropework/);
  await adaBrowser.open(`/forums/thread/${forumID}`);
  assert.doesNotMatch((await adaBrowser.open(list)).body, isNew);
  await ada.get(forumsApi.rename, { params: { forumID, title: 'Ropework and bends' } });
  for (const browser of [adaBrowser, bobBrowser]) assert.match((await browser.open(list)).body, />Ropework and bends</);
  app.clock.advance({ days: 8 });
  assert.doesNotMatch((await bobBrowser.open(list)).body, /<time[^>]*>[A-Z][a-z]{2} \d\d:/);
});
