import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTimestamp } from '#platform/files/files.ts';
import { createProgress, formatTable } from '../../src/cli/terminal.ts';

function createTerminal(isTTY: boolean) {
  const written: string[] = [];
  let now = 0;
  const terminal = { isTTY, write: (text: string) => written.push(text) > 0 };
  return {
    written,
    progress: createProgress(terminal, () => now),
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

test('shows progress on a terminal after one second, ten times a second, and removes it at the end', () => {
  const { written, progress, wait } = createTerminal(true);
  wait(999);
  progress.show('reading', 1, 4);
  assert.deepEqual(written, []);
  wait(1);
  progress.show('reading', 2, 4);
  progress.show('reading', 3, 4);
  wait(100);
  progress.show('writing', 3, 4);
  progress.end();
  assert.deepEqual(written, ['\r\u001b[Kreading: 50 %', '\r\u001b[Kwriting: 75 %', '\r\u001b[K']);
});

test('announces work without progress immediately', () => {
  const { written, progress } = createTerminal(true);
  progress.announce('checking');
  progress.end();
  assert.deepEqual(written, ['\r\u001b[Kchecking …', '\r\u001b[K']);
});

test('shows no progress without a terminal, and doesn’t try to remove any', () => {
  const { written, progress, wait } = createTerminal(false);
  wait(5000);
  progress.show('reading', 1, 2);
  progress.announce('checking');
  progress.end();
  assert.deepEqual(written, []);
});

test('a table has words to the left and numbers to the right', () => {
  assert.equal(
    formatTable([
      ['events', ''],
      ['added', 5],
      ['unchanged', 392],
    ]),
    'events\nadded        5\nunchanged  392',
  );
});

test('a timestamp is an instant in a form that works in file names', () => {
  assert.equal(formatTimestamp(new Date('2026-03-21T09:00:05.123Z')), '20260321T090005Z');
});
