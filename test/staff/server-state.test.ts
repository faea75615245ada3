import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { serverStateApi } from '#staff/server-state/api.ts';
import { withBasic } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';
import { createLogBook } from '../support/log-book.ts';

const logBook = createLogBook();
const app = await startTestApp({ log: logBook.log });
const admin = await app.logIn('admin');

test('the server state has the environment, people present and request times (moderation rule A34)', async () => {
  const james = await app.logIn('james');
  await james.get(accountsApi.whoami);
  const state = await admin.get(serverStateApi.box);
  assert.equal(state.environment, 'testing');
  assert.deepEqual([state.isReadable, state.isWritable], [true, true]);
  assert.equal(state.startedAt, '2025-03-03T15:00:00.000Z');
  assert.deepEqual(
    state.disks.flatMap(({ places }) => places),
    ['data', 'database', 'pictures'],
  );
  for (const { freeBytes, totalBytes } of state.disks) assert.ok(freeBytes > 0 && freeBytes <= totalBytes);
  assert.ok(state.databaseBytes > 0 && state.memoryBytes > 0);
  assert.equal(state.peoplePresent, 2);
  const whoami = state.slowestRoutes.find(({ route }) => route === 'GET /api/v3/user/whoami');
  assert.deepEqual([whoami?.requests, whoami?.failures], [1, 0]);
  assert.ok((whoami?.maxSeconds ?? 0) > 0);
  assert.equal(state.clock.sailingBegins, '2025-03-02');
  assert.equal(state.clock.zone, 'America/New_York');
});

test('a user who hasn’t called for five minutes no longer counts as present', async () => {
  await (await app.logIn('james')).get(accountsApi.whoami);
  const before = await admin.get(serverStateApi.box);
  app.clock.advance({ minutes: 5, seconds: 1 });
  const { peoplePresent } = await admin.get(serverStateApi.box);
  assert.equal(before.peoplePresent, 2);
  assert.equal(peoplePresent, 1);
});

test('the server state lists jobs with their last and next run', async () => {
  await app.runJob('check-consistency');
  const { jobs } = await admin.get(serverStateApi.box);
  const job = jobs.find(({ name }) => name === 'check-consistency');
  assert.equal(job?.times, 'daily at 09:00 UTC');
  assert.equal(job?.lastRun, app.clock.now().toISOString());
  assert.equal(job?.nextRun, '2025-03-04T09:00:00.000Z');
  assert.equal(job?.hasFailed, false);
  assert.ok(!jobs.some(({ name }) => name === 'checkpoint'), 'what runs every second says nothing');
});

test('the server state lists lock-outs with account, address and end', async () => {
  assert.deepEqual((await admin.get(serverStateApi.box)).lockOuts, []);
  for (let tries = 0; tries < 10; tries += 1) await withBasic(app, 'heidi:wrong').call(accountsApi.login);
  for (let tries = 0; tries < 5; tries += 1) {
    await app.anonymous.call(accountsApi.recover, {
      body: { username: 'sam', recoveryKey: 'wrong key', newPassword: 'something new' },
    });
  }
  const until = new Date(app.clock.now().getTime() + 60_000).toISOString();
  assert.deepEqual((await admin.get(serverStateApi.box)).lockOuts, [
    { username: 'heidi', kind: 'wrong-passwords', until },
    { username: 'sam', kind: 'failed-recoveries' },
  ]);
  app.clock.advance({ seconds: 61 });
  assert.deepEqual(
    (await admin.get(serverStateApi.box)).lockOuts.map(({ username }) => username),
    ['sam'],
  );
});

test('a clock earlier than stored content is reported as trouble until it’s corrected', async () => {
  const right = app.clock.now();
  const listTroubles = async () => (await admin.get(serverStateApi.box)).troubles.map(({ name }) => name);
  assert.deepEqual(await listTroubles(), []);
  await app.runJob('watch-machine');
  logBook.clear();
  app.clock.set('2025-01-01T00:00:00.000Z');
  await app.runJob('watch-machine');
  const { troubles } = await admin.get(serverStateApi.box);
  assert.match(troubles[0]?.sentence ?? '', /^The clock shows 2025-01-01 00:00 UTC, which is before the newest/);
  const metrics = await withBasic(app, 'prometheus:password').call(clientServicesApi.metrics);
  assert.match(metrics.bytes.toString(), /^gangway_trouble\{name="odd-clock"\} 1$/m);
  app.clock.set(right);
  app.clock.advance({ seconds: 20 });
  await app.runJob('watch-machine');
  assert.deepEqual(await listTroubles(), []);
  assert.deepEqual(
    logBook.find(/clock/i).map(({ level, msg }) => `${level} ${msg.slice(0, 45)}`),
    [
      'warn the clock of the machine was set back by 5324',
      'warn The clock shows 2025-01-01 00:00 UTC, which i',
      'warn the clock of the machine was set forward by 5',
      'info resolved: The clock shows 2025-01-01 00:00 UT',
    ],
  );
});

test('the server state has a history of the last day, and no more (moderation rule A35)', async () => {
  const read = async () => (await admin.get(serverStateApi.history)).samples;
  const before = (await read()).length;
  await app.runJob('sample-box');
  const [sample] = (await read()).slice(-1);
  assert.equal((await read()).length, before + 1);
  assert.equal(sample?.at, app.clock.now().toISOString());
  assert.ok(sample && sample.freeBytes > 0 && sample.memoryBytes > 0 && sample.peoplePresent > 0);
  for (let run = 0; run < 150; run += 1) await app.runJob('sample-box');
  assert.equal((await read()).length, 144);
  assert.equal((await (await app.atLevel('moderator')).call(serverStateApi.history)).status, 403);
});
