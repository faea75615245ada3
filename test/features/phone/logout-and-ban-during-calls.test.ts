import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { openDatabase } from '#db/open.ts';
import {
  addFavorite,
  answer,
  app,
  assertFree,
  createAudioFrame,
  createPair,
  createSubscriber,
  endUnansweredCalls,
  initiatePath,
  openWebSocket,
  type Subscriber,
  setLevel,
  startConnected,
  startRinging,
  takeReceived,
  waitForEnd,
  withDevice,
} from './support.ts';

test('logging out doesn’t end an ongoing call', async () => {
  const [caller, callee] = await createPair();
  const { near, far } = await startConnected(caller, callee);
  await caller.get(accountsApi.logout);
  near.send(Buffer.from('still talking'));
  assert.equal((await far.nextBytes()).toString(), 'still talking');
  near.close();
  await far.closed;
  await assertFree(await withDevice(await app.logIn(caller.username)), callee);
});

for (const level of ['banned', 'quarantined'] as const) {
  test(`a call ends when one side is ${level}, and the other is immediately free`, async () => {
    const third = await createSubscriber();
    for (const who of ['caller', 'callee'] as const) {
      const [caller, callee] = await createPair();
      const [removed, remaining] = who === 'caller' ? [caller, callee] : [callee, caller];
      const { callID, near, far } = await startConnected(caller, callee);
      await setLevel(removed, level);
      assert.equal(await (who === 'caller' ? near : far).closed, 1008);
      assert.equal(await (who === 'caller' ? far : near).closed, 1000);
      if (who === 'caller') await waitForEnd(callee, callID);
      await assertFreeForThird(third, remaining);
    }
  });

  test(`ringing stops when the caller is ${level}, and continues for a minute when the callee is`, async () => {
    const third = await createSubscriber();
    const [caller, callee] = await createPair();
    const { callID, near } = await startRinging(caller, callee);
    await setLevel(caller, level);
    assert.equal(await near.closed, 1008);
    await waitForEnd(callee, callID);
    await assertFreeForThird(third, callee);
    const [waiting, removed] = await createPair();
    const ringing = await startRinging(waiting, removed);
    await setLevel(removed, level);
    app.clock.advance({ minutes: 1 });
    await endUnansweredCalls();
    assert.equal(await ringing.near.closed, 1000);
    assert.deepEqual(await takeReceived(waiting), [`phoneCallEnded ${ringing.callID}`]);
    await assertFreeForThird(third, waiting);
  });
}

/** Asserts that a third user can call the user, who is in no call. */
async function assertFreeForThird(third: Subscriber, user: Subscriber): Promise<void> {
  await addFavorite(user, third);
  await assertFree(third, user);
}

test('a caller who logs out while it rings can still be connected; the callee must be logged in to answer', async () => {
  const [caller, callee] = await createPair();
  const { callID, near } = await startRinging(caller, callee);
  await caller.get(accountsApi.logout);
  assert.equal(await caller.device.closed, 1008);
  await callee.get(accountsApi.logout);
  await assert.rejects(answer(callee, callID), /rejected with 401/);
  const back = await app.logIn(callee.username);
  const far = await answer(back, callID);
  await Promise.all([near.nextBytes(), far.nextBytes()]);
  await back.get(accountsApi.logout);
  far.send(createAudioFrame(2, 1));
  assert.deepEqual(await near.nextBytes(), createAudioFrame(2, 1));
  near.close();
  await far.closed;
  await assertFree(
    await withDevice(await app.logIn(caller.username)),
    await withDevice(await app.logIn(callee.username)),
  );
});

test('a banned side that ignores the closing frame isn’t relayed any more, and delays no one', async () => {
  const [caller, callee] = await createPair();
  const third = await createSubscriber();
  const callID = randomUUID();
  const near = await openWebSocket(caller, initiatePath(callID, callee));
  const far = await answer(callee, callID);
  await far.nextBytes();
  near.pause();
  await setLevel(caller, 'banned');
  near.send(createAudioFrame(2, 1));
  assert.equal(await far.closed, 1000);
  await assertFreeForThird(third, callee);
  near.terminate();
});

test('a command that ends another user’s login doesn’t end a call after a logout', async () => {
  const [caller, callee] = await createPair();
  const third = await createSubscriber();
  const { near, far } = await startConnected(caller, callee);
  await caller.get(accountsApi.logout);
  const outside = openDatabase(app.context.db.file);
  outside.sqlite.prepare('DELETE FROM login_tokens WHERE user_id = ?').run(third.userID);
  outside.close();
  await app.runJob('notice-other-writers');
  assert.equal(await third.device.closed, 1008);
  near.send(createAudioFrame(2, 1));
  assert.deepEqual(await far.nextBytes(), createAudioFrame(2, 1));
  near.close();
});
