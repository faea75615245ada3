import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { createFamily } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();

const recover = (username: string, recoveryKey: string, newPassword = 'new password') =>
  app.anonymous.call(accountsApi.recover, { body: { username, recoveryKey, newPassword } });
const lookUp = (registrationCode: string, recoveryKey: string) =>
  app.anonymous.call(accountsApi.lookUpUsername, { body: { registrationCode, recoveryKey } });

test('after five failed recoveries and lookups in total, both are 403 even with the right secret', async () => {
  const { username, code, recoveryKey } = await createFamily(app, 'five', 'defdef');
  for (let tries = 0; tries < 3; tries += 1) assert.equal((await recover(username, 'not the key')).status, 400);
  for (let tries = 0; tries < 2; tries += 1) assert.equal((await lookUp(code, 'not the key')).status, 400);
  assert.equal((await recover(username, recoveryKey)).status, 403);
  assert.equal((await lookUp(code, 'password')).status, 403);
});

test('tries five of many parallel guesses, and asks those that don’t fit in the queue to retry later', async () => {
  const { username } = await createFamily(app, 'burst', 'efgefg');
  const responses = await Promise.all(Array.from({ length: 20 }, () => recover(username, 'a wrong guess')));
  const statuses = responses.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 400).length, 5);
  // How many requests wait depends on how fast they arrive and are processed.
  const others = statuses.filter((status) => status !== 400);
  assert.ok(
    others.every((status) => status === 403 || status === 429),
    others.join(' '),
  );
  assert.equal((await recover(username, 'a wrong guess')).status, 403);
});

test('a successful recovery or the crew resets the failure count; a lookup doesn’t', async () => {
  const { username, code, recoveryKey } = await createFamily(app, 'reset', 'fghfgh');
  for (let tries = 0; tries < 4; tries += 1) await recover(username, 'not the key');
  assert.equal((await lookUp(code, recoveryKey)).status, 200);
  await recover(username, 'not the key');
  assert.equal((await recover(username, recoveryKey)).status, 403);
  const admin = await app.logIn('admin');
  const { userID } = await app.logIn(username);
  assert.equal((await admin.send('POST', `/api/v3/admin/regcodes/unlock/${userID}`)).status, 200);
  for (let tries = 0; tries < 4; tries += 1) await recover(username, 'not the key');
  assert.equal((await recover(username, recoveryKey)).status, 200);
  for (let tries = 0; tries < 4; tries += 1) assert.equal((await recover(username, 'not the key')).status, 400);
});
