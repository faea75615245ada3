import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTraffic } from '#platform/observing/traffic.ts';
import { createTestClock } from '../support/clock.ts';

test('requests are summed by route, with their 99th percentile', () => {
  const clock = createTestClock();
  const traffic = createTraffic(() => clock.steadyNow());
  const [list, read] = [traffic.recorder('GET', '/list'), traffic.recorder('GET', '/read')];
  traffic.recorder('GET', '/never');
  for (let number = 0; number < 98; number += 1) list(200, 0.004);
  list(200, 0.019);
  list(503, 3);
  read(200, 0.001);
  const { all, routes } = traffic.read();
  assert.deepEqual(
    routes.map(({ route, requests, failures, p99Seconds, maxSeconds }) => [
      route,
      requests,
      failures,
      p99Seconds,
      maxSeconds,
    ]),
    [
      ['GET /list', 100, 1, 0.02, 3],
      ['GET /read', 1, 0, 0.001, 0.001],
    ],
  );
  assert.equal(all.requests, 101);
});

test('the rate is that of the last full minute, and data older than five minutes is dropped', () => {
  const clock = createTestClock();
  const traffic = createTraffic(() => clock.steadyNow());
  const record = traffic.recorder('GET', '/list');
  clock.advance({ minutes: 1 });
  for (let number = 0; number < 120; number += 1) record(200, 0.001);
  clock.advance({ minutes: 1 });
  record(200, 0.001);
  assert.equal(traffic.read().perSecond, 2);
  clock.advance({ minutes: 6 });
  assert.deepEqual(traffic.read().routes, []);
  assert.equal(traffic.read().perSecond, 0);
});
