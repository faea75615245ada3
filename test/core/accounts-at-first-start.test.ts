import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { withBasic } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';

const dataFolder = await mkdtemp(join(tmpdir(), 'gangway-test-'));
after(() => rm(dataFolder, { recursive: true, force: true }));
await mkdir(join(dataFolder, 'seeds'));
// Registration codes for tests come before those of the sailing (schedule rule 117).
await writeFile(join(dataFolder, 'seeds', 'registration-codes.txt'), 'REA L01\n');
await writeFile(
  join(dataFolder, 'seeds', 'test-registration-codes.txt'),
  '# codes of the sailing\r\nXYZ 001\r\ntoo long for a code\r\n\r\nxyz002\r\n',
);
await writeFile(
  join(dataFolder, 'clients.txt'),
  'client:password:sample\nKiosk:kiosk password:three secret words\nkiosk:other password:\nadmin:taken over:\nno password\n',
);
const app = await startTestApp({ dataFolder });

const logIn = (username: string, password: string) => withBasic(app, `${username}:${password}`).call(accountsApi.login);
const createAccount = (username: string, verification: string) =>
  app.anonymous.call(accountsApi.create, { body: { username, password: 'password', verification } });

test('the crew’s codes are imported; invalid lines don’t stop the start', async () => {
  assert.equal((await createAccount('first', 'xyz 001')).status, 201);
  assert.equal((await createAccount('second', 'XYZ002')).status, 201);
  assert.equal((await createAccount('third', 'ABC ABC')).status, 400, 'the sample codes stand aside');
  assert.equal((await createAccount('fourth', 'REA L01')).status, 400, 'and so do those of the sailing');
});

test('a registered client logs in with the initial password from the file', async () => {
  const { status, body } = await logIn('KIOSK', 'kiosk password');
  assert.equal(status, 200);
  assert.equal(body.accessLevel, 'client');
  assert.equal((await logIn('kiosk', 'other password')).status, 401);
});

test('the clients file creates no account for its sample line, and replaces no built-in account', async () => {
  assert.equal((await logIn('client', 'password')).status, 401);
  assert.equal((await logIn('admin', 'taken over')).status, 401);
  assert.equal((await logIn('admin', 'password')).body.accessLevel, 'admin');
});

test('shared accounts can’t be logged in to', async () => {
  for (const username of ['moderator', 'DevTeam', 'MicroKaraoke']) {
    for (const password of ['', 'password', username]) {
      assert.equal((await logIn(username, password)).status, 401, username);
    }
  }
});
