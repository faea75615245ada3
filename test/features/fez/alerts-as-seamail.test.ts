import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientServicesApi } from '#features/client-services/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp } from '../../support/app.ts';
import { listFezTitles, listTexts, openFez } from './support.ts';

const app = await startTestApp();
const james = await app.logIn('james');
const heidi = await app.logIn('heidi');

const credentials = `Basic ${Buffer.from('prometheus:password').toString('base64')}`;
const createAlert = (annotations: Record<string, string>) => ({
  status: 'firing',
  labels: { alertname: 'DiskFull', severity: 'page' },
  annotations,
});
const sendAlerts = (...alerts: unknown[]) =>
  app.anonymous.call(clientServicesApi.alert, {
    headers: { authorization: credentials },
    body: { version: '4', status: 'firing', receiver: 'gangway', alerts },
  });

test('an alert becomes a seamail to the users it names, unread for them', async () => {
  const response = await sendAlerts(createAlert({ participants: 'James, heidi', summary: 'The disk is nearly full.' }));
  assert.deepEqual([response.status, response.bytes.length], [200, 0]);
  for (const user of [james, heidi]) {
    const { fezzes } = await user.get(fezApi.joined, { query: { onlynew: true } });
    assert.deepEqual(
      fezzes.map(({ title, owner, fezType, participantCount }) => [title, owner.username, fezType, participantCount]),
      [['Prometheus Alert: DiskFull is now firing.', 'prometheus', 'closed', 3]],
    );
    const [chat] = fezzes;
    assert.ok(chat);
    assert.deepEqual(listTexts(await openFez(user, chat)), ['The disk is nearly full.']);
  }
});

test('an alert without a summary still gets a text', async () => {
  const reader = await app.newcomer('alerted');
  assert.equal((await sendAlerts(createAlert({ participants: 'alerted' }))).status, 200);
  const [chat] = (await reader.get(fezApi.joined)).fezzes;
  assert.ok(chat);
  assert.equal(listTexts(await openFez(reader, chat)).length, 1);
});

test('all alerts are rejected if one names no user or an unknown one', async () => {
  const before = await listFezTitles(james, 'joined');
  const good = createAlert({ participants: 'james' });
  for (const bad of [
    createAlert({}),
    createAlert({ participants: ' , ' }),
    createAlert({ participants: 'james,no-such-person' }),
  ]) {
    assert.equal((await sendAlerts(good, bad)).status, 400);
  }
  assert.deepEqual(await listFezTitles(james, 'joined'), before);
});

test('alerts are accepted from the monitoring service only', async () => {
  const body = { alerts: [] };
  assert.equal((await james.call(clientServicesApi.alert, { body })).status, 401);
  assert.equal((await app.anonymous.call(clientServicesApi.alert, { body })).status, 401);
});
