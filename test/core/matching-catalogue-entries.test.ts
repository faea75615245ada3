import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matchEntries } from '#core/catalogues/index.ts';

const thing = (id: string, name: string, otherName?: string) => ({ id, name, otherName });
type Thing = ReturnType<typeof thing>;
const match = (present: Thing[], entries: [name: string, otherName?: string][], departed: Thing[] = []) =>
  matchEntries(
    { present, departed },
    entries.map(([name, otherName]) => ({ name, otherName })),
  ).map((found) => found?.id);

describe('things of a file and those stored (decision 67)', () => {
  test('are the same when they have the same name, wherever it is in the file', () => {
    assert.deepEqual(match([thing('a', 'chess'), thing('b', 'go')], [['go'], ['new'], ['chess']]), [
      'b',
      undefined,
      'a',
    ]);
  });

  test('of the same name the n-th is the n-th', () => {
    const stored = [thing('a', 'chess'), thing('b', 'chess')];
    assert.deepEqual(match(stored, [['chess']]), ['a']);
    assert.deepEqual(match(stored, [['chess'], ['go'], ['chess'], ['chess']]), ['a', undefined, 'b', undefined]);
  });

  test('are known by the other name when the name has changed, but never instead of one that has the name', () => {
    const stored = [thing('a', 'chess', 'Chess'), thing('b', 'draughts', 'Draughts')];
    assert.deepEqual(match(stored, [['the royal game', 'Chess']]), ['a']);
    assert.deepEqual(match(stored, [['old chess', 'Chess'], ['chess']]), [undefined, 'a']);
    assert.deepEqual(match(stored, [['old chess'], ['Chess']]), [undefined, undefined]);
  });

  test('that have left the library come after those that are in it', () => {
    const [present, departed] = [[thing('a', 'chess', 'Chess')], [thing('b', 'royal game'), thing('c', 'chess')]];
    assert.deepEqual(match(present, [['royal game', 'Chess']], departed), ['a']);
    assert.deepEqual(match(present, [['royal game'], ['chess'], ['chess']], departed), ['b', 'a', 'c']);
  });
});
