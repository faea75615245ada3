import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { usersApi } from '#core/users/api/index.ts';
import {
  answer,
  app,
  assertFree,
  audio,
  decline,
  endUnanswered,
  heardBy,
  hearsEnd,
  hearsEndOn,
  initiate,
  listen,
  newConnected,
  newPair,
  newRinging,
  newSubscriber,
  reportAnswer,
  ringDirect,
  type Subscriber,
  summaryOf,
} from './support.ts';

test('a relayed call rings on every device of the called person and nowhere else', async () => {
  const [caller, callee] = await newPair();
  const numberedDevice = await listen(callee, '?since=0');
  const bystander = await newSubscriber();
  const { callID, near } = await newRinging(caller, callee);
  const expected = {
    type: { incomingPhoneCall: {} },
    info: caller.username,
    contentID: callID,
    caller: await callee.get(usersApi.header, { params: { userID: caller.userID } }),
  };
  for (const device of [callee.device, numberedDevice]) assert.deepEqual(await device.next(), expected);
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

test('a caller who gives up stops the ringing, and nobody can answer any more', async () => {
  const [caller, callee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  near.close();
  await near.closed;
  await hearsEnd(callee, callID);
  assert.deepEqual(await heardBy(callee), [`incomingPhoneCall ${callID}`, `phoneCallEnded ${callID}`]);
  await assert.rejects(answer(callee, callID), /rejected with 404/);
  await assertFree(caller, callee);
});

test('the id of a call that is still on cannot be used again, in whatever letter case', async () => {
  const [caller, callee] = await newPair();
  const [otherCaller, otherCallee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  assert.equal((await ringDirect(otherCaller, otherCallee, callID.toUpperCase())).status, 409);
  await assert.rejects(initiate(otherCaller, otherCallee, callID), /rejected with 409/);
  await assert.rejects(initiate(caller, callee, callID), /rejected with 409/);
  assert.deepEqual(await heardBy(otherCallee), []);
  near.close();
  await near.closed;
  await hearsEnd(callee, callID);
  assert.equal((await ringDirect(otherCaller, otherCallee, callID)).status, 200);
  await decline(otherCallee, callID);
});

test('a relayed call that nobody answers ends after a minute for both', async () => {
  const [caller, callee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  app.clock.advance({ seconds: 59 });
  await endUnanswered();
  assert.deepEqual(await heardBy(caller), []);
  app.clock.advance({ seconds: 1 });
  await endUnanswered();
  assert.equal(await near.closed, 1000);
  assert.deepEqual(await heardBy(caller), [`phoneCallEnded ${callID}`]);
  assert.deepEqual(await heardBy(callee), [`incomingPhoneCall ${callID}`, `phoneCallEnded ${callID}`]);
  await assert.rejects(answer(callee, callID), /rejected with 404/);
  await assertFree(caller, callee);
});

test('a direct call that nobody answers ends after a minute for both', async () => {
  const [caller, callee] = await newPair();
  const callID = randomUUID();
  await ringDirect(caller, callee, callID);
  app.clock.advance({ minutes: 1 });
  await endUnanswered();
  assert.deepEqual(await heardBy(caller), [`phoneCallEnded ${callID}`]);
  assert.deepEqual(await heardBy(callee), [`incomingPhoneCall ${callID}`, `phoneCallEnded ${callID}`]);
  await assertFree(caller, callee);
});

test('an answered call may last', async () => {
  const [caller, callee] = await newPair();
  const { near, far } = await newConnected(caller, callee);
  app.clock.advance({ hours: 2 });
  await endUnanswered();
  near.send(audio(3, 1));
  assert.deepEqual(await far.nextBytes(), audio(3, 1));
  near.close();
});

test('the id of a call is told in lower case, however the caller wrote it', async () => {
  const [caller, callee] = await newPair();
  const callIDs = [randomUUID(), randomUUID()] as const;
  const near = await initiate(caller, callee, callIDs[0].toUpperCase());
  near.close();
  await hearsEnd(callee, callIDs[0]);
  await ringDirect(caller, callee, callIDs[1].toUpperCase());
  await decline(callee, callIDs[1]);
  const expected = callIDs.flatMap((callID) => [`incomingPhoneCall ${callID}`, `phoneCallEnded ${callID}`]);
  assert.deepEqual(await heardBy(callee), expected);
});

/** Ways in which a call of either kind stops ringing. */
const endsOfRinging: Record<string, (one: Subscriber, other: Subscriber, callID: string) => Promise<unknown>> = {
  'the caller declines': (caller, _callee, callID) => decline(caller, callID),
  'the called person declines': (_caller, callee, callID) => decline(callee, callID),
  'nobody answers': () => {
    app.clock.advance({ minutes: 1 });
    return endUnanswered();
  },
};

for (const [how, end] of Object.entries(endsOfRinging)) {
  test(`every device stops ringing and both are free when ${how}, whichever kind of call it is`, async () => {
    const [caller, callee] = await newPair();
    const others = [await listen(callee), await listen(callee, '?since=0')];
    for (const kind of ['relayed', 'direct'] as const) {
      const callID = randomUUID();
      const near = kind === 'relayed' ? await initiate(caller, callee, callID) : undefined;
      if (!near) await ringDirect(caller, callee, callID);
      await end(caller, callee, callID);
      for (const device of [callee.device, ...others]) await hearsEndOn(device, callID);
      await near?.closed;
      await assertFree(caller, callee);
    }
  });
}

test('the other devices stop ringing when a direct call is answered on one', async () => {
  const [caller, callee] = await newPair();
  const otherDevice = await listen(callee);
  const callID = randomUUID();
  await ringDirect(caller, callee, callID);
  await reportAnswer(callee, callID);
  for (const device of [callee.device, otherDevice]) {
    assert.equal(summaryOf(await device.next()), `incomingPhoneCall ${callID}`);
    assert.equal(summaryOf(await device.next()), `phoneCallAnswered ${callID}`);
  }
});

test('a device that lost its connection while it rang hears of the end when it is back', async () => {
  const [caller, callee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  await callee.device.next();
  callee.device.close();
  await callee.device.closed;
  const back = await listen(callee);
  near.close();
  assert.equal(summaryOf(await back.next()), `phoneCallEnded ${callID}`);
});

test('a call that nobody heard is not told later', async () => {
  const [caller, callee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  near.close();
  await hearsEnd(callee, callID);
  const late = await listen(callee, '?since=0');
  const marker = randomUUID();
  await reportAnswer(callee, marker);
  assert.equal(summaryOf(await late.next()), `phoneCallAnswered ${marker}`);
});

test('a call rings on for whoever answers within the minute, and then lasts', async () => {
  const [caller, callee] = await newPair();
  const { callID, near } = await newRinging(caller, callee);
  app.clock.advance({ seconds: 59 });
  await endUnanswered();
  const far = await answer(callee, callID);
  await far.nextBytes();
  app.clock.advance({ seconds: 1 });
  await endUnanswered();
  near.send(audio(2, 1));
  assert.deepEqual(await far.nextBytes(), audio(2, 1));
  near.close();
});
