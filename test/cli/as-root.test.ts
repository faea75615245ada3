import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createShip, type Ship } from './support.ts';

// A user id without an account. Only root can change the owner of files; test/platform/owner.test.ts runs without root.
const ownerID = 61234;
const skip = process.getuid?.() !== 0 && 'needs root';

/** Files below the data folder that belong to a user other than its owner. */
const listFilesOfOthers = ({ data }: Ship): string[] =>
  readdirSync(data, { recursive: true, encoding: 'utf8' }).filter(
    (name) => lstatSync(join(data, name)).uid !== ownerID,
  );

const calendar = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:one', 'SUMMARY:One'],
  ...['DTSTART:20260321T170000Z', 'DTEND:20260321T180000Z', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n');

test('commands that root runs leave files to the owner of the data folder', { skip }, async () => {
  const ship = createShip();
  chmodSync(ship.folder, 0o755);
  mkdirSync(ship.data, { mode: 0o700 });
  chownSync(ship.data, ownerID, ownerID);
  const run = async (...words: string[]) => {
    // Root becomes the owner of the folder until its process ends.
    const outcome = await ship.run(words, { ownProcess: true });
    assert.equal(outcome.code, 0, `${words.join(' ')}: ${outcome.stderr}`);
    assert.deepEqual(listFilesOfOthers(ship), [], words.join(' '));
  };

  mkdirSync(join(ship.folder, 'of-root'), { mode: 0o700 });
  await run('import', 'schedule', ship.file('of-root/schedule.ics', calendar));
  await run('backup', 'of-root/backup.tar.gz');
  assert.equal(lstatSync(join(ship.folder, 'of-root/backup.tar.gz')).uid, 0);
  rmSync(ship.data, { recursive: true });
  mkdirSync(ship.data, { mode: 0o700 });
  chownSync(ship.data, ownerID, ownerID);
  await run('restore', 'of-root/backup.tar.gz');
  assert.ok(existsSync(join(ship.data, 'secrets', 'token.key')));
  await run('export', 'users', 'of-root/people.zip');
});
