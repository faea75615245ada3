import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { changeSettings } from '#core/settings/index.ts';
import { forumsApi } from '#features/forums/api.ts';
import { unknownID } from '../../support/accounts.ts';
import { createPicture, toUpload } from '../../support/pictures.ts';
import { giveRole } from '../../support/roles.ts';
import {
  advanceMinute,
  block,
  findCategoryID,
  findLine,
  getTexts,
  listActions,
  open,
  quarantine,
  setForumState,
  start,
  startAppWithUsers,
  threadParams,
  tryToStart,
  tryToWrite,
  write,
} from './support.ts';

const { app, james, heidi, moderator } = await startAppWithUsers();
const category = await findCategoryID(moderator, 'General');
const picture = toUpload(await createPicture());
const createPictureList = (number: number) => ({ filename: `11111111-2222-4333-8444-00000000000${number}.jpg` });
const makeMany = (count: number) => Array.from({ length: count }, (_, number) => createPictureList(number));

test('a thread starts with its first post, unread for everyone (forums rule B24)', async () => {
  const thread = await start(james, category, 'Whales', { images: [picture, {}] });
  const [post] = thread.posts;
  assert.equal(thread.posts.length, 1);
  assert.deepEqual(thread.paginator, { total: 1, start: 0, limit: 50 });
  assert.deepEqual([thread.isFavorite, thread.isMuted, thread.isLocked, thread.isPinned], [false, false, false, false]);
  assert.deepEqual([post?.author.username, post?.text, post?.images?.length], ['james', 'Whales?', 1]);
  assert.equal((await app.anonymous.send('GET', `/api/v3/image/thumb/${post?.images?.[0]}`)).status, 200);
  const line = await findLine(james, thread);
  assert.deepEqual([line.postCount, line.readCount], [1, 0]);
});

test('rejects a thread in order: body, number of pictures, author, category', async () => {
  const outcome = async (user: typeof james, categoryID: string, title: string, images: unknown[] = []) => {
    const { status, fieldErrors } = await tryToStart(user, categoryID, title, { images });
    return [status, ...Object.keys(fieldErrors ?? {})];
  };
  const suspended = await app.newcomer('suspended-starter');
  await quarantine(moderator, suspended);
  assert.deepEqual(await outcome(suspended, unknownID, 'x', makeMany(9)), [400, 'title', 'firstPost.images']);
  assert.deepEqual(await outcome(suspended, unknownID, 'x', makeMany(5)), [400, 'title']);
  assert.deepEqual(await outcome(suspended, unknownID, 'xx', makeMany(5)), [400, 'firstPost.images']);
  assert.deepEqual(await outcome(suspended, unknownID, 'xx'), [403]);
  assert.deepEqual(await outcome(await app.logIn('unverified'), unknownID, 'xx'), [403]);
  assert.deepEqual(await outcome(james, unknownID, 'xx'), [404]);
  assert.deepEqual(await outcome(james, category, 'x'.repeat(101)), [400, 'title']);
});

test('a title may have joiners and emoji, but no invisible characters (decisions 77 and 87)', async () => {
  for (const title of ['   ', 'a\nb', 'a\u202eb', 'a\u200bb', 'a\u0000b', 'a\u200db']) {
    if (title === 'a\u200db') continue;
    assert.deepEqual((await tryToStart(james, category, title)).fieldErrors && 'title', 'title', JSON.stringify(title));
  }
  for (const title of ['می‌خواهم', 'Crew 👩‍👩‍👧', 'Émile’s 100%'])
    assert.equal((await start(james, category, title)).title, title);
});

test('a post is appended and moves the thread up; checks run in order (forums rule B25)', async () => {
  const thread = await start(james, category, 'Order');
  advanceMinute(app);
  const post = await write(heidi, thread, 'first\r\nsecond');
  assert.deepEqual(
    [post.text, post.isBookmarked, post.likeCount, 'isPinned' in post],
    ['first\nsecond', false, 0, false],
  );
  assert.deepEqual(getTexts(await open(james, thread)), ['Order?', 'first\nsecond']);
  assert.equal((await findLine(james, thread)).lastPostAt, post.createdAt);
  const status = async (user: typeof james, text: string, images: unknown[] = [], target = thread) =>
    (await tryToWrite(user, target, text, { images })).status;
  const suspended = await app.newcomer('suspended-writer');
  await quarantine(moderator, suspended);
  const nowhere = { ...thread, forumID: unknownID };
  assert.equal(await status(suspended, '', [], nowhere), 400);
  assert.equal(await status(suspended, 'x', makeMany(5), nowhere), 400);
  assert.equal(await status(suspended, 'x', [], nowhere), 404);
  const staffOnly = await start(moderator, await findCategoryID(moderator, 'Moderators Only'), 'Inside');
  assert.equal(await status(james, 'x', [], staffOnly), 403);
  assert.equal(await status(suspended, 'x'), 403);
  const blocked = await app.newcomer('blocked-writer');
  await block(blocked, james);
  assert.equal(await status(blocked, 'x'), 404);
  for (const state of ['quarantined', 'locked']) {
    await setForumState(moderator, thread, state);
    assert.deepEqual(
      [await status(heidi, 'x'), await status(james, 'x'), await status(moderator, state)],
      [403, 403, 201],
      state,
    );
  }
  await setForumState(moderator, thread, 'reviewed');
  assert.equal(await status(heidi, 'x'), 201);
});

test('texts have 1 to 2,047 characters and at most 25 lines', async () => {
  const thread = await start(james, category, 'Texts');
  const fields = async (text: string) => (await tryToWrite(james, thread, text)).fieldErrors;
  for (const text of ['', 'x'.repeat(2048), 'x\n'.repeat(25)])
    assert.deepEqual(Object.keys((await fields(text)) ?? {}), ['text']);
  const strange = ' <script>\u202e"\'; DROP TABLE forums; -- \u0000 é́́ ';
  for (const text of ['x'.repeat(2047), `${'x\r\n'.repeat(24)}x`, strange]) {
    const post = await write(james, thread, text);
    const stored = text.replaceAll('\r\n', '\n');
    assert.equal(post.text, stored);
    assert.equal((await james.get(forumsApi.readPost, { params: { postID: post.postID } })).text, stored);
  }
});

test('too many pictures are reported together with all other errors (core rule 17)', async () => {
  const thread = await start(james, category, 'Everything at once');
  const { status, fieldErrors = {} } = await tryToWrite(james, thread, '', { images: makeMany(9) });
  assert.deepEqual([status, Object.keys(fieldErrors).sort()], [400, ['images', 'text']]);
});

test('the setting limits pictures; photographers can post eight, the maximum (forums rule B26)', async () => {
  const thread = await start(james, category, 'Pictures');
  const status = async (user: typeof james, count: number) =>
    (await tryToWrite(user, thread, 'look', { images: makeMany(count) })).status;
  const photographer = await giveRole(app, await app.newcomer('shutter'), 'shutternaut');
  assert.deepEqual([await status(james, 4), await status(james, 5)], [201, 400]);
  assert.deepEqual([await status(photographer, 8), await status(photographer, 9)], [201, 400]);
  transact(app.context, (context) => changeSettings(context, { maxForumPostImages: 0 }));
  assert.deepEqual([await status(james, 0), await status(james, 1)], [201, 400]);
  transact(app.context, (context) => changeSettings(context, { maxForumPostImages: 4 }));
  const { images } = await write(james, thread, 'kept in order', {
    images: [createPictureList(2), {}, createPictureList(1)],
  });
  assert.deepEqual(images, [createPictureList(2).filename, createPictureList(1).filename]);
});

test('only team members can post as their team, and it’s logged (forums rule B27)', async () => {
  const devteam = await app.atLevel('devteam');
  const thread = await start(moderator, category, 'From the team', { postAsModerator: true });
  assert.equal(thread.creator.username, 'moderator');
  const [first] = thread.posts;
  assert.deepEqual(await listActions(moderator, 1), [['post', 'forumPost', String(first?.postID)]]);
  const both = await write(devteam, thread, 'both', { postAsModerator: true, postAsDevTeam: true });
  const one = await write(devteam, thread, 'one', { postAsDevTeam: true });
  const none = await write(james, thread, 'none', { postAsModerator: true, postAsDevTeam: true });
  assert.deepEqual(
    [both, one, none].map(({ author }) => author.username),
    ['moderator', 'DevTeam', 'james'],
  );
  assert.equal((await listActions(moderator, 2)).length, 2);
  assert.deepEqual((await listActions(moderator, 1))[0], ['post', 'forumPost', String(one.postID)]);
  assert.equal((await heidi.call(forumsApi.read, threadParams(thread))).status, 200);
});
