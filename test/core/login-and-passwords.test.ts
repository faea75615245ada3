import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { createSubAccount, withBasic } from '../support/accounts.ts';
import { startTestApp, type User } from '../support/app.ts';
import { createClient } from '../support/client.ts';
import { openSocket } from '../support/socket.ts';

const app = await startTestApp();

const create = (username: string, password: string) =>
  app.anonymous.call(accountsApi.create, { body: { username, password } });

test('a second login returns the same token, which identifies its owner', async () => {
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
    withBasic(app, 'no-such-user:password'),
    createClient(app.url, 'Basic !!'),
    app.anonymous,
  ]) {
    const response = await client.call(accountsApi.login);
    assert.equal(response.status, 401);
  }
});

test('a banned account only learns of its ban with the right password', async () => {
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

test('changing a password requires the current one; other devices stay logged in', async () => {
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

describe('a password change that ends all other sessions (decision 97)', () => {
  const body = { currentPassword: 'password', newPassword: 'new password', endOtherSessions: true };

  test('ends the token and every socket of the account, and returns a new token', async () => {
    const user = await app.newcomer('leaver');
    const sibling = await createSubAccount(app, user, 'leavers-other');
    const openNotificationSocket = ({ token }: User) => openSocket(app.url, '/api/v3/notification/socket', token);
    const [socket, siblingsSocket] = [await openNotificationSocket(user), await openNotificationSocket(sibling)];
    const changed = await user.call(accountsApi.changePassword, { body });
    assert.equal(changed.status, 200);
    assert.equal(await socket.closed, 1008);
    assert.equal((await user.call(accountsApi.whoami)).status, 401);
    assert.ok(changed.body);
    const { userID, accessLevel, token } = changed.body;
    assert.deepEqual([userID, accessLevel], [user.userID, 'verified']);
    assert.equal((await createClient(app.url, `Bearer ${token}`).get(accountsApi.whoami)).username, 'leaver');
    assert.equal((await app.logIn('leaver', 'new password')).token, token);
    await siblingsSocket.ping();
    assert.equal((await sibling.call(accountsApi.whoami)).status, 200, 'passwords and logins are each account’s own');
  });

  test('ends none after a wrong password, or if the client doesn’t request it', async () => {
    const user = await app.newcomer('stayer');
    const wrong = await user.call(accountsApi.changePassword, { body: { ...body, currentPassword: 'wrong' } });
    assert.equal(wrong.status, 400);
    const plain = await user.call(accountsApi.changePassword, { body: { ...body, endOtherSessions: false } });
    assert.deepEqual([plain.status, plain.body], [201, undefined]);
    assert.equal((await user.call(accountsApi.whoami)).status, 200);
  });

  test('doesn’t store the new token for retries of the call', async () => {
    const user = await app.newcomer('repeater');
    const options = { body, headers: { 'idempotency-key': 'change-it-once' } };
    const { body: session } = await user.call(accountsApi.changePassword, options);
    assert.ok(session);
    const stored = app.context.db.sqlite.prepare('SELECT body FROM idempotent_responses').pluck().all();
    assert.ok(stored.every((text) => !String(text).includes(session.token)));
    const again = await createClient(app.url, `Bearer ${session.token}`).call(accountsApi.changePassword, options);
    assert.equal(again.status, 400, 'it is carried out again: the password is another by now');
  });
});

test('a service account can’t change its password through the API', async () => {
  const service = await app.atLevel('client');
  assert.equal(
    (await service.call(accountsApi.changePassword, { body: { currentPassword: 'password', newPassword: 'another' } }))
      .status,
    403,
  );
});

test('a password can contain colons and characters of another encoding', async () => {
  await create('colon', 'a:b:ç:d');
  const utf8 = withBasic(app, 'colon:a:b:ç:d');
  assert.equal((await utf8.call(accountsApi.login)).status, 200);
  const latin1 = withBasic(app, 'colon:a:b:ç:d', 'latin1');
  assert.equal((await latin1.call(accountsApi.login)).status, 200);
});
