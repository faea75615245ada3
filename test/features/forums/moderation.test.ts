import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forumsApi } from '#features/forums/api.ts';
import { createSubAccount, giveRegistrationCodes, unknownID } from '../../support/accounts.ts';
import { moderationApi } from '../../support/moderation.ts';
import {
  findCategoryID,
  findLine,
  getTitles,
  listActions,
  listLines,
  open,
  postParams,
  quarantine,
  setForumState,
  setPostState,
  start,
  startAppWithUsers,
  threadParams,
  tryToUpdate,
  tryToWrite,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const category = await findCategoryID(moderator, 'General');
const staffOnly = await findCategoryID(moderator, 'Moderators Archive');
const report = { body: { message: 'look at this' } };

test('enough reports hide a thread or post, unless moderators reviewed it (forums rules B44 and B45)', async () => {
  const thread = await start(james, category, 'Rude title');
  const post = await write(james, thread, 'rude words', { images: [{ filename: `${unknownID}.jpg` }] });
  const reporters = [heidi, sam, await app.newcomer('third')];
  await giveRegistrationCodes(app, ...reporters);
  for (const user of reporters) {
    assert.equal((await open(user, thread)).title, 'Rude title');
    assert.equal((await user.call(forumsApi.report, { ...threadParams(thread), ...report })).status, 201);
    assert.equal((await user.call(forumsApi.reportPost, { ...postParams(post), ...report })).status, 201);
  }
  assert.equal((await heidi.call(forumsApi.report, { ...threadParams(thread), ...report })).status, 409);
  assert.equal((await heidi.call(forumsApi.reportPost, { ...postParams(post), ...report })).status, 409);
  assert.equal(
    (await james.call(forumsApi.report, { ...threadParams(thread), ...report })).status,
    201,
    'one’s own too',
  );
  for (const user of [james, heidi, moderator]) {
    const shown = await open(user, thread, { start: 1 });
    assert.notEqual(shown.title, 'Rude title');
    assert.deepEqual(
      [shown.posts[0]?.text === 'rude words', shown.posts[0]?.images, shown.isLocked],
      [false, undefined, false],
    );
    assert.notEqual((await findLine(user, thread)).title, 'Rude title');
  }
  const judged = await moderator.get(moderationApi.forum, threadParams(thread));
  assert.deepEqual(
    [judged.title, judged.moderationStatus, judged.reports.length],
    ['Rude title', 'autoQuarantined', 4],
  );
  const judgedPost = await moderator.get(moderationApi.forumPost, postParams(post));
  assert.deepEqual(
    [judgedPost.forumPost.text, judgedPost.forumPost.images, judgedPost.moderationStatus],
    ['rude words', [`${unknownID}.jpg`], 'autoQuarantined'],
  );
  assert.equal((await tryToUpdate(james, post, 'better')).status, 403);
  assert.equal((await tryToWrite(heidi, thread, 'x')).status, 403);
});

test('reviewed content stays visible, however often it’s reported', async () => {
  const thread = await start(james, category, 'Harmless');
  await setForumState(moderator, thread, 'reviewed');
  for (const name of ['one', 'two', 'three']) {
    const reporter = await app.newcomer(`reports-${name}`);
    await giveRegistrationCodes(app, reporter);
    await reporter.get(forumsApi.report, { ...threadParams(thread), ...report });
  }
  assert.equal((await moderator.get(moderationApi.forum, threadParams(thread))).moderationStatus, 'modReviewed');
});

test('states can be set on existing content, and are logged (moderation rule M2, forums rule B47)', async () => {
  const thread = await start(james, category, 'States');
  const [post] = thread.posts;
  assert.ok(post);
  await setForumState(moderator, thread, 'locked');
  await setPostState(moderator, post, 'quarantined');
  assert.deepEqual(await listActions(moderator, 2), [
    ['quarantine', 'forumPost', String(post.postID)],
    ['lock', 'forum', thread.forumID],
  ]);
  assert.equal((await open(heidi, thread)).isLocked, true);
  const { body } = await moderator.send('GET', `/api/v3/mod/forumPost/${post.postID}`);
  assert.equal(body.forumPost.text, 'States?', 'under either spelling of its path');
  await moderator.get(forumsApi.deletePost, postParams(post));
  assert.equal(
    (await moderator.call(moderationApi.setForumPostState, { params: { postID: post.postID, state: 'normal' } }))
      .status,
    404,
  );
  await moderator.get(forumsApi.delete, threadParams(thread));
  assert.equal(
    (await moderator.call(moderationApi.setForumState, { params: { forumID: thread.forumID, state: 'normal' } }))
      .status,
    404,
  );
  for (const [id, call] of [
    [unknownID, moderationApi.forum],
    [unknownID, moderationApi.setForumState],
  ] as const) {
    assert.equal((await moderator.call(call, { params: { forumID: id, state: 'normal' } })).status, 404);
  }
  assert.equal((await moderator.call(moderationApi.forumPost, postParams({ postID: 999_999 }))).status, 404);
});

test('deleting a thread deletes its posts; moderators can still read both (forums rules B34 and B50)', async () => {
  const thread = await start(james, category, 'Ends');
  const post = await write(heidi, thread, 'last words');
  const suspended = await app.atLevel('devteam');
  assert.equal((await james.call(forumsApi.delete, threadParams(thread))).status, 403);
  await moderator.get(forumsApi.delete, threadParams(thread));
  assert.equal((await suspended.call(forumsApi.delete, threadParams(thread))).status, 404);
  assert.deepEqual(await listActions(moderator, 1), [['delete', 'forum', thread.forumID]]);
  assert.equal((await heidi.call(forumsApi.read, threadParams(thread))).status, 404);
  assert.equal((await heidi.call(forumsApi.readPost, postParams(post))).status, 404);
  const judged = await moderator.get(moderationApi.forum, threadParams(thread));
  const judgedPost = await moderator.get(moderationApi.forumPost, postParams(post));
  assert.deepEqual([judged.isDeleted, judgedPost.isDeleted, judgedPost.forumPost.text], [true, true, 'last words']);
  assert.equal(
    (await moderator.call(moderationApi.setForumPostState, { params: { postID: post.postID, state: 'locked' } }))
      .status,
    404,
  );
});

test('a moved thread is visible to users who see its new category; the previous one is recorded (moderation rule M10)', async () => {
  const thread = await start(james, category, 'Moves');
  const move = async (user: typeof james, forumID: string, categoryID: string) =>
    (await user.call(forumsApi.move, { params: { forumID, categoryID } })).status;
  assert.equal(await move(james, thread.forumID, staffOnly), 403);
  assert.deepEqual(
    [await move(moderator, unknownID, staffOnly), await move(moderator, thread.forumID, unknownID)],
    [404, 404],
  );
  assert.equal(await move(moderator, thread.forumID, category), 400);
  const before = (await moderator.get(forumsApi.categories, { query: { cat: category } }))[0]?.paginator.total ?? 0;
  assert.equal(await move(moderator, thread.forumID, staffOnly), 200);
  assert.deepEqual(await listActions(moderator, 1), [['move', 'forum', thread.forumID]]);
  assert.equal((await james.call(forumsApi.read, threadParams(thread))).status, 403);
  assert.deepEqual(getTitles(await listLines(moderator, staffOnly)), ['Moves']);
  assert.equal(
    (await moderator.get(forumsApi.categories, { query: { cat: category } }))[0]?.paginator.total,
    before - 1,
  );
  const { edits, categoryID } = await moderator.get(moderationApi.forum, threadParams(thread));
  assert.deepEqual(
    [categoryID, edits.map((edit) => [edit.title, edit.categoryID])],
    [staffOnly, [['Moves', category]]],
  );
});

test('a moderator in temporary quarantine can’t delete, but can set states', async () => {
  const promoted = await app.newcomer('staff-to-be');
  await (await app.logIn('admin')).send('POST', `/api/v3/admin/moderator/promote/${promoted.userID}`);
  const thread = await start(james, category, 'Quiet');
  await quarantine(moderator, await createSubAccount(app, promoted, 'staff-at-home'));
  assert.equal((await promoted.call(forumsApi.delete, threadParams(thread))).status, 403);
  await setForumState(promoted, thread, 'locked');
  assert.equal((await open(heidi, thread)).isLocked, true);
});
