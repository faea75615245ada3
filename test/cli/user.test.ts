import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient } from '../support/client.ts';
import { basicAuthorization, createShip, getErrorSentence, logIn, readUntil } from './support.ts';

const ship = createShip();
const service = await ship.serve();
const anonymous = createClient(service.url);

/** Registers a primary account, verified if there is a code. */
async function register(username: string, verification?: string) {
  const body = { username, password: 'a password', ...(verification && { verification }) };
  const { status, body: created } = await anonymous.send('POST', '/api/v3/user/create', { body });
  assert.equal(status, 201);
  return { ...(await logIn(service.url, username, 'a password')), recoveryKey: created.recoveryKey };
}

const canLogIn = async (username: string, password: string) =>
  (await createClient(service.url, basicAuthorization(username, password)).send('POST', '/api/v3/auth/login'))
    .status === 200;

describe('user list', { concurrency: 4 }, () => {
  test('shows accounts with level, primary account and day, and counts them', async () => {
    const { code, stdout } = await ship.run(['user', 'list']);
    assert.equal(code, 0);
    assert.match(stdout, /^username +level +alternate of +created$/m);
    assert.match(stdout, /^THO +tho +\d{4}-\d\d-\d\d$/m);
    assert.match(stdout, /^\d+ accounts$/m);
  });

  test('accepts a level, and a text in any letter case', async () => {
    const { stdout } = await ship.run(['user', 'list', '--level', 'quarantined']);
    assert.match(stdout, /^quarantined +quarantined/m);
    assert.match(stdout, /^1 account$/m);
    assert.match((await ship.run(['user', 'list', '--search', 'HEI'])).stdout, /^heidi [\s\S]*^1 account$/m);
    assert.equal((await ship.run(['user', 'list', '--search', '%'])).stdout, '0 accounts\n');
  });
});

test('user show prints what the crew needs to help, by the name in any letter case', async () => {
  const primary = await register('mary', 'ABC ABC');
  await primary.send('POST', '/api/v3/user/add', { body: { username: 'mary-two', password: 'a password' } });
  const { code, stdout } = await ship.run(['user', 'show', 'MARY-TWO']);
  assert.equal(code, 0);
  assert.match(stdout, /^username +mary-two$/m);
  assert.match(stdout, /^level +verified$/m);
  assert.match(stdout, /^family +mary \(verified\), mary-two \(verified\)$/m);
  assert.match(stdout, /^registration code +abcabc$/m);
  assert.match(stdout, /^recovery by code +possible$/m);
  assert.match((await ship.run(['user', 'show', 'admin'])).stdout, /^recovery by code +-$/m);
  assert.match(stdout, /^login +never signed in$/m);
  assert.match((await ship.run(['user', 'list', '--search', 'mary'])).stdout, /^mary-two +verified +mary +\d/m);
});

test('a name without an account ends every user command with 1', async () => {
  for (const words of [['show'], ['password', '--generate'], ['unlock']]) {
    const outcome = await ship.run(['user', ...words, 'stowaway']);
    assert.equal(outcome.code, 1);
    assert.match(getErrorSentence(outcome), /^gangway: No account is called stowaway: look it up with/);
  }
});

describe('user password', { concurrency: 4 }, () => {
  test('generates one, prints it on its own line, and it works immediately', async () => {
    const sam = await logIn(service.url, 'sam');
    const { code, stdout } = await ship.run(['user', 'password', 'sam', '--generate']);
    assert.equal(code, 0);
    const [, password = ''] = /^password (\S{16,})\n$/.exec(stdout) ?? [];
    assert.equal(await canLogIn('sam', password), true);
    assert.equal(await canLogIn('sam', 'password'), false);
    assert.equal((await sam.send('GET', '/api/v3/user/whoami')).status, 200);
  });

  test('reads one line, and doesn’t print it', async () => {
    const { code, stdout, stderr } = await ship.run(['user', 'password', 'verified'], { input: 'new secret\nmore\n' });
    assert.equal(code, 0);
    assert.ok(!`${stdout}${stderr}`.includes('secret'));
    assert.equal(await canLogIn('verified', 'new secret'), true);
  });

  test('rejects a password that users couldn’t choose, and changes nothing', async () => {
    for (const [input, complaint] of [
      ['short\n', /newPassword/],
      ['', /Standard input is empty/],
    ] as const) {
      const outcome = await ship.run(['user', 'password', 'quarantined'], { input });
      assert.notEqual(outcome.code, 0);
      assert.match(getErrorSentence(outcome), complaint);
    }
    assert.equal(await canLogIn('quarantined', 'password'), true);
  });

  test('doesn’t set one for a shared account', async () => {
    const outcome = await ship.run(['user', 'password', 'moderator', '--generate']);
    assert.equal(outcome.code, 1);
    assert.match(getErrorSentence(outcome), /moderator is a shared account, so no one signs in to it/);
  });
});

test('user unlock lets a family recover again, with its code too', async () => {
  await register('olive', 'BCD BCD');
  const recover = (recoveryKey: string) =>
    anonymous.send('POST', '/api/v3/auth/recovery', {
      body: { username: 'olive', recoveryKey, newPassword: 'another password' },
    });
  assert.equal((await recover('BCD BCD')).status, 200);
  for (let tries = 0; tries < 5; tries += 1) assert.equal((await recover('BCD BCD')).status, 400);
  assert.equal((await recover('BCD BCD')).status, 403);
  const { code, stdout } = await ship.run(['user', 'unlock', 'olive']);
  assert.equal(code, 0);
  assert.equal(stdout, 'unlocked: olive\n');
  const { status } = await readUntil(
    () => recover('BCD BCD'),
    (response) => response.status === 200,
  );
  assert.equal(status, 200);
});

test('user unlock --all lets every locked family recover again; codes that were used stay used', async () => {
  const recover = (username: string, recoveryKey: string) =>
    anonymous.send('POST', '/api/v3/auth/recovery', { body: { username, recoveryKey, newPassword: 'new password' } });
  await register('locked-one', 'HIJ HIJ');
  await register('locked-two', 'IJK IJK');
  await register('mistyped', 'JKL JKL');
  assert.equal((await recover('locked-two', 'IJK IJK')).status, 200);
  assert.equal((await recover('mistyped', 'wrong secret')).status, 400);
  for (const username of ['locked-one', 'locked-two']) {
    for (let tries = 0; tries < 5; tries += 1) assert.equal((await recover(username, 'wrong secret')).status, 400);
    assert.equal((await recover(username, 'wrong secret')).status, 403);
  }
  const { code, stdout } = await ship.run(['user', 'unlock', '--all']);
  assert.equal(code, 0);
  assert.equal(stdout, 'unlocked: locked-one, locked-two\n');
  const recovered = await readUntil(
    () => recover('locked-one', 'HIJ HIJ'),
    ({ status }) => status === 200,
  );
  assert.equal(recovered.status, 200);
  assert.equal((await recover('locked-two', 'IJK IJK')).status, 400);
  assert.equal((await recover('locked-two', 'new password')).status, 200);
  assert.equal((await ship.run(['user', 'unlock', '--all'])).stdout, 'no one was locked out\n');
});

test('user unlock needs one name, or --all', async () => {
  for (const words of [[], ['olive', '--all']]) {
    const outcome = await ship.run(['user', 'unlock', ...words]);
    assert.equal(outcome.code, 2);
    assert.match(getErrorSentence(outcome), /Give one NAME, or --all/);
  }
});

describe('user level', () => {
  const levelOf = async (username: string) => {
    const { stdout } = await ship.run(['user', 'show', username]);
    return /^level +(\S+)$/m.exec(stdout)?.[1];
  };
  const whoami = (user: { send: ReturnType<typeof createClient>['send'] }) =>
    readUntil(
      () => user.send('GET', '/api/v3/user/whoami'),
      ({ status, body }) => status !== 200 || body.accessLevel !== 'verified',
    );

  test('promotes to staff and admin, and keeps the login', async () => {
    const nora = await register('nora', 'CDE CDE');
    const { code, stdout } = await ship.run(['user', 'level', 'NORA', 'moderator']);
    assert.equal(code, 0);
    assert.equal(stdout, 'nora is moderator now\n');
    assert.equal((await whoami(nora)).body.accessLevel, 'moderator');
    for (const level of ['tho', 'admin']) assert.equal((await ship.run(['user', 'level', 'nora', level])).code, 0);
    assert.equal(await levelOf('nora'), 'admin');
  });

  test('demotes staff, and ends the login of that account', async () => {
    const vera = await register('vera', 'DEF DEF');
    await ship.run(['user', 'level', 'vera', 'tho']);
    assert.equal((await whoami(vera)).body.accessLevel, 'tho');
    assert.equal((await ship.run(['user', 'level', 'vera', 'moderator'])).code, 0);
    assert.equal(await levelOf('vera'), 'moderator');
    const { status } = await readUntil(
      () => vera.send('GET', '/api/v3/user/whoami'),
      (response) => response.status === 401,
    );
    assert.equal(status, 401);
    assert.equal((await ship.run(['user', 'level', 'vera', 'verified'])).code, 0);
    assert.equal(await levelOf('vera'), 'verified');
  });

  test('bans a whole family and ends its logins, and lifts the ban', async () => {
    const walter = await register('walter', 'EFG EFG');
    await walter.send('POST', '/api/v3/user/add', { body: { username: 'walter-two', password: 'a password' } });
    assert.equal((await ship.run(['user', 'level', 'walter-two', 'banned'])).code, 0);
    assert.equal(await levelOf('walter'), 'banned');
    const { status } = await readUntil(
      () => walter.send('GET', '/api/v3/user/whoami'),
      (response) => response.status === 401,
    );
    assert.equal(status, 401);
    assert.equal((await ship.run(['user', 'level', 'walter', 'verified'])).code, 0);
    assert.equal(await levelOf('walter-two'), 'verified');
  });

  test('rejects built-in and service accounts, the current level, and staff levels for unverified users', async () => {
    for (const [name = '', level = '', complaint] of [
      ['admin', 'verified', /The level of admin is fixed/],
      ['prometheus', 'moderator', /The level of prometheus is fixed/],
      ['heidi', 'verified', /The account heidi already has this level/],
      ['unverified', 'moderator', /verified/],
      ['unverified', 'admin', /The account unverified must be verified first/],
    ] as const) {
      const outcome = await ship.run(['user', 'level', name, level]);
      assert.equal(outcome.code, 1, `${name} ${level}`);
      assert.match(getErrorSentence(outcome), complaint);
    }
    assert.equal(await levelOf('unverified'), 'unverified');
  });
});
