import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import type { Feature } from '#contract/features.ts';
import { changeSettings } from '#core/settings/index.ts';
import { phoneApi } from '#features/phone/api.ts';
import { openSocket } from '../../support/socket.ts';
import {
  addFavorite,
  answer,
  answerPath,
  app,
  assertBothRejected,
  createPair,
  decline,
  initiate,
  initiatePath,
  requestUpgrade,
  ringDirect,
  startConnected,
  takeReceived,
} from './support.ts';

const { context } = app;

test('the call sockets require a login, readable ids and an upgrade', async () => {
  const [caller, callee] = await createPair();
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

test('with the feature phone off, nothing works except for the office', async () => {
  const [caller, callee] = await createPair();
  const tho = await app.atLevel('tho');
  await addFavorite(callee, tho);
  switchOff('phone');
  try {
    await assertBothRejected(caller, callee, 451);
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

test('with the feature directphone off, only relayed calls work', async () => {
  const [caller, callee] = await createPair();
  const tho = await app.atLevel('tho');
  await addFavorite(callee, tho);
  switchOff('directphone');
  try {
    assert.equal((await ringDirect(caller, callee)).status, 451);
    assert.deepEqual(await takeReceived(callee), []);
    const { near, far } = await startConnected(caller, callee);
    near.close();
    await far.closed;
    const callID = randomUUID();
    assert.equal((await ringDirect(tho, callee, callID)).status, 200);
    assert.equal((await decline(tho, callID)).status, 200);
  } finally {
    switchOff();
  }
});

test('a rejected socket gets a plain HTTP response instead of a connection', async () => {
  const [caller] = await createPair();
  const rejected = await requestUpgrade(caller, answerPath(randomUUID()));
  assert.match(await rejected.received, /^HTTP\/1\.1 404 Not Found\r\n/);
});

test('switching the features off for one app doesn’t affect calls', async () => {
  const [caller, callee] = await createPair();
  switchOffFor('ios', 'phone', 'directphone');
  try {
    const callID = randomUUID();
    assert.equal((await ringDirect(caller, callee, callID)).status, 200);
    await decline(caller, callID);
    const { near, far } = await startConnected(caller, callee);
    near.close();
    await far.closed;
  } finally {
    switchOff();
  }
});
