import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { beginCopy, type Copy, getCopyFile, openCopy } from '#spare/follower/copy.ts';
import { readHead } from '#spare/wal-frames.ts';

const folder = mkdtempSync(join(tmpdir(), 'gangway-copy-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a database in use, and starts to copy it. */
function startCopying(name: string) {
  const file = join(folder, `${name}.sqlite`);
  const sqlite = new Sqlite(file);
  after(() => sqlite.close());
  for (const pragma of ['journal_mode = WAL', 'wal_autocheckpoint = 0']) sqlite.pragma(pragma);
  sqlite.exec('CREATE TABLE words (word TEXT)');
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  const slot = join(folder, name);
  mkdirSync(slot);
  copyFileSync(file, getCopyFile(slot));
  const write = (word: string) => sqlite.prepare('INSERT INTO words VALUES (?)').run(word);
  const readLog = () => readFileSync(`${file}-wal`);
  const nameLog = () => readHead(readLog())?.log ?? '';
  const beginNextLog = () => sqlite.pragma('wal_checkpoint(TRUNCATE)');
  return { slot, write, readLog, nameLog, beginNextLog };
}

/** Reads the copy after opening it as after a crash. */
function readWords(slot: string): string[] {
  const probe = join(slot, 'probe.sqlite');
  copyFileSync(getCopyFile(slot), probe);
  copyFileSync(`${getCopyFile(slot)}-wal`, `${probe}-wal`);
  const sqlite = new Sqlite(probe);
  try {
    return sqlite.prepare<[], string>('SELECT word FROM words ORDER BY rowid').pluck().all();
  } finally {
    sqlite.close();
  }
}

/** Opens a copy whose checkpoint process is killed before it finishes. */
function openWithoutMover(slot: string): Copy {
  const copy = openCopy(slot, () => new Promise(() => {}));
  assert.ok(copy);
  return copy;
}

test('a copy that is killed while a log is moved goes on in the middle of the next one', async () => {
  const box = startCopying('killed');
  box.write('first');
  beginCopy(box.slot, box.nameLog());
  const copy = openWithoutMover(box.slot);
  copy.append(box.readLog());
  box.beginNextLog();
  box.write('second');
  await copy.endLog(box.nameLog());
  copy.append(box.readLog());

  const again = openCopy(box.slot);
  assert.ok(again);
  assert.deepEqual(again.place, copy.place);
  assert.deepEqual(readWords(box.slot), ['first', 'second']);
  const { offset } = again.place;
  box.write('third');
  again.append(box.readLog().subarray(offset));
  assert.deepEqual(readWords(box.slot), ['first', 'second', 'third']);
});

test('a snapshot holds one moment, whatever comes while it is made', async () => {
  const box = startCopying('snapshot');
  box.write('first');
  beginCopy(box.slot, box.nameLog());
  const copy = openCopy(box.slot);
  assert.ok(copy);
  copy.append(box.readLog());
  const target = join(folder, 'target');
  mkdirSync(target);
  const made = copy.takeSnapshot(target);
  box.beginNextLog();
  box.write('second');
  await copy.endLog(box.nameLog());
  copy.append(box.readLog());
  await made;
  assert.deepEqual(readWords(target), ['first']);
  await copy.settle();
  assert.deepEqual(readWords(box.slot), ['first', 'second']);
});

test('a snapshot that fails holds no log up', async () => {
  const box = startCopying('failed-snapshot');
  box.write('first');
  beginCopy(box.slot, box.nameLog());
  const copy = openCopy(box.slot);
  assert.ok(copy);
  copy.append(box.readLog());
  await assert.rejects(copy.takeSnapshot(join(folder, 'no such folder')), { code: 'ENOENT' });
  box.beginNextLog();
  box.write('second');
  await copy.endLog(box.nameLog());
  copy.append(box.readLog());
  await copy.settle();
  assert.deepEqual(readWords(box.slot), ['first', 'second']);
});
