import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { RawConnection } from '../../support/raw.ts';
import {
  answer,
  answerPath,
  app,
  askRaw,
  assertFree,
  audio,
  decline,
  heardBy,
  hearsEnd,
  hearsEndOn,
  initiate,
  initiatePath,
  listen,
  newConnected,
  newPair,
  newRinging,
  newSubscriber,
  openBare,
  ringDirect,
  summaryOf,
  withDevice,
} from './support.ts';

test('whoever hangs up ends the call for both, and both are free again', async () => {
  const [caller, callee] = await newPair();
  for (const who of ['near', 'far'] as const) {
    const call = await newConnected(caller, callee);
    await Promise.all([heardBy(caller), heardBy(callee)]);
    call[who].close();
    await Promise.all([call.near.closed, call.far.closed]);
    assert.deepEqual(await heardBy(callee), [`phoneCallEnded ${call.callID}`]);
    assert.deepEqual(await heardBy(caller), []);
    await assertFree(caller, callee);
  }
});

test('either side may decline at any time; both hear of the end and are free again', async () => {
  const [caller, callee] = await newPair();
  for (const who of [caller, callee]) {
    const ringing = await newRinging(caller, callee);
    assert.equal((await decline(who, ringing.callID.toUpperCase())).status, 200);
    assert.equal(await ringing.near.closed, 1000);
    assert.deepEqual(await heardBy(caller), [`phoneCallEnded ${ringing.callID}`]);
    assert.deepEqual(await heardBy(callee), [
      `incomingPhoneCall ${ringing.callID}`,
      `phoneCallEnded ${ringing.callID}`,
    ]);
    const connected = await newConnected(caller, callee);
    await Promise.all([heardBy(caller), heardBy(callee)]);
    await decline(who, connected.callID);
    await Promise.all([connected.near.closed, connected.far.closed]);
    for (const one of [caller, callee]) assert.deepEqual(await heardBy(one), [`phoneCallEnded ${connected.callID}`]);
    await assertFree(caller, callee);
  }
});

test('declining what is over or somebody else’s is no error and changes nothing', async () => {
  const [caller, callee] = await newPair();
  const stranger = await newSubscriber();
  assert.equal((await decline(caller, randomUUID())).status, 200);
  assert.equal((await decline(caller, 'nonsense')).status, 400);
  const { callID, near } = await newRinging(caller, callee);
  const refused = await decline(stranger, callID);
  assert.equal(refused.status, 200);
  assert.equal(refused.bytes.length, 0);
  const far = await answer(callee, callID);
  await far.nextBytes();
  assert.deepEqual(await heardBy(caller), []);
  near.close();
});

test('a side that has fallen silent for good is dropped, and the other is free', async () => {
  const [caller, callee] = await newPair();
  const callID = randomUUID();
  const dead = await openBare(caller, initiatePath(callID, callee), { autoPong: false });
  const far = await answer(callee, callID);
  await new Promise((resolve) => dead.once('message', resolve));
  for (let round = 0; round < 2; round += 1) {
    await app.runJob('ping-sockets');
    // What this side says comes after its answer to the ping.
    far.send(audio(1, round));
    await new Promise((resolve) => dead.once('message', resolve));
  }
  await app.runJob('ping-sockets');
  await far.closed;
  await assertFree(await withDevice(caller), await withDevice(callee));
});

/** A close frame of code 1000, masked with zeros as a client must mask. */
const closeFrame = Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]);
const losses: Record<string, (end: RawConnection) => void> = {
  'closes its socket': (end) => end.write(closeFrame),
  'goes away without a close frame': (end) => end.end(),
  'is killed': (end) => end.reset(),
};

for (const [how, lose] of Object.entries(losses)) {
  test(`a call that rings ends for both when the device of the caller ${how}`, async () => {
    const [caller, callee] = await newPair();
    const otherDevice = await listen(callee);
    const callID = randomUUID();
    const near = await askRaw(caller, initiatePath(callID, callee));
    await near.until('101');
    lose(near);
    await hearsEnd(callee, callID);
    assert.equal(summaryOf(await otherDevice.next()), `incomingPhoneCall ${callID}`);
    assert.equal(summaryOf(await otherDevice.next()), `phoneCallEnded ${callID}`);
    await assert.rejects(answer(callee, callID), /rejected with 404/);
    await assertFree(caller, callee);
    near.end();
  });

  test(`a call under way ends for both when the device of either side ${how}`, async () => {
    const [caller, callee] = await newPair();
    for (const who of [caller, callee]) {
      const callID = randomUUID();
      const isCaller = who === caller;
      const kept = isCaller ? undefined : await initiate(caller, callee, callID);
      const lost = await askRaw(who, isCaller ? initiatePath(callID, callee) : answerPath(callID));
      await lost.until('101');
      const other = kept ?? (await answer(callee, callID));
      await lost.until('phonecallStartTime');
      lose(lost);
      await Promise.all([other.closed, hearsEnd(callee, callID)]);
      assert.deepEqual(
        (await heardBy(callee)).filter((told) => told.startsWith('phoneCallEnded')),
        [`phoneCallEnded ${callID}`],
      );
      assert.deepEqual(await heardBy(caller), []);
      await assertFree(caller, callee);
      lost.end();
    }
  });
}

test('a decline is heard on all devices of both sides, whichever kind of call it was', async () => {
  const [caller, callee] = await newPair();
  const others = [await listen(caller), await listen(callee)];
  for (const who of [caller, callee]) {
    const direct = randomUUID();
    await ringDirect(caller, callee, direct);
    await decline(who, direct);
    const relayed = await newConnected(caller, callee);
    await decline(who, relayed.callID);
    await Promise.all([relayed.near.closed, relayed.far.closed]);
    for (const callID of [direct, relayed.callID]) {
      for (const device of [caller.device, callee.device, ...others]) await hearsEndOn(device, callID);
    }
  }
  await assertFree(caller, callee);
});

test('hanging up and declining afterwards, as the apps do, tells of one end', async () => {
  const [caller, callee] = await newPair();
  for (const who of [caller, callee]) {
    const { callID, near, far } = await newConnected(caller, callee);
    const [own, other] = who === caller ? [near, far] : [far, near];
    own.close();
    await Promise.all([own.closed, other.closed]);
    for (const one of [caller, callee]) assert.equal((await decline(one, callID)).status, 200);
    assert.deepEqual(await heardBy(callee), [
      `incomingPhoneCall ${callID}`,
      `phoneCallAnswered ${callID}`,
      `phoneCallEnded ${callID}`,
    ]);
    assert.deepEqual(await heardBy(caller), []);
  }
  await assertFree(caller, callee);
});

test('a second try under the id of a call that is on, or by somebody else, does not touch the call', async () => {
  const [caller, callee] = await newPair();
  const [otherCaller, otherCallee] = await newPair();
  const { callID, near, far } = await newConnected(caller, callee);
  await assert.rejects(initiate(caller, callee, callID), /rejected with 409/);
  await assert.rejects(initiate(otherCaller, otherCallee, callID), /rejected with 409/);
  assert.equal((await ringDirect(otherCaller, otherCallee, callID)).status, 409);
  await assert.rejects(answer(otherCallee, callID), /rejected with 404/);
  near.send(audio(2, 1));
  assert.deepEqual(await far.nextBytes(), audio(2, 1));
  far.close();
  await near.closed;
});
