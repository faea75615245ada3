import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { unknownID } from '../../support/accounts.ts';
import {
  block,
  findCategoryID,
  getTexts,
  mute,
  postParams,
  setPostState,
  start,
  startAppWithUsers,
  threadParams,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const general = await findCategoryID(moderator, 'General');
const help = await findCategoryID(moderator, 'Help Desk');
const staff = await findCategoryID(moderator, 'Moderators Only');
const [talkThread, deskThread, secretThread] = [
  await start(james, general, 'Talk'),
  await start(heidi, help, 'Desk'),
  await start(moderator, staff, 'Secret dancing'),
];
const dancePost = await write(heidi, talkThread, 'We were dancing on deck 4 #Cruise2025');
const answerPost = await write(sam, deskThread, 'dances are fun, @heidi. #cruise2025');
const ownPost = await write(james, deskThread, 'Hello @Heidi.Smith #cruiseship');
type Query = Record<string, string | number | boolean>;
const search = (user: typeof james, query: Query) => user.get(forumsApi.searchPosts, { query });
const findTexts = async (user: typeof james, query: Query) => getTexts(await search(user, query));
/** Each event has a forum with a first post. */
const eventCount = (await app.anonymous.get(scheduleApi.list)).length;
const allTexts = [ownPost.text, answerPost.text, dancePost.text, 'Desk?', 'Talk?'];

test('without a filter, finds all posts that the caller can see, newest first (forums rule B64)', async () => {
  assert.deepEqual(await findTexts(james, { limit: 5 }), allTexts);
  const page = await search(james, { start: 1, limit: 2 });
  assert.deepEqual(
    [getTexts(page), page.paginator, page.queryString],
    [allTexts.slice(1, 3), { total: 5 + eventCount, start: 1, limit: 2 }, 'start=1&limit=2'],
  );
  assert.equal((await search(moderator, {})).paginator.total, 6 + eventCount);
});

test('every page of all posts is the same slice of the full list, from whichever end it’s read (core rule 12)', async () => {
  const queries: readonly Query[] = [{}, { category: help }, { forum: deskThread.forumID }];
  for (const query of queries) {
    const whole = await search(james, { ...query, limit: 200 });
    const { total } = whole.paginator;
    assert.equal(total, whole.posts.length);
    for (let start = 0; start <= total + 1; start += 1) {
      const page = await search(james, { ...query, start, limit: 2 });
      assert.deepEqual(getTexts(page), getTexts(whole).slice(start, start + 2), `start ${start} of ${total}`);
      assert.deepEqual(page.paginator, { total, start, limit: 2 });
    }
  }
});

test('words, hashtags, mentions and marks must all match in the same post', async () => {
  await sam.get(forumsApi.bookmark, postParams(answerPost));
  const together = { search: 'fun or nothing', hashtag: 'cruise', mentionname: 'heidi' };
  assert.deepEqual(await findTexts(sam, { ...together, bookmarked: true, forum: deskThread.forumID }), [
    answerPost.text,
  ]);
  assert.deepEqual(await findTexts(sam, { ...together, ownreacts: true }), []);
  assert.deepEqual(await findTexts(sam, { ...together, forum: talkThread.forumID }), []);
  assert.deepEqual(await findTexts(sam, { ...together, category: help, limit: 0 }), []);
  assert.deepEqual(await findTexts(sam, { search: 'dancing or fun', hashtag: 'cruise2025' }), [
    answerPost.text,
    dancePost.text,
  ]);
});

test('filters are combined; a category takes precedence over a forum', async () => {
  assert.deepEqual(await findTexts(james, { forum: deskThread.forumID }), [ownPost.text, answerPost.text, 'Desk?']);
  assert.deepEqual((await search(james, { forum: deskThread.forumID })).paginator.total, 3);
  assert.deepEqual(await findTexts(james, { forum: deskThread.forumID, category: general }), [dancePost.text, 'Talk?']);
  assert.deepEqual(await findTexts(james, { category: staff }), []);
  assert.deepEqual(await findTexts(james, { byself: true, category: help }), [ownPost.text]);
  assert.equal((await james.call(forumsApi.searchPosts, { query: { category: 'x' } })).status, 400);
});

test('words are found in other forms too; content under review isn’t found', async () => {
  assert.deepEqual(await findTexts(james, { search: 'dance' }), [answerPost.text, dancePost.text]);
  assert.deepEqual(await findTexts(james, { search: 'the' }), []);
  assert.equal((await search(james, { search: 'dance' })).paginator.total, 2);
  await setPostState(moderator, answerPost, 'quarantined');
  assert.deepEqual(await findTexts(james, { search: 'dance' }), [dancePost.text]);
  await setPostState(moderator, answerPost, 'normal');
});

test('only moderators can filter by author, except for the caller’s own posts (forums rule B23)', async () => {
  assert.equal((await james.call(forumsApi.searchPosts, { query: { creatorid: sam.userID } })).status, 403);
  assert.deepEqual(await findTexts(james, { creatorid: james.userID }), [ownPost.text, 'Talk?']);
  assert.deepEqual(await findTexts(moderator, { creatorid: sam.userID }), [answerPost.text]);
  assert.deepEqual(await findTexts(moderator, { creatorid: unknownID }), []);
});

test('bookmarks and reactions are the caller’s own lists (forums rule B62)', async () => {
  await james.get(forumsApi.bookmark, postParams(dancePost));
  await james.get(forumsApi.laugh, postParams(answerPost));
  assert.deepEqual(
    [await findTexts(james, { bookmarked: true }), await findTexts(james, { ownreacts: true })],
    [[dancePost.text], [answerPost.text]],
  );
  const bare = async (user: typeof james, call: 'bookmarks' | 'likes' | 'ownPosts') =>
    getTexts({ posts: await user.get(forumsApi[call]) });
  assert.deepEqual([await bare(james, 'bookmarks'), await bare(james, 'likes')], [[dancePost.text], [answerPost.text]]);
  assert.deepEqual([await bare(heidi, 'bookmarks'), await bare(heidi, 'ownPosts')], [[], [dancePost.text, 'Desk?']]);
  const [marked] = (await search(james, { bookmarked: true })).posts;
  assert.equal(marked?.isBookmarked, true);
});

test('a hashtag matches a substring in the query and a word in the path (forums rules B59 and B62)', async () => {
  assert.deepEqual(await findTexts(sam, { hashtag: 'cruise' }), [ownPost.text, answerPost.text, dancePost.text]);
  assert.deepEqual(await findTexts(sam, { hashtag: '#CRUISE2025' }), [answerPost.text, dancePost.text]);
  assert.deepEqual(await findTexts(sam, { hashtag: '#' }), []);
  const tagged = async (tag: string) => getTexts({ posts: await sam.get(forumsApi.postsTagged, { params: { tag } }) });
  assert.deepEqual(
    [await tagged('cruise2025'), await tagged('#Cruise2025'), await tagged('cruise')],
    [[answerPost.text, dancePost.text], [answerPost.text, dancePost.text], []],
  );
});

test('hashtags ignore letter case in every alphabet (core rule 107a)', async () => {
  const thread = await start(heidi, help, 'Alphabets');
  await write(heidi, thread, 'À bientôt #ÉTÉ2025 #Море');
  for (const hashtag of ['été', 'Été2025', 'море', 'МОРЕ']) {
    assert.deepEqual(await findTexts(sam, { hashtag }), ['À bientôt #ÉTÉ2025 #Море'], hashtag);
  }
  await moderator.get(forumsApi.delete, threadParams(thread));
});

test('words in the path search all forums or one; a blank text is 400', async () => {
  assert.deepEqual(getTexts({ posts: await james.get(forumsApi.postsWith, { params: { text: 'dancing' } }) }), [
    answerPost.text,
    dancePost.text,
  ]);
  const inForum = (forumID: string, text = 'dancing') =>
    james.call(forumsApi.postsInForumWith, { params: { forumID, text } });
  assert.deepEqual(getTexts({ posts: (await inForum(deskThread.forumID)).body }), [answerPost.text]);
  assert.deepEqual(
    [
      (await inForum(unknownID)).status,
      (await inForum(secretThread.forumID)).status,
      (await inForum(deskThread.forumID, ' ')).status,
    ],
    [404, 403, 400],
  );
});

test('finds mentions exactly; viewing your own marks them viewed (forums rules B55 and B57, fez rule 73)', async () => {
  const news = async () => (await heidi.get(notificationsApi.summary)).newForumMentionCount;
  assert.equal(await news(), 1);
  assert.deepEqual(await findTexts(james, { mentionname: '@heidi' }), [answerPost.text]);
  assert.deepEqual(await findTexts(james, { mentionid: heidi.userID, mentionname: 'sam' }), [answerPost.text]);
  assert.deepEqual(await findTexts(james, { mentionid: unknownID }), []);
  assert.equal(await news(), 1, 'others have looked');
  assert.deepEqual(await findTexts(heidi, { mentionself: true }), [answerPost.text]);
  assert.equal(await news(), 0);
  await write(james, talkThread, 'again @heidi');
  assert.equal(await news(), 1);
  assert.equal((await heidi.get(forumsApi.mentions)).length, 2);
  assert.equal(await news(), 0);
});

test('finds nothing from hidden users or with a mute word (forums rule B60)', async () => {
  const reader = await app.newcomer('searcher');
  await block(reader, sam);
  const question = await write(james, talkThread, 'Is @sam here?');
  assert.deepEqual(await findTexts(james, { mentionid: sam.userID }), [question.text]);
  assert.deepEqual(await findTexts(reader, { mentionid: sam.userID }), [], 'whose name an id stands for is hidden too');
  await james.get(forumsApi.deletePost, postParams(question));
  await mute(reader, heidi);
  assert.deepEqual(await findTexts(reader, { search: 'dance' }), []);
  const all = await search(reader, { limit: 3 });
  assert.deepEqual(
    [all.posts.map(({ author }) => author.username), all.paginator.total],
    [['james', 'james', 'james'], 3 + eventCount],
  );
  await block(james, reader);
  assert.deepEqual(await findTexts(reader, { forum: deskThread.forumID }), []);
  const other = await app.newcomer('word-muter');
  await other.get(publicTextApi.addMuteWord, { params: { word: 'dancing' } });
  const page = await search(other, { category: general });
  assert.ok(!getTexts(page).includes(dancePost.text));
  assert.equal(page.paginator.total, page.posts.length + 1, 'the total does not tell');
  assert.equal((await other.call(forumsApi.readPost, postParams(dancePost))).status, 404);
  const thread = await other.get(forumsApi.read, threadParams(talkThread));
  assert.ok(!getTexts(thread).includes(dancePost.text) && thread.paginator.total === thread.posts.length + 1);
  await moderator.get(forumsApi.pinPost, postParams(dancePost));
  assert.deepEqual(await other.get(forumsApi.pinnedPosts, threadParams(talkThread)), []);
});
