import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { addSubAccount } from '#core/accounts/create-account.ts';
import { getVisibleUser, setLevel, toCaller } from '#core/users/index.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();

const create = (body: Record<string, unknown>) => app.anonymous.call(accountsApi.create, { body });
const readAccessLevel = async (username: string, password = 'password') =>
  (await (await app.logIn(username, password)).get(accountsApi.whoami)).accessLevel;

test('a registration code creates a verified account with a recovery key of three words', async () => {
  const response = await create({ username: 'coded', password: 'password', verification: 'A BC aBc' });
  assert.equal(response.status, 201);
  assert.match(response.body.recoveryKey, /^[a-z]+ [a-z]+ [a-z]+$/);
  assert.equal(await readAccessLevel('coded'), 'verified');
});

test('without a code the account is unverified, and can’t create anything', async () => {
  assert.equal((await create({ username: 'codeless', password: 'password' })).status, 201);
  const user = await app.logIn('codeless');
  assert.equal(await readAccessLevel('codeless'), 'unverified');
  const response = await user.call(accountsApi.add, { body: { username: 'second-self', password: 'password' } });
  assert.equal(response.status, 403);
});

test('a used code is a conflict, an unknown one an error, and a malformed one a field error', async () => {
  assert.equal((await create({ username: 'first-of-two', password: 'password', verification: 'bcdbcd' })).status, 201);
  assert.equal(
    (await create({ username: 'second-of-two', password: 'password', verification: 'BCD BCD' })).status,
    409,
  );
  const unknown = await create({ username: 'third', password: 'password', verification: 'zzzzzz' });
  assert.equal(unknown.status, 400);
  assert.equal(unknown.fieldErrors, undefined);
  const malformed = await create({ username: 'third', password: 'password', verification: 'abcd' });
  assert.ok(malformed.fieldErrors?.verification);
});

test('exactly one of many concurrent registrations gets a code', async () => {
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      create({ username: `racer${index}`, password: 'password', verification: 'cdecde' }),
    ),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)]);
});

test('usernames are unique in any letter case', async () => {
  assert.equal((await create({ username: 'JAMES', password: 'password' })).status, 409);
});

test('all errors in a new account are reported at once', async () => {
  const response = await create({ username: '-spaced name-', password: '12345', verification: 'x' });
  assert.equal(response.status, 400);
  assert.deepEqual(Object.keys(response.fieldErrors ?? {}), ['username', 'password', 'verification']);
  assert.equal(response.fieldErrors?.username?.match(/\bThe username /g)?.length, 3, 'letters, start, end');
  assert.match(response.reason, /\bThe username .+[;.] The password .+[;.] The verification .+\.$/);
});

test('after a lost response the same call returns a new recovery key, until the first login', async () => {
  const body = { username: 'twice', password: 'password', verification: 'defdef' };
  const first = await create(body);
  const second = await create(body);
  assert.equal(second.status, 201);
  assert.equal(second.body.userID, first.body.userID);
  assert.notEqual(second.body.recoveryKey, first.body.recoveryKey);
  assert.equal((await create({ ...body, password: 'another' })).status, 409);
  await app.logIn('twice');
  assert.equal((await create(body)).status, 409);
});

test('built-in accounts can’t be created again, whatever the password', async () => {
  for (const username of ['admin', 'THO', 'prometheus']) {
    assert.equal((await create({ username, password: 'password' })).status, 409, username);
  }
});

test('creating an account again doesn’t let anyone guess its password', async () => {
  await create({ username: 'guessed', password: 'the real one' });
  const guess = (password: string) => create({ username: 'guessed', password });
  for (let tries = 0; tries < 10; tries += 1) assert.equal((await guess(`guess ${tries}`)).status, 409);
  const paused = await guess('the real one');
  assert.equal(paused.status, 429);
  assert.ok(Number(paused.headers.get('retry-after')) > 0);
});

test('a code verifies an unverified account immediately, and its login stays', async () => {
  await create({ username: 'late', password: 'password' });
  const user = await app.logIn('late');
  assert.equal((await user.call(accountsApi.verify, { body: { verification: 'zzzzzz' } })).status, 400);
  await create({ username: 'earlier', password: 'password', verification: 'hijhij' });
  assert.equal((await user.call(accountsApi.verify, { body: { verification: 'hijhij' } })).status, 409);
  assert.ok((await user.call(accountsApi.verify, { body: { verification: 'abc' } })).fieldErrors?.verification);
  assert.equal((await user.call(accountsApi.verify, { body: { verification: 'EFG EFG' } })).status, 200);
  assert.equal((await user.get(accountsApi.whoami)).accessLevel, 'verified');
  assert.equal((await user.call(accountsApi.verify, { body: { verification: 'fghfgh' } })).status, 400);
});

test('a family can have up to six sub-accounts; any of its accounts can add them', async () => {
  const primary = await app.logIn('heidi');
  const added = await primary.call(accountsApi.add, { body: { username: 'heidi2', password: 'password2' } });
  assert.equal(added.status, 201);
  assert.deepEqual(Object.keys(added.body).sort(), ['userID', 'username']);
  const second = await app.logIn('heidi2', 'password2');
  assert.equal((await second.get(accountsApi.whoami)).accessLevel, 'verified');
  for (let index = 3; index <= 7; index += 1) {
    assert.equal(
      (await second.call(accountsApi.add, { body: { username: `heidi${index}`, password: 'password' } })).status,
      201,
    );
  }
  assert.equal(
    (await primary.call(accountsApi.add, { body: { username: 'heidi8', password: 'password' } })).status,
    400,
  );
  assert.equal((await second.call(accountsApi.verify, { body: { verification: 'ghighi' } })).status, 400);
});

test('ignores a registration code sent for a sub-account', async () => {
  const primary = await app.logIn('james');
  for (const [index, verification] of ['abc', '', null, 5].entries()) {
    const body = { username: `james-${index}`, password: 'password', verification };
    assert.equal((await primary.call(accountsApi.add, { body })).status, 201, String(verification));
  }
  assert.equal((await create({ username: 'free-code', password: 'password', verification: 'abc' })).status, 400);
});

test('a user who is banned while creating a sub-account doesn’t get it', async () => {
  const { userID } = await app.newcomer('slow-adder');
  const caller = toCaller(getVisibleUser(app.context, undefined, userID));
  const addition = addSubAccount(
    app.context,
    caller,
    { username: 'too-late', password: 'password' },
    '127.0.0.1',
    (work) =>
      transact(app.context, (context) => {
        setLevel(context, userID, 'banned');
        return work(context);
      }),
  );
  await assert.rejects(addition, { code: 'banned' });
  assert.equal((await create({ username: 'too-late', password: 'password' })).status, 201);
});
