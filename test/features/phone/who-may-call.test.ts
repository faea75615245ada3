import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { usersApi } from '#core/users/api/index.ts';
import { phoneOpeners } from '#features/phone/live.ts';
import type { User } from '../../support/app.ts';
import {
  answer,
  app,
  assertBothRefused,
  assertFree,
  callerOf,
  decline,
  heardBy,
  hearsEnd,
  initiate,
  listen,
  newConnected,
  newPair,
  newRinging,
  newSubscriber,
  welcome,
  withDevice,
} from './support.ts';

test('only those whom the called person has among their favorites and has not muted may call', async () => {
  const [caller, callee] = [await newSubscriber(), await newSubscriber()];
  const to = (one: User) => ({ params: { userID: one.userID } });
  await assertBothRefused(caller, callee, 400);
  await welcome(caller, callee);
  await assertBothRefused(caller, callee, 400);
  await welcome(callee, caller);
  await callee.get(usersApi.mute, to(caller));
  await assertBothRefused(caller, callee, 400);
  await callee.get(usersApi.unmute, to(caller));
  await caller.get(usersApi.mute, to(callee));
  await assertBothRefused(caller, caller, 400);
  assert.deepEqual(await heardBy(callee), []);
  await assertFree(caller, callee);
});

test('blocked people cannot call each other, and unknown people cannot be called', async () => {
  const [one, other] = await newPair();
  await welcome(one, other);
  await one.get(usersApi.block, { params: { userID: other.userID } });
  await assertBothRefused(one, other, 404);
  await assertBothRefused(other, one, 404);
  await assertBothRefused(one, { ...other, userID: randomUUID() }, 404);
  for (const user of [one, other]) assert.deepEqual(await heardBy(user), []);
  await one.get(usersApi.unblock, { params: { userID: other.userID } });
  await assertFree(one, other);
});

test('unverified and quarantined people may call too', async () => {
  const callee = await newSubscriber();
  for (const level of ['unverified', 'quarantined'] as const) {
    const caller = await withDevice(await app.atLevel(level));
    await welcome(callee, caller);
    const { near, far } = await newConnected(caller, callee);
    near.close();
    await far.closed;
    await assertFree(caller, callee);
    caller.device.close();
  }
});

test('who has no device that could ring cannot be called', async () => {
  const [caller, callee] = await newPair();
  callee.device.close();
  await callee.device.closed;
  await assertBothRefused(caller, callee, 404);
  const device = await listen(callee, '?since=0');
  await assertFree(caller, { ...callee, device });
});

test('a caller needs no device that rings', async () => {
  const [caller, callee] = [await app.newcomer('caller-without-device'), await newSubscriber()];
  await welcome(callee, caller);
  const { near, far } = await newConnected(caller, callee);
  near.close();
  await far.closed;
});

test('who is in a call can neither call nor be called, and does not notice that somebody tried', async () => {
  const [caller, callee] = await newPair();
  const third = await newSubscriber();
  for (const [from, to] of [
    [third, caller],
    [third, callee],
    [caller, third],
    [callee, third],
  ] as const)
    await welcome(to, from);
  const { callID, near } = await newRinging(caller, callee);
  const assertBusy = async () => {
    for (const one of [caller, callee]) {
      await assertBothRefused(third, one, 400);
      await assertBothRefused(one, third, 400);
    }
    assert.deepEqual(await heardBy(third), []);
    assert.deepEqual(await heardBy(caller), []);
  };
  await assertBusy();
  assert.deepEqual(await heardBy(callee), [`incomingPhoneCall ${callID}`]);
  const far = await answer(callee, callID);
  assert.deepEqual(await heardBy(callee), [`phoneCallAnswered ${callID}`]);
  await assertBusy();
  assert.deepEqual(await heardBy(callee), []);
  near.close();
  await far.closed;
  await heardBy(callee);
  await assertFree(third, caller);
  await assertFree(third, callee);
});

test('of two calls begun at the same moment one is made', async () => {
  const [caller, callee] = await newPair();
  const begun = await Promise.allSettled([initiate(caller, callee), initiate(caller, callee)]);
  assert.equal((await heardBy(callee)).length, 1);
  for (const one of begun) if (one.status === 'fulfilled') one.value.close();
});

test('a call that has become impossible while its socket was opened is closed with the reason', async () => {
  const [caller, callee] = await newPair();
  const sessionOf = (callID: string) =>
    phoneOpeners(app.context).initiateRelayed({
      caller: callerOf(caller),
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
  // Both were allowed when they were asked for.
  const [session, lateSession] = [sessionOf(callID), sessionOf(lateCallID)];
  const [early, late] = [connect(), connect()];
  session.opened?.(early);
  lateSession.opened?.(late);
  assert.deepEqual(closings, [[1008, 'You are in another call.']]);
  lateSession.closed?.(late);
  assert.deepEqual(await heardBy(callee), [`incomingPhoneCall ${callID}`]);
  session.closed?.(early);
  assert.deepEqual(await heardBy(callee), [`phoneCallEnded ${callID}`]);
});

test('whether somebody has a device is told only to those who may call', async () => {
  const [stranger, callee] = [await newSubscriber(), await app.newcomer('without-device')];
  await assertBothRefused(stranger, callee, 400);
  await welcome(callee, stranger);
  await assertBothRefused(stranger, callee, 404);
});

test('a mute or a lost favorite does not end a call that rings already', async () => {
  for (const call of [usersApi.mute, usersApi.unfavorite]) {
    const [caller, callee] = await newPair();
    const { callID, near } = await newRinging(caller, callee);
    await callee.get(call, { params: { userID: caller.userID } });
    const far = await answer(callee, callID);
    await Promise.all([near.nextBytes(), far.nextBytes()]);
    far.close();
    await near.closed;
    await assertBothRefused(caller, callee, 400);
    const third = await newSubscriber();
    for (const one of [caller, callee]) {
      await welcome(one, third);
      await assertFree(third, one);
    }
  }
});

test('nobody is connected with somebody they have blocked while it rang; declining frees both', async () => {
  for (const blocker of ['caller', 'callee'] as const) {
    const [caller, callee] = await newPair();
    const [one, other] = blocker === 'caller' ? [caller, callee] : [callee, caller];
    const { callID, near } = await newRinging(caller, callee);
    await one.get(usersApi.block, { params: { userID: other.userID } });
    await assert.rejects(answer(callee, callID), /rejected with 404/);
    await decline(callee, callID);
    assert.equal(await near.closed, 1000);
    await hearsEnd(callee, callID);
    await one.get(usersApi.unblock, { params: { userID: other.userID } });
    await assertFree(caller, callee);
  }
});
