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

test('a registration code recovers an account once, however it’s typed', async () => {
  const { username } = await createFamily(app, 'once', 'abcabc');
  const response = await recover(username, 'ABC ABC');
  assert.equal(response.status, 200);
  assert.equal((await app.logIn(username, 'new password')).token, response.body.token);
  for (const spent of ['abcabc', 'a b c a b c', '*abcabc']) assert.equal((await recover(username, spent)).status, 400);
});

test('the password and the recovery key recover an account any number of times', async () => {
  const { username, recoveryKey } = await createFamily(app, 'often', 'bcdbcd');
  assert.equal((await recover(username, 'password', 'second pass')).status, 200);
  assert.equal((await recover(username, recoveryKey, 'third pass')).status, 200);
  assert.equal((await recover(username, recoveryKey.toUpperCase().replaceAll(' ', '  '), 'fourth pass')).status, 200);
  await app.logIn(username, 'fourth pass');
});

test('a recovery returns the existing token, which stays valid', async () => {
  const { username, recoveryKey } = await createFamily(app, 'logged-in', 'cdecde');
  const before = await app.logIn(username);
  const response = await recover(username, recoveryKey);
  assert.equal(response.body.token, before.token);
  assert.equal((await before.call(accountsApi.whoami)).status, 200);
});

test('the recovery key of a family opens each of its accounts by its own name', async () => {
  const { username, recoveryKey } = await createFamily(app, 'parent', 'ghighi');
  const parent = await app.logIn(username);
  await parent.get(accountsApi.add, { body: { username: 'child', password: 'child password' } });
  const response = await recover('child', recoveryKey, 'new child pass');
  assert.equal(response.status, 200);
  assert.notEqual(response.body.userID, parent.userID);
  await app.logIn('child', 'new child pass');
  await app.logIn(username, 'password');
});

test('lookup finds the account whose password it is, and the primary one for the recovery key', async () => {
  const { username, code, recoveryKey } = await createFamily(app, 'finder', 'hijhij');
  const primary = await app.logIn(username);
  const { userID: subAccountID } = await primary.get(accountsApi.add, {
    body: { username: 'finder2', password: 'other password' },
  });
  assert.equal((await lookUp('H I J hij', 'password')).body.userID, primary.userID);
  assert.equal((await lookUp(code, 'other password')).body.userID, subAccountID);
  assert.equal((await lookUp(code, recoveryKey)).body.userID, primary.userID);
});

test('lookup neither spends the code nor logs in, and accepts a spent code', async () => {
  const { username, code } = await createFamily(app, 'looker', 'ijkijk');
  assert.equal((await lookUp(code, 'password')).status, 200);
  assert.equal((await recover(username, code)).status, 200);
  const response = await lookUp(code, 'new password');
  assert.equal(response.status, 200);
  assert.equal('token' in response.body, false);
});

test('a lookup doesn’t accept a registration code as the secret', async () => {
  const response = await lookUp('jkljkl', 'JKL JKL');
  assert.equal(response.status, 400);
  assert.match(response.reason, /must be the password or the recovery key, not a registration code/);
  assert.equal((await lookUp('jkljkl', 'abc def')).status, 400);
});

test('a lookup returns the same response for an unknown code and a wrong secret', async () => {
  await createFamily(app, 'secretive', 'defdef');
  const unknown = await lookUp('zzzzzz', 'whatever it is');
  const wrong = await lookUp('defdef', 'whatever it is');
  assert.equal(unknown.status, 400);
  assert.deepEqual(unknown.body, wrong.body);
});

test('a banned account only learns of its ban with the right secret', async () => {
  assert.equal((await recover('banned', 'password')).status, 403);
  assert.equal((await recover('banned', 'wrong secret')).status, 400);
});

test('recovery of an unknown name is 400, and a short secret is a field error', async () => {
  assert.equal((await recover('no-such-user', 'password')).status, 400);
  assert.ok((await recover('james', 'short')).fieldErrors?.recoveryKey);
});
