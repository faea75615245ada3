import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { openDatabase } from '#db/open.ts';
import {
  answer,
  app,
  assertFree,
  audio,
  endUnanswered,
  heardBy,
  hearsEnd,
  initiatePath,
  newConnected,
  newPair,
  newRinging,
  newSubscriber,
  openBare,
  type Subscriber,
  setLevel,
  welcome,
  withDevice,
} from './support.ts';

test('logging out leaves a call that is going on to be finished', async () => {
  const [caller, callee] = await newPair();
  const { near, far } = await newConnected(caller, callee);
  await caller.get(accountsApi.logout);
  near.send(Buffer.from('still talking'));
  assert.equal((await far.nextBytes()).toString(), 'still talking');
  near.close();
  await far.closed;
  await assertFree(await withDevice(await app.logIn(caller.username)), callee);
});

for (const level of ['banned', 'quarantined'] as const) {
  test(`a call ends when one side is ${level}, and the other is free at once`, async () => {
    const third = await newSubscriber();
    for (const who of ['caller', 'callee'] as const) {
      const [caller, callee] = await newPair();
      const [gone, other] = who === 'caller' ? [caller, callee] : [callee, caller];
      const { callID, near, far } = await newConnected(caller, callee);
      await setLevel(gone, level);
      assert.equal(await (who === 'caller' ? near : far).closed, 1008);
      assert.equal(await (who === 'caller' ? far : near).closed, 1000);
      if (who === 'caller') await hearsEnd(callee, callID);
      await assertFreeFor(third, other);
    }
  });

  test(`ringing stops when the caller is ${level}, and goes on for a minute when the called person is`, async () => {
    const third = await newSubscriber();
    const [caller, callee] = await newPair();
    const { callID, near } = await newRinging(caller, callee);
    await setLevel(caller, level);
    assert.equal(await near.closed, 1008);
    await hearsEnd(callee, callID);
    await assertFreeFor(third, callee);
    const [patient, gone] = await newPair();
    const ringing = await newRinging(patient, gone);
    await setLevel(gone, level);
    app.clock.advance({ minutes: 1 });
    await endUnanswered();
    assert.equal(await ringing.near.closed, 1000);
    assert.deepEqual(await heardBy(patient), [`phoneCallEnded ${ringing.callID}`]);
    await assertFreeFor(third, patient);
  });
}

/** Somebody whom nobody knows yet can call: the person is in no call. */
async function assertFreeFor(third: Subscriber, user: Subscriber): Promise<void> {
  await welcome(user, third);
  await assertFree(third, user);
}

test('whoever logs out while it rings still can be connected, whoever answers must be logged in', async () => {
  const [caller, callee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  await caller.get(accountsApi.logout);
  assert.equal(await caller.device.closed, 1008);
  await callee.get(accountsApi.logout);
  await assert.rejects(answer(callee, callID), /rejected with 401/);
  const back = await app.logIn(callee.username);
  const far = await answer(back, callID);
  await Promise.all([near.nextBytes(), far.nextBytes()]);
  await back.get(accountsApi.logout);
  far.send(audio(2, 1));
  assert.deepEqual(await near.nextBytes(), audio(2, 1));
  near.close();
  await far.closed;
  await assertFree(
    await withDevice(await app.logIn(caller.username)),
    await withDevice(await app.logIn(callee.username)),
  );
});

test('a banned side that does not answer the closing is heard no longer and holds up nobody', async () => {
  const [caller, callee] = await newPair();
  const third = await newSubscriber();
  const callID = randomUUID();
  const near = await openBare(caller, initiatePath(callID, callee));
  const far = await answer(callee, callID);
  await far.nextBytes();
  near.pause();
  await setLevel(caller, 'banned');
  near.send(audio(2, 1));
  assert.equal(await far.closed, 1000);
  await assertFreeFor(third, callee);
  near.terminate();
});

test('a call that outlives a logout is not ended by a command that ends the login of somebody else', async () => {
  const [caller, callee] = await newPair();
  const third = await newSubscriber();
  const { near, far } = await newConnected(caller, callee);
  await caller.get(accountsApi.logout);
  const beside = openDatabase(app.context.db.file);
  beside.sqlite.prepare('DELETE FROM login_tokens WHERE user_id = ?').run(third.userID);
  beside.close();
  await app.runJob('notice-other-writers');
  assert.equal(await third.device.closed, 1008);
  near.send(audio(2, 1));
  assert.deepEqual(await far.nextBytes(), audio(2, 1));
  near.close();
});
