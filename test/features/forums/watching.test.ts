import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { changeSettings } from '#core/settings/index.ts';
import { forumsApi } from '#features/forums/api.ts';
import { forumReaders } from '#features/forums/tables.ts';
import { maxWatched } from '#features/forums/watching/watch.ts';
import { areas } from '../../../src/app/areas.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import type { User } from '../../support/app.ts';
import { moderationApi } from '../../support/moderation.ts';
import { openSocket } from '../../support/socket.ts';
import {
  block,
  findCategoryID,
  listLines,
  listTitles,
  mute,
  open,
  postParams,
  setForumState,
  start,
  startAppWithUsers,
  threadParams,
  tryToUpdate,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const general = await findCategoryID(moderator, 'General');
const help = await findCategoryID(moderator, 'Help Desk');
const staff = await findCategoryID(moderator, 'Moderators Only');

const watch = (user: User, thread: { forumID: string }) => user.get(forumsApi.watch, threadParams(thread));
const countWatched = async (user: User) => (await user.get(notificationsApi.summary)).watchedForumCount;

/** Creates a user who watches a new thread of james. */
async function startWatching(name: string) {
  const thread = await start(james, general, `watched by ${name}`);
  const watcher = await app.newcomer(name);
  await watch(watcher, thread);
  return { thread, watcher };
}

/** Returns the ids of the posts that the user is notified of while `act` runs. */
async function listNotified(user: User, act: () => Promise<unknown>): Promise<unknown[]> {
  const socket = await openSocket(app.url, '/api/v3/notification/socket', user.token);
  await act();
  await socket.ping();
  socket.close();
  return pickNotices(socket.frames);
}

const pickNotices = (frames: readonly Record<string, unknown>[]): unknown[] =>
  frames.filter(({ type }) => JSON.stringify(type) === '{"watchedForumPost":{}}').map(({ contentID }) => contentID);

/** Returns the ids of the posts that a replay notifies the user of. */
async function listReplayed(user: User): Promise<unknown[]> {
  const socket = await openSocket(app.url, '/api/v3/notification/socket?since=0', user.token);
  await socket.ping();
  socket.close();
  return pickNotices(socket.frames);
}

test('watching or unwatching twice is harmless (forums rule B74)', async () => {
  const thread = await start(james, general, 'twice');
  const user = await app.newcomer('twice-watcher');
  assert.equal((await user.call(forumsApi.watch, threadParams(thread))).status, 201);
  assert.equal((await user.call(forumsApi.watch, threadParams(thread))).status, 200);
  assert.equal((await user.call(forumsApi.unwatch, threadParams(thread))).status, 204);
  assert.equal((await user.call(forumsApi.unwatch, threadParams(thread))).status, 200);
  await watch(user, thread);
  const path = `/api/v3/forum/${thread.forumID}/watch`;
  const deleted = await fetch(`${app.url}${path}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${user.token}` },
  });
  assert.equal(deleted.status, 204);
  await write(james, thread, 'no one watches');
  assert.equal(await countWatched(user), undefined);
});

test('threads that the user can’t see can’t be watched (forums rule B74)', async () => {
  const [unknown, secret] = [{ forumID: crypto.randomUUID() }, await start(moderator, staff, 'secret')];
  assert.equal((await heidi.call(forumsApi.watch, threadParams(unknown))).status, 404);
  assert.equal((await heidi.call(forumsApi.watch, threadParams(secret))).status, 403);
});

test(`up to ${maxWatched} threads can be watched; deleted ones don’t count (forums rule B74)`, async () => {
  const user = await app.newcomer('watches-much');
  const threads = await Promise.all(
    Array.from({ length: 2 }, (_, index) => start(james, help, `one of many ${index}`)),
  );
  const [first, last] = threads;
  assert.ok(first && last);
  await watch(user, first);
  // Stores the other posts as the same number of calls would.
  transact(app.context, ({ db, clock }) => {
    const rows = db.sqlite.prepare('SELECT id FROM forums').all() as { id: string }[];
    const [model] = rows;
    assert.ok(model);
    for (let index = 1; index < maxWatched; index += 1) {
      const id = crypto.randomUUID();
      db.sqlite
        .prepare(
          `INSERT INTO forums (id, category_id, creator_id, title, last_post_at, created_at)
           SELECT ?, category_id, creator_id, 'filler', last_post_at, created_at FROM forums WHERE id = ?`,
        )
        .run(id, first.forumID);
      db.queries
        .insert(forumReaders)
        .values({ userID: user.userID, forumID: id, watchedFrom: 0, changedAt: clock.now() })
        .run();
    }
  });
  assert.match((await user.call(forumsApi.watch, threadParams(last))).reason, /watching 200 threads/);
  await moderator.get(forumsApi.delete, threadParams(first));
  assert.equal((await user.call(forumsApi.watch, threadParams(last))).status, 201);
});

test('one notification per thread until the watcher opens it or marks it as read (forums rules B75 and B76; decision 103)', async () => {
  const { thread, watcher } = await startWatching('patient');
  const first = await write(james, thread, 'one');
  assert.equal(await countWatched(watcher), 1);
  assert.deepEqual(await listNotified(watcher, () => write(heidi, thread, 'two')), []);
  assert.deepEqual(await listReplayed(watcher), [String(first.postID)]);
  // Any page counts, even the first one of a longer thread.
  await open(watcher, thread, { start: 0, limit: 1 });
  assert.equal(await countWatched(watcher), undefined);
  assert.deepEqual(await listReplayed(watcher), []);
  const frames = await listNotified(watcher, () => write(heidi, thread, 'three'));
  assert.equal(frames.length, 1);
  await watcher.get(forumsApi.markRead, threadParams(thread));
  assert.equal(await countWatched(watcher), undefined);
  assert.equal((await listNotified(watcher, () => write(heidi, thread, 'four'))).length, 1);
  assert.equal(await countWatched(watcher), 1);
});

test('an edit doesn’t notify (forums rule B75)', async () => {
  const { thread, watcher } = await startWatching('unedited');
  const post = await write(james, thread, 'before');
  await open(watcher, thread);
  assert.deepEqual(await listNotified(watcher, () => tryToUpdate(james, post, 'after')), []);
  assert.equal(await countWatched(watcher), undefined);
});

test('the notification names the author and the thread, but nothing that moderators hide (forums rule B75)', async () => {
  const { thread, watcher } = await startWatching('curious');
  const socket = await openSocket(app.url, '/api/v3/notification/socket?since=0', watcher.token);
  const post = await write(james, thread, 'hello');
  const frame = await socket.next(({ type }) => JSON.stringify(type).includes('watchedForumPost'));
  assert.equal(frame.info, 'james posted in “watched by curious”');
  assert.equal(frame.contentID, String(post.postID));
  assert.equal(typeof frame.seq, 'number');
  socket.close();
});

test('own posts and those as a team notify everyone else (forums rule B77)', async () => {
  const thread = await start(james, general, 'own posts');
  for (const user of [james, moderator, heidi]) await watch(user, thread);
  assert.deepEqual(await listNotified(james, () => write(james, thread, 'mine')), []);
  for (const user of [moderator, heidi]) await open(user, thread);
  assert.deepEqual(
    await listNotified(moderator, () => write(moderator, thread, 'ours', { postAsModerator: true })),
    [],
  );
  assert.deepEqual(
    [await countWatched(james), await countWatched(moderator), await countWatched(heidi)],
    [1, undefined, 1],
  );
});

test('blocked and muted authors cause no notifications, before or after (forums rule B77)', async () => {
  const { thread, watcher } = await startWatching('hides-others');
  const other = await app.newcomer('hidden-author');
  await write(other, thread, 'seen');
  assert.equal(await countWatched(watcher), 1);
  await mute(watcher, other);
  assert.equal(await countWatched(watcher), undefined);
  assert.deepEqual(await listReplayed(watcher), []);
  await open(watcher, thread);
  assert.deepEqual(await listNotified(watcher, () => write(other, thread, 'muted')), []);
  const blocked = await app.newcomer('blocked-author');
  await block(watcher, blocked);
  assert.deepEqual(await listNotified(watcher, () => write(blocked, thread, 'blocked')), []);
  assert.equal(await countWatched(watcher), undefined);
  assert.equal((await listNotified(watcher, () => write(heidi, thread, 'heard'))).length, 1);
});

test('threads that the watcher can’t see any more cause no notifications (forums rule B77)', async () => {
  const { thread, watcher } = await startWatching('shut-out');
  await write(heidi, thread, 'one');
  const move = (categoryID: string) =>
    moderator.get(forumsApi.move, { params: { forumID: thread.forumID, categoryID } });
  await move(staff);
  assert.equal(await countWatched(watcher), undefined);
  assert.deepEqual(await listReplayed(watcher), []);
  await move(general);
  assert.equal(await countWatched(watcher), 1);
  await open(watcher, thread);
  await move(staff);
  assert.deepEqual(await listNotified(watcher, () => write(moderator, thread, 'among us')), []);
  assert.equal(await countWatched(watcher), undefined);
});

test('a block between creator and watcher hides the thread from the watcher (forums rule B77)', async () => {
  const creator = await app.newcomer('blocked-creator');
  const thread = await start(creator, general, 'of the blocked');
  const watcher = await app.newcomer('blocks-creator');
  await watch(watcher, thread);
  await block(watcher, creator);
  assert.deepEqual(await listNotified(watcher, () => write(heidi, thread, 'by another')), []);
  assert.equal(await countWatched(watcher), undefined);
});

test('content under review causes no notifications, and isn’t counted (forums rule B77)', async () => {
  const { thread, watcher } = await startWatching('reviewed');
  const post = await write(heidi, thread, 'bad');
  const setPost = (state: string) =>
    moderator.get(moderationApi.setForumPostState, { params: { ...postParams(post).params, state } });
  await setPost('quarantined');
  assert.equal(await countWatched(watcher), undefined);
  assert.deepEqual(await listReplayed(watcher), []);
  // The user has read everything, so the next post notifies again.
  assert.equal((await listNotified(watcher, () => write(james, thread, 'good'))).length, 1);
  await setForumState(moderator, thread, 'quarantined');
  assert.equal(await countWatched(watcher), undefined);
  assert.deepEqual(await listNotified(watcher, () => write(moderator, thread, 'closed')), []);
  await setForumState(moderator, thread, 'normal');
  assert.equal(await countWatched(watcher), 1);
});

test('a deleted post isn’t new, and the next one notifies again (forums rule B77)', async () => {
  const { thread, watcher } = await startWatching('deleted');
  const post = await write(heidi, thread, 'oops');
  await heidi.get(forumsApi.deletePost, postParams(post));
  assert.equal(await countWatched(watcher), undefined);
  assert.deepEqual(await listReplayed(watcher), []);
  assert.equal((await listNotified(watcher, () => write(heidi, thread, 'better'))).length, 1);
  await moderator.get(forumsApi.delete, threadParams(thread));
  assert.equal(await countWatched(watcher), undefined);
});

test('a watcher’s own post isn’t new when those before it are deleted (forums rule B77)', async () => {
  const { thread, watcher } = await startWatching('deleted-before');
  const { postID } = await write(james, thread, 'first');
  await write(watcher, thread, 'mine');
  assert.equal(await countWatched(watcher), 1);
  await james.get(forumsApi.deletePost, postParams({ postID }));
  assert.equal(await countWatched(watcher), undefined);
});

test('muting ends watching, and a muted thread can’t be watched (forums rule B78)', async () => {
  const { thread, watcher } = await startWatching('mutes-it');
  await write(heidi, thread, 'one');
  await watcher.get(forumsApi.mute, threadParams(thread));
  assert.equal(await countWatched(watcher), undefined);
  assert.match((await watcher.call(forumsApi.watch, threadParams(thread))).reason, /can't watch a muted thread/);
  await watcher.get(forumsApi.unmute, threadParams(thread));
  assert.deepEqual(await listNotified(watcher, () => write(heidi, thread, 'two')), []);
  assert.equal((await watcher.call(forumsApi.addFavorite, threadParams(thread))).status, 201);
  assert.equal((await watcher.call(forumsApi.watch, threadParams(thread))).status, 201);
});

test('lists and threads show which ones the user watches, and nothing about others (forums rule B79)', async () => {
  const { thread, watcher } = await startWatching('lists-it');
  assert.deepEqual(await listTitles(watcher, 'watched'), ['watched by lists-it']);
  assert.deepEqual(await listTitles(sam, 'watched'), []);
  const isWatched = async (user: User) => {
    const line = (await listLines(user, general)).find(({ forumID }) => forumID === thread.forumID);
    return [line?.isWatched, (await open(user, thread)).isWatched];
  };
  assert.deepEqual(await isWatched(watcher), [true, true]);
  assert.deepEqual(await isWatched(sam), [undefined, undefined]);
  assert.ok(!('isWatched' in (await open(sam, thread))));
});

test('while the feature is off, no one is notified and the field is absent (forums rule B74)', async () => {
  const { thread, watcher } = await startWatching('switched-off');
  await write(heidi, thread, 'one');
  const pair = { app: 'all', feature: 'watching' } as const;
  const setDisabled = (disabledFeatures: (typeof pair)[]) =>
    transact(app.context, (context) => changeSettings(context, { disabledFeatures }));
  setDisabled([pair]);
  assert.equal((await watcher.call(forumsApi.watch, threadParams(thread))).status, 451);
  assert.equal((await watcher.call(forumsApi.unwatch, threadParams(thread))).status, 451);
  assert.equal((await watcher.call(forumsApi.watched)).status, 451);
  assert.equal(await countWatched(watcher), undefined);
  assert.deepEqual(await listReplayed(watcher), []);
  assert.equal((await open(watcher, thread)).isWatched, undefined);
  assert.deepEqual(await listNotified(watcher, () => write(heidi, thread, 'two')), []);
  setDisabled([]);
  await open(watcher, thread);
  assert.equal((await listNotified(watcher, () => write(heidi, thread, 'three'))).length, 1);
});

test('a post that 2,000 users watch is one event (forums rule B75)', async () => {
  const thread = await start(james, general, 'popular');
  const { sqlite } = app.context.db;
  const columns = (sqlite.pragma('table_info(users)') as { name: string }[]).map(({ name }) => name);
  const changed: Record<string, string> = {
    id: 'one.value',
    family_id: 'one.value',
    username: "'watcher' || one.key",
    username_key: "'watcher' || one.key",
  };
  const values = columns.map((name) => changed[name] ?? `users.${name}`);
  const ids = JSON.stringify(Array.from({ length: 2000 }, () => crypto.randomUUID()));
  transact(app.context, () => {
    sqlite
      .prepare(
        `INSERT INTO users (${columns.join(', ')}) SELECT ${values.join(', ')} FROM json_each(?) AS one, users WHERE users.id = ?`,
      )
      .run(ids, sam.userID);
    sqlite
      .prepare(
        `INSERT INTO forum_readers (user_id, forum_id, watched_from, changed_at) SELECT value, ?, 1, 0 FROM json_each(?)`,
      )
      .run(thread.forumID, ids);
  });
  const countEvents = () =>
    (
      app.context.db.sqlite.prepare("SELECT count(*) AS n FROM event_log WHERE kind = 'watched-forum-post'").get() as {
        n: number;
      }
    ).n;
  const before = countEvents();
  await write(heidi, thread, 'to all');
  await write(heidi, thread, 'once more');
  assert.equal(countEvents(), before + 1);
});

test('users’ actions leave no inconsistency, and planted ones are found and repaired', async () => {
  assert.deepEqual(await findInconsistencies(app.context), []);
  const forumsArea = areas.find(({ name }) => name === 'forums');
  const thread = await start(james, general, 'damaged');
  const user = await app.newcomer('damaged-watcher');
  await watch(user, thread);
  const damages: [string, RegExp][] = [
    ['is_muted = 1', /watched and muted/],
    ['watched_from = 9', /what is news to .* 9/],
  ];
  for (const [damage, named] of damages) {
    app.context.db.sqlite.exec(`
      UPDATE forum_readers SET is_muted = 0, watched_from = 1 WHERE user_id = '${user.userID}'`);
    app.context.db.sqlite.exec(`UPDATE forum_readers SET ${damage} WHERE user_id = '${user.userID}'`);
    const found = async () =>
      (await findInconsistencies(app.context)).map(({ what, stored }) => `${what} ${stored}`).join('\n');
    assert.match(await found(), named);
    for (const step of forumsArea?.repair?.(app.context) ?? []) transact(app.context, step);
    assert.equal(await found(), '');
  }
});
