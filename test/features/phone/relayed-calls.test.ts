import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { phoneOpeners } from '#features/phone/live.ts';
import type { TestSocket } from '../../support/socket.ts';
import {
  answer,
  answerPath,
  app,
  askRaw,
  assertFree,
  audio,
  callerOf,
  heardBy,
  hearsEnd,
  initiatePath,
  newConnected,
  newPair,
  newRinging,
  newSubscriber,
  openBare,
  reportAnswer,
  roundTrip,
} from './support.ts';

const sequence = [1, 2, 3, 4, 5];

test('audio passes both ways unchanged, whole and in order; text does not pass', async () => {
  const [caller, callee] = await newPair();
  const { near, far } = await newConnected(caller, callee);
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    for (const number of sequence) from.send(audio(320, number));
    from.send('not for the other side');
    from.send(Buffer.alloc(0));
    from.send(audio((64 * 1024 - 4) / 2, 6));
    for (const number of sequence) assert.deepEqual(await to.nextBytes(), audio(320, number));
    assert.equal((await to.nextBytes()).length, 0);
    assert.deepEqual(await to.nextBytes(), audio((64 * 1024 - 4) / 2, 6));
    assert.deepEqual(to.frames, []);
  }
  near.close();
});

test('a message sent in fragments arrives as one', async () => {
  const [caller, callee] = await newPair();
  const callID = randomUUID();
  const near = await openBare(caller, initiatePath(callID, callee));
  const far = await answer(callee, callID);
  await far.nextBytes();
  const frame = audio(320, 9);
  near.send(frame.subarray(0, 100), { binary: true, fin: false });
  near.send(frame.subarray(100), { binary: true, fin: true });
  assert.deepEqual(await far.nextBytes(), frame);
  near.close();
});

test('what is said before the other side answers is not heard later', async () => {
  const [caller, callee] = await newPair();
  const callID = randomUUID();
  const near = await openBare(caller, initiatePath(callID, callee));
  near.send(audio(10, 1));
  near.send('and this is no audio at all');
  await roundTrip(near);
  const far = await answer(callee, callID);
  await far.nextBytes();
  near.send(audio(10, 2));
  assert.deepEqual(await far.nextBytes(), audio(10, 2));
  near.close();
});

test('a call can be answered once, and by the person who was called alone', async () => {
  const [caller, callee] = await newPair();
  const stranger = await newSubscriber();
  const { callID, near } = await newRinging(caller, callee);
  for (const other of [stranger, caller]) await assert.rejects(answer(other, callID), /rejected with 404/);
  await assert.rejects(answer(callee, randomUUID()), /rejected with 404/);
  const far = await answer(callee, callID.toUpperCase());
  await assert.rejects(answer(callee, callID), /rejected with 404/);
  await Promise.all([near.nextBytes(), far.nextBytes()]);
  far.send(audio(5, 1));
  assert.deepEqual(await near.nextBytes(), audio(5, 1));
  near.close();
});

test('saying of a relayed call that it was answered ends nothing', async () => {
  const [caller, callee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  await reportAnswer(callee, callID);
  const far = await answer(callee, callID);
  await reportAnswer(callee, callID);
  await Promise.all([near.nextBytes(), far.nextBytes()]);
  near.send(audio(3, 1));
  assert.deepEqual(await far.nextBytes(), audio(3, 1));
  near.close();
});

test('a side too slow for the audio loses the call, and nobody else notices', async () => {
  const [caller, callee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  const slow = await askRaw(callee, answerPath(callID));
  await slow.until('phonecallStartTime');
  slow.pause();
  const frame = audio(32_000, 1);
  const dropped = () => app.context.live.counts().disconnectedSlow;
  const before = dropped();
  for (let sent = 0; sent < 5000 && dropped() === before; sent += 1) {
    near.send(frame);
    if (sent % 20 === 0) await heardBy(caller);
  }
  await near.closed;
  slow.reset();
  await assertFree(caller, callee);
});

test('many frames of all sizes pass both ways at once, byte for byte', async () => {
  const [caller, callee] = await newPair();
  const { near, far } = await newConnected(caller, callee);
  const framesOf = () => Array.from({ length: 300 }, (_, index) => randomBytes(index * 7));
  const [toFar, toNear] = [framesOf(), framesOf()];
  for (const [index, frame] of toFar.entries()) {
    near.send(frame);
    far.send(toNear[index] ?? frame);
  }
  const [atFar, atNear] = await Promise.all([take(far, toFar.length), take(near, toNear.length)]);
  assert.ok(Buffer.concat(atFar).equals(Buffer.concat(toFar)));
  assert.deepEqual(
    [atFar, atNear].map((frames) => frames.map(({ length }) => length)),
    [toFar, toNear].map((frames) => frames.map(({ length }) => length)),
  );
  assert.ok(Buffer.concat(atNear).equals(Buffer.concat(toNear)));
  near.close();
});

async function take(end: TestSocket, count: number): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  while (frames.length < count) frames.push(await end.nextBytes());
  return frames;
}

test('a frame that looks like the start of a call is audio like any other', async () => {
  const [caller, callee] = await newPair();
  const { near, far } = await newConnected(caller, callee);
  const frame = Buffer.from('{"phonecallStartTime":"2025-03-03T15:00:00.000Z"}');
  near.send(frame);
  assert.deepEqual(await far.nextBytes(), frame);
  near.close();
});

test('a frame that is too large ends the call and frees both', async () => {
  const [caller, callee] = await newPair();
  for (const who of ['near', 'far'] as const) {
    const call = await newConnected(caller, callee);
    call[who].send(Buffer.alloc(64 * 1024 + 1));
    await Promise.all([call.near.closed, call.far.closed]);
    await assertFree(caller, callee);
  }
});

test('of two devices that answer at the same moment one is connected, and the other ends nothing', async () => {
  const [caller, callee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
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
  const request = { caller: callerOf(callee), params: { callID }, query: {}, address: '' };
  const { answerRelayed } = phoneOpeners(app.context);
  // Both found the call ringing when they asked for it.
  const [session, lateSession] = [answerRelayed(request), answerRelayed(request)];
  const [quick, late] = [connect('quick'), connect('late')];
  session.opened?.(quick);
  lateSession.opened?.(late);
  assert.deepEqual(Object.keys(closings), ['late']);
  assert.equal(closings.late?.[0], 1008);
  assert.deepEqual([sent.quick?.length, sent.late?.length], [1, 0]);
  assert.deepEqual(await heardBy(callee), [`incomingPhoneCall ${callID}`, `phoneCallAnswered ${callID}`]);
  lateSession.received?.(late, audio(1, 1));
  lateSession.closed?.(late);
  session.received?.(quick, audio(2, 2));
  await near.nextBytes();
  assert.deepEqual(await near.nextBytes(), audio(2, 2));
  session.closed?.(quick);
  await near.closed;
  await assertFree(caller, callee);
});

test('several devices may try to answer at once over the network: one of them talks', async () => {
  const [caller, callee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  const tries = await Promise.allSettled([1, 2, 3].map(() => openBare(callee, answerPath(callID))));
  await near.nextBytes();
  for (const one of tries) if (one.status === 'fulfilled') one.value.send(audio(2, 2));
  assert.deepEqual(await near.nextBytes(), audio(2, 2));
  near.close();
  await hearsEnd(callee, callID);
  await assertFree(caller, callee);
});
