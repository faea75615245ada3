import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importRegistrationCodes } from '#core/accounts/index.ts';
import type { ImportOptions } from '#platform/import/import-outcome.ts';
import { startTestApp } from '../support/app.ts';

const { context } = await startTestApp();
const defaultOptions: ImportOptions = { force: false, dryRun: false };

function countChanges(text: string, options = defaultOptions): number[] {
  const { added, changed, restored, deleted, unchanged } = importRegistrationCodes(context, text, options);
  return [added, changed, restored, deleted, unchanged];
}

test('importing codes only adds codes; a dry run only counts', () => {
  const text = 'ABC ABC\nZYX 001\nzyx002\n';
  assert.deepEqual(countChanges(text, { force: false, dryRun: true }), [2, 0, 0, 0, 1]);
  assert.deepEqual(countChanges(text), [2, 0, 0, 0, 1]);
  assert.deepEqual(countChanges('ZYX 003'), [1, 0, 0, 0, 0]);
  assert.deepEqual(countChanges(text), [0, 0, 0, 0, 3]);
});

test('an invalid line rejects the file, naming the line; force skips it with a warning', () => {
  const text = 'ZYX 004\nnot a code at all\n# comment\n';
  assert.throws(() => importRegistrationCodes(context, text, defaultOptions), {
    name: 'UnreadableFile',
    message: /^Line 2 \("not a code at all"\): .*2 such lines; --force/,
  });
  const { added, warnings } = importRegistrationCodes(context, text, { force: true, dryRun: false });
  assert.equal(added, 1);
  assert.match(warnings[0] ?? '', /^Line 2 .*skipped/);
});

test('a file without codes is rejected, forced or not', () => {
  for (const text of ['', '\n \n', 'none']) {
    assert.throws(() => importRegistrationCodes(context, text, { force: true, dryRun: false }), {
      name: 'UnreadableFile',
      message: 'The file contains no registration codes.',
    });
  }
});
