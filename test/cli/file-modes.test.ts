import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bundleLaterVersion } from '../support/bundled-program.ts';
import { createPicture } from '../support/pictures.ts';
import { skipWithout } from '../support/platform.ts';
import { createShip, logIn, type Ship } from './support.ts';

const skip = skipWithout('a Unix shell', 'file modes');

/** A shell whose umask makes new files accessible to everyone. */
const permissiveShell = { within: ['sh', '-c', 'umask 0; exec "$@"', 'sh'] };

/** Lists files and folders that users other than the owner may read, write or enter. */
const listAccessibleToOthers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  );

/** Serves, stores a picture, and ends like a crash, so that all files of the database exist. */
async function serveAndCrash(ship: Ship): Promise<void> {
  const service = await ship.serve(['serve'], permissiveShell);
  const james = await logIn(service.url, 'james');
  const image = (await createPicture({ width: 60, height: 60, colour: 'teal' })).toString('base64');
  assert.equal((await james.send('POST', '/api/v3/user/image', { body: { image } })).status, 200);
  await service.end('SIGKILL');
}

async function runSuccessfully(ship: Ship, ...words: string[]): Promise<void> {
  const outcome = await ship.run(words, permissiveShell);
  assert.equal(outcome.code, 0, outcome.stderr);
}

test('only the owner can read written files, regardless of the umask', { skip }, async () => {
  const ship = createShip();
  await serveAndCrash(ship);
  for (const name of ['gangway.sqlite-wal', 'gangway.sqlite-shm', 'secrets/token.key', 'images/full'])
    assert.ok(existsSync(join(ship.data, name)), name);
  assert.deepEqual(listAccessibleToOthers(ship.folder), []);

  await runSuccessfully(ship, 'backup', 'backup.tar.gz');
  await runSuccessfully(ship, 'openapi', '--out', 'openapi.json');
  await runSuccessfully(ship, 'restore', 'backup.tar.gz');
  const later = await bundleLaterVersion('CREATE TABLE later (word TEXT)');
  await ship.run(['migrate'], { ...permissiveShell, program: later });
  assert.equal(readdirSync(join(ship.data, 'snapshots')).length, 1);
  assert.deepEqual(listAccessibleToOthers(ship.folder), []);
});

test('the next start removes others’ access to existing files', { skip }, async () => {
  const ship = createShip();
  await serveAndCrash(ship);
  for (const name of ['.', 'gangway.sqlite', 'gangway.sqlite-wal']) chmodSync(join(ship.data, name), 0o755);
  await runSuccessfully(ship, 'verify');
  assert.deepEqual(listAccessibleToOthers(ship.folder), []);
});

test('only the owner can read pictures and a database elsewhere too', { skip }, async () => {
  const ship = createShip();
  mkdirSync(join(ship.folder, 'db'), { mode: 0o700 });
  const environment = {
    USER_IMAGES: join(ship.folder, 'pictures'),
    DATABASE_URL: `file:${join(ship.folder, 'db', 'ship.sqlite')}`,
  };
  const service = await ship.serve(['serve'], { ...permissiveShell, environment });
  await logIn(service.url, 'james');
  assert.ok(existsSync(environment.USER_IMAGES));
  assert.deepEqual(listAccessibleToOthers(ship.folder), []);
});
