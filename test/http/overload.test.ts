import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { areas } from '../../src/app/areas.ts';
import { startTestApp, type User } from '../support/app.ts';
import { fixtureApi, fixtureArea, fixtureSearch, fixtureSearches } from '../support/fixture-area.ts';
import { connectRaw } from '../support/raw.ts';

const app = await startTestApp({ areas: [...areas, fixtureArea] });
const [james, heidi, sam] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('sam')];

interface SentSearch {
  readonly user: User;
  readonly call: { readonly method: string; readonly path: string };
}

const createSearches = (user: User, times: number): SentSearch[] =>
  Array.from({ length: times }, () => ({ user, call: fixtureApi.search }));
const busySearch: SentSearch = { user: sam, call: fixtureApi.search };

/**
 * Sends requests in one packet, so that all have arrived before any queued one runs. Returns the responses. During each
 * search by sam, who comes first, the clock advances by this many seconds.
 */
async function sendTogether(seconds: number, asked: readonly SentSearch[]): Promise<string[]> {
  fixtureSearches.length = 0;
  fixtureSearch.during = () => {
    if (fixtureSearches.at(-1) === 'sam') app.clock.advance({ seconds });
  };
  const connection = await connectRaw(app.url);
  const requests = asked.map(({ user, call: { method, path } }, index) =>
    [
      `${method} /api/v3${path} HTTP/1.1`,
      ...['host: ship', `authorization: Bearer ${user.token}`, 'content-length: 0'],
      ...(index === asked.length - 1 ? ['connection: close'] : []),
    ].join('\r\n'),
  );
  connection.write(`${requests.join('\r\n\r\n')}\r\n\r\n`);
  const received = await connection.received;
  return received.split(/(?=HTTP\/1\.1 \d)/);
}

const readStatus = (response: string): number => Number(response.slice('HTTP/1.1 '.length).split(' ', 1)[0]);

test('a family that sends ten times as many requests waits for itself, and others don’t (core rule 130)', async () => {
  const responses = await sendTogether(0.05, [busySearch, ...createSearches(james, 30), ...createSearches(heidi, 3)]);
  assert.deepEqual(new Set(responses.map(readStatus)), new Set([200]));
  assert.deepEqual(fixtureSearches.slice(0, 8), ['sam', 'james', 'james', 'heidi', 'james', 'heidi', 'james', 'heidi']);
});

test('an overloaded server rejects polls first, then other reads, and never a write (core rule 130)', async () => {
  const asked = [
    ...[busySearch, busySearch],
    { user: heidi, call: notificationsApi.summary },
    { user: heidi, call: accountsApi.whoami },
    { user: heidi, call: fixtureApi.held },
  ];
  assert.deepEqual((await sendTogether(0.9, asked)).map(readStatus), [200, 200, 200, 200, 200], 'a burst');
  assert.deepEqual((await sendTogether(1.1, asked)).map(readStatus), [200, 200, 503, 200, 200]);
  assert.deepEqual((await sendTogether(3, asked)).map(readStatus), [200, 200, 503, 503, 200]);
});

test('clients that are rejected together are asked to return at different times (core rule 130)', async () => {
  const polls = Array.from({ length: 40 }, () => ({ user: heidi, call: notificationsApi.summary }));
  const [, , ...rejected] = await sendTogether(1.1, [busySearch, busySearch, ...polls]);
  const waits = rejected.map((response) => Number(/^retry-after: (\d+)$/im.exec(response)?.[1]));
  assert.equal(waits.length, 40);
  assert.ok(waits.every((wait) => wait >= 5 && wait <= 15));
  assert.ok(new Set(waits).size > 1);
  assert.match(rejected[0] ?? '', /"code":"unavailable"/);
});

test('the server responds immediately again once the crowd has been served', async () => {
  fixtureSearch.during = () => {};
  assert.equal((await heidi.call(notificationsApi.summary)).status, 200);
});
