import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { before, test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { createClient } from '../support/client.ts';
import { createShip, getErrorSentence, logIn } from './support.ts';

const [ship, nextShip] = [createShip(), createShip()];
let userFile = '';

before(async () => {
  const [service, other] = await Promise.all([ship.serve(), nextShip.serve()]);
  for (const [username, verification] of [
    ['anna', 'abcabc'],
    ['bert', 'bcdbcd'],
  ]) {
    await createClient(service.url).get(accountsApi.create, { body: { username, password: 'password', verification } });
  }
  userFile = `${ship.folder}/people.zip`;
  const { code, stdout } = await ship.run(['export', 'users', userFile]);
  assert.equal(code, 0);
  assert.match(stdout, /people\.zip: 2 users, 0 pictures\n/);
  await Promise.all([service, other].map((running) => running.end('SIGTERM')));
});

test('only the owner can read the file, and it’s overwritten only with --force', async () => {
  assert.equal(statSync(userFile).mode & 0o777, 0o600);
  const again = await ship.run(['export', 'users', userFile]);
  assert.equal(again.code, 1);
  assert.match(getErrorSentence(again), /already exists/);
  assert.equal((await ship.run(['export', 'users', userFile, '--force'])).code, 0);
  assert.match((await ship.run(['export', 'users'])).stdout, /gangway-users-\d{8}T\d{6}Z\.zip: 2 users/);
});

test('a dry run writes nothing; an import makes people who log in; a second one finds them there', async () => {
  const counts = async (...options: string[]) => {
    const { stdout } = await nextShip.run(['import', 'users', userFile, ...options]);
    return /users +(\d+ +\d+ +\d+ +\d+)/.exec(stdout)?.[1]?.split(/ +/).map(Number);
  };
  assert.deepEqual(await counts('--dry-run'), [2, 2, 0, 0]);
  assert.deepEqual(await counts(), [2, 2, 0, 0]);
  assert.deepEqual(await counts(), [2, 0, 2, 0]);
  const service = await nextShip.serve();
  await logIn(service.url, 'anna');
  await service.end('SIGTERM');
});

test('next to a running service, imported people appear within two seconds', async () => {
  const third = createShip();
  const service = await third.serve();
  assert.equal((await third.run(['import', 'users', userFile])).code, 0);
  await logIn(service.url, 'bert');
  await service.end('SIGTERM');
});

test('an unusable file is rejected with one sentence', async () => {
  const broken = nextShip.file('broken.zip', 'no zip');
  const outcome = await nextShip.run(['import', 'users', broken]);
  assert.equal(outcome.code, 1);
  assert.match(getErrorSentence(outcome), /The file cannot be used: it isn't a zip, or it's damaged or incomplete/);
  assert.match(getErrorSentence(await nextShip.run(['import', 'users', 'missing.zip'])), /missing\.zip does not exist/);
});
