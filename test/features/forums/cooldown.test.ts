import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { changeSettings } from '#core/settings/index.ts';
import { forumsApi } from '#features/forums/api.ts';
import { moderationApi as staffApi } from '#staff/moderation/api.ts';
import { createSubAccount } from '../../support/accounts.ts';
import type { User } from '../../support/app.ts';
import { moderationApi } from '../../support/moderation.ts';
import {
  findCategoryID,
  listLines,
  open,
  postParams,
  start,
  startAppWithUsers,
  threadParams,
  tryToUpdate,
  tryToWrite,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const general = await findCategoryID(moderator, 'General');
const hourMilliseconds = 3_600_000;
// Accounts of the first start are older than a day.
app.clock.advance({ hours: 48 });

type Thread = { forumID: string };
const setSlowMode = (thread: Thread, seconds: number, user = moderator) =>
  user.call(forumsApi.slowMode, { params: { ...threadParams(thread).params, seconds } });
const setNewAccounts = (thread: Thread, mode: string, user = moderator) =>
  user.call(forumsApi.newAccounts, { params: { ...threadParams(thread).params, mode } });
const closeAt = (thread: Thread, date: Date, user = moderator) =>
  user.call(forumsApi.closeAt, { params: { ...threadParams(thread).params, date: date.toISOString() } });
const getTimeInHours = (hours: number) => new Date(app.clock.now().getTime() + hours * hourMilliseconds);

/** Returns the status, code and waiting time of a rejected post. */
async function getRejection(user: User, thread: Thread) {
  const { status, body, headers } = await tryToWrite(user, thread, 'may I?');
  return [status, (body as { code?: string }).code, Number(headers.get('retry-after') ?? Number.NaN)];
}

const findActions = async (thread: Thread) =>
  (await moderator.get(staffApi.actionLog, { query: { limit: 200 } })).actions
    .filter(({ contentID }) => contentID === thread.forumID)
    .map(({ actionType }) => actionType);

test('slow mode: one post in the set number of seconds (forums rules B81 and B83)', async () => {
  const thread = await start(james, general, 'slow');
  assert.equal((await setSlowMode(thread, 300)).status, 200);
  assert.equal((await tryToWrite(heidi, thread, 'one')).status, 201);
  assert.deepEqual(await getRejection(heidi, thread), [403, 'slowMode', 300]);
  assert.equal((await tryToWrite(sam, thread, 'another person')).status, 201);
  app.clock.advance({ seconds: 299 });
  assert.deepEqual(await getRejection(heidi, thread), [403, 'slowMode', 1]);
  app.clock.advance({ seconds: 1 });
  const post = await write(heidi, thread, 'two');
  assert.equal((await tryToUpdate(heidi, post, 'two, corrected')).status, 200, 'edits aren’t limited');
  assert.equal((await tryToWrite(heidi, await start(james, general, 'not slow'), 'elsewhere')).status, 201);
  await setSlowMode(thread, 0);
  assert.equal((await tryToWrite(heidi, thread, 'three')).status, 201);
});

test('slow mode applies to the person: sub-accounts share it, and deleting the post doesn’t reset it (forums rule B83)', async () => {
  const person = await app.newcomer('slow-person');
  app.clock.advance({ hours: 1 });
  const thread = await start(james, general, 'slow family');
  await setSlowMode(thread, 60);
  const post = await write(person, thread, 'one');
  const alias = await createSubAccount(app, person, 'slow-alias');
  assert.deepEqual(await getRejection(alias, thread), [403, 'slowMode', 60]);
  await person.get(forumsApi.deletePost, postParams(post));
  assert.deepEqual(await getRejection(person, thread), [403, 'slowMode', 60]);
});

test('of two concurrent posts, one is rejected (forums rule B83)', async () => {
  const thread = await start(james, general, 'at once');
  await setSlowMode(thread, 60);
  const statuses = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (text) => (await tryToWrite(heidi, thread, text)).status),
  );
  assert.deepEqual(statuses.sort(), [201, 403, 403, 403]);
});

test('new accounts can only read for a day (forums rule B84)', async () => {
  const thread = await start(james, general, 'no newcomers');
  const newcomer = await app.newcomer('cool-newcomer');
  const post = await write(newcomer, thread, 'first');
  assert.equal((await setNewAccounts(thread, 'readonly')).status, 200);
  assert.deepEqual(await getRejection(newcomer, thread), [403, 'accountTooNew', 86_400]);
  assert.equal((await tryToUpdate(newcomer, post, 'changed')).status, 403);
  assert.equal((await newcomer.call(forumsApi.deletePost, postParams(post))).status, 403);
  assert.equal((await newcomer.call(forumsApi.like, postParams(thread.posts[0] ?? { postID: 0 }))).status, 200);
  assert.equal((await tryToWrite(heidi, thread, 'not new')).status, 201);
  // The account is new, but the person isn't.
  const alias = await createSubAccount(app, heidi, 'cool-alias');
  assert.equal((await tryToWrite(alias, thread, 'not new either')).status, 201);
  app.clock.advance({ seconds: 86_399 });
  assert.deepEqual(await getRejection(newcomer, thread), [403, 'accountTooNew', 1]);
  app.clock.advance({ seconds: 1 });
  assert.equal((await tryToWrite(newcomer, thread, 'a day later')).status, 201);
  await setNewAccounts(thread, 'open');
  assert.equal((await tryToWrite(await app.newcomer('cool-latecomer'), thread, 'welcome')).status, 201);
});

test('a thread closes automatically at its time, and reopens when given another (forums rule B85)', async () => {
  const thread = await start(james, general, 'until ten');
  const post = await write(james, thread, 'mine');
  await closeAt(thread, getTimeInHours(2));
  assert.equal((await tryToWrite(heidi, thread, 'in time')).status, 201);
  const isLocked = async () => [
    (await open(heidi, thread)).isLocked,
    (await listLines(heidi, general)).find(({ forumID }) => forumID === thread.forumID)?.isLocked,
    (await listLines(await app.logIn('sam'), general)).find(({ forumID }) => forumID === thread.forumID)?.isLocked,
  ];
  assert.deepEqual(await isLocked(), [false, false, false]);
  app.clock.advance({ hours: 2 });
  assert.deepEqual(await isLocked(), [true, true, true]);
  assert.deepEqual(await getRejection(heidi, thread), [403, 'threadEnded', Number.NaN]);
  assert.equal((await tryToUpdate(james, post, 'changed')).status, 403);
  const rename = { params: { ...threadParams(thread).params, title: 'after ten' } };
  assert.equal((await james.call(forumsApi.rename, rename)).status, 403);
  assert.equal((await james.call(forumsApi.pinPost, postParams(post))).status, 403);
  assert.equal((await moderator.get(moderationApi.forum, threadParams(thread))).moderationStatus, 'normal');
  const keepOpen = () => moderator.call(forumsApi.keepOpen, threadParams(thread));
  assert.equal((await keepOpen()).status, 204);
  assert.equal((await keepOpen()).status, 200);
  assert.equal((await tryToWrite(heidi, thread, 'open again')).status, 201);
  await closeAt(thread, getTimeInHours(-1));
  assert.deepEqual(await getRejection(heidi, thread), [403, 'threadEnded', Number.NaN]);
});

test('moderators are exempt (forums rule B80; decision 111)', async () => {
  const thread = await start(james, general, 'exempt');
  await setSlowMode(thread, 3600);
  await setNewAccounts(thread, 'readonly');
  await closeAt(thread, getTimeInHours(0));
  for (const text of ['one', 'two']) assert.equal((await tryToWrite(moderator, thread, text)).status, 201);
});

test('everyone sees the settings, and why they can’t post now (forums rule B86)', async () => {
  const thread = await start(james, general, 'visible');
  assert.ok(!('cooldown' in (await open(heidi, thread))));
  const closesAt = getTimeInHours(5);
  await setSlowMode(thread, 120);
  await setNewAccounts(thread, 'readonly');
  await closeAt(thread, closesAt);
  const set = { slowModeSeconds: 120, newAccountsReadOnly: true, closesAt: closesAt.toISOString() };
  assert.deepEqual((await open(heidi, thread)).cooldown, set);
  await write(heidi, thread, 'one');
  const until = new Date(app.clock.now().getTime() + 120_000).toISOString();
  const reason = 'This thread is in slow mode: you can post once every 2 minutes.';
  assert.deepEqual((await open(heidi, thread)).cooldown, { ...set, pause: { code: 'slowMode', reason, until } });
  const newcomer = await app.newcomer('cool-reader');
  const { pause } = (await open(newcomer, thread)).cooldown ?? {};
  assert.deepEqual([pause?.code, pause?.until], ['accountTooNew', getTimeInHours(24).toISOString()]);
  await write(moderator, thread, 'one');
  assert.deepEqual((await open(moderator, thread)).cooldown, set);
  app.clock.advance({ hours: 5 });
  const ended = (await open(heidi, thread)).cooldown?.pause;
  assert.deepEqual([ended?.code, ended?.until], ['threadEnded', undefined]);
});

test('changes are logged once for moderators, except those by the creator (forums rule B82)', async () => {
  const thread = await start(james, general, 'logged');
  for (const seconds of [60, 60, 0]) await setSlowMode(thread, seconds);
  for (const mode of ['readonly', 'readonly', 'open']) await setNewAccounts(thread, mode);
  const date = getTimeInHours(3);
  await closeAt(thread, date);
  await closeAt(thread, date);
  await moderator.get(forumsApi.keepOpen, threadParams(thread));
  const all = ['slowMode', 'slowModeEnded', 'newAccountsReadOnly', 'newAccountsOpen', 'closeAt', 'closeAtRemoved'];
  assert.deepEqual((await findActions(thread)).sort(), all.sort());
  const own = await start(moderator, general, 'own');
  await setSlowMode(own, 60);
  assert.deepEqual(await findActions(own), []);
});

test('only moderators set it, within its limits, on existing threads (forums rule B81)', async () => {
  const thread = await start(james, general, 'limits');
  assert.equal((await setSlowMode(thread, 60, james)).status, 403);
  assert.equal((await setNewAccounts(thread, 'readonly', james)).status, 403);
  assert.equal((await closeAt(thread, getTimeInHours(1), james)).status, 403);
  for (const [seconds, status] of [
    [86_400, 200],
    [86_401, 400],
    [-1, 400],
    [0, 200],
  ] as const) {
    assert.equal((await setSlowMode(thread, seconds)).status, status, String(seconds));
  }
  assert.equal((await setNewAccounts(thread, 'sometimes')).status, 400);
  assert.equal((await setSlowMode({ forumID: crypto.randomUUID() }, 60)).status, 404);
  await moderator.get(forumsApi.delete, threadParams(thread));
  assert.equal((await setSlowMode(thread, 60)).status, 404);
});

test('while the feature is off, no post is rejected and no setting is shown (forums rule B80)', async () => {
  const thread = await start(james, general, 'off');
  await setSlowMode(thread, 3600);
  await closeAt(thread, getTimeInHours(0));
  const pair = { app: 'all', feature: 'cooldown' } as const;
  transact(app.context, (context) => changeSettings(context, { disabledFeatures: [pair] }));
  assert.equal((await setSlowMode(thread, 60)).status, 451);
  for (const text of ['one', 'two']) assert.equal((await tryToWrite(heidi, thread, text)).status, 201);
  const shown = await open(heidi, thread);
  assert.deepEqual([shown.isLocked, 'cooldown' in shown], [false, false]);
  transact(app.context, (context) => changeSettings(context, { disabledFeatures: [] }));
  assert.deepEqual(await getRejection(heidi, thread), [403, 'threadEnded', Number.NaN]);
});
