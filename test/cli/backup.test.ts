import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import sharp from 'sharp';
import { create, extract } from 'tar';
import { createClient } from '../support/client.ts';
import { complaintOf, createShip, logIn, type RunningService, type Ship } from './support.ts';

const home = createShip();
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

/** Writes notes and new avatars, one after the other, until told to stop. */
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
  const outcome = await home.run(['backup', 'box.tar.gz']);
  isDone = true;
  const writes = (await Promise.all(writing)).reduce((sum, count) => sum + count, 0);
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.ok(writes > 0);
  assert.match(outcome.stdout, /box\.tar\.gz: \d+ accounts, \d+ events, \d+ pictures, \d+\.\d\d MB\n/);
  backup = join(home.folder, 'box.tar.gz');
}

before(async () => {
  service = await home.serve();
  [james, heidi] = await Promise.all([logIn(service.url, 'james'), logIn(service.url, 'heidi')]);
  await keepWriting(onceDone());
  await makeBackup();
});

const onceDone = () => {
  let asked = 0;
  return () => asked++ >= 2;
};

test('a backup is one file that only its owner may read, and leaves nothing else behind', () => {
  assert.equal(statSync(backup).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(home.folder).sort(), ['box.tar.gz', 'data']);
  const left = readdirSync(home.data, { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    left.filter((path) => /\.(backup|kept|restore)/.test(path)),
    [],
  );
});

test('a backup made under load and restored elsewhere has the same logins and pictures, and nothing has drifted', async () => {
  const elsewhere = createShip();
  const restored = await elsewhere.run(['restore', backup]);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /^restored the backup of \d{4}-\d\d-\d\dT/);
  const verified = await elsewhere.run(['verify']);
  assert.equal(verified.code, 0, verified.stdout);
  const other = await elsewhere.serve();
  for (const { token } of [james, heidi]) {
    const person = createClient(other.url, `Bearer ${token}`);
    assert.equal((await person.send('GET', '/api/v3/user/whoami')).status, 200);
  }
  const restoredJames = createClient(other.url, `Bearer ${james.token}`);
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

test('a backup of nothing, or into a folder that is not there, is refused', async () => {
  const ship = createShip();
  const nothing = await ship.run(['backup']);
  assert.equal(nothing.code, 1);
  assert.match(complaintOf(nothing), /there is no database at .* yet: check DATA_DIR/);
  await ship.run(['migrate']);
  const nowhere = await ship.run(['backup', 'missing/box.tar.gz']);
  assert.equal(nowhere.code, 1);
  assert.match(complaintOf(nowhere), /missing.* does not exist/);
  assert.ok(!readdirSync(ship.data).includes('.backup'));
});

test('what an interrupted backup has left is gone after the next start', async () => {
  const ship = createShip();
  const left = ship.file('data/images/full/.kept/01234567-89ab-4cde-8f01-23456789abcd.jpg', 'a removed picture');
  await ship.serve();
  assert.equal(existsSync(join(left, '..')), false);
});

test('restoring is refused under a running service, which notices nothing', async () => {
  const outcome = await home.run(['restore', backup]);
  assert.equal(outcome.code, 1);
  assert.match(complaintOf(outcome), /already running/);
  assert.equal((await james.send('GET', '/api/v3/user/whoami')).status, 200);
});

test('what was there before is kept aside, also when pictures and database lie elsewhere', async () => {
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
  // As a crash would leave it: what was written last is still in the log beside the database.
  await earlier.end('SIGKILL');
  const restored = await ship.run(['restore', backup], options);
  assert.equal(restored.code, 0, restored.stderr);
  assert.equal((await ship.run(['verify'], options)).code, 0);

  const [aside = ''] = readdirSync(join(ship.folder, 'db')).filter((name) => name.startsWith('before-restore-'));
  assert.deepEqual(readdirSync(join(ship.data, aside)), ['secrets']);
  const old = new Sqlite(join(ship.folder, 'db', aside, 'ship.sqlite'), { readonly: true });
  const userImage = old.prepare("SELECT user_image FROM users WHERE username = 'sam'").pluck().get();
  old.close();
  assert.equal(userImage, body.userImage);
  assert.ok(existsSync(join(ship.folder, 'pictures', aside, 'full', body.userImage.slice(0, 2), body.userImage)));
});

describe('a file that is no sound backup', { concurrency: 4 }, () => {
  /** Changes an unpacked copy of the backup and packs it again. */
  async function tampered(ship: Ship, change: (folder: string) => string[]): Promise<string> {
    const folder = join(ship.folder, 'unpacked');
    mkdirSync(folder);
    await extract({ file: backup, cwd: folder });
    const file = join(ship.folder, 'tampered.tar.gz');
    await create({ file, cwd: folder, gzip: true, portable: true, preservePaths: true }, change(folder));
    return file;
  }

  const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const pathsOf = (folder: string): string[] => [
    'manifest.json',
    ...manifestOf(folder).files.map(({ path }: { path: string }) => path),
  ];
  /** Writes something else into a file, or makes it. */
  const pathsWith = (folder: string, path: string): string[] => {
    writeFileSync(join(folder, path), 'something else');
    return pathsOf(folder);
  };
  const changeManifest = (folder: string, change: (manifest: ReturnType<typeof manifestOf>) => void): string[] => {
    const paths = pathsOf(folder);
    const manifest = manifestOf(folder);
    change(manifest);
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    return paths;
  };
  const addFile = (folder: string, path: string, place: string): string[] => {
    writeFileSync(place, 'x');
    const sha256 = createHash('sha256').update('x').digest('hex');
    const paths = changeManifest(folder, ({ files }) => files.push({ path, size: 1, sha256 }));
    return [...paths, path];
  };

  const changes: [name: string, change: (folder: string) => string[], complaint: RegExp][] = [
    [
      'with a changed file',
      (folder) => pathsWith(folder, 'secrets/token.key'),
      /secrets\/token\.key in it is not what was backed up/,
    ],
    [
      'without one of its files',
      (folder) => pathsOf(folder).filter((path) => path !== 'secrets/token.key'),
      /it lacks secrets\/token\.key/,
    ],
    [
      'with one more file',
      (folder) => [...pathsWith(folder, 'more'), 'more'],
      /more, which its manifest does not name/,
    ],
    ['without a manifest', (folder) => pathsOf(folder).slice(1), /does not begin with a manifest/],
    [
      'that leads out of its folder',
      (folder) => addFile(folder, '../escaped', join(folder, '../escaped')),
      /"\.\.\/escaped", which is no part of a backup/,
    ],
    [
      'that hides a file among the secrets',
      (folder) => addFile(folder, 'secrets/.profile', join(folder, 'secrets/.profile')),
      /which is no part of a backup/,
    ],
    [
      'of a newer program',
      (folder) => changeManifest(folder, (manifest) => Object.assign(manifest, { schema: 1000, version: '99.0' })),
      /made by version 99\.0, which is newer than this one/,
    ],
    [
      'of an unknown form',
      (folder) => changeManifest(folder, (manifest) => Object.assign(manifest, { format: 2 })),
      /manifest cannot be read/,
    ],
    [
      'of another kind of environment',
      (folder) => changeManifest(folder, (manifest) => Object.assign(manifest, { environment: 'production' })),
      /it was made in production: use --env production/,
    ],
  ];
  for (const [name, change, complaint] of changes) {
    test(`${name} is refused before anything is touched`, async () => {
      const ship = createShip();
      ship.file('data/gangway.sqlite', 'what was there');
      const outcome = await ship.run(['restore', await tampered(ship, change)]);
      assert.equal(outcome.code, 1);
      assert.match(complaintOf(outcome), complaint);
      assert.match(complaintOf(outcome), /nothing was changed$/);
      assert.equal(readFileSync(join(ship.data, 'gangway.sqlite'), 'utf8'), 'what was there');
      assert.deepEqual(readdirSync(ship.data).sort(), ['gangway.sqlite', 'images', 'service.lock']);
      assert.deepEqual(readdirSync(join(ship.data, 'images')), []);
    });
  }

  test('with a database that is damaged is refused', async () => {
    const ship = createShip();
    const file = await tampered(ship, (folder) => {
      const sqlite = new Sqlite(join(folder, 'database.sqlite'));
      sqlite.pragma('foreign_keys = OFF');
      sqlite.exec("DELETE FROM users WHERE username = 'james'");
      sqlite.close();
      const bytes = readFileSync(join(folder, 'database.sqlite'));
      return changeManifest(folder, ({ files }) => {
        const entry = files.find(({ path }: { path: string }) => path === 'database.sqlite');
        Object.assign(entry, { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
      });
    });
    const outcome = await ship.run(['restore', file]);
    assert.equal(outcome.code, 1);
    assert.match(
      complaintOf(outcome),
      /database\.sqlite in it is damaged: row .* is a reference to a row of users that/,
    );
  });

  test('cut off, or none at all, is refused', async () => {
    const ship = createShip();
    const whole = readFileSync(backup);
    for (const [name, bytes] of [
      ['cut.tar.gz', whole.subarray(0, whole.length - 2000)],
      ['none.tar.gz', Buffer.from('no archive'.repeat(100))],
      ['empty.tar.gz', Buffer.alloc(0)],
    ] as const) {
      const outcome = await ship.run(['restore', ship.file(name, bytes)]);
      assert.equal(outcome.code, 1, name);
      assert.match(complaintOf(outcome), /damaged, cut off, or no backup at all|it is empty/, name);
    }
    assert.match(complaintOf(await ship.run(['restore', 'missing.tar.gz'])), /missing\.tar\.gz does not exist/);
  });
});
