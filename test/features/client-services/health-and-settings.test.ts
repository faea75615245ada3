import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientServicesApi } from '#features/client-services/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { startTestApp } from '../../support/app.ts';

const app = await startTestApp({
  environment: {
    CANONICAL_HOSTNAMES: 'gangway.ship, social.ship',
    START_DATE: '2025-03-02',
    CRUISE_LENGTH_DAYS: '8',
    PORT_TIMEZONE: 'America/New_York',
  },
});
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('health is OK while the database works, even with an unknown token', async () => {
  const response = await app.anonymous.call(clientServicesApi.health, {
    headers: { authorization: 'Bearer nonsense' },
  });
  assert.equal(response.status, 200);
  assert.deepEqual(response.body, { status: 200, reason: 'OK', error: false });
});

for (const [what, pragma, undo, reason] of [
  ['the disk is full', 'max_page_count = 1', 'max_page_count = 1073741823', /disk .* is full/],
  ['the disk is read-only', 'query_only = ON', 'query_only = OFF', /disk .* read-only/],
] as const) {
  test(`health is 200 while reading works, and reports that ${what}`, async () => {
    const health = () => app.anonymous.call(clientServicesApi.health);
    app.clock.advance({ seconds: 1 });
    app.context.db.sqlite.pragma(pragma);
    const responses = await Promise.all([health(), health()]);
    app.context.db.sqlite.pragma(undo);
    for (const { status, body } of responses) {
      assert.deepEqual([status, body.status, body.error], [200, 200, false]);
      assert.match(body.reason, reason);
    }
    assert.match((await health()).body.reason, reason, 'anybody may ask; it is tried once a second');
    app.clock.advance({ seconds: 1 });
    assert.equal((await health()).body.reason, 'OK');
  });
}

test('health is 500 if the database doesn’t work', async () => {
  const service = await startTestApp({ showsBehaviour: false });
  service.context.db.close();
  const response = await service.anonymous.call(clientServicesApi.health);
  assert.equal(response.status, 500);
  assert.equal(response.body.error, true);
  assert.match(response.reason, /database/);
});

test('clients read the sailing, port zone and limits before logging in', async () => {
  const { installationID, ...settings } = await app.anonymous.get(clientServicesApi.settings);
  assert.match(installationID, uuidForm);
  assert.deepEqual(settings, {
    canonicalHostnames: ['gangway.ship', 'social.ship'],
    cruiseStartDate: '2025-03-02T05:00:00.000Z',
    cruiseLengthInDays: 8,
    portTimeZoneID: 'America/New_York',
    portTimeZoneAbbrev: 'EST',
    portTimeZoneOffset: -18000,
    scheduleUpdateURL: '',
    enablePreregistration: false,
    minAccessLevel: 'banned',
    maxForumPostImages: 4,
    maxImageSize: 20971520,
    photostreamUploadRateLimit: 300,
  });
});

test('client settings have the current port zone, and reflect changed settings immediately', async () => {
  const service = await startTestApp({ environment: { PORT_TIMEZONE: 'America/New_York' } });
  const before = await service.anonymous.get(clientServicesApi.settings);
  service.clock.set('2025-03-09T07:00:00.000Z');
  const body = { shipWifiSSID: 'Ship WiFi', scheduleUpdateURL: 'http://plan.ship/all.ics', maxImageSize: 1000 };
  await (await service.logIn('admin')).get(adminApi.changeServerSettings, { body });
  const after = await service.anonymous.get(clientServicesApi.settings);
  assert.deepEqual(after, { ...before, portTimeZoneAbbrev: 'EDT', portTimeZoneOffset: -14400, ...body });
});
