import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { usersApi } from '#core/users/api/index.ts';
import { phoneApi } from '#features/phone/api.ts';
import {
  addFavorite,
  answer,
  assertFree,
  callerIPAddress,
  createPair,
  createSubscriber,
  decline,
  listen,
  reportAnswer,
  ringDirect,
  takeReceived,
} from './support.ts';

test('a direct call passes on the caller’s address, and frees both users once it’s answered', async () => {
  const [caller, callee] = await createPair();
  const callID = randomUUID();
  const body = { ipV4Addr: '192.168.1.20', ipV6Addr: 'fe80::1%en0' };
  const response = await ringDirect(caller, callee, callID, body);
  assert.deepEqual([response.status, response.bytes.length], [200, 0]);
  const { type, info, contentID, caller: header, callerAddress } = await callee.device.next();
  assert.deepEqual(
    { type, info, contentID },
    { type: { incomingPhoneCall: {} }, info: caller.username, contentID: callID },
  );
  assert.equal((header as Record<string, unknown>).userID, caller.userID);
  assert.deepEqual(callerAddress, body);
  await assert.rejects(answer(callee, callID), /rejected with 404/);
  assert.equal((await ringDirect(caller, callee)).status, 400);
  await callee.get(phoneApi.answer, { params: { callID } });
  assert.deepEqual(await takeReceived(callee), [`incomingPhoneCall ${callID}`, `phoneCallAnswered ${callID}`]);
  assert.deepEqual(await takeReceived(caller), []);
  await assertFree(caller, callee);
});

test('one address is enough; none is 400, and one that’s too long a field error', async () => {
  const [caller, callee] = await createPair();
  const callID = randomUUID();
  await ringDirect(caller, callee, callID, { ipV4Addr: null, ipV6Addr: '2001:db8::7' });
  assert.deepEqual((await callee.device.next()).callerAddress, { ipV6Addr: '2001:db8::7' });
  await decline(caller, callID);
  await takeReceived(callee);
  // If both are missing, no single field is at fault (libraries, Validation; decision 30).
  for (const body of [{}, { ipV4Addr: null }, { ipV4Addr: '' }]) {
    const { status, fieldErrors } = await ringDirect(caller, callee, randomUUID(), body);
    assert.deepEqual([status, Object.keys(fieldErrors ?? {})], [400, ['general']], JSON.stringify(body));
  }
  const { status, fieldErrors } = await ringDirect(caller, callee, randomUUID(), { ipV4Addr: 7 });
  assert.deepEqual([status, fieldErrors], [400, undefined]);
  const long = await ringDirect(caller, callee, randomUUID(), { ipV4Addr: '1'.repeat(101) });
  assert.ok(long.fieldErrors?.ipV4Addr);
  assert.deepEqual(await takeReceived(callee), []);
});

test('only the callee can answer a direct call', async () => {
  const [caller, callee] = await createPair();
  const stranger = await createSubscriber();
  const callID = randomUUID();
  await ringDirect(caller, callee, callID);
  for (const user of [stranger, caller]) {
    await user.get(phoneApi.answer, { params: { callID } });
    assert.deepEqual(await takeReceived(user), [`phoneCallAnswered ${callID}`]);
  }
  assert.deepEqual(await takeReceived(callee), [`incomingPhoneCall ${callID}`]);
  assert.equal((await ringDirect(caller, callee)).status, 400);
  await decline(caller, callID);
});

test('a direct call sent twice with one idempotency key rings once', async () => {
  const [caller, callee] = await createPair();
  const callID = randomUUID();
  const options = {
    params: { callID, userID: callee.userID },
    body: callerIPAddress,
    headers: { 'idempotency-key': randomUUID() },
  };
  for (let times = 0; times < 2; times += 1) assert.equal((await caller.call(phoneApi.initiate, options)).status, 200);
  assert.deepEqual(await takeReceived(callee), [`incomingPhoneCall ${callID}`]);
  await decline(caller, callID);
});

test('every device of the callee gets the addresses unchanged, and nothing more', async () => {
  const [caller, callee] = await createPair();
  const otherDevice = await listen(callee, '?since=0');
  const sent = [
    [
      { ipV4Addr: ' 10.0.0.7:8080 ', ipV6Addr: 'FE80::1%en0' },
      { ipV4Addr: ' 10.0.0.7:8080 ', ipV6Addr: 'FE80::1%en0' },
    ],
    [{ ipV4Addr: '10.0.0.7', ipV6Addr: '', port: 8080 }, { ipV4Addr: '10.0.0.7' }],
    [{ ipV4Addr: null, ipV6Addr: '::1' }, { ipV6Addr: '::1' }],
  ] as const;
  for (const [body, callerAddress] of sent) {
    const callID = randomUUID();
    assert.equal((await ringDirect(caller, callee, callID, body)).status, 200);
    const expected = {
      type: { incomingPhoneCall: {} },
      info: caller.username,
      contentID: callID,
      caller: await callee.get(usersApi.header, { params: { userID: caller.userID } }),
      callerAddress,
    };
    for (const device of [callee.device, otherDevice]) {
      assert.deepEqual(await device.next(), expected);
    }
    await decline(callee, callID);
    for (const device of [callee.device, otherDevice]) {
      const { caller: header, callerAddress: address } = await device.next();
      assert.deepEqual([header, address], [undefined, undefined]);
    }
    assert.deepEqual(await takeReceived(caller), [`phoneCallEnded ${callID}`]);
  }
});

test('after a direct call is answered its id is free, and declining it notifies no one', async () => {
  const [caller, callee] = await createPair();
  const callID = randomUUID();
  await ringDirect(caller, callee, callID);
  await reportAnswer(callee, callID);
  for (const user of [caller, callee]) assert.equal((await decline(user, callID)).status, 200);
  assert.deepEqual(await takeReceived(caller), []);
  assert.deepEqual(await takeReceived(callee), [`incomingPhoneCall ${callID}`, `phoneCallAnswered ${callID}`]);
  assert.equal((await ringDirect(caller, callee, callID)).status, 200);
  await decline(caller, callID);
});

test('if two users call each other, the second gets 400: busy', async () => {
  const [first, second] = await createPair();
  await addFavorite(first, second);
  const callID = randomUUID();
  await ringDirect(first, second, callID);
  assert.equal((await ringDirect(second, first)).status, 400);
  assert.deepEqual(await takeReceived(first), []);
  await decline(second, callID);
  await assertFree(second, first);
});

test('reporting an answer requires a readable id and notifies only the devices of the same user', async () => {
  const [caller, callee] = await createPair();
  assert.equal((await reportAnswer(callee, 'nonsense')).status, 400);
  const callID = randomUUID();
  const response = await reportAnswer(callee, callID.toUpperCase());
  assert.deepEqual([response.status, response.bytes.length], [200, 0]);
  assert.deepEqual(await callee.device.next(), { type: { phoneCallAnswered: {} }, info: '', contentID: callID });
  assert.deepEqual(await takeReceived(caller), []);
});
