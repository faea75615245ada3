import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { scheduleApi } from '#features/schedule/api.ts';
import { deskApi } from '#features/schedule/desk/api.ts';
import { importSchedule, undoChange } from '#features/schedule/index.ts';
import { findInconsistencies } from '../../src/app/verify.ts';
import { logIn } from '../cli/support.ts';
import { buildCalendarOf, forcedOptions } from '../features/schedule/support.ts';
import { startTestApp } from '../support/app.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const createEventAt = (start: string) => ({ start, end: start });
const calendarBefore = buildCalendarOf({
  a: createEventAt('20250303T170000Z'),
  b: createEventAt('20250303T180000Z'),
  c: createEventAt('20250303T190000Z'),
});
const calendarAfter = buildCalendarOf({
  a: createEventAt('20250303T210000Z'),
  c: createEventAt('20250303T190000Z'),
  d: createEventAt('20250303T200000Z'),
});

test('a service killed during an apply has applied nothing, and still has the upload', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'gangway-killed-'));
  after(() => rm(dataFolder, { recursive: true, force: true }));
  const first = await startTestApp({ dataFolder });
  importSchedule(first.context, calendarBefore, forcedOptions);
  const listed = await first.anonymous.get(scheduleApi.list);
  await first.close();

  const { NODE_TEST_CONTEXT: _, ...variables } = process.env;
  const dying = fork(join(import.meta.dirname, 'dying-schedule.ts'), [dataFolder], {
    env: variables,
    stdio: 'inherit',
  });
  after(() => dying.kill('SIGKILL'));
  const [url] = await once(dying, 'message', { signal: AbortSignal.timeout(timeoutMilliseconds) });
  const admin = await logIn(url, 'admin');
  await admin.get(deskApi.uploadSchedule, { body: { schedule: calendarAfter } });
  const ended = once(dying, 'exit');
  await assert.rejects(admin.call(deskApi.applySchedule, { query: { processDeletes: true, forumPosts: true } }));
  assert.deepEqual((await ended)[1], 'SIGKILL');

  const app = await startTestApp({ dataFolder });
  assert.deepEqual(await app.anonymous.get(scheduleApi.list), listed);
  assert.deepEqual(await findInconsistencies(app.context), []);
  const again = await app.logIn('admin');
  assert.equal((await again.get(deskApi.scheduleLog)).length, 1, 'that of the import');
  await again.get(deskApi.applySchedule, { query: { processDeletes: true, forumPosts: true } });
  const applied = await app.anonymous.get(scheduleApi.list);
  assert.deepEqual(
    applied.map(({ uid }) => uid),
    ['c', 'd', 'a'],
  );
  undoChange(app.context, (await again.get(deskApi.scheduleLog))[0]?.entryID ?? 0);
  assert.deepEqual(
    (await app.anonymous.get(scheduleApi.list)).map(({ eventID }) => eventID),
    listed.map(({ eventID }) => eventID),
  );
});
