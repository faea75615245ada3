import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { listEmbeddedMigrations } from '#db/migrate.ts';
import { bundleLaterVersion, laterMigration } from '../support/bundled-program.ts';
import { createShip, getErrorSentence, type Ship } from './support.ts';

const getDatabaseFile = (ship: Ship): string => join(ship.data, 'gangway.sqlite');
const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

const laterVersion = await bundleLaterVersion('CREATE TABLE later (word TEXT)');
const brokenVersion = await bundleLaterVersion('CREATE TABLE later (word TEXT); CREATE TABLE settings (name TEXT)');
const appliedCount = listEmbeddedMigrations().length;

/** Creates a database as this version of the program leaves it for later ones. */
async function makeDatabase(ship: Ship): Promise<void> {
  await ship.run(['migrate']);
  const sqlite = new Sqlite(getDatabaseFile(ship));
  sqlite.exec("INSERT INTO settings (name, value) VALUES ('shipWifiSSID', '\"Old Net\"')");
  sqlite.close();
}

describe('migrate', { concurrency: 4 }, () => {
  test('creates an empty database, and then has nothing to do', async () => {
    const ship = createShip();
    const first = await ship.run(['migrate']);
    assert.equal(first.code, 0);
    const names = listEmbeddedMigrations().map(({ name }) => `applied ${name}`);
    assert.deepEqual(first.stdout.trim().split('\n').slice(0, -1), names);
    const second = await ship.run(['migrate']);
    assert.equal(second.code, 0);
    assert.equal(second.stdout, `${getDatabaseFile(ship)} is up to date\n`);
    assert.equal(existsSync(join(ship.data, 'snapshots')), false);
  });

  test('is rejected next to a running service', async () => {
    const ship = createShip();
    await ship.serve();
    const outcome = await ship.run(['migrate']);
    assert.equal(outcome.code, 1);
    assert.match(getErrorSentence(outcome), /^gangway: A service is already running/);
  });

  test('upgrades an older database after making a copy that only its owner can read', async () => {
    const ship = createShip();
    await makeDatabase(ship);
    const outcome = await ship.run(['migrate'], { program: laterVersion });
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.match(outcome.stdout, new RegExp(`^applied ${laterMigration}$`, 'm'));
    const [copy = '', ...others] = readdirSync(join(ship.data, 'snapshots'));
    assert.deepEqual(others, []);
    const file = join(ship.data, 'snapshots', copy);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const sqlite = new Sqlite(file, { readonly: true });
    assert.equal(sqlite.pragma('user_version', { simple: true }), appliedCount);
    assert.equal(sqlite.prepare('SELECT value FROM settings').pluck().get(), '"Old Net"');
    sqlite.close();
    assert.equal((await ship.run(['verify'], { program: laterVersion })).code, 0);
  });

  test('also runs when the service starts', async () => {
    const ship = createShip();
    await makeDatabase(ship);
    const service = await ship.serve(['serve'], { program: laterVersion });
    assert.match(service.output(), /copied the database before migrating it/);
    assert.equal(readdirSync(join(ship.data, 'snapshots')).length, 1);
  });

  test('leaves the database unchanged if it fails, with one copy after any number of attempts', async () => {
    const ship = createShip();
    await makeDatabase(ship);
    const before = hashOf(getDatabaseFile(ship));
    for (let tries = 0; tries < 3; tries += 1)
      assert.equal((await ship.run(['migrate'], { program: brokenVersion })).code, 1);
    assert.equal((await ship.run(['serve'], { program: brokenVersion })).code, 1);
    assert.equal(hashOf(getDatabaseFile(ship)), before);
    const copies = readdirSync(join(ship.data, 'snapshots'));
    assert.equal(copies.length, 1, copies.join(', '));
    const copy = new Sqlite(join(ship.data, 'snapshots', copies[0] ?? ''), { readonly: true });
    assert.equal(copy.pragma('user_version', { simple: true }), appliedCount);
    copy.close();
  });

  test('is required by a dry run, which changes nothing itself', async () => {
    const ship = createShip();
    await makeDatabase(ship);
    const before = hashOf(getDatabaseFile(ship));
    const codes = ship.file('codes.txt', 'ABC ABC\n');
    const outcome = await ship.run(['import', 'regcodes', codes, '--dry-run'], { program: laterVersion });
    assert.equal(outcome.code, 1);
    assert.match(getErrorSentence(outcome), /^gangway: The database must be migrated first: run `gangway migrate`/);
    assert.equal(hashOf(getDatabaseFile(ship)), before);
  });
});

describe('a database that isn’t for this program', { concurrency: 4 }, () => {
  test('of a newer version is rejected by every command, and stays unchanged', async () => {
    const ship = createShip();
    await ship.run(['migrate'], { program: laterVersion });
    const before = hashOf(getDatabaseFile(ship));
    const newer = `was written by a newer Gangway \\(schema ${appliedCount + 1}, this program knows ${appliedCount}\\)`;
    const codes = ship.file('codes.txt', 'ABC ABC\n');
    for (const words of [
      ['serve'],
      ['migrate'],
      ['verify'],
      ['user', 'list'],
      ['backup'],
      ['import', 'regcodes', codes],
    ]) {
      const outcome = await ship.run(words);
      assert.equal(outcome.code, 1, words.join(' '));
      assert.match(getErrorSentence(outcome), new RegExp(newer));
    }
    assert.equal(hashOf(getDatabaseFile(ship)), before);
  });

  test('of another program, or a file that isn’t a database, is rejected and stays unchanged', async () => {
    const ship = createShip();
    mkdirSync(ship.data);
    const sqlite = new Sqlite(getDatabaseFile(ship));
    sqlite.exec('CREATE TABLE recipes (name TEXT)');
    sqlite.close();
    const before = hashOf(getDatabaseFile(ship));
    const foreign = await ship.run(['serve']);
    assert.equal(foreign.code, 1);
    assert.match(getErrorSentence(foreign), /is not a Gangway database; it was left untouched/);
    assert.equal(hashOf(getDatabaseFile(ship)), before);

    ship.file('data/gangway.sqlite', 'Once upon a time there was a ship.'.repeat(200));
    const noDatabase = await ship.run(['serve']);
    assert.equal(noDatabase.code, 1);
    assert.match(getErrorSentence(noDatabase), /cannot be read as a database/);
  });
});
