import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profilesApi } from '#core/profiles/api.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { startTestApp } from '../../support/app.ts';

const app = await startTestApp();
const basicHeaders = (username: string, password = 'password') => ({
  headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
});

test('the metrics are for Prometheus, the crew and the management office', async () => {
  for (const username of ['prometheus', 'admin', 'THO', 'tho']) {
    assert.equal((await app.anonymous.call(clientServicesApi.metrics, basicHeaders(username))).status, 200, username);
  }
  assert.equal((await app.anonymous.call(clientServicesApi.metrics)).status, 401);
  assert.equal((await app.anonymous.call(clientServicesApi.metrics, basicHeaders('prometheus', 'wrong'))).status, 401);
  assert.equal((await app.anonymous.call(clientServicesApi.metrics, basicHeaders('james'))).status, 401);
  for (const level of ['client', 'tho', 'admin'] as const) {
    assert.equal((await (await app.atLevel(level)).call(clientServicesApi.metrics)).status, 200, level);
  }
  for (const level of ['verified', 'moderator', 'devteam'] as const) {
    assert.equal((await (await app.atLevel(level)).call(clientServicesApi.metrics)).status, 403, level);
  }
});

test('the metrics stay readable while the server is closed to others', async () => {
  const service = await startTestApp();
  const crew = await service.logIn('admin');
  await crew.get(adminApi.changeServerSettings, { body: { minUserAccessLevel: 'admin' } });
  assert.equal((await service.anonymous.call(clientServicesApi.metrics, basicHeaders('prometheus'))).status, 200);
});

test('the metrics count requests, bytes and sockets, in the text format of Prometheus', async () => {
  const client = await app.atLevel('client');
  // The service counts a call once it has ended.
  await client.get(clientServicesApi.metrics);
  const response = await client.call(clientServicesApi.metrics);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
  const text = response.bytes.toString('utf8');
  for (const line of text.split('\n').filter((text) => text !== '')) {
    assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{[^{}]*("[^"]*")?[^{}]*\})? \S+)$/);
  }
  const value = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1]);
  assert.ok(value('gangway_database_bytes') > 0);
  assert.ok(value('gangway_database_log_bytes') >= 0);
  assert.equal(value('gangway_sockets'), 0);
  assert.equal(value('gangway_socket_users'), 0);
  assert.equal(value('gangway_sockets_dropped_total'), 0);
  assert.equal(value('gangway_password_checks_waiting'), 0);
  assert.doesNotMatch(text, /^# TYPE \w+_total gauge$/m, 'only counters are named like counters');
  assert.match(text, /^gangway_http_requests_total\{.*route="\/api\/v3\/client\/metrics".*\} \d+$/m);
  assert.match(text, /^process_cpu_seconds_total \d/m);
});

test('the metrics count rows from the start, and again when the job runs', async () => {
  const service = await startTestApp();
  const count = async (kind: string) => {
    const { bytes } = await service.anonymous.call(clientServicesApi.metrics, basicHeaders('prometheus'));
    return Number(bytes.toString('utf8').match(new RegExp(`gangway_table_rows\\{kind="${kind}"\\} (\\d+)`))?.[1]);
  };
  const usersBefore = await count('user');
  const actionsBefore = await count('moderationAction');
  assert.ok(usersBefore > 0);
  assert.equal(await count('report'), 0);
  const [reporter, reported] = [await service.newcomer('counted-first'), await service.newcomer('counted-second')];
  await reporter.get(profilesApi.reportUser, { params: { userID: reported.userID }, body: { message: '' } });
  for (const user of [reporter, reported]) await user.get(publicTextApi.addAlertWord, { params: { word: 'dolphin' } });
  await reporter.get(publicTextApi.addMuteWord, { params: { word: 'spoiler' } });
  assert.equal(await count('user'), usersBefore, 'not before the job runs');
  await service.runJob('count-rows');
  assert.equal(await count('user'), usersBefore + 2);
  assert.equal(await count('report'), 1);
  assert.equal(await count('alertword'), 1, 'words, not users');
  assert.equal(await count('muteword'), 1);
  assert.equal(await count('moderationAction'), actionsBefore + 2, 'both were verified');
});

test('the metrics include disks, whether data can be stored, and the last end of each job', async () => {
  const service = await startTestApp();
  await service.runJob('measure-pictures');
  await service.runJob('check-consistency');
  await service.anonymous.call(clientServicesApi.health);
  const { bytes } = await service.anonymous.call(clientServicesApi.metrics, basicHeaders('prometheus'));
  const value = (name: string) => {
    const found = bytes
      .toString('utf8')
      .split('\n')
      .find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
    return Number(found?.split(' ').at(-1));
  };
  assert.ok(value('gangway_disk_free_bytes') > 0);
  assert.ok(value('gangway_disk_total_bytes') >= value('gangway_disk_free_bytes'));
  assert.equal(value('gangway_writable'), 1);
  assert.equal(value('gangway_picture_bytes'), 0);
  assert.equal(value('gangway_reports_open'), 0);
  assert.equal(
    value('gangway_job_last_end_timestamp_seconds{job="check-consistency"}'),
    service.clock.now().getTime() / 1000,
  );
  assert.equal(value('gangway_job_failed{job="check-consistency"}'), 0);
  assert.match(bytes.toString(), /^gangway_http_request_duration_seconds_bucket\{le="0.02",.*\}/m);
});
