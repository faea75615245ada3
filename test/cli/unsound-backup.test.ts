import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { create, extract } from 'tar';
import { createShip, getErrorSentence, type Ship } from './support.ts';

const homeShip = createShip();
const wholeBackup = join(homeShip.folder, 'whole.tar.gz');

before(async () => {
  await (await homeShip.serve()).end('SIGTERM');
  assert.equal((await homeShip.run(['backup', wholeBackup])).code, 0);
});

describe('an invalid backup file', { concurrency: 4 }, () => {
  /** Changes an unpacked copy of the backup and packs it again. */
  async function tampered(ship: Ship, change: (folder: string) => string[]): Promise<string> {
    const folder = join(ship.folder, 'unpacked');
    mkdirSync(folder);
    await extract({ file: wholeBackup, cwd: folder });
    const file = join(ship.folder, 'tampered.tar.gz');
    await create({ file, cwd: folder, gzip: true, portable: true, preservePaths: true }, change(folder));
    return file;
  }

  const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const pathsOf = (folder: string): string[] => [
    'manifest.json',
    ...manifestOf(folder).files.map(({ path }: { path: string }) => path),
  ];
  /** Overwrites or creates a file. */
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
      /Its secrets\/token\.key doesn't match the manifest/,
    ],
    [
      'without one of its files',
      (folder) => pathsOf(folder).filter((path) => path !== 'secrets/token.key'),
      /secrets\/token\.key is missing\./,
    ],
    ['with one more file', (folder) => [...pathsWith(folder, 'more'), 'more'], /more, which isn't in its manifest/],
    ['without a manifest', (folder) => pathsOf(folder).slice(1), /It doesn't start with a manifest/],
    [
      'that leads out of its folder',
      (folder) => addFile(folder, '../escaped', join(folder, '../escaped')),
      /"\.\.\/escaped", which doesn't belong in a backup/,
    ],
    [
      'that hides a file among the secrets',
      (folder) => addFile(folder, 'secrets/.profile', join(folder, 'secrets/.profile')),
      /which doesn't belong in a backup/,
    ],
    [
      'of a newer program',
      (folder) => changeManifest(folder, (manifest) => Object.assign(manifest, { schema: 1000, version: '99.0' })),
      /It was made by version 99\.0, which is newer than this one/,
    ],
    [
      'of an unknown form',
      (folder) => changeManifest(folder, (manifest) => Object.assign(manifest, { format: 2 })),
      /This program can't read its manifest/,
    ],
    [
      'of another kind of environment',
      (folder) => changeManifest(folder, (manifest) => Object.assign(manifest, { environment: 'production' })),
      /It was made in the production environment: use --env production\./,
    ],
  ];
  for (const [name, change, complaint] of changes) {
    test(`${name} is rejected before anything changes`, async () => {
      const ship = createShip();
      ship.file('data/gangway.sqlite', 'what was there');
      const outcome = await ship.run(['restore', await tampered(ship, change)]);
      assert.equal(outcome.code, 1);
      assert.match(getErrorSentence(outcome), complaint);
      assert.match(getErrorSentence(outcome), /Nothing was changed\.$/);
      assert.equal(readFileSync(join(ship.data, 'gangway.sqlite'), 'utf8'), 'what was there');
      assert.deepEqual(readdirSync(ship.data).sort(), [
        'gangway.sqlite',
        'gangway.sqlite.lock',
        'images',
        'service.lock',
      ]);
      assert.deepEqual(readdirSync(join(ship.data, 'images')), []);
    });
  }

  test('with a damaged database is rejected', async () => {
    const ship = createShip();
    const file = await tampered(ship, (folder) => {
      const sqlite = new Sqlite(join(folder, 'database.sqlite'));
      sqlite.pragma('foreign_keys = OFF');
      sqlite.exec("INSERT INTO user_roles (user_id, role) VALUES ('unknown', 'shutternaut')");
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
      getErrorSentence(outcome),
      /Its database\.sqlite is damaged: row .* is a reference to a missing row of users/,
    );
  });

  test('is rejected if it’s truncated or isn’t a backup at all', async () => {
    const ship = createShip();
    const whole = readFileSync(wholeBackup);
    for (const [name, bytes] of [
      ['cut.tar.gz', whole.subarray(0, whole.length - 2000)],
      ['none.tar.gz', Buffer.from('no archive'.repeat(100))],
      ['empty.tar.gz', Buffer.alloc(0)],
    ] as const) {
      const outcome = await ship.run(['restore', ship.file(name, bytes)]);
      assert.equal(outcome.code, 1, name);
      assert.match(getErrorSentence(outcome), /damaged, truncated or not a backup|It is empty/, name);
    }
    assert.match(getErrorSentence(await ship.run(['restore', 'missing.tar.gz'])), /missing\.tar\.gz does not exist/);
  });
});
