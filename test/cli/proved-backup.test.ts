import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createShip, getErrorSentence } from './support.ts';

test('backup --keep verifies before deleting old ones; verify finds bad files (moderation rule J9)', async () => {
  const ship = createShip();
  await ship.run(['migrate']);
  for (const name of ['gangway-backup-20200101T000000Z.tar.gz', 'mine.tar.gz']) ship.file(`usb/${name}`, 'old');
  const made = await ship.run(['backup', 'usb', '--keep', '1']);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /^Verified by restoring it to a temporary folder\.$/m);
  const [file = '', ...others] = readdirSync(join(ship.folder, 'usb')).sort();
  assert.match(file, /^gangway-backup-20[2-9]\d{5}T\d{6}Z\.tar\.gz$/);
  assert.doesNotMatch(file, /20200101/);
  assert.deepEqual(others, ['mine.tar.gz']);

  const good = await ship.run(['verify', join('usb', file)]);
  assert.equal(good.code, 0, good.stderr);
  assert.match(good.stdout, /a backup from .*\nno problems found\nIt can be restored\.\n$/);
  const bytes = readFileSync(join(ship.folder, 'usb', file));
  ship.file('bad.tar.gz', bytes.subarray(0, bytes.length - 100));
  const bad = await ship.run(['verify', 'bad.tar.gz']);
  assert.equal(bad.code, 1);
  assert.match(getErrorSentence(bad), /bad\.tar\.gz can't be restored\. It's damaged, truncated or not a backup\./);

  const single = await ship.run(['backup', 'one.tar.gz', '--keep', '2']);
  assert.equal(single.code, 2);
  assert.match(getErrorSentence(single), /--keep works on a folder of backups/);
});
