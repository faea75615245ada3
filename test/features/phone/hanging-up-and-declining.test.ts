import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { RawConnection } from '../../support/raw.ts';
import {
  answer,
  answerPath,
  app,
  assertFree,
  createAudioFrame,
  createPair,
  createSubscriber,
  decline,
  describeFrame,
  initiate,
  initiatePath,
  listen,
  openWebSocket,
  requestUpgrade,
  ringDirect,
  startConnected,
  startRinging,
  takeReceived,
  waitForCallEnd,
  waitForEnd,
  withDevice,
} from './support.ts';

test('either party can hang up, which ends the call for both', async () => {
  const [caller, callee] = await createPair();
  for (const who of ['near', 'far'] as const) {
    const call = await startConnected(caller, callee);
    await Promise.all([takeReceived(caller), takeReceived(callee)]);
    call[who].close();
    await Promise.all([call.near.closed, call.far.closed]);
    assert.deepEqual(await takeReceived(callee), [`phoneCallEnded ${call.callID}`]);
    assert.deepEqual(await takeReceived(caller), []);
    await assertFree(caller, callee);
  }
});

test('either party can decline at any time, which notifies and frees both', async () => {
  const [caller, callee] = await createPair();
  for (const who of [caller, callee]) {
    const ringing = await startRinging(caller, callee);
    assert.equal((await decline(who, ringing.callID.toUpperCase())).status, 200);
    assert.equal(await ringing.near.closed, 1000);
    assert.deepEqual(await takeReceived(caller), [`phoneCallEnded ${ringing.callID}`]);
    assert.deepEqual(await takeReceived(callee), [
      `incomingPhoneCall ${ringing.callID}`,
      `phoneCallEnded ${ringing.callID}`,
    ]);
    const connected = await startConnected(caller, callee);
    await Promise.all([takeReceived(caller), takeReceived(callee)]);
    await decline(who, connected.callID);
    await Promise.all([connected.near.closed, connected.far.closed]);
    for (const user of [caller, callee])
      assert.deepEqual(await takeReceived(user), [`phoneCallEnded ${connected.callID}`]);
    await assertFree(caller, callee);
  }
});

test('declining an ended call, or one of other users, succeeds and changes nothing', async () => {
  const [caller, callee] = await createPair();
  const stranger = await createSubscriber();
  assert.equal((await decline(caller, randomUUID())).status, 200);
  assert.equal((await decline(caller, 'nonsense')).status, 400);
  const { callID, near } = await startRinging(caller, callee);
  const response = await decline(stranger, callID);
  assert.equal(response.status, 200);
  assert.equal(response.bytes.length, 0);
  const far = await answer(callee, callID);
  await far.nextBytes();
  assert.deepEqual(await takeReceived(caller), []);
  near.close();
});

test('a side that stops answering pings is disconnected, and the other is free', async () => {
  const [caller, callee] = await createPair();
  const callID = randomUUID();
  const dead = await openWebSocket(caller, initiatePath(callID, callee), { autoPong: false });
  const far = await answer(callee, callID);
  await new Promise((resolve) => dead.once('message', resolve));
  for (let round = 0; round < 2; round += 1) {
    await app.runJob('ping-sockets');
    // The pong arrives before the frames that this side sends next.
    far.send(createAudioFrame(1, round));
    await new Promise((resolve) => dead.once('message', resolve));
  }
  await app.runJob('ping-sockets');
  await far.closed;
  await assertFree(await withDevice(caller), await withDevice(callee));
});

/** A close frame with code 1000, masked with zeros since a client must mask frames. */
const closeFrame = Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]);
const waysToLoseConnection: Record<string, (end: RawConnection) => void> = {
  'closes its socket': (end) => end.write(closeFrame),
  'goes away without a close frame': (end) => end.end(),
  'is killed': (end) => end.reset(),
};

for (const [how, lose] of Object.entries(waysToLoseConnection)) {
  test(`a ringing call ends for both when the caller’s device ${how}`, async () => {
    const [caller, callee] = await createPair();
    const otherDevice = await listen(callee);
    const callID = randomUUID();
    const near = await requestUpgrade(caller, initiatePath(callID, callee));
    await near.until('101');
    lose(near);
    await waitForEnd(callee, callID);
    assert.equal(describeFrame(await otherDevice.next()), `incomingPhoneCall ${callID}`);
    assert.equal(describeFrame(await otherDevice.next()), `phoneCallEnded ${callID}`);
    await assert.rejects(answer(callee, callID), /rejected with 404/);
    await assertFree(caller, callee);
    near.end();
  });

  test(`an ongoing call ends for both when either side’s device ${how}`, async () => {
    const [caller, callee] = await createPair();
    for (const who of [caller, callee]) {
      const callID = randomUUID();
      const isCaller = who === caller;
      const callerEnd = isCaller ? undefined : await initiate(caller, callee, callID);
      const lostEnd = await requestUpgrade(who, isCaller ? initiatePath(callID, callee) : answerPath(callID));
      await lostEnd.until('101');
      const otherEnd = callerEnd ?? (await answer(callee, callID));
      await lostEnd.until('phonecallStartTime');
      lose(lostEnd);
      await Promise.all([otherEnd.closed, waitForEnd(callee, callID)]);
      assert.deepEqual(
        (await takeReceived(callee)).filter((frame) => frame.startsWith('phoneCallEnded')),
        [`phoneCallEnded ${callID}`],
      );
      assert.deepEqual(await takeReceived(caller), []);
      await assertFree(caller, callee);
      lostEnd.end();
    }
  });
}

test('a decline reaches all devices of both sides, for either kind of call', async () => {
  const [caller, callee] = await createPair();
  const others = [await listen(caller), await listen(callee)];
  for (const who of [caller, callee]) {
    const direct = randomUUID();
    await ringDirect(caller, callee, direct);
    await decline(who, direct);
    const relayed = await startConnected(caller, callee);
    await decline(who, relayed.callID);
    await Promise.all([relayed.near.closed, relayed.far.closed]);
    for (const callID of [direct, relayed.callID]) {
      for (const device of [caller.device, callee.device, ...others]) await waitForCallEnd(device, callID);
    }
  }
  await assertFree(caller, callee);
});

test('hanging up and then declining, as the apps do, sends one end notification', async () => {
  const [caller, callee] = await createPair();
  for (const who of [caller, callee]) {
    const { callID, near, far } = await startConnected(caller, callee);
    const [ownEnd, otherEnd] = who === caller ? [near, far] : [far, near];
    ownEnd.close();
    await Promise.all([ownEnd.closed, otherEnd.closed]);
    for (const user of [caller, callee]) assert.equal((await decline(user, callID)).status, 200);
    assert.deepEqual(await takeReceived(callee), [
      `incomingPhoneCall ${callID}`,
      `phoneCallAnswered ${callID}`,
      `phoneCallEnded ${callID}`,
    ]);
    assert.deepEqual(await takeReceived(caller), []);
  }
  await assertFree(caller, callee);
});

test('a second attempt with the id of an ongoing call doesn’t affect it', async () => {
  const [caller, callee] = await createPair();
  const [otherCaller, otherCallee] = await createPair();
  const { callID, near, far } = await startConnected(caller, callee);
  await assert.rejects(initiate(caller, callee, callID), /rejected with 409/);
  await assert.rejects(initiate(otherCaller, otherCallee, callID), /rejected with 409/);
  assert.equal((await ringDirect(otherCaller, otherCallee, callID)).status, 409);
  await assert.rejects(answer(otherCallee, callID), /rejected with 404/);
  near.send(createAudioFrame(2, 1));
  assert.deepEqual(await far.nextBytes(), createAudioFrame(2, 1));
  far.close();
  await near.closed;
});
