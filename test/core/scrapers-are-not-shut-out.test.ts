import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { findUserRowByName, setLevel, updateUser } from '#core/users/index.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { withBasic } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });

/** Reads the metrics from this address, as reported by the trusted proxy. */
const scrape = async (address: string, password = 'password', username = 'prometheus') => {
  const headers = { 'x-forwarded-for': address };
  return (await withBasic(app, `${username}:${password}`).call(clientServicesApi.metrics, { headers })).status;
};

async function scrapeWithWrongPassword(address: string): Promise<void> {
  for (let tries = 0; tries < 25; tries += 1) await scrape(address, 'wrong');
}

test('wrong passwords never lock out a service account that has logged in from there (core rule 29)', async () => {
  assert.equal(await scrape('10.0.0.1'), 200);
  await scrapeWithWrongPassword('10.0.0.2');
  assert.equal(await scrape('10.0.0.2'), 429, 'a neighbour has to wait');
  assert.equal(await scrape('10.0.0.1'), 200);
  await scrapeWithWrongPassword('10.0.0.1');
  assert.equal(await scrape('10.0.0.1', 'wrong'), 429);
  assert.equal(await scrape('10.0.0.1'), 200);
  assert.equal(await scrape('10.0.0.1', 'password', 'Prometheus'), 200, 'in any letter case');
});

test('a changed password is no longer accepted, nor is a banned user’s', async () => {
  const { context } = app;
  const row = findUserRowByName(context.db, 'THO');
  const scrapeAsOffice = (password: string) => scrape('10.0.0.7', password, 'THO');
  assert.equal(await scrapeAsOffice('password'), 200);
  const passwordHash = await context.passwords.hash('another', { key: '' });
  transact(context, (context) => updateUser(context, row?.id ?? '', { passwordHash }));
  assert.equal(await scrapeAsOffice('password'), 401);
  assert.equal(await scrapeAsOffice('another'), 200);
  transact(context, (context) => setLevel(context, row?.id ?? '', 'banned'));
  assert.equal(await scrapeAsOffice('another'), 403);
});
