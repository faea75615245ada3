import assert from 'node:assert/strict';
import {
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
import { finishRestore, hasUnfinishedRestore, type Replacement, replaceAll } from '../../src/app/restore-plan.ts';
import { complaintOf, createShip } from './support.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A data folder with an old database and old pictures in it, and new ones that wait. */
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

test('the new takes the place of the old, which is kept aside with its log', () => {
  const folder = createFolder();
  replaceAll(folder.folder, folder.replacements);
  assertNew(folder);
});

test('a place that was empty gets the new, and nothing goes aside', () => {
  const folder = createFolder();
  for (const name of ['database', 'database-wal', 'pictures']) rmSync(folder.path(name), { recursive: true });
  replaceAll(folder.folder, folder.replacements);
  assert.equal(readFileSync(folder.path('database'), 'utf8'), 'new');
  assert.equal(existsSync(folder.path('aside')), false);
});

/** The renames of a restore in their order; a crash may come after any of them. */
const steps: [from: string, to: string][] = [
  ['database-wal', 'aside/database-wal'],
  ['database', 'aside/database'],
  ['staged/database', 'database'],
  ['pictures', 'aside/pictures'],
  ['staged/pictures', 'pictures'],
];

for (let done = 0; done <= steps.length; done += 1) {
  test(`a crash after ${done} of ${steps.length} renames is made good by the next start`, () => {
    const folder = createFolder();
    folder.writePlan();
    mkdirSync(folder.path('aside'));
    for (const [from, to] of steps.slice(0, done)) renameSync(folder.path(from), folder.path(to));
    assert.equal(hasUnfinishedRestore(folder.folder), true);
    assert.equal(finishRestore(folder.folder), true);
    assertNew(folder);
    assert.equal(finishRestore(folder.folder), false);
  });
}

test('without a plan nothing is touched, whatever waits', () => {
  const folder = createFolder();
  assert.equal(finishRestore(folder.folder), false);
  assert.equal(readFileSync(folder.path('database'), 'utf8'), 'old');
  assert.equal(readFileSync(folder.path('staged/database'), 'utf8'), 'new');
});

test('a plan that is damaged ends every command with what to do, and touches nothing', async () => {
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
      assert.match(complaintOf(outcome), /restore-plan\.json is damaged.*delete this file, then run `gangway restore`/);
    }
    assert.equal(readFileSync(file, 'utf8'), plan);
  }
});
