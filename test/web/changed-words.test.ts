import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWords } from '#web/frame/changed-words.ts';

/** Returns the text with differences in brackets. */
const markDifferences = (before: string, after: string): string[] =>
  compareWords(before, after).map((parts) =>
    parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(''),
  );

test('what two texts share at their beginning and end is not changed', () => {
  assert.deepEqual(markDifferences('Trivia at 8:00', 'Trivia at 9:00'), ['Trivia at [8:00]', 'Trivia at [9:00]']);
  assert.deepEqual(markDifferences('Bingo', 'Late Bingo'), ['Bingo', '[Late ]Bingo']);
});

test('no word of the shorter text is counted both at its beginning and at its end', () => {
  assert.deepEqual(markDifferences('Bingo', 'Bingo Bingo'), ['Bingo', 'Bingo[ Bingo]']);
  assert.deepEqual(markDifferences('Bingo Bingo', 'Bingo'), ['Bingo[ Bingo]', 'Bingo']);
});
