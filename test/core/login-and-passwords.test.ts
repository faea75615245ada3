import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { withBasic } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';
import { createClient } from '../support/client.ts';

const app = await startTestApp();

const create = (username: string, password: string) =>
  app.nobody.call(accountsApi.create, { body: { username, password } });

test('a second login returns the same token, and the token names its owner', async () => {
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
    withBasic(app, 'james:wrong'),
    withBasic(app, 'nobody-here:password'),
    createClient(app.url, 'Basic !!'),
    app.nobody,
  ]) {
    const response = await client.call(accountsApi.login);
    assert.equal(response.status, 401);
  }
});

test('a banned account learns of its ban only with the right password', async () => {
  assert.equal((await withBasic(app, 'banned:password').call(accountsApi.login)).status, 403);
  assert.equal((await withBasic(app, 'banned:wrong').call(accountsApi.login)).status, 401);
});

test('logout ends the login on all devices', async () => {
  const user = await app.logIn('sam');
  const response = await user.call(accountsApi.logout);
  assert.equal(response.status, 204);
  assert.equal(response.bytes.length, 0);
  const after = await user.call(accountsApi.whoami);
  assert.equal(after.status, 401);
  assert.equal(after.reason, 'User not authenticated.');
  assert.notEqual((await app.logIn('sam')).token, user.token);
});

test('a password is changed only with the current one, and other devices stay logged in', async () => {
  await create('changer', 'password');
  const user = await app.logIn('changer');
  assert.equal(
    (await user.call(accountsApi.changePassword, { body: { currentPassword: 'wrong', newPassword: 'new password' } }))
      .status,
    400,
  );
  const short = await user.call(accountsApi.changePassword, {
    body: { currentPassword: 'password', newPassword: 'short' },
  });
  assert.ok(short.fieldErrors?.newPassword);
  const changed = await user.call(accountsApi.changePassword, {
    body: { currentPassword: 'password', newPassword: 'new password' },
  });
  assert.equal(changed.status, 201);
  assert.equal((await user.call(accountsApi.whoami)).status, 200);
  assert.equal((await app.logIn('changer', 'new password')).token, user.token);
});

test('a service account cannot change its password over the wire', async () => {
  const service = await app.atLevel('client');
  assert.equal(
    (await service.call(accountsApi.changePassword, { body: { currentPassword: 'password', newPassword: 'another' } }))
      .status,
    403,
  );
});

test('a password may hold colons and letters of another encoding', async () => {
  await create('colon', 'a:b:ç:d');
  const utf8 = withBasic(app, 'colon:a:b:ç:d');
  assert.equal((await utf8.call(accountsApi.login)).status, 200);
  const latin1 = withBasic(app, 'colon:a:b:ç:d', 'latin1');
  assert.equal((await latin1.call(accountsApi.login)).status, 200);
});
