import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { phoneOpeners } from '#features/phone/live.ts';
import type { TestSocket } from '../../support/socket.ts';
import {
  answer,
  answerPath,
  app,
  assertFree,
  createAudioFrame,
  createPair,
  createSubscriber,
  getCaller,
  initiatePath,
  openWebSocket,
  reportAnswer,
  requestUpgrade,
  startConnected,
  startRinging,
  takeReceived,
  waitForEnd,
  waitForPong,
} from './support.ts';

const sequence = [1, 2, 3, 4, 5];

test('audio is relayed both ways unchanged and in order; text isn’t', async () => {
  const [caller, callee] = await createPair();
  const { near, far } = await startConnected(caller, callee);
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    for (const number of sequence) from.send(createAudioFrame(320, number));
    from.send('not for the other side');
    from.send(Buffer.alloc(0));
    from.send(createAudioFrame((64 * 1024 - 4) / 2, 6));
    for (const number of sequence) assert.deepEqual(await to.nextBytes(), createAudioFrame(320, number));
    assert.equal((await to.nextBytes()).length, 0);
    assert.deepEqual(await to.nextBytes(), createAudioFrame((64 * 1024 - 4) / 2, 6));
    assert.deepEqual(to.frames, []);
  }
  near.close();
});

test('a fragmented message arrives as one', async () => {
  const [caller, callee] = await createPair();
  const callID = randomUUID();
  const near = await openWebSocket(caller, initiatePath(callID, callee));
  const far = await answer(callee, callID);
  await far.nextBytes();
  const frame = createAudioFrame(320, 9);
  near.send(frame.subarray(0, 100), { binary: true, fin: false });
  near.send(frame.subarray(100), { binary: true, fin: true });
  assert.deepEqual(await far.nextBytes(), frame);
  near.close();
});

test('audio sent before the callee answers is not relayed later', async () => {
  const [caller, callee] = await createPair();
  const callID = randomUUID();
  const near = await openWebSocket(caller, initiatePath(callID, callee));
  near.send(createAudioFrame(10, 1));
  near.send('and this is no audio at all');
  await waitForPong(near);
  const far = await answer(callee, callID);
  await far.nextBytes();
  near.send(createAudioFrame(10, 2));
  assert.deepEqual(await far.nextBytes(), createAudioFrame(10, 2));
  near.close();
});

test('a call can be answered once, and only by the callee', async () => {
  const [caller, callee] = await createPair();
  const stranger = await createSubscriber();
  const { callID, near } = await startRinging(caller, callee);
  for (const user of [stranger, caller]) await assert.rejects(answer(user, callID), /rejected with 404/);
  await assert.rejects(answer(callee, randomUUID()), /rejected with 404/);
  const far = await answer(callee, callID.toUpperCase());
  await assert.rejects(answer(callee, callID), /rejected with 404/);
  await Promise.all([near.nextBytes(), far.nextBytes()]);
  far.send(createAudioFrame(5, 1));
  assert.deepEqual(await near.nextBytes(), createAudioFrame(5, 1));
  near.close();
});

test('reporting an answer of a relayed call doesn’t end it', async () => {
  const [caller, callee] = await createPair();
  const { callID, near } = await startRinging(caller, callee);
  await reportAnswer(callee, callID);
  const far = await answer(callee, callID);
  await reportAnswer(callee, callID);
  await Promise.all([near.nextBytes(), far.nextBytes()]);
  near.send(createAudioFrame(3, 1));
  assert.deepEqual(await far.nextBytes(), createAudioFrame(3, 1));
  near.close();
});

test('a side that’s too slow for the audio is disconnected, and both are free again', async () => {
  const [caller, callee] = await createPair();
  const { callID, near } = await startRinging(caller, callee);
  const slow = await requestUpgrade(callee, answerPath(callID));
  await slow.until('phonecallStartTime');
  slow.pause();
  const frame = createAudioFrame(32_000, 1);
  const countDisconnected = () => app.context.live.counts().disconnectedSlow;
  const before = countDisconnected();
  for (let sent = 0; sent < 5000 && countDisconnected() === before; sent += 1) {
    near.send(frame);
    if (sent % 20 === 0) await takeReceived(caller);
  }
  await near.closed;
  slow.reset();
  await assertFree(caller, callee);
});

test('many frames of all sizes are relayed both ways at once, byte for byte', async () => {
  const [caller, callee] = await createPair();
  const { near, far } = await startConnected(caller, callee);
  const framesOf = () => Array.from({ length: 300 }, (_, index) => randomBytes(index * 7));
  const [toFar, toNear] = [framesOf(), framesOf()];
  for (const [index, frame] of toFar.entries()) {
    near.send(frame);
    far.send(toNear[index] ?? frame);
  }
  const [atFar, atNear] = await Promise.all([takeFrames(far, toFar.length), takeFrames(near, toNear.length)]);
  assert.ok(Buffer.concat(atFar).equals(Buffer.concat(toFar)));
  assert.deepEqual(
    [atFar, atNear].map((frames) => frames.map(({ length }) => length)),
    [toFar, toNear].map((frames) => frames.map(({ length }) => length)),
  );
  assert.ok(Buffer.concat(atNear).equals(Buffer.concat(toNear)));
  near.close();
});

async function takeFrames(end: TestSocket, count: number): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  while (frames.length < count) frames.push(await end.nextBytes());
  return frames;
}

test('a frame that looks like the start of a call is audio like any other', async () => {
  const [caller, callee] = await createPair();
  const { near, far } = await startConnected(caller, callee);
  const frame = Buffer.from('{"phonecallStartTime":"2025-03-03T15:00:00.000Z"}');
  near.send(frame);
  assert.deepEqual(await far.nextBytes(), frame);
  near.close();
});

test('a frame that’s too large ends the call and frees both', async () => {
  const [caller, callee] = await createPair();
  for (const who of ['near', 'far'] as const) {
    const call = await startConnected(caller, callee);
    call[who].send(Buffer.alloc(64 * 1024 + 1));
    await Promise.all([call.near.closed, call.far.closed]);
    await assertFree(caller, callee);
  }
});

test('if two devices answer at once, one is connected, and the other doesn’t end the call', async () => {
  const [caller, callee] = await createPair();
  const { callID, near } = await startRinging(caller, callee);
  const sent: Record<string, (string | Uint8Array)[]> = { quick: [], late: [] };
  const closings: Record<string, [number, string]> = {};
  const connect = (name: string) => ({
    userID: callee.userID,
    send: (frame: string | Uint8Array) => void sent[name]?.push(frame),
    sendAll: () => assert.fail('calls send frame by frame'),
    close: (code: number, reason: string) => {
      closings[name] = [code, reason];
    },
  });
  const request = { caller: getCaller(callee), params: { callID }, query: {}, address: '' };
  const { answerRelayed } = phoneOpeners(app.context);
  // The call was ringing for both when they requested it.
  const [session, lateSession] = [answerRelayed(request), answerRelayed(request)];
  const [quick, late] = [connect('quick'), connect('late')];
  session.opened?.(quick);
  lateSession.opened?.(late);
  assert.deepEqual(Object.keys(closings), ['late']);
  assert.equal(closings.late?.[0], 1008);
  assert.deepEqual([sent.quick?.length, sent.late?.length], [1, 0]);
  assert.deepEqual(await takeReceived(callee), [`incomingPhoneCall ${callID}`, `phoneCallAnswered ${callID}`]);
  lateSession.received?.(late, createAudioFrame(1, 1));
  lateSession.closed?.(late);
  session.received?.(quick, createAudioFrame(2, 2));
  await near.nextBytes();
  assert.deepEqual(await near.nextBytes(), createAudioFrame(2, 2));
  session.closed?.(quick);
  await near.closed;
  await assertFree(caller, callee);
});

test('if several devices answer at once over the network, one is connected', async () => {
  const [caller, callee] = await createPair();
  const { callID, near } = await startRinging(caller, callee);
  const attempts = await Promise.allSettled([1, 2, 3].map(() => openWebSocket(callee, answerPath(callID))));
  await near.nextBytes();
  for (const attempt of attempts) if (attempt.status === 'fulfilled') attempt.value.send(createAudioFrame(2, 2));
  assert.deepEqual(await near.nextBytes(), createAudioFrame(2, 2));
  near.close();
  await waitForEnd(callee, callID);
  await assertFree(caller, callee);
});
