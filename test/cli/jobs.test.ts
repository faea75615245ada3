import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { createShip, getErrorSentence } from './support.ts';

const ship = createShip();

/** Returns the line of a job in `gangway jobs`. */
async function readLineOf(name: string): Promise<string> {
  const { stdout } = await ship.run(['jobs']);
  return stdout.split('\n').find((line) => line.startsWith(name)) ?? '';
}

/** Returns how often a job has finished. */
function countRuns(name: string): number {
  const db = new Sqlite(join(ship.data, 'gangway.sqlite'));
  try {
    return db.prepare<[string], number>('SELECT runs FROM job_runs WHERE name = ?').pluck().get(name) ?? 0;
  } finally {
    db.close();
  }
}

before(async () => {
  const service = await ship.serve();
  await service.end('SIGTERM');
});

describe('without a service', () => {
  test('runs a job, reports what it did, and lists it', async () => {
    assert.match(
      await readLineOf('check-consistency'),
      /^check-consistency +daily at 09:00 UTC +\d{4}-\d\d-\d\d 09:00:00$/,
    );
    const { code, stdout } = await ship.run(['job', 'check-consistency']);
    assert.deepEqual([code, stdout], [0, 'check-consistency: all derived values are correct\n']);
    const moment = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d';
    assert.match(
      await readLineOf('check-consistency'),
      new RegExp(`daily at 09:00 UTC +${moment} +\\S+ m?s +${moment} +all derived values are correct$`),
    );
  });

  test('rejects a job that requires the running service', async () => {
    const outcome = await ship.run(['job', 'send-reminders']);
    assert.equal(outcome.code, 1);
    assert.match(getErrorSentence(outcome), /send-reminders needs a running service: start it/);
  });

  test('an unknown name lists the known ones', async () => {
    const outcome = await ship.run(['job', 'dance']);
    assert.equal(outcome.code, 2);
    assert.match(getErrorSentence(outcome), /Unknown job dance\. Jobs: .*check-consistency/);
  });
});

test('a running service runs the job, and never the same job twice at a time', async () => {
  const service = await ship.serve();
  const runs = countRuns('check-consistency');
  const outcomes = await Promise.all([1, 2, 3].map(() => ship.run(['job', 'check-consistency'])));
  for (const { code, stdout } of outcomes) {
    assert.deepEqual([code, stdout], [0, 'check-consistency: all derived values are correct\n']);
  }
  assert.ok(countRuns('check-consistency') > runs);
  const reminders = await ship.run(['job', 'send-reminders']);
  assert.deepEqual([reminders.code, reminders.stdout], [0, 'send-reminders: 0 reminders sent\n']);
  const pings = await ship.run(['job', 'ping-sockets']);
  assert.deepEqual([pings.code, pings.stdout], [0, 'ping-sockets: done\n']);
  await service.end('SIGTERM');
});
