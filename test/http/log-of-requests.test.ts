import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import * as v from 'valibot';
import { area } from '#area/area.ts';
import { open } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { imagesApi } from '#core/images/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import { areas } from '../../src/app/areas.ts';
import { withBasic } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';
import { createLogBook } from '../support/log-book.ts';

const troublesomeApi = {
  break: endpoint({ method: 'GET', path: '/test/break', access: open, response: v.string(), summary: 'Breaks' }),
  full: endpoint({
    method: 'GET',
    path: '/test/full',
    access: open,
    response: v.string(),
    summary: 'Meets a full disk',
  }),
  slow: endpoint({ method: 'GET', path: '/test/slow', access: open, response: v.string(), summary: 'Takes long' }),
};

/** Blocks the event loop for as long as a slow call takes. */
function blockLoop(): string {
  const end = performance.now() + 1001;
  while (performance.now() < end);
  return 'at last';
}

const troublesomeArea = area({
  name: 'troublesome',
  api: troublesomeApi,
  handlers: () => ({
    break: () => {
      throw new Error('a wheel came off');
    },
    full: () => {
      throw Object.assign(new Error('write failed'), { code: 'ENOSPC' });
    },
    slow: blockLoop,
  }),
});

const logBook = createLogBook();
const app = await startTestApp({ log: logBook.log, areas: [...areas, troublesomeArea] });
const admin = await app.logIn('admin');

describe('every response has the request id that the log uses (decision 60):', () => {
  for (const [method, path] of [
    ['GET', '/api/v3/client/health'],
    ['GET', '/api/v3/nowhere'],
    ['OPTIONS', '/api/v3/client/health'],
    ['DELETE', '/api/v3/client/health'],
    ['GET', '/api/v3/user/whoami'],
    ['GET', '/'],
    ['GET', '/login'],
    ['GET', '/web/1/style.css'],
    ['GET', '/public/faq.md'],
  ] as const) {
    test(`${method} ${path}`, async () => {
      const { headers } = await app.anonymous.send(method, path);
      assert.match(headers.get('x-request-id') ?? '', /^\w+-\w+$/);
    });
  }
});

test('a defect has one line with request id, address and stack; the reply names the id', async () => {
  logBook.clear();
  const { status, headers } = await app.anonymous.call(troublesomeApi.break);
  assert.equal(status, 500);
  const [line, ...others] = logBook.lines();
  assert.deepEqual(others, []);
  assert.equal(line?.level, 'error');
  assert.equal(line?.requestID, headers.get('x-request-id'));
  assert.equal(line?.address, '127.0.0.1');
  assert.match(String(line?.stack), /a wheel came off/);
});

test('a thousand failing calls leave three log lines, and one with the number of the rest', async () => {
  await app.runJob('write-minute-log');
  logBook.clear();
  for (let calls = 0; calls < 1000; calls += 1) await app.anonymous.call(troublesomeApi.break);
  await app.runJob('write-minute-log');
  assert.equal(logBook.find(/a wheel came off/).length, 3);
  assert.deepEqual(logBook.find(/suppressed more lines/)[0]?.times, { 'failed: a wheel came off': 997 });
  assert.equal(logBook.lines().length, 4);
});

test('a full disk is logged once when it begins and once when it ends, for any number of calls', async () => {
  logBook.clear();
  for (let calls = 0; calls < 300; calls += 1) await app.anonymous.call(troublesomeApi.full);
  assert.deepEqual(
    logBook.lines().map(({ level, state }) => [level, state]),
    [['warn', 'storing']],
  );
  app.clock.advance({ seconds: 20 });
  await app.runJob('watch-machine');
  assert.deepEqual(
    logBook.lines().map(({ level, state, times }) => [level, state, times]),
    [
      ['warn', 'storing', undefined],
      ['info', 'storing', 300],
    ],
  );
});

test('logs a warning with the route for a call that takes over a second', async () => {
  logBook.clear();
  const { headers } = await app.anonymous.call(troublesomeApi.slow);
  const [line] = logBook.find(/a request took long/);
  assert.deepEqual(
    [line?.level, line?.path, line?.requestID],
    ['warn', '/api/v3/test/slow', headers.get('x-request-id')],
  );
  assert.ok(Number(line?.seconds) >= 1);
});

/** Node measures delays every ten milliseconds, beginning with the second time. */
async function letNodeMeasure(): Promise<void> {
  for (const end = performance.now() + 50; performance.now() < end; ) await immediate();
}

test('logs how long everyone waited, and how much processor time the service used', async () => {
  await app.runJob('watch-machine');
  logBook.clear();
  await letNodeMeasure();
  await app.anonymous.call(troublesomeApi.slow);
  await letNodeMeasure();
  await app.runJob('watch-machine');
  const [line] = logBook.find(/everyone waited/);
  assert.equal(line?.level, 'warn');
  assert.ok(Number(line?.seconds) >= 0.9 && Number(line?.processorSeconds) > 0);
});

test('logs rate-limited clients, but not every time', async () => {
  await app.runJob('write-minute-log');
  logBook.clear();
  const james = await app.logIn('james');
  const statuses = new Map<number, number>();
  for (let calls = 0; calls < 150; calls += 1) {
    const { status } = await james.call(imagesApi.qrCode, { params: { text: 'x' } });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const rejected = statuses.get(429) ?? 0;
  assert.ok(rejected >= 20, [...statuses].join(' '));
  const lines = logBook.find(/exceeded its rate limit/);
  assert.equal(lines.length, 3);
  assert.equal(lines[0]?.account, 'james');
  await app.runJob('write-minute-log');
  assert.deepEqual(Object.values(logBook.find(/suppressed more lines/)[0]?.times ?? {}), [rejected - 3]);
});

test('registrations, logins and wrong passwords are counted, and logged once a minute', async () => {
  await app.runJob('write-minute-log');
  logBook.clear();
  for (const username of ['counted-one', 'counted-two', 'counted-three']) {
    await app.anonymous.get(accountsApi.create, { body: { username, password: 'password' } });
    await app.logIn(username);
  }
  await withBasic(app, 'counted-one:wrong').call(accountsApi.login);
  await app.runJob('write-minute-log');
  assert.deepEqual(logBook.lines(), [
    { level: 'info', registrations: 3, logins: 3, wrongPasswords: 1, msg: 'in the last minute' },
  ]);
  await app.runJob('write-minute-log');
  assert.equal(logBook.lines().length, 1, 'a minute in which nothing happened has no line');
});

describe('events that matter for an investigation are logged in one line with the user:', () => {
  /** Lists the log lines of one of the admin's calls. */
  async function listLines(call: () => Promise<unknown>) {
    logBook.clear();
    await call();
    return logBook.lines().map(({ requestID, address, level, ...line }) => {
      assert.match(String(requestID), /^\w+-\w+$/);
      assert.deepEqual([address, level], ['127.0.0.1', 'info']);
      return line;
    });
  }

  test('bans and other levels', async () => {
    const { userID } = await app.newcomer('rowdy');
    const lines = await listLines(() =>
      admin.get(moderationApi.setAccessLevel, { params: { userID, level: 'banned' } }),
    );
    const said = { account: 'admin', family: 'rowdy', before: 'verified', after: 'banned' };
    assert.deepEqual(lines, [{ ...said, msg: "a family's access level was changed" }]);
  });

  test('promotions', async () => {
    const { userID } = await app.newcomer('helper');
    const lines = await listLines(() => admin.get(adminApi.promoteToModerator, { params: { userID } }));
    const said = { account: 'admin', username: 'helper', before: 'verified', after: 'moderator' };
    assert.deepEqual(lines, [{ ...said, msg: "an account's access level was changed" }]);
  });

  test('roles', async () => {
    const { userID } = await app.newcomer('singer');
    const params = { role: 'karaokemanager', userID };
    const lines = await listLines(() => admin.get(adminApi.addRole, { params }));
    const said = { account: 'admin', username: 'singer', role: 'karaokemanager' };
    assert.deepEqual(lines, [{ ...said, msg: 'a role was assigned' }]);
  });

  test('settings', async () => {
    const lines = await listLines(() => admin.get(adminApi.changeServerSettings, { body: { maximumForums: 20 } }));
    const said = { account: 'admin', settings: '{"maximumForums":20}' };
    assert.deepEqual(lines, [{ ...said, msg: 'server settings were changed' }]);
  });

  test('passwords, changed and reset', async () => {
    const user = await app.newcomer('forgetful');
    const changed = await listLines(() =>
      user.get(accountsApi.changePassword, { body: { currentPassword: 'password', newPassword: 'another' } }),
    );
    assert.deepEqual(changed, [{ account: 'forgetful', username: 'forgetful', msg: 'a password was changed' }]);
    const reset = await listLines(() =>
      app.anonymous.get(accountsApi.recover, {
        body: { username: 'forgetful', recoveryKey: 'another', newPassword: 'yet another' },
      }),
    );
    assert.deepEqual(reset, [{ username: 'forgetful', by: 'password', msg: 'a password was reset' }]);
  });

  test('lock-outs, by wrong passwords and by failed recoveries', async () => {
    await app.newcomer('besieged');
    logBook.clear();
    for (let tries = 0; tries < 15; tries += 1) await withBasic(app, 'besieged:wrong').call(accountsApi.login);
    const paused = logBook.find(/paused logins to an account/);
    assert.deepEqual(
      paused.map(({ level, username, address, seconds }) => [level, username, address, seconds]),
      [['warn', 'besieged', '127.0.0.1', 60]],
    );
    const body = { username: 'besieged', recoveryKey: 'wrong key', newPassword: 'something' };
    for (let tries = 0; tries < 7; tries += 1) await app.anonymous.call(accountsApi.recover, { body });
    assert.deepEqual(
      logBook.find(/locked a family after too many failed recoveries/).map(({ family }) => family),
      ['besieged'],
    );
  });

  test('but nothing that was rejected', async () => {
    const { userID } = await app.newcomer('spared');
    logBook.clear();
    const james = await app.logIn('james');
    const params = { userID, level: 'banned' };
    assert.equal((await james.call(moderationApi.setAccessLevel, { params })).status, 403);
    assert.equal((await admin.call(adminApi.promoteToModerator, { params: { userID: 'anonymous' } })).status, 400);
    const body = { maximumForums: -1 };
    assert.equal((await admin.call(adminApi.changeServerSettings, { body })).status, 400);
    assert.deepEqual(logBook.lines(), []);
  });
});
