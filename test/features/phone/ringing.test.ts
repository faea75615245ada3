import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { usersApi } from '#core/users/api/index.ts';
import {
  answer,
  app,
  assertFree,
  createAudioFrame,
  createPair,
  createSubscriber,
  decline,
  describeFrame,
  endUnansweredCalls,
  initiate,
  listen,
  reportAnswer,
  ringDirect,
  type Subscriber,
  startConnected,
  startRinging,
  takeReceived,
  waitForCallEnd,
  waitForEnd,
} from './support.ts';

test('a relayed call rings on every device of the callee and nowhere else', async () => {
  const [caller, callee] = await createPair();
  const numberedDevice = await listen(callee, '?since=0');
  const bystander = await createSubscriber();
  const { callID, near } = await startRinging(caller, callee);
  const expected = {
    type: { incomingPhoneCall: {} },
    info: caller.username,
    contentID: callID,
    caller: await callee.get(usersApi.header, { params: { userID: caller.userID } }),
  };
  for (const device of [callee.device, numberedDevice]) assert.deepEqual(await device.next(), expected);
  assert.deepEqual(await takeReceived(caller), []);
  assert.deepEqual(await takeReceived(bystander), []);
  near.close();
});

test('both sides of an answered call get its start, and other devices stop ringing', async () => {
  const [caller, callee] = await createPair();
  const otherDevice = await listen(callee);
  const { callID, near } = await startRinging(caller, callee);
  app.clock.advance({ seconds: 7 });
  const far = await answer(callee, callID);
  for (const end of [near, far]) {
    assert.deepEqual(JSON.parse((await end.nextBytes()).toString('utf8')), {
      phonecallStartTime: app.clock.now().toISOString(),
    });
  }
  for (const device of [callee.device, otherDevice]) {
    assert.equal(describeFrame(await device.next()), `incomingPhoneCall ${callID}`);
    assert.equal(describeFrame(await device.next()), `phoneCallAnswered ${callID}`);
  }
  assert.deepEqual(await takeReceived(caller), []);
  near.close();
});

test('when the caller hangs up, ringing stops and no one can answer', async () => {
  const [caller, callee] = await createPair();
  const { callID, near } = await startRinging(caller, callee);
  near.close();
  await near.closed;
  await waitForEnd(callee, callID);
  assert.deepEqual(await takeReceived(callee), [`incomingPhoneCall ${callID}`, `phoneCallEnded ${callID}`]);
  await assert.rejects(answer(callee, callID), /rejected with 404/);
  await assertFree(caller, callee);
});

test('the id of an ongoing call can’t be reused, in any letter case', async () => {
  const [caller, callee] = await createPair();
  const [otherCaller, otherCallee] = await createPair();
  const { callID, near } = await startRinging(caller, callee);
  assert.equal((await ringDirect(otherCaller, otherCallee, callID.toUpperCase())).status, 409);
  await assert.rejects(initiate(otherCaller, otherCallee, callID), /rejected with 409/);
  await assert.rejects(initiate(caller, callee, callID), /rejected with 409/);
  assert.deepEqual(await takeReceived(otherCallee), []);
  near.close();
  await near.closed;
  await waitForEnd(callee, callID);
  assert.equal((await ringDirect(otherCaller, otherCallee, callID)).status, 200);
  await decline(otherCallee, callID);
});

test('a relayed call that no one answers ends after a minute for both', async () => {
  const [caller, callee] = await createPair();
  const { callID, near } = await startRinging(caller, callee);
  app.clock.advance({ seconds: 59 });
  await endUnansweredCalls();
  assert.deepEqual(await takeReceived(caller), []);
  app.clock.advance({ seconds: 1 });
  await endUnansweredCalls();
  assert.equal(await near.closed, 1000);
  assert.deepEqual(await takeReceived(caller), [`phoneCallEnded ${callID}`]);
  assert.deepEqual(await takeReceived(callee), [`incomingPhoneCall ${callID}`, `phoneCallEnded ${callID}`]);
  await assert.rejects(answer(callee, callID), /rejected with 404/);
  await assertFree(caller, callee);
});

test('a direct call that no one answers ends after a minute for both', async () => {
  const [caller, callee] = await createPair();
  const callID = randomUUID();
  await ringDirect(caller, callee, callID);
  app.clock.advance({ minutes: 1 });
  await endUnansweredCalls();
  assert.deepEqual(await takeReceived(caller), [`phoneCallEnded ${callID}`]);
  assert.deepEqual(await takeReceived(callee), [`incomingPhoneCall ${callID}`, `phoneCallEnded ${callID}`]);
  await assertFree(caller, callee);
});

test('an answered call may last longer than a minute', async () => {
  const [caller, callee] = await createPair();
  const { near, far } = await startConnected(caller, callee);
  app.clock.advance({ hours: 2 });
  await endUnansweredCalls();
  near.send(createAudioFrame(3, 1));
  assert.deepEqual(await far.nextBytes(), createAudioFrame(3, 1));
  near.close();
});

test('notifications have the call’s id in lower case, however the caller wrote it', async () => {
  const [caller, callee] = await createPair();
  const callIDs = [randomUUID(), randomUUID()] as const;
  const near = await initiate(caller, callee, callIDs[0].toUpperCase());
  near.close();
  await waitForEnd(callee, callIDs[0]);
  await ringDirect(caller, callee, callIDs[1].toUpperCase());
  await decline(callee, callIDs[1]);
  const expected = callIDs.flatMap((callID) => [`incomingPhoneCall ${callID}`, `phoneCallEnded ${callID}`]);
  assert.deepEqual(await takeReceived(callee), expected);
});

/** Ways in which a call of either kind stops ringing. */
const waysToStopRinging: Record<string, (caller: Subscriber, callee: Subscriber, callID: string) => Promise<unknown>> =
  {
    'the caller declines': (caller, _callee, callID) => decline(caller, callID),
    'the callee declines': (_caller, callee, callID) => decline(callee, callID),
    'no one answers': () => {
      app.clock.advance({ minutes: 1 });
      return endUnansweredCalls();
    },
  };

for (const [how, end] of Object.entries(waysToStopRinging)) {
  test(`all devices stop ringing and both users are free when ${how}, for either kind of call`, async () => {
    const [caller, callee] = await createPair();
    const others = [await listen(callee), await listen(callee, '?since=0')];
    for (const kind of ['relayed', 'direct'] as const) {
      const callID = randomUUID();
      const near = kind === 'relayed' ? await initiate(caller, callee, callID) : undefined;
      if (!near) await ringDirect(caller, callee, callID);
      await end(caller, callee, callID);
      for (const device of [callee.device, ...others]) await waitForCallEnd(device, callID);
      await near?.closed;
      await assertFree(caller, callee);
    }
  });
}

test('other devices stop ringing when a direct call is answered on one', async () => {
  const [caller, callee] = await createPair();
  const otherDevice = await listen(callee);
  const callID = randomUUID();
  await ringDirect(caller, callee, callID);
  await reportAnswer(callee, callID);
  for (const device of [callee.device, otherDevice]) {
    assert.equal(describeFrame(await device.next()), `incomingPhoneCall ${callID}`);
    assert.equal(describeFrame(await device.next()), `phoneCallAnswered ${callID}`);
  }
});

test('a device that lost its connection while it rang gets the end when it’s back', async () => {
  const [caller, callee] = await createPair();
  const { callID, near } = await startRinging(caller, callee);
  await callee.device.next();
  callee.device.close();
  await callee.device.closed;
  const back = await listen(callee);
  near.close();
  assert.equal(describeFrame(await back.next()), `phoneCallEnded ${callID}`);
});

test('a device that connects after a call has ended gets nothing about it', async () => {
  const [caller, callee] = await createPair();
  const { callID, near } = await startRinging(caller, callee);
  near.close();
  await waitForEnd(callee, callID);
  const late = await listen(callee, '?since=0');
  const marker = randomUUID();
  await reportAnswer(callee, marker);
  assert.equal(describeFrame(await late.next()), `phoneCallAnswered ${marker}`);
});

test('a call answered within the minute continues after it', async () => {
  const [caller, callee] = await createPair();
  const { callID, near } = await startRinging(caller, callee);
  app.clock.advance({ seconds: 59 });
  await endUnansweredCalls();
  const far = await answer(callee, callID);
  await far.nextBytes();
  app.clock.advance({ seconds: 1 });
  await endUnansweredCalls();
  near.send(createAudioFrame(2, 1));
  assert.deepEqual(await far.nextBytes(), createAudioFrame(2, 1));
  near.close();
});

for (const [direction, hours] of [
  ['back', -1],
  ['forward', 1],
] as const) {
  test(`a phone rings for a minute, even if the server’s clock is set ${direction} in the meantime`, async () => {
    const [caller, callee] = await createPair();
    const callID = randomUUID();
    await ringDirect(caller, callee, callID);
    app.clock.set(new Date(app.clock.now().getTime() + hours * 3_600_000));
    app.clock.advance({ seconds: 59 });
    await endUnansweredCalls();
    assert.deepEqual(await takeReceived(callee), [`incomingPhoneCall ${callID}`]);
    app.clock.advance({ seconds: 1 });
    await endUnansweredCalls();
    assert.deepEqual(await takeReceived(callee), [`phoneCallEnded ${callID}`]);
    await assertFree(caller, callee);
  });
}
