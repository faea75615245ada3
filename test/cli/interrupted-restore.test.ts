import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { finishRestore, hasUnfinishedRestore, type Replacement, replaceAll } from '../../src/app/restore-plan.ts';
import { createShip, getErrorSentence } from './support.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A data folder with an old database and old pictures, and new ones that wait to replace them. */
function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-restore-'));
  folders.push(folder);
  const path = (name: string) => join(folder, name);
  for (const name of ['pictures', 'staged', 'staged/pictures']) mkdirSync(path(name));
  writeFileSync(path('database'), 'old');
  writeFileSync(path('database-wal'), 'old log');
  writeFileSync(path('pictures/one'), 'old');
  writeFileSync(path('staged/database'), 'new');
  writeFileSync(path('staged/pictures/two'), 'new');
  const replacements: Replacement[] = [
    { staged: path('staged/database'), place: path('database'), aside: path('aside/database'), companions: ['-wal'] },
    { staged: path('staged/pictures'), place: path('pictures'), aside: path('aside/pictures'), companions: [] },
  ];
  const plan = path('restore-plan.json');
  return { folder, path, replacements, writePlan: () => writeFileSync(plan, JSON.stringify(replacements)) };
}

type Folder = ReturnType<typeof createFolder>;

function assertNew({ folder, path }: Folder): void {
  assert.equal(readFileSync(path('database'), 'utf8'), 'new');
  assert.equal(existsSync(path('database-wal')), false);
  assert.deepEqual(readdirSync(path('pictures')), ['two']);
  assert.equal(readFileSync(path('aside/database'), 'utf8'), 'old');
  assert.equal(readFileSync(path('aside/database-wal'), 'utf8'), 'old log');
  assert.deepEqual(readdirSync(path('aside/pictures')), ['one']);
  assert.equal(hasUnfinishedRestore(folder), false);
}

test('the new database replaces the old one, which is kept aside with its log', () => {
  const folder = createFolder();
  replaceAll(folder.folder, folder.replacements);
  assertNew(folder);
});

test('restores to an empty place without keeping anything aside', () => {
  const folder = createFolder();
  for (const name of ['database', 'database-wal', 'pictures']) rmSync(folder.path(name), { recursive: true });
  replaceAll(folder.folder, folder.replacements);
  assert.equal(readFileSync(folder.path('database'), 'utf8'), 'new');
  assert.equal(existsSync(folder.path('aside')), false);
});

/** The renames of a restore in their order; a crash may come after any of them. */
const restoreSteps: [from: string, to: string][] = [
  ['database-wal', 'aside/database-wal'],
  ['database', 'aside/database'],
  ['staged/database', 'database'],
  ['pictures', 'aside/pictures'],
  ['staged/pictures', 'pictures'],
];

for (let done = 0; done <= restoreSteps.length; done += 1) {
  test(`the next start recovers from a crash after ${done} of ${restoreSteps.length} renames`, () => {
    const folder = createFolder();
    folder.writePlan();
    mkdirSync(folder.path('aside'));
    for (const [from, to] of restoreSteps.slice(0, done)) renameSync(folder.path(from), folder.path(to));
    assert.equal(hasUnfinishedRestore(folder.folder), true);
    assert.equal(finishRestore(folder.folder), true);
    assertNew(folder);
    assert.equal(finishRestore(folder.folder), false);
  });
}

test('changes nothing without a plan', () => {
  const folder = createFolder();
  assert.equal(finishRestore(folder.folder), false);
  assert.equal(readFileSync(folder.path('database'), 'utf8'), 'old');
  assert.equal(readFileSync(folder.path('staged/database'), 'utf8'), 'new');
});

test('a power cut as a restored database begins its log is rolled back by the next start', async () => {
  const ship = createShip();
  await ship.run(['migrate']);
  const place = join(ship.data, 'gangway.sqlite');
  const copy = join(ship.folder, 'copy');
  const database = new Sqlite(place);
  // The database is as it comes from a backup: without a WAL, so a write goes through a rollback journal.
  database.pragma('journal_mode = DELETE');
  database.pragma('cache_size = 2');
  database.exec('BEGIN; CREATE TABLE unfinished AS SELECT a.* FROM sqlite_schema AS a, sqlite_schema AS b');
  for (const ending of ['', '-journal']) copyFileSync(`${place}${ending}`, `${copy}${ending}`);
  database.exec('ROLLBACK');
  database.close();
  for (const ending of ['', '-journal']) copyFileSync(`${copy}${ending}`, `${place}${ending}`);
  const { code, stderr } = await ship.run(['verify']);
  assert.equal(code, 0, stderr);
  const after = new Sqlite(place, { readonly: true });
  const unfinished = after.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'unfinished'").pluck().get();
  after.close();
  assert.equal(unfinished, 0);
});

test('a damaged plan ends every command with advice, and changes nothing', async () => {
  const ship = createShip();
  await ship.run(['migrate']);
  const plans = [
    '',
    '[{"staged":"/srv/x","pla',
    '{}',
    '[null]',
    '[{"staged":1,"place":"","aside":"","companions":[]}]',
  ];
  for (const plan of plans) {
    const file = ship.file('data/restore-plan.json', plan);
    for (const words of [['serve'], ['verify'], ['backup']]) {
      const outcome = await ship.run(words);
      assert.equal(outcome.code, 1, words.join(' '));
      assert.match(
        getErrorSentence(outcome),
        /restore-plan\.json is damaged.*delete this file, then run `gangway restore`/,
      );
    }
    assert.equal(readFileSync(file, 'utf8'), plan);
  }
});
