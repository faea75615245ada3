import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import type { Feature } from '#contract/features.ts';
import { changeSettings } from '#core/settings/index.ts';
import { phoneApi } from '#features/phone/api.ts';
import { openSocket } from '../../support/socket.ts';
import {
  answer,
  answerPath,
  app,
  askRaw,
  assertBothRefused,
  decline,
  heardBy,
  initiate,
  initiatePath,
  newConnected,
  newPair,
  ringDirect,
  welcome,
} from './support.ts';

const { context } = app;

test('the sockets want a login, ids that can be read, and an upgrade', async () => {
  const [caller, callee] = await newPair();
  const path = initiatePath(randomUUID(), callee);
  await assert.rejects(openSocket(app.url, path), /rejected with 401/);
  await assert.rejects(openSocket(app.url, answerPath(randomUUID())), /rejected with 401/);
  await assert.rejects(openSocket(app.url, initiatePath('nonsense', callee), caller.token), /rejected with 400/);
  await assert.rejects(openSocket(app.url, answerPath('nonsense'), caller.token), /rejected with 400/);
  assert.equal((await caller.send('GET', path)).status, 400);
});

function switchOffFor(app: string, ...features: Feature[]): void {
  const disabledFeatures = features.map((feature) => ({ app, feature }));
  transact(context, (context) => changeSettings(context, { disabledFeatures }));
}
const switchOff = (...features: Feature[]) => switchOffFor('all', ...features);

test('without the feature phone nothing of it works, but for the office', async () => {
  const [caller, callee] = await newPair();
  const tho = await app.atLevel('tho');
  await welcome(callee, tho);
  switchOff('phone');
  try {
    await assertBothRefused(caller, callee, 451);
    await assert.rejects(answer(callee, randomUUID()), /rejected with 451/);
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

test('a rejected socket gets a plain HTTP answer instead of a connection', async () => {
  const [caller] = await newPair();
  const refused = await askRaw(caller, answerPath(randomUUID()));
  assert.match(await refused.received, /^HTTP\/1\.1 404 Not Found\r\n/);
});

test('a switch for one app leaves calls as they are', async () => {
  const [caller, callee] = await newPair();
  switchOffFor('ios', 'phone', 'directphone');
  try {
    const callID = randomUUID();
    assert.equal((await ringDirect(caller, callee, callID)).status, 200);
    await decline(caller, callID);
    const { near, far } = await newConnected(caller, callee);
    near.close();
    await far.closed;
  } finally {
    switchOff();
  }
});
