import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWords } from '#web/frame/changed-words.ts';

/** Returns the text with differences in brackets. */
const markDifferences = (before: string, after: string): string[] =>
  compareWords(before, after).map((parts) =>
    parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(''),
  );

test('text that both have at the start and end isn’t marked as changed', () => {
  assert.deepEqual(markDifferences('Trivia at 8:00', 'Trivia at 9:00'), ['Trivia at [8:00]', 'Trivia at [9:00]']);
  assert.deepEqual(markDifferences('Bingo', 'Late Bingo'), ['Bingo', '[Late ]Bingo']);
});

test('no word of the shorter text counts for both its start and its end', () => {
  assert.deepEqual(markDifferences('Bingo', 'Bingo Bingo'), ['Bingo', 'Bingo[ Bingo]']);
  assert.deepEqual(markDifferences('Bingo Bingo', 'Bingo'), ['Bingo[ Bingo]', 'Bingo']);
});
