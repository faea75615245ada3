import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import {
  addFavorite,
  app,
  assertFree,
  createPair,
  createSubscriber,
  ringDirect,
  startConnected,
  startRinging,
  takeReceived,
} from '../features/phone/support.ts';
import type { User } from '../support/app.ts';
import { connectRaw } from '../support/raw.ts';
import { openSocket } from '../support/socket.ts';
import { addAccount } from './support.ts';

const office = await app.logIn('THO');
const moderator = await app.atLevel('moderator');

const setLevel = (user: User, level: string, by: User = office) =>
  by.get(moderationApi.setAccessLevel, { params: { userID: user.userID, level } });

const checkToken = async (user: User) => (await user.call(accountsApi.whoami)).status;

/** Runs `work` and asserts that it took at most a tenth of a second of CPU time, however busy the machine is. */
async function assertQuick<Result>(work: () => Promise<Result>): Promise<Result> {
  const used = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(used);
  assert.ok((user + system) / 1000 < 100, `${(user + system) / 1000} ms`);
  return result;
}

/** Starts an upload whose first part has arrived. */
async function startUpload(user: User) {
  const raw = await connectRaw(app.url);
  const head = [
    'POST /api/v3/user/image HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${user.token}`,
    'content-type: application/json',
    'content-length: 4000000',
    '',
    '',
  ];
  raw.write(head.join('\r\n'));
  raw.write(`{"image":"${'A'.repeat(200_000)}`);
  return raw;
}

describe('a new level immediately ends, for all accounts of the family,', () => {
  test('tokens and sockets of every kind, before the call returns', async () => {
    const [head, friend] = await createPair();
    const child = await addAccount(app, head, `${head.username}-child`);
    const chat = await friend.get(fezApi.create, {
      body: { fezType: 'closed', title: 'Talk', info: '', minCapacity: 0, maxCapacity: 0, initialUsers: [head.userID] },
    });
    const sockets = [
      head.device,
      await openSocket(app.url, '/api/v3/notification/socket', child.token),
      await openSocket(app.url, `/api/v3/fez/${chat.fezID}/socket`, head.token),
    ];
    await assertQuick(async () => {
      await setLevel(child, 'quarantined', moderator);
      assert.deepEqual([await checkToken(head), await checkToken(child)], [401, 401]);
      assert.deepEqual(await Promise.all(sockets.map(({ closed }) => closed)), [1008, 1008, 1008]);
    });
    assert.ok(!app.context.live.userIDs().includes(head.userID));
  });

  test('an upload in progress: it gets 401 with the next bytes, and stores nothing', async () => {
    const user = await createSubscriber();
    const upload = await startUpload(user);
    await setLevel(user, 'banned');
    upload.write('A'.repeat(1000));
    assert.match(await upload.until('\r\n\r\n'), /^HTTP\/1\.1 401 /);
    upload.end();
  });

  test('an ongoing call, on both ends; the other user isn’t busy any more', async () => {
    const [caller, callee] = await createPair();
    const third = await createSubscriber();
    const { near, far } = await startConnected(caller, callee);
    await assertQuick(async () => {
      await setLevel(callee, 'quarantined');
      assert.deepEqual([await near.closed, await far.closed], [1000, 1008]);
    });
    await addFavorite(caller, third);
    await takeReceived(caller);
    await assertFree(third, caller);
  });

  const ring = {
    relayed: (caller: User, callee: User) => startRinging(caller, callee),
    direct: (caller: User, callee: User) => ringDirect(caller, callee),
  };
  for (const [kind, start] of Object.entries(ring)) {
    test(`a ringing ${kind} call: the other user is notified, and isn’t busy any more`, async () => {
      for (const sanctionedIndex of [0, 1]) {
        const pair = await createPair();
        await start(...pair);
        for (const side of pair) await takeReceived(side);
        const [sanctioned, other] = sanctionedIndex === 0 ? pair : pair.toReversed();
        assert.ok(sanctioned && other);
        await setLevel(sanctioned, 'quarantined');
        const frames = await takeReceived(other);
        assert.match(frames.join(), /^phoneCallEnded [^,]+$/);
        const third = await createSubscriber();
        await addFavorite(other, third);
        await assertFree(third, other);
      }
    });
  }
});

test('a promotion ends nothing, and a temporary quarantine ends no login (admin rule A13, moderation rule M16)', async () => {
  const user = await createSubscriber();
  await moderator.get(moderationApi.quarantineTemporarily, { params: { userID: user.userID, hours: 1 } });
  assert.equal(await checkToken(user), 200);
  await user.device.ping();
  await moderator.get(moderationApi.quarantineTemporarily, { params: { userID: user.userID, hours: 0 } });
  await office.send('POST', `/api/v3/admin/moderator/promote/${user.userID}`);
  assert.equal((await user.get(accountsApi.whoami)).accessLevel, 'moderator');
  await office.send('POST', `/api/v3/admin/user/demote/${user.userID}`);
  assert.equal((await user.get(accountsApi.whoami)).accessLevel, 'verified');
  await user.device.ping();
});

test('an upload by a user in temporary quarantine is 403 once it has arrived (moderation rule M17)', async () => {
  const user = await createSubscriber();
  const upload = await startUpload(user);
  await moderator.get(moderationApi.quarantineTemporarily, { params: { userID: user.userID, hours: 1 } });
  upload.write(`${'A'.repeat(4_000_000 - 200_000 - 10 - 2)}"}`);
  assert.match(await upload.until('\r\n\r\n'), /^HTTP\/1\.1 403 /);
  upload.end();
});
