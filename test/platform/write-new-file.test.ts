import assert from 'node:assert/strict';
import { pbkdf2 } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { removePathAsync } from '#platform/files/files.ts';
import { writeNewFile } from '#platform/files/write-new-file.ts';
import { skipWithout } from '../support/platform.ts';

const folder = mkdtempSync(join(tmpdir(), 'gangway-new-file-'));
const path = join(folder, 'file');
beforeEach(() => rmSync(path, { force: true }));
after(() => rmSync(folder, { recursive: true }));

describe('a new file', () => {
  for (const isDurable of [false, true]) {
    test(`has what was written (${isDurable ? 'durable' : 'not durable'})`, async () => {
      await writeNewFile(path, [Buffer.from('one '), Buffer.from('two')], { isDurable });
      assert.equal(readFileSync(path, 'utf8'), 'one two');
    });
  }

  test('can only be read by its owner', { skip: skipWithout('file modes') }, async () => {
    await writeNewFile(path, [Buffer.from('secret')]);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  test('never overwrites an existing one', async () => {
    await writeNewFile(path, [Buffer.from('first')]);
    await assert.rejects(writeNewFile(path, [Buffer.from('second')]), { code: 'EEXIST' });
    assert.equal(readFileSync(path, 'utf8'), 'first');
  });

  test('can be deleted after a failed write, however long the disk took to open it', async () => {
    // All threads that could open the file are busy.
    const busy = Array.from({ length: 40 }, () => promisify(pbkdf2)('a', 'b', 100_000, 32, 'sha256'));
    async function* reject(): AsyncIterable<Buffer> {
      yield Buffer.from('a few bytes');
      throw new Error('rejected');
    }
    await assert.rejects(writeNewFile(path, reject()), { message: 'rejected' });
    rmSync(path, { force: true });
    await Promise.all(busy);
    // If the file were still to be opened, that would come before this in the thread pool's queue.
    await removePathAsync(join(folder, 'another'));
    assert.deepEqual(readdirSync(folder), []);
  });
});
