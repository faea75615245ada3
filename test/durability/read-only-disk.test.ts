import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createShip, getErrorSentence, logIn, type Ship } from '../cli/support.ts';
import { createClient } from '../support/client.ts';
import { makeReadOnly } from '../support/mounts.ts';
import { createPicture } from '../support/pictures.ts';

const skip = makeReadOnly() === undefined && 'needs a system where disks can be mounted';

/** Creates a ship whose service was killed: the last writes are still in the log next to the database. */
async function createCrashedShip(environment: Record<string, string> = {}) {
  const ship = createShip(environment);
  const service = await ship.serve();
  const james = await logIn(service.url, 'james');
  const image = (await createPicture({ width: 60, height: 60 })).toString('base64');
  const { body } = await james.send('POST', '/api/v3/user/image', { body: { image } });
  await service.end('SIGKILL');
  return { ship, token: james.token, userImage: String(body.userImage) };
}

/** Restores a backup on another ship, and asserts that it contains the last writes. */
async function assertWhole(file: string, { token, userImage }: { token: string; userImage: string }): Promise<void> {
  const other = createShip();
  const restored = await other.run(['restore', file]);
  assert.equal(restored.code, 0, restored.stderr);
  assert.equal((await other.run(['verify'])).stdout, 'no problems found\n');
  const james = createClient((await other.serve()).url, `Bearer ${token}`);
  const { body } = await james.send('GET', '/api/v3/user/profile');
  assert.equal(body.header.userImage, userImage);
  assert.equal((await james.send('GET', `/api/v3/image/full/${userImage}`)).status, 200);
}

async function makeBackup(ship: Ship, folders: readonly string[]): Promise<string> {
  const file = join(ship.folder, 'usb', 'backup.tar.gz');
  mkdirSync(join(ship.folder, 'usb'));
  const outcome = await ship.run(['backup', file], { within: makeReadOnly(...folders) ?? [] });
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.deepEqual(readdirSync(join(ship.folder, 'usb')), ['backup.tar.gz']);
  return file;
}

test('every command reports a read-only disk', { skip }, async () => {
  const { ship } = await createCrashedShip();
  const within = makeReadOnly(ship.data) ?? [];
  const codes = ship.file('codes.txt', 'ABC ABC\n');
  const commands = [
    ['serve'],
    ['migrate'],
    ['verify'],
    ['user', 'list'],
    ['user', 'unlock', 'heidi'],
    ['import', 'regcodes', codes],
    ['import', 'regcodes', codes, '--dry-run'],
    ['restore', codes],
    ['generate-schedule'],
  ];
  for (const words of commands) {
    const outcome = await ship.run(words, { within });
    assert.equal(outcome.code, 1, words.join(' '));
    assert.match(getErrorSentence(outcome), /^gangway: The disk of \S+data is read-only.*`gangway backup`/);
  }
  const onTheSame = await ship.run(['backup', ship.data], { within });
  assert.match(getErrorSentence(onTheSame), /is on a read-only disk: choose another place/);
});

test('a backup of a read-only disk has everything that was stored', { skip }, async () => {
  const { ship, ...stored } = await createCrashedShip();
  await assertWhole(await makeBackup(ship, [ship.data]), stored);
});

test('a backup works if only the pictures or only the database are read-only', {
  skip,
}, async () => {
  for (const name of ['pictures', 'db']) {
    const places = createShip();
    mkdirSync(join(places.folder, 'db'));
    const environment = {
      USER_IMAGES: join(places.folder, 'pictures'),
      DATABASE_URL: `file:${join(places.folder, 'db', 'ship.sqlite')}`,
    };
    const { ship, ...stored } = await createCrashedShip(environment);
    await assertWhole(await makeBackup(ship, [join(places.folder, name)]), stored);
  }
});

test('a backup works next to a service whose disk became read-only', { skip }, async () => {
  const ship = createShip();
  const service = await ship.serve();
  const { token } = await logIn(service.url, 'james');
  const file = await makeBackup(ship, [ship.data]);
  const other = createShip();
  assert.equal((await other.run(['restore', file])).code, 0);
  const james = createClient((await other.serve()).url, `Bearer ${token}`);
  assert.equal((await james.send('GET', '/api/v3/user/whoami')).status, 200);
});
