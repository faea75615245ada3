import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '#db/open.ts';
import { createLogSource } from '#spare/server/log-source.ts';
import type { LogPosition } from '#spare/wal-frames.ts';

const folder = mkdtempSync(join(tmpdir(), 'gangway-log-source-'));
const databaseFile = join(folder, 'box.sqlite');
const db = openDatabase(databaseFile);
after(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});
db.sqlite.exec('CREATE TABLE words (word TEXT)');
const write = (word: string) => db.sqlite.prepare('INSERT INTO words VALUES (?)').run(word.repeat(2_000));
const logSource = createLogSource(db);

function getPosition(): LogPosition {
  const place = logSource.follow();
  assert.ok(place);
  return place;
}

/** Reads what follows a position in the current log, as a copy. */
const readRemaining = ({ offset }: LogPosition): Buffer =>
  readFileSync(`${databaseFile}-wal`).subarray(offset, getPosition().offset);

const maxBytes = 1024 * 1024;

/** Writes to the log and ends it, first for a spare that has all of it, then for one that lacks the last write. */
function endLog(word: string): { place: LogPosition; written: Buffer } {
  const place = getPosition();
  write(word);
  const written = readRemaining(place);
  logSource.checkpoint(getPosition(), maxBytes);
  logSource.checkpoint(place, maxBytes);
  logSource.checkpoint(getPosition(), maxBytes);
  return { place, written };
}

function assertKept({ place, written }: { place: LogPosition; written: Buffer }, nextLog: string): void {
  const piece = logSource.readAfter(place, maxBytes);
  assert.ok(piece);
  assert.ok(piece.bytes.equals(written), `what is kept of ${place.log} is not what was written`);
  assert.equal(piece.nextLog, nextLog);
}

test('the rest of an ended log is available until the next one has ended too', () => {
  write('zero');
  let last = endLog('first');
  for (const word of ['second', 'third', 'fourth']) {
    write(`begins before the ${word}`);
    const { log } = getPosition();
    assert.notEqual(log, last.place.log);
    assertKept(last, log);
    const next = endLog(word);
    assertKept(last, log);
    last = next;
  }
  write('the end');
  assertKept(last, getPosition().log);
});

test('is read in pieces of whole frames, each starting where the previous one ended', () => {
  const begin = getPosition();
  write('several frames');
  const pieces: Buffer[] = [];
  for (let place = begin; place.offset < getPosition().offset; ) {
    const piece = logSource.readAfter(place, 1);
    assert.ok(piece);
    pieces.push(piece.bytes);
    place = piece.end;
  }
  assert.ok(pieces.length > 1);
  assert.ok(Buffer.concat(pieces).equals(readRemaining(begin)));
});

test('a log that’s written to after it was moved still ends with everything the spare lacks', () => {
  const reader = new Sqlite(databaseFile);
  const first = getPosition();
  write('before it is read');
  const place = getPosition();
  reader.exec('BEGIN; SELECT * FROM words');
  logSource.checkpoint(first, maxBytes);
  write('read');
  assert.equal(getPosition().log, place.log);
  const written = readRemaining(place);
  assert.ok(logSource.readAfter(place, maxBytes)?.bytes.equals(written));
  reader.close();
  logSource.checkpoint(place, maxBytes);
  write('the next log');
  assertKept({ place, written }, getPosition().log);
});
