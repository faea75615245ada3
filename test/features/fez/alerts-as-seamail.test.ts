import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientServicesApi } from '#features/client-services/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp } from '../../support/app.ts';
import { openFez, texts, titles } from './support.ts';

const app = await startTestApp();
const james = await app.logIn('james');
const heidi = await app.logIn('heidi');

const credentials = `Basic ${Buffer.from('prometheus:password').toString('base64')}`;
const alert = (annotations: Record<string, string>) => ({
  status: 'firing',
  labels: { alertname: 'DiskFull', severity: 'page' },
  annotations,
});
const send = (...alerts: unknown[]) =>
  app.anonymous.call(clientServicesApi.alert, {
    headers: { authorization: credentials },
    body: { version: '4', status: 'firing', receiver: 'gangway', alerts },
  });

test('an alert becomes a seamail to the users it names, unread for them', async () => {
  const response = await send(alert({ participants: 'James, heidi', summary: 'The disk is nearly full.' }));
  assert.deepEqual([response.status, response.bytes.length], [200, 0]);
  for (const user of [james, heidi]) {
    const { fezzes } = await user.get(fezApi.joined, { query: { onlynew: true } });
    assert.deepEqual(
      fezzes.map(({ title, owner, fezType, participantCount }) => [title, owner.username, fezType, participantCount]),
      [['Prometheus Alert: DiskFull is now firing.', 'prometheus', 'closed', 3]],
    );
    const [chat] = fezzes;
    assert.ok(chat);
    assert.deepEqual(texts(await openFez(user, chat)), ['The disk is nearly full.']);
  }
});

test('an alert without a summary still says something', async () => {
  const reader = await app.newcomer('alerted');
  assert.equal((await send(alert({ participants: 'alerted' }))).status, 200);
  const [chat] = (await reader.get(fezApi.joined)).fezzes;
  assert.ok(chat);
  assert.equal(texts(await openFez(reader, chat)).length, 1);
});

test('alerts are rejected altogether when one of them names no user or an unknown one', async () => {
  const before = await titles(james, 'joined');
  const good = alert({ participants: 'james' });
  for (const bad of [alert({}), alert({ participants: ' , ' }), alert({ participants: 'james,no-such-person' })]) {
    assert.equal((await send(good, bad)).status, 400);
  }
  assert.deepEqual(await titles(james, 'joined'), before);
});

test('alerts come from the monitoring service only', async () => {
  const body = { alerts: [] };
  assert.equal((await james.call(clientServicesApi.alert, { body })).status, 401);
  assert.equal((await app.anonymous.call(clientServicesApi.alert, { body })).status, 401);
});
