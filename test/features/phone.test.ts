import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import type { Feature } from '#contract/features.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { changeSettings } from '#core/settings/index.ts';
import { usersApi } from '#core/users/api/index.ts';
import { asCaller, person } from '#core/users/index.ts';
import { phoneApi } from '#features/phone/api.ts';
import { phoneOpeners } from '#features/phone/live.ts';
import { type Person, startTestApp } from '../support/app.ts';
import { connectRaw } from '../support/raw.ts';
import { type Frame, openSocket, type TestSocket } from '../support/socket.ts';

const app = await startTestApp();
const address = { ipV4Addr: '10.0.0.7' };
const job = 'end-unanswered-calls';

/** Somebody with a device that would ring. */
interface Subscriber extends Person {
  readonly device: TestSocket;
}

const listen = ({ token }: Person, query = '') => openSocket(app.url, `/api/v3/notification/socket${query}`, token);
const withDevice = async (person: Person): Promise<Subscriber> => ({ ...person, device: await listen(person) });
let subscribers = 0;
const newSubscriber = async () => withDevice(await app.newcomer(`subscriber${++subscribers}`));
const welcome = (callee: Person, { userID }: Person) => callee.get(usersApi.favorite, { params: { userID } });

/** Two people with a device each; the second takes calls of the first. */
async function newPair(): Promise<[caller: Subscriber, callee: Subscriber]> {
  const [caller, callee] = [await newSubscriber(), await newSubscriber()];
  await welcome(callee, caller);
  return [caller, callee];
}

const initiatePath = (callID: string, { userID }: Person) => `/api/v3/phone/socket/initiate/${callID}/to/${userID}`;
const initiate = ({ token }: Person, callee: Person, callID: string = randomUUID()) =>
  openSocket(app.url, initiatePath(callID, callee), token);
const answerPath = (callID: string) => `/api/v3/phone/socket/answer/${callID}`;
const answer = ({ token }: Person, callID: string) => openSocket(app.url, answerPath(callID), token);
const ringDirect = (caller: Person, { userID }: Person, callID: string = randomUUID(), body: object = address) =>
  caller.call(phoneApi.initiate, { params: { callID, userID }, body });
const decline = (person: Person, callID: string) => person.call(phoneApi.decline, { params: { callID } });

/** A relayed call that rings. */
async function newRinging(caller: Person, callee: Person): Promise<{ callID: string; near: TestSocket }> {
  const callID = randomUUID();
  return { callID, near: await initiate(caller, callee, callID) };
}

/** A relayed call under way, its two start frames taken. */
async function newConnected(caller: Person, callee: Person) {
  const { callID, near } = await newRinging(caller, callee);
  const far = await answer(callee, callID);
  await Promise.all([near.nextBytes(), far.nextBytes()]);
  return { callID, near, far };
}

/** The caller's end of a call, for tests that need what the usual test socket does not do. */
async function initiateBare(caller: Person, callee: Person, callID: string, options = {}): Promise<WebSocket> {
  const headers = { authorization: `Bearer ${caller.token}` };
  const url = `${app.url.replace('http', 'ws')}${initiatePath(callID, callee)}`;
  const bare = new WebSocket(url, { headers, ...options });
  await new Promise((resolve) => bare.once('open', resolve));
  return bare;
}

const summaryOf = ({ type, contentID }: Frame) => `${Object.keys(type as object).join()} ${contentID}`;

/** What the person's device was told up to now, as `type callID`; a frame that surely comes marks the end. */
async function heardBy(person: Subscriber): Promise<string[]> {
  const { device } = person;
  const callID = randomUUID();
  await person.get(phoneApi.answer, { params: { callID } });
  await device.next(({ contentID }) => contentID === callID);
  const frames = device.frames.splice(0);
  return frames.filter(({ contentID }) => contentID !== callID).map(summaryOf);
}

/** Both can be called and call again: nothing holds them any more. */
async function assertFree(caller: Subscriber, callee: Subscriber): Promise<void> {
  const callID = randomUUID();
  const reply = await ringDirect(caller, callee, callID);
  assert.equal(reply.status, 200, reply.reason);
  await decline(callee, callID);
  await Promise.all([heardBy(caller), heardBy(callee)]);
}

async function assertBothRefused(caller: Person, callee: Person, status: number): Promise<void> {
  await assert.rejects(initiate(caller, callee), new RegExp(`refused with ${status}`));
  assert.equal((await ringDirect(caller, callee)).status, status);
}

/** One frame of speech: a count of samples, then the samples, each two bytes. */
function audio(samples: number, first: number): Buffer {
  const frame = Buffer.alloc(4 + 2 * samples);
  frame.writeUInt32LE(samples);
  for (let index = 0; index < samples; index += 1) frame.writeInt16LE((first + index * 31) % 32768, 4 + 2 * index);
  return frame;
}

const sequence = [1, 2, 3, 4, 5];

test('a relayed call rings on every device of the called person and nowhere else', async () => {
  const [caller, callee] = await newPair();
  const numberedDevice = await listen(callee, '?since=0');
  const bystander = await newSubscriber();
  const { callID, near } = await newRinging(caller, callee);
  const expected = {
    type: { incomingPhoneCall: {} },
    info: caller.username,
    contentID: callID,
    caller: { userID: caller.userID, username: caller.username },
  };
  for (const device of [callee.device, numberedDevice]) {
    const { caller: header, ...frame } = await device.next();
    const { userID, username } = header as Record<string, unknown>;
    assert.deepEqual({ ...frame, caller: { userID, username } }, expected);
  }
  assert.deepEqual(await heardBy(caller), []);
  assert.deepEqual(await heardBy(bystander), []);
  near.close();
});

test('both sides of an answered call are told its start, and the other devices stop ringing', async () => {
  const [caller, callee] = await newPair();
  const otherDevice = await listen(callee);
  const { callID, near } = await newRinging(caller, callee);
  app.clock.advance({ seconds: 7 });
  const far = await answer(callee, callID);
  for (const end of [near, far]) {
    assert.deepEqual(JSON.parse((await end.nextBytes()).toString('utf8')), {
      phonecallStartTime: app.clock.now().toISOString(),
    });
  }
  for (const device of [callee.device, otherDevice]) {
    assert.equal(summaryOf(await device.next()), `incomingPhoneCall ${callID}`);
    assert.equal(summaryOf(await device.next()), `phoneCallAnswered ${callID}`);
  }
  assert.deepEqual(await heardBy(caller), []);
  near.close();
});

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
  const near = await initiateBare(caller, callee, callID);
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
  const near = await initiateBare(caller, callee, callID);
  near.send(audio(10, 1));
  near.ping();
  // The answer to the ping says that the frame before it has been dealt with.
  await new Promise((resolve) => near.once('pong', resolve));
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
  for (const other of [stranger, caller]) await assert.rejects(answer(other, callID), /refused with 404/);
  await assert.rejects(answer(callee, randomUUID()), /refused with 404/);
  const far = await answer(callee, callID.toUpperCase());
  await assert.rejects(answer(callee, callID), /refused with 404/);
  await Promise.all([near.nextBytes(), far.nextBytes()]);
  far.send(audio(5, 1));
  assert.deepEqual(await near.nextBytes(), audio(5, 1));
  near.close();
});

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

test('a caller who gives up stops the ringing, and nobody can answer any more', async () => {
  const [caller, callee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  near.close();
  await near.closed;
  await callee.device.next(({ type }) => 'phoneCallEnded' in (type as object));
  assert.deepEqual(await heardBy(callee), [`incomingPhoneCall ${callID}`, `phoneCallEnded ${callID}`]);
  await assert.rejects(answer(callee, callID), /refused with 404/);
  await assertFree(caller, callee);
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

test('only those whom the called person has among their favorites and has not muted may call', async () => {
  const [caller, callee] = [await newSubscriber(), await newSubscriber()];
  const to = (one: Person) => ({ params: { userID: one.userID } });
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
  for (const person of [one, other]) assert.deepEqual(await heardBy(person), []);
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
  const calling = person(app.context, caller.userID);
  assert.ok(calling);
  const sessionOf = (callID: string) =>
    phoneOpeners(app.context).initiateRelayed({
      caller: asCaller(calling),
      params: { callID, userID: callee.userID },
      query: {},
      address: '',
    });
  const closings: [number, string][] = [];
  const connect = () => ({
    userID: caller.userID,
    send: () => {},
    close: (code: number, reason: string) => void closings.push([code, reason]),
  });
  const [callID, lateCallID] = [randomUUID(), randomUUID()];
  // Both were allowed when they were asked for.
  const [session, lateSession] = [sessionOf(callID), sessionOf(lateCallID)];
  const [early, late] = [connect(), connect()];
  session.opened?.(early);
  lateSession.opened?.(late);
  assert.deepEqual(closings, [[1008, 'you are in another call']]);
  lateSession.closed?.(late);
  assert.deepEqual(await heardBy(callee), [`incomingPhoneCall ${callID}`]);
  session.closed?.(early);
  assert.deepEqual(await heardBy(callee), [`phoneCallEnded ${callID}`]);
});

test('the id of a call that is still on cannot be used again, in whatever letter case', async () => {
  const [caller, callee] = await newPair();
  const [otherCaller, otherCallee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  assert.equal((await ringDirect(otherCaller, otherCallee, callID.toUpperCase())).status, 409);
  await assert.rejects(initiate(otherCaller, otherCallee, callID), /refused with 409/);
  await assert.rejects(initiate(caller, callee, callID), /refused with 409/);
  assert.deepEqual(await heardBy(otherCallee), []);
  near.close();
  await near.closed;
  await callee.device.next(({ type }) => 'phoneCallEnded' in (type as object));
  assert.equal((await ringDirect(otherCaller, otherCallee, callID)).status, 200);
  await decline(otherCallee, callID);
});

test('a relayed call that nobody answers ends after a minute for both', async () => {
  const [caller, callee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  app.clock.advance({ seconds: 59 });
  await app.runJob(job);
  assert.deepEqual(await heardBy(caller), []);
  app.clock.advance({ seconds: 1 });
  await app.runJob(job);
  assert.equal(await near.closed, 1000);
  assert.deepEqual(await heardBy(caller), [`phoneCallEnded ${callID}`]);
  assert.deepEqual(await heardBy(callee), [`incomingPhoneCall ${callID}`, `phoneCallEnded ${callID}`]);
  await assert.rejects(answer(callee, callID), /refused with 404/);
  await assertFree(caller, callee);
});

test('a direct call that nobody answers ends after a minute for both', async () => {
  const [caller, callee] = await newPair();
  const callID = randomUUID();
  await ringDirect(caller, callee, callID);
  app.clock.advance({ minutes: 1 });
  await app.runJob(job);
  assert.deepEqual(await heardBy(caller), [`phoneCallEnded ${callID}`]);
  assert.deepEqual(await heardBy(callee), [`incomingPhoneCall ${callID}`, `phoneCallEnded ${callID}`]);
  await assertFree(caller, callee);
});

test('an answered call may last', async () => {
  const [caller, callee] = await newPair();
  const { near, far } = await newConnected(caller, callee);
  app.clock.advance({ hours: 2 });
  await app.runJob(job);
  near.send(audio(3, 1));
  assert.deepEqual(await far.nextBytes(), audio(3, 1));
  near.close();
});

test('a direct call hands on the address of the caller, and lets go of both once it is answered', async () => {
  const [caller, callee] = await newPair();
  const callID = randomUUID();
  const body = { ipV4Addr: '192.168.1.20', ipV6Addr: 'fe80::1%en0' };
  const reply = await ringDirect(caller, callee, callID, body);
  assert.deepEqual([reply.status, reply.bytes.length], [200, 0]);
  const { type, info, contentID, caller: header, callerAddress } = await callee.device.next();
  assert.deepEqual(
    { type, info, contentID },
    { type: { incomingPhoneCall: {} }, info: caller.username, contentID: callID },
  );
  assert.equal((header as Record<string, unknown>).userID, caller.userID);
  assert.deepEqual(callerAddress, body);
  await assert.rejects(answer(callee, callID), /refused with 404/);
  assert.equal((await ringDirect(caller, callee)).status, 400);
  await callee.get(phoneApi.answer, { params: { callID } });
  assert.deepEqual(await heardBy(callee), [`incomingPhoneCall ${callID}`, `phoneCallAnswered ${callID}`]);
  assert.deepEqual(await heardBy(caller), []);
  await assertFree(caller, callee);
});

test('one address is enough, none is a plain 400, and a text that is no address does not pass', async () => {
  const [caller, callee] = await newPair();
  const callID = randomUUID();
  await ringDirect(caller, callee, callID, { ipV4Addr: null, ipV6Addr: '2001:db8::7' });
  assert.deepEqual((await callee.device.next()).callerAddress, { ipV6Addr: '2001:db8::7' });
  await decline(caller, callID);
  await heardBy(callee);
  for (const body of [{}, { ipV4Addr: null }, { ipV4Addr: '' }, { ipV4Addr: 7 }]) {
    const { status, fieldErrors } = await ringDirect(caller, callee, randomUUID(), body);
    assert.deepEqual([status, fieldErrors], [400, undefined], JSON.stringify(body));
  }
  const long = await ringDirect(caller, callee, randomUUID(), { ipV4Addr: '1'.repeat(101) });
  assert.ok(long.fieldErrors?.ipV4Addr);
  assert.deepEqual(await heardBy(callee), []);
});

test('nobody but the called person can answer a direct call', async () => {
  const [caller, callee] = await newPair();
  const stranger = await newSubscriber();
  const callID = randomUUID();
  await ringDirect(caller, callee, callID);
  for (const other of [stranger, caller]) {
    await other.get(phoneApi.answer, { params: { callID } });
    assert.deepEqual(await heardBy(other), [`phoneCallAnswered ${callID}`]);
  }
  assert.deepEqual(await heardBy(callee), [`incomingPhoneCall ${callID}`]);
  assert.equal((await ringDirect(caller, callee)).status, 400);
  await decline(caller, callID);
});

test('saying of a relayed call that it was answered ends nothing', async () => {
  const [caller, callee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  await callee.get(phoneApi.answer, { params: { callID } });
  const far = await answer(callee, callID);
  await callee.get(phoneApi.answer, { params: { callID } });
  await Promise.all([near.nextBytes(), far.nextBytes()]);
  near.send(audio(3, 1));
  assert.deepEqual(await far.nextBytes(), audio(3, 1));
  near.close();
});

test('a direct call sent twice with one retry key rings once', async () => {
  const [caller, callee] = await newPair();
  const callID = randomUUID();
  const options = {
    params: { callID, userID: callee.userID },
    body: address,
    headers: { 'idempotency-key': randomUUID() },
  };
  for (let times = 0; times < 2; times += 1) assert.equal((await caller.call(phoneApi.initiate, options)).status, 200);
  assert.deepEqual(await heardBy(callee), [`incomingPhoneCall ${callID}`]);
  await decline(caller, callID);
});

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

test('a side that has fallen silent for good is dropped, and the other is free', async () => {
  const [caller, callee] = await newPair();
  const callID = randomUUID();
  const dead = await initiateBare(caller, callee, callID, { autoPong: false });
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

test('a side too slow for the audio loses the call, and nobody else notices', async () => {
  const [caller, callee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  const slow = await connectRaw(app.url);
  slow.write(
    `GET ${answerPath(callID)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${callee.token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
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

test('the sockets want a login, ids that can be read, and an upgrade', async () => {
  const [caller, callee] = await newPair();
  const path = initiatePath(randomUUID(), callee);
  await assert.rejects(openSocket(app.url, path), /refused with 401/);
  await assert.rejects(openSocket(app.url, answerPath(randomUUID())), /refused with 401/);
  await assert.rejects(openSocket(app.url, initiatePath('nonsense', callee), caller.token), /refused with 400/);
  await assert.rejects(openSocket(app.url, answerPath('nonsense'), caller.token), /refused with 400/);
  assert.equal((await caller.send('GET', path)).status, 400);
});

function switchOff(...features: Feature[]): void {
  const disabledFeatures = features.map((feature) => ({ app: 'all', feature }));
  app.context.db.transaction(() => changeSettings(app.context, { disabledFeatures }));
}

test('without the feature phone nothing of it works, but for the office', async () => {
  const [caller, callee] = await newPair();
  const tho = await app.atLevel('tho');
  await welcome(callee, tho);
  switchOff('phone');
  try {
    await assertBothRefused(caller, callee, 451);
    await assert.rejects(answer(callee, randomUUID()), /refused with 451/);
    assert.equal((await decline(caller, randomUUID())).status, 451);
    assert.equal((await caller.call(phoneApi.answer, { params: { callID: randomUUID() } })).status, 451);
    const near = await initiate(tho, callee);
    near.close();
    await near.closed;
  } finally {
    switchOff();
  }
});

test('without the feature directphone there are no direct calls, but relayed ones', async () => {
  const [caller, callee] = await newPair();
  const tho = await app.atLevel('tho');
  await welcome(callee, tho);
  switchOff('directphone');
  try {
    assert.equal((await ringDirect(caller, callee)).status, 451);
    assert.deepEqual(await heardBy(callee), []);
    const { near, far } = await newConnected(caller, callee);
    near.close();
    await far.closed;
    const callID = randomUUID();
    assert.equal((await ringDirect(tho, callee, callID)).status, 200);
    assert.equal((await decline(tho, callID)).status, 200);
  } finally {
    switchOff();
  }
});
