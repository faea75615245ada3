import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { startTestApp } from '../support/app.ts';
import { createClient } from '../support/client.ts';

const app = await startTestApp();

const basic = (text: string, encoding: BufferEncoding = 'utf8') =>
  createClient(app.url, `Basic ${Buffer.from(text, encoding).toString('base64')}`);

test('a second login gives the same token, and the token names its owner', async () => {
  const first = await app.logIn('james');
  const second = await app.logIn('JAMES');
  assert.equal(second.token, first.token);
  const whoami = await first.get(accountsApi.whoami);
  assert.deepEqual(whoami, {
    userID: first.userID,
    username: 'james',
    isLoggedIn: true,
    accessLevel: 'verified',
    roles: [],
  });
});

test('a wrong password, an unknown name and a malformed header are all 401', async () => {
  for (const client of [
    basic('james:wrong'),
    basic('nobody-here:password'),
    createClient(app.url, 'Basic !!'),
    app.nobody,
  ]) {
    const response = await client.call(accountsApi.login);
    assert.equal(response.status, 401);
  }
});

test('a banned account is told so only with the right password', async () => {
  assert.equal((await basic('banned:password').call(accountsApi.login)).status, 403);
  assert.equal((await basic('banned:wrong').call(accountsApi.login)).status, 401);
});

test('logout ends the login on all devices', async () => {
  const one = await app.logIn('sam');
  const response = await one.call(accountsApi.logout);
  assert.equal(response.status, 204);
  assert.equal(response.bytes.length, 0);
  const after = await one.call(accountsApi.whoami);
  assert.equal(after.status, 401);
  assert.equal(after.reason, 'User not authenticated.');
  assert.notEqual((await app.logIn('sam')).token, one.token);
});
