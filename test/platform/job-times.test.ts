import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeLastDue, computeNextDue, describeTimes } from '#platform/time/job-times.ts';

test('a job is due once a day at its hour, or once an hour at its minute', () => {
  const around = (times: Parameters<typeof computeLastDue>[0], now: string) =>
    [computeLastDue(times, new Date(now)), computeNextDue(times, new Date(now))].map((due) =>
      due.toISOString().slice(0, 16),
    );
  assert.deepEqual(around({ hourOfDay: 9 }, '2025-03-03T09:00:00.000Z'), ['2025-03-03T09:00', '2025-03-04T09:00']);
  assert.deepEqual(around({ hourOfDay: 9 }, '2025-03-03T08:59:59.999Z'), ['2025-03-02T09:00', '2025-03-03T09:00']);
  assert.deepEqual(around({ minuteOfHour: 5 }, '2025-03-03T10:04:59.000Z'), ['2025-03-03T09:05', '2025-03-03T10:05']);
  assert.deepEqual(around({ minuteOfHour: 5 }, '2025-03-03T23:30:00.000Z'), ['2025-03-03T23:05', '2025-03-04T00:05']);
});

test('times are described in words', () => {
  assert.deepEqual(
    [
      { everySeconds: 1 },
      { everySeconds: 30 },
      { everySeconds: 60 },
      { everySeconds: 600 },
      { everySeconds: 3600 },
    ].map(describeTimes),
    ['every second', 'every 30 seconds', 'every minute', 'every 10 minutes', 'every hour'],
  );
  assert.equal(describeTimes({ minuteOfHour: 5 }), 'hourly at :05');
  assert.equal(describeTimes({ hourOfDay: 9 }), 'daily at 09:00 UTC');
});
