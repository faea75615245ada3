import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { usersApi } from '#core/users/api/index.ts';
import { phoneOpeners } from '#features/phone/live.ts';
import type { User } from '../../support/app.ts';
import {
  addFavorite,
  answer,
  app,
  assertBothRejected,
  assertFree,
  createPair,
  createSubscriber,
  decline,
  getCaller,
  initiate,
  listen,
  startConnected,
  startRinging,
  takeReceived,
  waitForEnd,
  withDevice,
} from './support.ts';

test('only favorite users of the callee who aren’t muted may call', async () => {
  const [caller, callee] = [await createSubscriber(), await createSubscriber()];
  const to = (user: User) => ({ params: { userID: user.userID } });
  await assertBothRejected(caller, callee, 400);
  await addFavorite(caller, callee);
  await assertBothRejected(caller, callee, 400);
  await addFavorite(callee, caller);
  await callee.get(usersApi.mute, to(caller));
  await assertBothRejected(caller, callee, 400);
  await callee.get(usersApi.unmute, to(caller));
  await caller.get(usersApi.mute, to(callee));
  await assertBothRejected(caller, caller, 400);
  assert.deepEqual(await takeReceived(callee), []);
  await assertFree(caller, callee);
});

test('blocked users can’t call each other, and unknown users can’t be called', async () => {
  const [first, second] = await createPair();
  await addFavorite(first, second);
  await first.get(usersApi.block, { params: { userID: second.userID } });
  await assertBothRejected(first, second, 404);
  await assertBothRejected(second, first, 404);
  await assertBothRejected(first, { ...second, userID: randomUUID() }, 404);
  for (const user of [first, second]) assert.deepEqual(await takeReceived(user), []);
  await first.get(usersApi.unblock, { params: { userID: second.userID } });
  await assertFree(first, second);
});

test('unverified and quarantined users can call too', async () => {
  const callee = await createSubscriber();
  for (const level of ['unverified', 'quarantined'] as const) {
    const caller = await withDevice(await app.atLevel(level));
    await addFavorite(callee, caller);
    const { near, far } = await startConnected(caller, callee);
    near.close();
    await far.closed;
    await assertFree(caller, callee);
    caller.device.close();
  }
});

test('a user without a connected device can’t be called', async () => {
  const [caller, callee] = await createPair();
  callee.device.close();
  await callee.device.closed;
  await assertBothRejected(caller, callee, 404);
  const device = await listen(callee, '?since=0');
  await assertFree(caller, { ...callee, device });
});

test('a caller needs no notification socket', async () => {
  const [caller, callee] = [await app.newcomer('caller-without-device'), await createSubscriber()];
  await addFavorite(callee, caller);
  const { near, far } = await startConnected(caller, callee);
  near.close();
  await far.closed;
});

test('a user in a call can neither call nor be called, and is not notified of attempts', async () => {
  const [caller, callee] = await createPair();
  const third = await createSubscriber();
  for (const [from, to] of [
    [third, caller],
    [third, callee],
    [caller, third],
    [callee, third],
  ] as const)
    await addFavorite(to, from);
  const { callID, near } = await startRinging(caller, callee);
  const assertBusy = async () => {
    for (const user of [caller, callee]) {
      await assertBothRejected(third, user, 400);
      await assertBothRejected(user, third, 400);
    }
    assert.deepEqual(await takeReceived(third), []);
    assert.deepEqual(await takeReceived(caller), []);
  };
  await assertBusy();
  assert.deepEqual(await takeReceived(callee), [`incomingPhoneCall ${callID}`]);
  const far = await answer(callee, callID);
  assert.deepEqual(await takeReceived(callee), [`phoneCallAnswered ${callID}`]);
  await assertBusy();
  assert.deepEqual(await takeReceived(callee), []);
  near.close();
  await far.closed;
  await takeReceived(callee);
  await assertFree(third, caller);
  await assertFree(third, callee);
});

test('of two calls started at the same moment, one rings', async () => {
  const [caller, callee] = await createPair();
  const attempts = await Promise.allSettled([initiate(caller, callee), initiate(caller, callee)]);
  assert.equal((await takeReceived(callee)).length, 1);
  for (const attempt of attempts) if (attempt.status === 'fulfilled') attempt.value.close();
});

test('a call that became impossible while its socket opened is closed with the reason', async () => {
  const [caller, callee] = await createPair();
  const sessionOf = (callID: string) =>
    phoneOpeners(app.context).initiateRelayed({
      caller: getCaller(caller),
      params: { callID, userID: callee.userID },
      query: {},
      address: '',
    });
  const closings: [number, string][] = [];
  const connect = () => ({
    userID: caller.userID,
    send: () => {},
    sendAll: () => {},
    close: (code: number, reason: string) => void closings.push([code, reason]),
  });
  const [callID, lateCallID] = [randomUUID(), randomUUID()];
  // Both were allowed when the call was requested.
  const [session, lateSession] = [sessionOf(callID), sessionOf(lateCallID)];
  const [early, late] = [connect(), connect()];
  session.opened?.(early);
  lateSession.opened?.(late);
  assert.deepEqual(closings, [[1008, "You're already in a call."]]);
  lateSession.closed?.(late);
  assert.deepEqual(await takeReceived(callee), [`incomingPhoneCall ${callID}`]);
  session.closed?.(early);
  assert.deepEqual(await takeReceived(callee), [`phoneCallEnded ${callID}`]);
});

test('only users who may call learn whether the callee has a device', async () => {
  const [stranger, callee] = [await createSubscriber(), await app.newcomer('without-device')];
  await assertBothRejected(stranger, callee, 400);
  await addFavorite(callee, stranger);
  await assertBothRejected(stranger, callee, 404);
});

test('muting or unfavoriting the caller doesn’t end a call that’s already ringing', async () => {
  for (const call of [usersApi.mute, usersApi.unfavorite]) {
    const [caller, callee] = await createPair();
    const { callID, near } = await startRinging(caller, callee);
    await callee.get(call, { params: { userID: caller.userID } });
    const far = await answer(callee, callID);
    await Promise.all([near.nextBytes(), far.nextBytes()]);
    far.close();
    await near.closed;
    await assertBothRejected(caller, callee, 400);
    const third = await createSubscriber();
    for (const user of [caller, callee]) {
      await addFavorite(user, third);
      await assertFree(third, user);
    }
  }
});

test('a block during ringing prevents answering; declining frees both', async () => {
  for (const blocker of ['caller', 'callee'] as const) {
    const [caller, callee] = await createPair();
    const [blockingUser, blockedUser] = blocker === 'caller' ? [caller, callee] : [callee, caller];
    const { callID, near } = await startRinging(caller, callee);
    await blockingUser.get(usersApi.block, { params: { userID: blockedUser.userID } });
    await assert.rejects(answer(callee, callID), /rejected with 404/);
    await decline(callee, callID);
    assert.equal(await near.closed, 1000);
    await waitForEnd(callee, callID);
    await blockingUser.get(usersApi.unblock, { params: { userID: blockedUser.userID } });
    await assertFree(caller, callee);
  }
});
