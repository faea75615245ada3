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

describe('entries of a file and stored ones (decision 67)', () => {
  test('match by name, wherever the name is in the file', () => {
    assert.deepEqual(match([thing('a', 'chess'), thing('b', 'go')], [['go'], ['new'], ['chess']]), [
      'b',
      undefined,
      'a',
    ]);
  });

  test('match in order if several have the same name', () => {
    const stored = [thing('a', 'chess'), thing('b', 'chess')];
    assert.deepEqual(match(stored, [['chess']]), ['a']);
    assert.deepEqual(match(stored, [['chess'], ['go'], ['chess'], ['chess']]), ['a', undefined, 'b', undefined]);
  });

  test('match by the other name if the name changed, unless another entry has that name', () => {
    const stored = [thing('a', 'chess', 'Chess'), thing('b', 'draughts', 'Draughts')];
    assert.deepEqual(match(stored, [['the royal game', 'Chess']]), ['a']);
    assert.deepEqual(match(stored, [['old chess', 'Chess'], ['chess']]), [undefined, 'a']);
    assert.deepEqual(match(stored, [['old chess'], ['Chess']]), [undefined, undefined]);
  });

  test('match those in the library before those that left it', () => {
    const [present, departed] = [[thing('a', 'chess', 'Chess')], [thing('b', 'royal game'), thing('c', 'chess')]];
    assert.deepEqual(match(present, [['royal game', 'Chess']], departed), ['a']);
    assert.deepEqual(match(present, [['royal game'], ['chess'], ['chess']], departed), ['b', 'a', 'c']);
  });
});
