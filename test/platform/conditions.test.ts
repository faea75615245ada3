import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConditions } from '#platform/observing/conditions.ts';
import { createTestClock } from '../support/clock.ts';
import { createLogBook } from '../support/log-book.ts';

function createWatch() {
  const [clock, book] = [createTestClock(), createLogBook()];
  return { clock, book, conditions: createConditions(book.log, clock) };
}

test('a condition met a thousand times is logged once when it begins and once when it ends', () => {
  const { clock, book, conditions } = createWatch();
  for (let times = 0; times < 1000; times += 1) conditions.begin('storing', 'The disk is full.');
  assert.deepEqual(conditions.list(), [{ name: 'storing', sentence: 'The disk is full.', since: clock.now() }]);
  clock.advance({ seconds: 30 });
  conditions.end('storing');
  conditions.end('storing');
  assert.deepEqual(conditions.list(), []);
  assert.deepEqual(book.lines(), [
    { level: 'warn', state: 'storing', msg: 'The disk is full.' },
    { level: 'info', state: 'storing', seconds: 30, times: 1000, msg: 'resolved: The disk is full.' },
  ]);
});

test('a condition that was met a moment ago isn’t over', () => {
  const { clock, book, conditions } = createWatch();
  conditions.begin('storing', 'The disk is full.');
  clock.advance({ seconds: 5 });
  conditions.end('storing');
  assert.equal(book.lines().length, 1);
});

test('a condition that can’t be checked ends if it wasn’t met for a minute', () => {
  const { clock, conditions } = createWatch();
  conditions.begin('overload', 'Too many are waiting.');
  clock.advance({ seconds: 59 });
  conditions.begin('overload', 'Too many are waiting.');
  clock.advance({ seconds: 59 });
  conditions.endUnmet();
  assert.equal(conditions.list().length, 1);
  clock.advance({ seconds: 1 });
  conditions.endUnmet();
  assert.deepEqual(conditions.list(), []);
});
