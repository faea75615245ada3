import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, mock, test } from 'node:test';
import { area } from '#area/area.ts';
import { findJobRun } from '#core/jobs/index.ts';
import { areas } from '../../src/app/areas.ts';
import { planJobs } from '../../src/app/jobs.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { createRun, type Work } from '../support/job-work.ts';
import { createLogBook } from '../support/log-book.ts';

test('every job has a schedule, and every schedule a job', async () => {
  const { context } = await startTestApp();
  assert.deepEqual(context.jobs.names().sort(), Object.keys(planJobs(context.config)).sort());
});

test('the service notices within two seconds what a command did (decision 47)', async () => {
  const { context } = await startTestApp();
  const { times } = planJobs(context.config)['notice-other-writers'] ?? {};
  assert.ok(times && 'everySeconds' in times && times.everySeconds < 2);
});

describe('what is recorded of a job (moderation rule J8)', () => {
  const work: Work = createRun();
  const fixture = area({
    name: 'fixture',
    api: {},
    handlers: () => ({}),
    jobs: () => [{ name: 'knit', run: work.run }],
  });

  test('stores when it began, how long it took and what it did', async () => {
    const app = await startTestApp({ areas: [...areas, fixture] });
    assert.equal(findJobRun(app.context.db, 'knit'), undefined);
    work.next(() => {
      app.clock.advance({ seconds: 3 });
      return 'two scarves';
    });
    const startedAt = app.clock.now();
    assert.equal(await app.runJob('knit'), 'two scarves');
    const run = findJobRun(app.context.db, 'knit');
    assert.deepEqual(
      [run?.startedAt, run?.finishedAt, run?.milliseconds, run?.outcome, run?.hasFailed, run?.runs],
      [startedAt, app.clock.now(), 3000, 'two scarves', false, 1],
    );
  });

  test('stores a failure with its reason, until the next run replaces it', async () => {
    const app = await startTestApp({ areas: [...areas, fixture] });
    work.next(() => {
      throw new Error('no wool');
    });
    await assert.rejects(app.runJob('knit'), /no wool/);
    const failed = findJobRun(app.context.db, 'knit');
    assert.deepEqual([failed?.hasFailed, failed?.outcome, failed?.attempts], [true, 'no wool', 0]);
    await app.runJob('knit');
    const run = findJobRun(app.context.db, 'knit');
    assert.deepEqual([run?.hasFailed, run?.outcome, run?.runs], [false, null, 2]);
  });

  test('two concurrent requests get the same run', async () => {
    const app = await startTestApp({ areas: [...areas, fixture] });
    let runs = 0;
    work.next(async () => {
      runs += 1;
      await Promise.resolve();
      return `run ${runs}`;
    });
    assert.deepEqual(await Promise.all([app.runJob('knit'), app.runJob('knit')]), ['run 1', 'run 1']);
    assert.equal(findJobRun(app.context.db, 'knit')?.runs, 1);
  });
});

test('a nightly job logs what it did, but not if it failed', async () => {
  const book = createLogBook();
  const app = await startTestApp({ log: book.log });
  const listTold = () => book.lines().filter(({ level, job }) => level === 'info' && job === 'check-consistency');
  await app.runJob('check-consistency');
  assert.equal(listTold().length, 1);
  app.context.db.sqlite.exec('DROP TABLE forum_posts_text');
  await assert.rejects(app.runJob('check-consistency'));
  assert.equal(listTold().length, 1);
});

describe('a job with its own schedule', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-jobs-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const clock = createTestClock('2025-03-03T08:00:00.000Z');
  const environment = { NIGHTLY_CRON_HOUR: '9' };
  const start = () => startTestApp({ clock, environment, dataFolder: folder });
  const runsOf = (app: Awaited<ReturnType<typeof start>>) => findJobRun(app.context.db, 'check-consistency')?.runs ?? 0;

  test('runs once at its time, even if the service was down then or crashed during it', async () => {
    let app = await start();
    await app.runDueJobs();
    assert.equal(runsOf(app), 0, 'a new instance waits for its time');
    clock.set('2025-03-03T09:00:10.000Z');
    await app.runDueJobs();
    await app.runDueJobs();
    assert.equal(runsOf(app), 1);
    await app.close();

    clock.set('2025-03-04T11:00:00.000Z');
    app = await start();
    await app.runDueJobs();
    assert.equal(runsOf(app), 2, 'what was missed is done after the start');
    await app.close();

    // After a crash, the run has begun and never finishes.
    clock.set('2025-03-05T09:00:10.000Z');
    app = await start();
    const cut = app.context.db.sqlite.prepare('UPDATE job_runs SET started_at = ?, finished_at = NULL, attempts = ?');
    cut.run(clock.now().getTime(), 1);
    await app.runDueJobs();
    assert.equal(runsOf(app), 3, 'what was cut off is done again');
    cut.run(clock.now().getTime(), 3);
    await app.runDueJobs();
    assert.equal(runsOf(app), 3, 'but not for ever');
    clock.set('2025-03-06T09:00:10.000Z');
    await app.runDueJobs();
    assert.equal(runsOf(app), 4);
    await app.close();
  });
});

test('a job interrupted by a stop isn’t finished', async () => {
  const work = createRun();
  const fixture = area({
    name: 'fixture',
    api: {},
    handlers: () => ({}),
    jobs: () => [{ name: 'knit', run: work.run }],
  });
  const app = await startTestApp({ areas: [...areas, fixture] });
  const record = mock.method(app.context.log, 'warn');
  let [isOver, run] = [false, findJobRun(app.context.db, 'knit')];
  work.next(async (stopping) => {
    void app.close();
    await new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()));
    run = findJobRun(app.context.db, 'knit');
    isOver = true;
  });
  await app.runJob('knit');
  assert.deepEqual([isOver, run?.finishedAt, run?.attempts], [true, null, 1]);
  assert.equal(record.mock.callCount(), 0);
});
