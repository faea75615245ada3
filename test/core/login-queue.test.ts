import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { withBasic } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';

/** Hashing takes a few milliseconds here and somewhat more on a real ship; what matters is that logins wait. */
const hashingCost = { memoryCost: 8192, timeCost: 4, parallelism: 1 };
const app = await startTestApp({ environment: { TRUSTED_PROXIES: '127.0.0.1' }, hashing: hashingCost });

const logIn = async (address: string, username: string, password: string) => {
  const headers = { 'x-forwarded-for': address };
  return (await withBasic(app, `${username}:${password}`).call(accountsApi.login, { headers })).status;
};

/** The number of logins that wait before the honest one is sent. */
const minWaiting = 40;

/** Sends many logins at once; returns a function that counts the answered ones. */
async function floodWithLogins(send: (index: number) => Promise<number>) {
  let answered = 0;
  const all = Array.from({ length: 100 }, async (_, index) => {
    await send(index);
    answered += 1;
  });
  while (app.context.passwords.waiting() < minWaiting) {
    assert.ok(answered < all.length, 'the flood was over before it was seen');
    await app.anonymous.send('GET', '/api/v3/client/settings');
  }
  return { answered: () => answered, ended: Promise.all(all) };
}

/** Returns how many logins of a flood were answered between an honest login and its answer. */
async function countAnsweredBefore(send: (index: number) => Promise<number>, honest: () => Promise<number>) {
  const { answered, ended } = await floodWithLogins(send);
  const before = answered();
  assert.equal(await honest(), 200);
  const overtaken = answered() - before;
  await ended;
  return overtaken;
}

/** Hashes in progress, turns of the other address, and answers in transit. */
const maxHashesAhead = 20;

test('a flood of logins with unknown names doesn’t delay a real one, even from the same address', async () => {
  const overtaken = await countAnsweredBefore(
    (index) => logIn('10.0.0.1', `unknown-${index}`, 'wrong'),
    () => logIn('10.0.0.1', 'james', 'password'),
  );
  assert.ok(overtaken <= maxHashesAhead, `${overtaken} others came first`);
});

/** Creates accounts of one attacker. */
async function createAccounts(prefix: string): Promise<string[]> {
  const names = Array.from({ length: 15 }, (_, index) => `${prefix}-${index}`);
  for (const username of names)
    await app.anonymous.get(accountsApi.create, { body: { username, password: 'password' } });
  return names;
}

test('addresses take turns: a flood with known names from one doesn’t delay logins from another', async () => {
  const names = await createAccounts('known');
  const overtaken = await countAnsweredBefore(
    (index) => logIn('10.0.0.1', names[index % names.length] ?? '', 'wrong'),
    () => logIn('10.0.0.2', 'heidi', 'password'),
  );
  assert.ok(overtaken <= maxHashesAhead, `${overtaken} others came first`);
});

test('a registration isn’t queued behind a flood of unknown names', async () => {
  const overtaken = await countAnsweredBefore(
    (index) => logIn('10.0.0.1', `unknown-${index}`, 'wrong'),
    async () => {
      const body = { username: 'in-between', password: 'password' };
      const response = await app.anonymous.call(accountsApi.create, { body });
      return response.status === 201 ? 200 : response.status;
    },
  );
  assert.ok(overtaken <= maxHashesAhead, `${overtaken} others came first`);
});

test('a flood of correct passwords doesn’t starve logins with unknown names', async () => {
  const names = await createAccounts('right');
  const overtaken = await countAnsweredBefore(
    (index) => logIn('10.0.0.1', names[index % names.length] ?? '', 'password'),
    async () => ((await logIn('10.0.0.2', 'unknown-user', 'wrong')) === 401 ? 200 : 0),
  );
  assert.ok(overtaken <= maxHashesAhead, `${overtaken} others came first`);
});
