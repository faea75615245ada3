import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openStateFile, readStateFile } from '#platform/files/state-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'gangway-state-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a record is overwritten in place, even by shorter ones, and readable by its owner only', async () => {
  const path = join(folder, 'state');
  const file = await openStateFile(path);
  const { size, ino, mode } = statSync(path);
  for (const record of [{ words: 'x'.repeat(1000) }, { words: 'é' }]) {
    await file.write(record);
    assert.deepEqual(await readStateFile(path), record);
  }
  await file.close();
  const after = statSync(path);
  assert.deepEqual([after.size, after.ino, mode & 0o777], [size, ino, 0o600]);
});

test('the previous content stays readable until the first write', async () => {
  const path = join(folder, 'again');
  const first = await openStateFile(path);
  await first.write({ run: 1 });
  await first.close();
  const second = await openStateFile(path);
  assert.deepEqual(await readStateFile(path), { run: 1 });
  await second.close();
});

test('a truncated record or a missing file counts as none', async () => {
  const path = join(folder, 'torn');
  const file = await openStateFile(path);
  await file.write({ words: 'whole' });
  await file.close();
  writeFileSync(path, readFileSync(path, 'utf8').replace('whole', 'wh'));
  assert.equal(await readStateFile(path), undefined);
  assert.equal(await readStateFile(join(folder, 'missing')), undefined);
});
