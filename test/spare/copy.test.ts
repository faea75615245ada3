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
function openWithStuckCheckpoint(slot: string): Copy {
  const copy = openCopy(slot, () => new Promise(() => {}));
  assert.ok(copy);
  return copy;
}

test('a copy that’s killed while a log is moved continues in the middle of the next one', async () => {
  const server = startCopying('killed');
  server.write('first');
  beginCopy(server.slot, server.nameLog());
  const copy = openWithStuckCheckpoint(server.slot);
  copy.append(server.readLog());
  server.beginNextLog();
  server.write('second');
  await copy.endLog(server.nameLog());
  copy.append(server.readLog());

  const again = openCopy(server.slot);
  assert.ok(again);
  assert.deepEqual(again.place, copy.place);
  assert.deepEqual(readWords(server.slot), ['first', 'second']);
  const { offset } = again.place;
  server.write('third');
  again.append(server.readLog().subarray(offset));
  assert.deepEqual(readWords(server.slot), ['first', 'second', 'third']);
});

test('a snapshot shows one moment, whatever is written while it’s made', async () => {
  const server = startCopying('snapshot');
  server.write('first');
  beginCopy(server.slot, server.nameLog());
  const copy = openCopy(server.slot);
  assert.ok(copy);
  copy.append(server.readLog());
  const target = join(folder, 'target');
  mkdirSync(target);
  const made = copy.takeSnapshot(target);
  server.beginNextLog();
  server.write('second');
  await copy.endLog(server.nameLog());
  copy.append(server.readLog());
  await made;
  assert.deepEqual(readWords(target), ['first']);
  await copy.settle();
  assert.deepEqual(readWords(server.slot), ['first', 'second']);
});

test('a failed snapshot doesn’t block the log', async () => {
  const server = startCopying('failed-snapshot');
  server.write('first');
  beginCopy(server.slot, server.nameLog());
  const copy = openCopy(server.slot);
  assert.ok(copy);
  copy.append(server.readLog());
  await assert.rejects(copy.takeSnapshot(join(folder, 'no such folder')), { code: 'ENOENT' });
  server.beginNextLog();
  server.write('second');
  await copy.endLog(server.nameLog());
  copy.append(server.readLog());
  await copy.settle();
  assert.deepEqual(readWords(server.slot), ['first', 'second']);
});
