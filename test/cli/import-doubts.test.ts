import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ImportOptions, nothingImported, SuspiciousFile } from '#platform/import/import-outcome.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { importWithConfirmation } from '../../src/cli/import.ts';

const withoutForceOptions: ImportOptions = { force: false, dryRun: false };

/** Creates an import that rejects its file unless forced, and records its calls. */
function createDoubtful() {
  const calls: ImportOptions[] = [];
  const run = async (options: ImportOptions) => {
    calls.push(options);
    if (!options.force) throw new SuspiciousFile('It would move.');
    return nothingImported;
  };
  return { calls, run };
}

test('asks about doubts on a terminal, and imports the file after a yes', async () => {
  const { calls, run } = createDoubtful();
  const asked: string[] = [];
  const answer = (isYes: boolean) => async (question: string) => asked.push(question) > 0 && isYes;
  await assert.rejects(importWithConfirmation(run, withoutForceOptions, answer(false)), /Nothing was imported/);
  assert.equal(await importWithConfirmation(run, withoutForceOptions, answer(true)), nothingImported);
  assert.deepEqual(asked, Array(2).fill('It would move.\nImport it anyway?'));
  assert.deepEqual(
    calls.map(({ force }) => force),
    [false, false, true],
  );
});

test('rejects doubts without a terminal, and always rejects faults', async () => {
  await assert.rejects(importWithConfirmation(createDoubtful().run, withoutForceOptions, undefined), /It would move/);
  const faulty = async () => Promise.reject(new UnreadableFile('It is cut off.'));
  await assert.rejects(
    importWithConfirmation(faulty, withoutForceOptions, async () => true),
    /cut off/,
  );
});
