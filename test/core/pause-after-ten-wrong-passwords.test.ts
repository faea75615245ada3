import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { withBasic } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });

/** Logs in from this address, as reported by the trusted proxy. */
const logInFrom = (address: string, username: string, password: string) =>
  withBasic(app, `${username}:${password}`).call(accountsApi.login, { headers: { 'x-forwarded-for': address } });

async function tryWrong(times: number, address: string, username: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let tries = 0; tries < times; tries += 1) statuses.push((await logInFrom(address, username, 'wrong')).status);
  return statuses;
}

test('after ten wrong passwords a login is 429 for up to a minute, even with the right one', async () => {
  assert.deepEqual(await tryWrong(10, '10.1.1.1', 'james'), Array(10).fill(401));
  const paused = await logInFrom('10.1.1.2', 'james', 'password');
  assert.equal(paused.status, 429);
  const wait = Number(paused.headers.get('retry-after'));
  assert.ok(wait > 0 && wait <= 60, `Retry-After was ${wait}`);
  app.clock.advance({ seconds: 30 });
  await tryWrong(5, '10.1.1.1', 'james');
  app.clock.advance({ seconds: 31 });
  assert.equal(
    (await logInFrom('10.1.1.2', 'james', 'password')).status,
    200,
    'tries during the pause do not prolong it',
  );
});

test('one account’s wrong passwords don’t pause others at the same address', async () => {
  await tryWrong(11, '10.2.2.2', 'sam');
  assert.equal((await logInFrom('10.2.2.2', 'unverified', 'password')).status, 200);
});

test('an address from which the owner has logged in before has its own attempts', async () => {
  assert.equal((await logInFrom('10.3.3.3', 'verified', 'password')).status, 200);
  await tryWrong(12, '10.6.6.6', 'verified');
  assert.equal((await logInFrom('10.6.6.6', 'verified', 'password')).status, 429);
  assert.equal((await logInFrom('10.3.3.3', 'verified', 'password')).status, 200);
});

test('the owner’s last twenty addresses have their own attempts', async () => {
  const use = async (address: string) => {
    app.clock.advance({ hours: 1 });
    assert.equal((await logInFrom(address, 'heidi', 'password')).status, 200);
  };
  await use('10.7.0.1');
  await use('10.7.0.2');
  for (let last = 3; last <= 20; last += 1) await use(`10.7.0.${last}`);
  await use('10.7.0.1');
  for (let last = 21; last <= 24; last += 1) await use(`10.7.0.${last}`);
  await tryWrong(11, '10.7.7.7', 'heidi');
  assert.equal((await logInFrom('10.7.0.1', 'heidi', 'password')).status, 200);
  assert.equal((await logInFrom('10.7.0.2', 'heidi', 'password')).status, 429);
});

test('at most ten of many parallel guesses are checked', async () => {
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => logInFrom('10.4.4.4', 'quarantined', `guess${index}`)),
  );
  assert.equal(responses.filter(({ status }) => status === 401).length, 10);
  assert.equal(responses.filter(({ status }) => status === 429).length, 50);
});

test('a name that doesn’t exist is paused like an existing one', async () => {
  await tryWrong(10, '10.5.5.5', 'no-such-account');
  assert.equal((await logInFrom('10.5.5.5', 'no-such-account', 'wrong')).status, 429);
});

test('the pause lasts a minute, even if the server’s clock is set in the meantime', async () => {
  const moveClock = (hours: number) => app.clock.set(new Date(app.clock.now().getTime() + hours * 3_600_000));
  await tryWrong(10, '10.8.8.8', 'THO');
  moveClock(1);
  const paused = await logInFrom('10.8.8.8', 'THO', 'password');
  assert.deepEqual([paused.status, paused.headers.get('retry-after')], [429, '60']);
  moveClock(-2);
  app.clock.advance({ seconds: 61 });
  assert.equal((await logInFrom('10.8.8.8', 'THO', 'password')).status, 200);
});

test('after a pause the owner can log in from a new address, whatever others try', async () => {
  await app.newcomer('besieged');
  const hammer = (address: string) => tryWrong(20, address, 'besieged');
  await hammer('10.9.0.1');
  for (let pauses = 0; pauses < 3; pauses += 1) {
    const paused = await logInFrom(`10.9.1.${pauses}`, 'besieged', 'password');
    assert.equal(paused.status, 429);
    app.clock.advance({ seconds: Number(paused.headers.get('retry-after')) });
    // The failed attempts come before the owner's, and from more than one address.
    for (const attacker of [1, 2, 3, 4, 5]) await hammer(`10.9.0.${attacker}`);
    assert.equal((await logInFrom(`10.9.1.${pauses}`, 'besieged', 'wrong')).status, 401, 'a mistype of the owner');
    assert.equal((await logInFrom(`10.9.1.${pauses}`, 'besieged', 'password')).status, 200);
    app.clock.advance({ seconds: 60 });
    await hammer('10.9.0.1');
  }
});

test('at most three wrong passwords a minute from one address are checked', async () => {
  await app.newcomer('guessed-at');
  let checked = 0;
  for (let seconds = 0; seconds < 3600; seconds += 10) {
    const statuses = await tryWrong(4, '10.10.0.1', 'guessed-at');
    checked += statuses.filter((status) => status === 401).length;
    app.clock.advance({ seconds: 10 });
  }
  assert.ok(checked <= 180, `${checked} passwords were checked in an hour`);
});

test('wrong passwords when changing the password count like failed logins', async () => {
  const user = await app.newcomer('changing');
  const change = (currentPassword: string) =>
    user.call(accountsApi.changePassword, { body: { currentPassword, newPassword: 'another password' } });
  for (let tries = 0; tries < 6; tries += 1) assert.equal((await change('wrong')).status, 400);
  // The user logged in from the address from which the changes come.
  assert.deepEqual(await tryWrong(4, '127.0.0.1', 'changing'), Array(4).fill(401));
  const paused = await change('password');
  assert.equal(paused.status, 429);
  assert.ok(Number(paused.headers.get('retry-after')) > 0);
  assert.equal((await logInFrom('127.0.0.1', 'changing', 'password')).status, 429);
  app.clock.advance({ seconds: 60 });
  assert.equal((await change('password')).status, 201);
});
