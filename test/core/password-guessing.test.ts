import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { startTestApp } from '../support/app.ts';
import { createClient } from '../support/client.ts';

const app = await startTestApp({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });

/** A login try that comes from this address, as a trusted proxy tells. */
function tryFrom(address: string, username: string, password: string) {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return createClient(app.url, authorization).call(accountsApi.login, { headers: { 'x-forwarded-for': address } });
}

async function tryWrong(times: number, address: string, username: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let tries = 0; tries < times; tries += 1) statuses.push((await tryFrom(address, username, 'wrong')).status);
  return statuses;
}

test('after ten wrong tries an account answers 429 for at most a minute, also to the right password', async () => {
  assert.deepEqual(await tryWrong(10, '10.1.1.1', 'james'), Array(10).fill(401));
  const paused = await tryFrom('10.1.1.2', 'james', 'password');
  assert.equal(paused.status, 429);
  const wait = Number(paused.headers.get('retry-after'));
  assert.ok(wait > 0 && wait <= 60, `Retry-After was ${wait}`);
  app.clock.advance({ seconds: 30 });
  await tryWrong(5, '10.1.1.1', 'james');
  app.clock.advance({ seconds: 31 });
  assert.equal(
    (await tryFrom('10.1.1.2', 'james', 'password')).status,
    200,
    'tries during the pause do not prolong it',
  );
});

test('other accounts on the same address are not touched', async () => {
  await tryWrong(11, '10.2.2.2', 'sam');
  assert.equal((await tryFrom('10.2.2.2', 'heidi', 'password')).status, 200);
});

test('an address from which the owner has logged in before has tries of its own', async () => {
  assert.equal((await tryFrom('10.3.3.3', 'verified', 'password')).status, 200);
  await tryWrong(12, '10.6.6.6', 'verified');
  assert.equal((await tryFrom('10.6.6.6', 'verified', 'password')).status, 429);
  assert.equal((await tryFrom('10.3.3.3', 'verified', 'password')).status, 200);
});

test('of many addresses those that the owner used lately are remembered', async () => {
  const use = async (address: string) => {
    app.clock.advance({ hours: 1 });
    assert.equal((await tryFrom(address, 'heidi', 'password')).status, 200);
  };
  await use('10.7.0.1');
  await use('10.7.0.2');
  for (let other = 3; other <= 20; other += 1) await use(`10.7.0.${other}`);
  await use('10.7.0.1');
  for (let other = 21; other <= 24; other += 1) await use(`10.7.0.${other}`);
  await tryWrong(11, '10.7.7.7', 'heidi');
  assert.equal((await tryFrom('10.7.0.1', 'heidi', 'password')).status, 200);
  assert.equal((await tryFrom('10.7.0.2', 'heidi', 'password')).status, 429);
});

test('a burst of parallel guesses gets no more than ten answers', async () => {
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => tryFrom('10.4.4.4', 'quarantined', `guess${index}`)),
  );
  assert.equal(responses.filter(({ status }) => status === 401).length, 10);
  assert.equal(responses.filter(({ status }) => status === 429).length, 50);
});

test('a name that does not exist is slowed down like one that does', async () => {
  await tryWrong(10, '10.5.5.5', 'no-such-person');
  assert.equal((await tryFrom('10.5.5.5', 'no-such-person', 'wrong')).status, 429);
});
