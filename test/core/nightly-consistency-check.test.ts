import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { area } from '#area/area.ts';
import { consistencyApi } from '#core/consistency/api.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { stopCheckingSummaries } from '#core/notifications/check-summaries.ts';
import { areas } from '../../src/app/areas.ts';
import { startTestApp, type User } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';

/** The fixture area's counter for james. */
let messageCount = 0;

const fixtureArea = area({
  name: 'fixture',
  api: {},
  handlers: () => ({}),
  counters: () => ({
    version: () => 0,
    count: (viewer) => (viewer?.username === 'james' ? { counters: { newFezMessageCount: messageCount } } : {}),
  }),
});

const app = await startTestApp({ areas: [...areas, fixtureArea] });
const { context } = app;
stopCheckingSummaries(context);
const [james, moderator] = [await app.logIn('james'), await app.atLevel('moderator')];
const readSummary = (user: User) => user.get(notificationsApi.summary);

describe('recomputing derived values on request', () => {
  test('is for the development team only, and responds immediately', async () => {
    assert.equal((await james.call(consistencyApi.reload)).status, 403);
    assert.equal((await moderator.call(consistencyApi.reload)).status, 403);
    const response = await (await app.atLevel('devteam')).call(consistencyApi.reload);
    assert.deepEqual([response.status, response.bytes.length], [200, 0]);
    await app.runJob('check-consistency');
  });

  test('logs differences, and recomputes cached summaries', async () => {
    await readSummary(james);
    // This change lacks the required invalidation.
    messageCount = 5;
    assert.equal((await readSummary(james)).newFezMessageCount, 0);
    const error = mock.method(context.log, 'error', () => {});
    await (await app.atLevel('devteam')).get(consistencyApi.reload);
    await app.runJob('check-consistency');
    const inconsistency = { what: 'newFezMessageCount in the cached summary of james', stored: '0', expected: '5' };
    assert.deepEqual(
      error.mock.calls.map(({ arguments: [first] }) => first),
      [inconsistency],
    );
    error.mock.restore();
    assert.equal((await readSummary(james)).newFezMessageCount, 5);
  });
});

test('derived values are recomputed every night in the configured hour', async () => {
  const clock = createTestClock('2025-03-03T03:59:59.000Z');
  const night = await startTestApp({ clock, environment: { NIGHTLY_CRON_HOUR: '4' } });
  const info = mock.method(night.context.log, 'info', () => {});
  const runsAt = async (time: string) => {
    clock.set(time);
    await night.runDueJobs();
    return info.mock.calls.filter(({ arguments: [, text] }) => text === 'recomputed derived values').length;
  };
  assert.equal(await runsAt('2025-03-03T03:59:59.000Z'), 0);
  assert.equal(await runsAt('2025-03-03T04:40:00.000Z'), 1);
  assert.equal(await runsAt('2025-03-03T04:50:00.000Z'), 1, 'once a night');
  assert.equal(await runsAt('2025-03-03T05:40:00.000Z'), 1);
  assert.equal(await runsAt('2025-03-04T04:40:00.000Z'), 2);
  info.mock.restore();
});
