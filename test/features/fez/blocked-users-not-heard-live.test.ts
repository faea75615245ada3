import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientServicesApi } from '#features/client-services/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { createTestClock } from '../../support/clock.ts';
import { type Frame, openSocket, type TestSocket } from '../../support/socket.ts';
import { changeMember, createFez, groupFields, join, leave, listen, writePost } from './support.ts';
import {
  blockDuringTest,
  createTwoFamilies,
  type Family,
  type FezWithPosts,
  listUsersOf,
  type TwoFamilies,
} from './two-families.ts';

/** The appointments start at 23:00 UTC on the 4th, and the service reminds their members ten minutes before. */
const app = await startTestApp({
  clock: createTestClock('2025-03-04T22:40:00.000Z'),
  environment: { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' },
});
const world = await createTwoFamilies(app, ['heron', 'egret']);
const { left, right, between } = world;

const openFezSocketOf = ({ token }: User, fezID: string, query = '') =>
  openSocket(app.url, `/api/v3/fez/${fezID}/socket${query}`, token);

const listOwnedBy = ({ made }: TwoFamilies, { primary }: Family) => made.filter(({ owner }) => owner === primary);
const listSharedBy = (owner: User | undefined) =>
  world.made.filter(
    (madeFez) =>
      madeFez.owner === owner &&
      madeFez.isShared &&
      [left, right].every(({ primary }) => madeFez.memberIDs.includes(primary.userID)),
  );

/** Returns everything in the frames about a family: their names, texts and chats. */
function findTracesOfFamily(sockets: readonly TestSocket[], family: Family, alsoTheirs: readonly string[]): string[] {
  const chats = [...listOwnedBy(world, family).map(({ fez }) => fez.fezID), ...alsoTheirs];
  const traces = [family.word, ...listUsersOf(family).map(({ userID }) => userID), ...chats];
  const frames = sockets.flatMap((socket) => socket.frames.map((frame) => JSON.stringify(frame)));
  return frames.filter((frame) => traces.some((trace) => frame.includes(trace)));
}

/** Performs every action of a user that notifies others. */
async function doEveryAction(user: User, stage: User, shared: readonly FezWithPosts[], own: readonly FezWithPosts[]) {
  const word = user.username.split('-')[0];
  for (const { fez } of [...shared, ...own]) await writePost(user, fez, `Heard of ${word}`);
  for (const { fez } of own) {
    await writePost(stage, fez, `In a chat of ${word}`);
    await user.call(fezApi.cancel, { params: { fezID: fez.fezID } });
  }
  for (const { fez } of shared.filter((madeFez) => madeFez.fez.fezType === 'gaming')) {
    await leave(user, fez);
    await join(user, fez);
    await changeMember(stage, 'removeMember', fez, user);
    await changeMember(stage, 'addMember', fez, user);
  }
}

const isEndFrame = ({ text, info }: Frame) => text === 'The end' || String(info).includes('The end');

test('no socket sends anything by or about a hidden user, live or in the replay', async (t) => {
  const [theirs, withoutThem] = [listSharedBy(right.primary), [...listSharedBy(between), ...listSharedBy(undefined)]];
  const starting = await createFez(right.primary, groupFields, [left.primary]);
  await blockDuringTest(t, right.second, left.second);
  const live = [await listen(app, left.primary), await listen(app, left.primary, '?since=999999')];
  for (const { fez } of listSharedBy(between)) {
    live.push(
      await openFezSocketOf(left.primary, fez.fezID),
      await openFezSocketOf(left.primary, fez.fezID, '?since=999999'),
    );
  }
  await doEveryAction(right.primary, between, listSharedBy(between), theirs);
  await app.runJob('send-reminders');
  app.clock.set('2025-03-04T22:50:00.000Z');
  await app.runJob('send-reminders');
  for (const { fez } of withoutThem) await writePost(between, fez, 'The end');
  const later = [await listen(app, left.primary, '?since=0')];
  for (const { fez } of withoutThem) later.push(await openFezSocketOf(left.primary, fez.fezID, '?since=0'));
  for (const socket of [...live, ...later]) await socket.next(isEndFrame);
  assert.deepEqual(findTracesOfFamily([...live, ...later], right, [starting.fezID]), []);
  // Notifications about others arrive as usual.
  assert.ok(live[0]?.frames.some(({ type }) => 'joinedLFGStarting' in Object(type)));
  for (const socket of [...live, ...later]) socket.close();
});

test('a socket opened before the block sends nothing about users hidden by it', async (t) => {
  const [theirs] = listSharedBy(right.primary).filter(({ fez }) => fez.fezType === 'open');
  const [shared] = listSharedBy(between);
  if (!theirs || !shared) throw new Error('the world lacks a chat');
  const sockets = [
    await listen(app, left.primary),
    await openFezSocketOf(left.primary, theirs.fez.fezID),
    await openFezSocketOf(left.primary, shared.fez.fezID),
  ];
  await blockDuringTest(t, left.primary, right.second);
  await writePost(right.primary, theirs.fez, 'Unheard');
  await writePost(between, theirs.fez, 'Unheard too');
  await writePost(right.primary, shared.fez, 'Unheard');
  await writePost(between, shared.fez, 'The end');
  await sockets[0]?.next(isEndFrame);
  await sockets[2]?.next(isEndFrame);
  assert.deepEqual(
    sockets.map(({ frames }) => frames.length),
    [1, 0, 1],
  );
  for (const socket of sockets) socket.close();
});

test('counts don’t change when a hidden user posts', async (t) => {
  await blockDuringTest(t, left.primary, right.primary);
  const numbers = async () => {
    const { fezzes, paginator } = await left.primary.get(fezApi.joined, { query: { members: true, limit: 200 } });
    const numbers = fezzes.map(({ fezID, participantCount, members }) => ({ fezID, participantCount, members }));
    return {
      total: paginator.total,
      numbers: numbers.sort((first, second) => first.fezID.localeCompare(second.fezID)),
    };
  };
  const before = await numbers();
  for (const { fez } of listSharedBy(between)) {
    const { postID } = await writePost(right.primary, fez, 'Unheard');
    await writePost(right.primary, fez, 'Unheard too');
    await right.primary.get(fezApi.deletePost, { params: { postID } });
  }
  assert.deepEqual(await numbers(), before);
});

test('an alert to two users who block each other shows neither to the other', async (t) => {
  const authorization = `Basic ${Buffer.from('prometheus:password').toString('base64')}`;
  await blockDuringTest(t, left.primary, right.primary);
  const annotations = { participants: `${left.primary.username},${right.primary.username}`, summary: 'Full' };
  const alerts = [{ status: 'firing', labels: { alertname: 'Tide' }, annotations }];
  const body = { version: '4', status: 'firing', receiver: 'gangway', alerts };
  assert.equal((await app.anonymous.call(clientServicesApi.alert, { body, headers: { authorization } })).status, 200);
  const { fezzes } = await left.primary.get(fezApi.joined, { query: { search: 'Tide', members: true } });
  const names = fezzes.flatMap(({ members }) => members?.participants.map(({ username }) => username) ?? []);
  assert.deepEqual(names, ['prometheus', left.primary.username, 'BlockedUser']);
});

test('a client acting for a user sees no one who is hidden from that user', async (t) => {
  const client = await app.atLevel('client');
  await blockDuringTest(t, left.second, right.second);
  const headers = { 'X-Client-User': left.primary.userID };
  const everybody = await client.get(clientServicesApi.userSearch, { headers });
  const changed = await client.get(clientServicesApi.headersSince, {
    headers,
    params: { date: '2025-01-01T00:00:00Z' },
  });
  for (const users of [everybody, changed]) {
    assert.ok(users.some(({ username }) => username === between.username));
    assert.ok(!JSON.stringify(users).includes(right.word));
  }
});
