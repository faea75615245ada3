import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import { logIn } from '../cli/support.ts';
import { chatFields, groupFields, createFez as start } from '../features/fez/support.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { openSocket } from '../support/socket.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';
import type { JobToRun } from './dying-app.ts';

const dyingProgram = join(import.meta.dirname, 'dying-app.ts');
const environment = { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' };
const startTime = '2025-03-04T22:40:00.000Z';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gangway-killed-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const startInThisProcess = (dataFolder: string) =>
  startTestApp({ dataFolder, environment, clock: createTestClock(startTime) });

/** Starts the service in a process that kills itself between a commit and the response. */
async function startDying(dataFolder: string): Promise<{ url: string; process: ChildProcess }> {
  const { NODE_TEST_CONTEXT: _, ...variables } = process.env;
  const child = fork(dyingProgram, [dataFolder, startTime, JSON.stringify(environment)], {
    env: variables,
    stdio: 'inherit',
  });
  after(() => child.kill('SIGKILL'));
  const [url] = await once(child, 'message', { signal: AbortSignal.timeout(timeoutMilliseconds) });
  return { url, process: child };
}

const awaitKill = async (child: ChildProcess): Promise<void> => {
  const [, signal] =
    child.exitCode === null && child.signalCode === null
      ? await once(child, 'exit', { signal: AbortSignal.timeout(timeoutMilliseconds) })
      : [0, child.signalCode];
  assert.equal(signal, 'SIGKILL');
};

test('50 retries get one response after the service was killed between commit and response', async () => {
  const dataFolder = await createFolder();
  const dying = await startDying(dataFolder);
  const heidi = await logIn(dying.url, 'heidi');
  const { userID } = (await heidi.send('GET', '/api/v3/user/whoami')).body;
  const james = await logIn(dying.url, 'james');
  const body = { ...chatFields, title: 'Made once', initialUsers: [userID] };
  const headers = { 'idempotency-key': 'made-once' };
  const fifty = (client: typeof james) =>
    Array.from({ length: 50 }, () => client.send('POST', '/api/v3/fez/create', { body, headers }));

  const broken = await Promise.allSettled(fifty(james));
  assert.deepEqual(new Set(broken.map(({ status }) => status)), new Set(['rejected']));
  await awaitKill(dying.process);

  const app = await startInThisProcess(dataFolder);
  const again = await app.logIn('james');
  const before = await again.get(fezApi.joined);
  assert.deepEqual(
    before.fezzes.map(({ title }) => title),
    ['Made once'],
  );
  const responses = await Promise.all(fifty(again));
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(responses.map(({ bytes }) => bytes.toString())).size, 1);
  assert.equal(responses[0]?.body.fezID, before.fezzes[0]?.fezID);
  assert.deepEqual((await again.get(fezApi.joined)).fezzes, before.fezzes);
});

test('a reminder is sent, once, after the service was killed between storing and sending it', async () => {
  const dataFolder = await createFolder();
  const first = await startInThisProcess(dataFolder);
  const group = await start(await first.logIn('james'), groupFields);
  await first.close();

  const dying = await startDying(dataFolder);
  const job: JobToRun = { job: 'send-reminders', at: '2025-03-04T22:50:00.000Z' };
  dying.process.send(job);
  await awaitKill(dying.process);

  const app = await startInThisProcess(dataFolder);
  const { token, userID } = await app.logIn('james');
  const readOutcomes = () =>
    app.context.db.sqlite.prepare("SELECT subject_id, outcome FROM reminders WHERE kind = 'fez'").raw().all();
  assert.deepEqual(readOutcomes(), [[group.fezID, 'due']]);
  const socket = await openSocket(app.url, '/api/v3/notification/socket', token);
  for (const minute of ['51', '52', '53']) {
    app.clock.set(`2025-03-04T22:${minute}:00.000Z`);
    await app.runJob('send-reminders');
  }
  app.context.live.sendToUser(userID, 'notifications', '{"info":"the end"}');
  await socket.next(({ info }) => info === 'the end');
  assert.deepEqual(
    socket.frames.map(({ contentID }) => contentID),
    [group.fezID, undefined],
  );
  assert.deepEqual(readOutcomes(), [[group.fezID, 'sent']]);
});
