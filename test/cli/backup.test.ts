import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import sharp from 'sharp';
import { createClient } from '../support/client.ts';
import { createShip, getErrorSentence, logIn, type RunningService } from './support.ts';

const homeShip = createShip();
let service: RunningService;
let james: Awaited<ReturnType<typeof logIn>>;
let heidi: Awaited<ReturnType<typeof logIn>>;
let backup: string;

const colours = ['teal', 'navy', 'maroon', 'olive'];
const pictures = await Promise.all(
  colours.map((background) =>
    sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .png()
      .toBuffer(),
  ),
);

/** Stores new avatars one by one until `isDone`. Returns how many. */
async function keepWriting(isDone: () => boolean): Promise<number> {
  let writes = 0;
  while (!isDone()) {
    const image = pictures[writes % pictures.length]?.toString('base64');
    const { status } = await james.send('POST', '/api/v3/user/image', { body: { image } });
    assert.equal(status, 200);
    writes += 1;
  }
  return writes;
}

async function makeBackup(): Promise<void> {
  let isDone = false;
  const writing = [keepWriting(() => isDone), keepWriting(() => isDone)];
  const outcome = await homeShip.run(['backup', 'backup.tar.gz']);
  isDone = true;
  const writes = (await Promise.all(writing)).reduce((sum, count) => sum + count, 0);
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.ok(writes > 0);
  assert.match(outcome.stdout, /backup\.tar\.gz: \d+ accounts, \d+ events, \d+ pictures, \d+\.\d\d MB\n/);
  backup = join(homeShip.folder, 'backup.tar.gz');
}

before(async () => {
  service = await homeShip.serve();
  [james, heidi] = await Promise.all([logIn(service.url, 'james'), logIn(service.url, 'heidi')]);
  await keepWriting(stopAfterTwo());
  await makeBackup();
});

const stopAfterTwo = () => {
  let asked = 0;
  return () => asked++ >= 2;
};

test('a backup is one file that only its owner may read, and leaves nothing else behind', () => {
  assert.equal(statSync(backup).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(homeShip.folder).sort(), ['backup.tar.gz', 'data']);
  const left = readdirSync(homeShip.data, { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    left.filter((path) => /\.(backup|kept|restore)/.test(path)),
    [],
  );
});

test('a backup made under load restores with the same logins and pictures, and is consistent', async () => {
  const elsewhere = createShip();
  const restored = await elsewhere.run(['restore', backup]);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /^restored the backup of \d{4}-\d\d-\d\dT/);
  assert.doesNotMatch(restored.stdout, /the previous data was moved/);
  const verified = await elsewhere.run(['verify']);
  assert.equal(verified.code, 0, verified.stdout);
  const restoredService = await elsewhere.serve();
  for (const { token } of [james, heidi]) {
    const user = createClient(restoredService.url, `Bearer ${token}`);
    assert.equal((await user.send('GET', '/api/v3/user/whoami')).status, 200);
  }
  const restoredJames = createClient(restoredService.url, `Bearer ${james.token}`);
  const { body } = await restoredJames.send('GET', '/api/v3/user/profile');
  const picture = await restoredJames.send('GET', `/api/v3/image/full/${body.header.userImage}`);
  assert.equal(picture.status, 200);
  assert.match(String(picture.headers.get('content-type')), /^image\//);
});

test('a backup takes a folder, or none, and gives the file a name with the time', async () => {
  const ship = createShip();
  await ship.run(['migrate']);
  mkdirSync(join(ship.folder, 'usb'));
  assert.equal((await ship.run(['backup', 'usb'])).code, 0);
  assert.equal((await ship.run(['backup'])).code, 0);
  for (const place of [ship.folder, join(ship.folder, 'usb')]) {
    assert.equal(readdirSync(place).filter((name) => /^gangway-backup-\d{8}T\d{6}Z\.tar\.gz$/.test(name)).length, 1);
  }
});

test('a backup overwrites no file unless forced', async () => {
  const ship = createShip();
  await ship.run(['migrate']);
  const file = ship.file('photos.tar.gz', 'my photos');
  const refused = await ship.run(['backup', 'photos.tar.gz']);
  assert.equal(refused.code, 1);
  assert.match(
    getErrorSentence(refused),
    /photos\.tar\.gz already exists: choose another file, or add --force to replace it/,
  );
  assert.equal(readFileSync(file, 'utf8'), 'my photos');
  assert.equal((await ship.run(['backup', 'photos.tar.gz', '--force'])).code, 0);
  assert.equal((await createShip().run(['restore', file])).code, 0);
  symlinkSync(file, join(ship.folder, 'link'));
  for (const place of ['/dev/null', 'link'])
    assert.match(
      getErrorSentence(await ship.run(['backup', place, '--force'])),
      /is not a regular file: choose another one/,
    );
});

test('a backup never overwrites files of the instance, even if forced', async () => {
  const ship = createShip();
  const places = {
    USER_IMAGES: join(ship.folder, 'pictures'),
    DATABASE_URL: `file:${join(ship.folder, 'db', 'ship.sqlite')}`,
  };
  mkdirSync(join(ship.folder, 'db'));
  symlinkSync(ship.folder, join(ship.folder, 'way-round'));
  const options = { environment: places };
  const running = await ship.serve(['serve'], options);
  const own = [
    ...['db/ship.sqlite', 'db/ship.sqlite-wal', 'db/ship.sqlite-shm', 'db/ship.sqlite-journal', 'db/ship.sqlite.lock'],
    ...['data/secrets/token.key', 'data/restore-plan.json', 'data/clients.txt', 'data/incoming/backup.tar.gz'],
    ...['pictures/backup.tar.gz', 'way-round/db/ship.sqlite', 'db/../data/service.lock'],
  ];
  for (const place of own) {
    const outcome = await ship.run(['backup', place, '--force'], options);
    assert.equal(outcome.code, 1, place);
    assert.match(getErrorSentence(outcome), /is inside the instance's own folders: choose a file elsewhere/);
  }
  assert.equal((await ship.run(['verify'], options)).code, 0);
  assert.equal((await running.end('SIGTERM')).code, 0);
  for (const place of ['db', 'data', 'db/mine.tar.gz', 'data/mine.tar.gz'])
    assert.equal((await ship.run(['backup', place], options)).code, 0, place);
});

test('a backup without the token key is made, with a warning', async () => {
  const ship = createShip();
  await ship.run(['migrate']);
  rmSync(join(ship.data, 'secrets'), { recursive: true });
  const { code, stderr } = await ship.run(['backup', 'backup.tar.gz']);
  assert.equal(code, 0);
  assert.match(stderr, /^warning: the instance has no token key/);
});

test('rejects a backup of nothing, or into a missing folder', async () => {
  const ship = createShip();
  const nothing = await ship.run(['backup']);
  assert.equal(nothing.code, 1);
  assert.match(getErrorSentence(nothing), /^gangway: No database at .* yet: check DATA_DIR/);
  await ship.run(['migrate']);
  const nowhere = await ship.run(['backup', 'missing/backup.tar.gz']);
  assert.equal(nowhere.code, 1);
  assert.match(getErrorSentence(nowhere), /missing.* does not exist/);
  assert.ok(!readdirSync(ship.data).includes('.backup'));
});

test('the next command finishes an interrupted restore', async () => {
  const ship = createShip();
  await ship.run(['migrate']);
  const [staged, place] = [join(ship.data, '.restore', 'database.sqlite'), join(ship.data, 'gangway.sqlite')];
  mkdirSync(join(staged, '..'));
  renameSync(place, staged);
  const aside = join(ship.data, 'before-restore', 'gangway.sqlite');
  ship.file('data/restore-plan.json', JSON.stringify([{ staged, place, aside, companions: [] }]));
  for (const words of [['verify'], ['backup'], ['migrate'], ['user', 'list']]) {
    const outcome = await ship.run(words);
    assert.equal(outcome.code, 0, outcome.stderr);
  }
  assert.equal(existsSync(join(ship.data, 'restore-plan.json')), false);
});

test('the next start removes the remains of an interrupted backup', async () => {
  const ship = createShip();
  const left = ship.file('data/images/full/.kept/01234567-89ab-4cde-8f01-23456789abcd.jpg', 'a removed picture');
  await ship.serve();
  assert.equal(existsSync(join(left, '..')), false);
});

test('rejects restoring under a running service, which isn’t affected', async () => {
  const outcome = await homeShip.run(['restore', backup]);
  assert.equal(outcome.code, 1);
  assert.match(getErrorSentence(outcome), /^gangway: A service is already running/);
  assert.equal((await james.send('GET', '/api/v3/user/whoami')).status, 200);
});

test('keeps the previous data aside, also if pictures and database are elsewhere', async () => {
  const ship = createShip();
  const places = {
    USER_IMAGES: join(ship.folder, 'pictures'),
    DATABASE_URL: `file:${join(ship.folder, 'db', 'ship.sqlite')}`,
  };
  mkdirSync(join(ship.folder, 'db'));
  const options = { environment: places };
  const earlier = await ship.serve(['serve'], options);
  const sam = await logIn(earlier.url, 'sam');
  const image = pictures[0]?.toString('base64');
  const { body } = await sam.send('POST', '/api/v3/user/image', { body: { image } });
  // The folder is as after a crash: the last writes are still in the log next to the database.
  await earlier.end('SIGKILL');
  const restored = await ship.run(['restore', backup], options);
  assert.equal(restored.code, 0, restored.stderr);
  assert.equal((await ship.run(['verify'], options)).code, 0);

  const [aside = ''] = readdirSync(join(ship.folder, 'db')).filter((name) => name.startsWith('before-restore-'));
  assert.deepEqual(readdirSync(join(ship.data, aside)), ['secrets']);
  assert.match(restored.stdout, /^the previous data was moved to .*: delete it once everything works$/m);
  for (const folder of ['data', 'db']) assert.ok(restored.stdout.includes(join(ship.folder, folder, aside)), folder);
  const old = new Sqlite(join(ship.folder, 'db', aside, 'ship.sqlite'), { readonly: true });
  const userImage = old.prepare("SELECT user_image FROM users WHERE username = 'sam'").pluck().get();
  old.close();
  assert.equal(userImage, body.userImage);
  assert.ok(existsSync(join(ship.folder, 'pictures', aside, 'full', body.userImage.slice(0, 2), body.userImage)));
});
