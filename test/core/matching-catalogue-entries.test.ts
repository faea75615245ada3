import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matchEntries } from '#core/catalogues/index.ts';

const createThing = (id: string, name: string, otherName?: string) => ({ id, name, otherName });
type Thing = ReturnType<typeof createThing>;
const matchThings = (present: Thing[], entries: [name: string, otherName?: string][], departed: Thing[] = []) =>
  matchEntries(
    { present, departed },
    entries.map(([name, otherName]) => ({ name, otherName })),
  ).map((found) => found?.id);

describe('entries of a file and stored ones (decision 67)', () => {
  test('match by name, wherever the name is in the file', () => {
    assert.deepEqual(matchThings([createThing('a', 'chess'), createThing('b', 'go')], [['go'], ['new'], ['chess']]), [
      'b',
      undefined,
      'a',
    ]);
  });

  test('match in order if several have the same name', () => {
    const stored = [createThing('a', 'chess'), createThing('b', 'chess')];
    assert.deepEqual(matchThings(stored, [['chess']]), ['a']);
    assert.deepEqual(matchThings(stored, [['chess'], ['go'], ['chess'], ['chess']]), ['a', undefined, 'b', undefined]);
  });

  test('match by the other name if the name changed, unless another entry has that name', () => {
    const stored = [createThing('a', 'chess', 'Chess'), createThing('b', 'draughts', 'Draughts')];
    assert.deepEqual(matchThings(stored, [['the royal game', 'Chess']]), ['a']);
    assert.deepEqual(matchThings(stored, [['old chess', 'Chess'], ['chess']]), [undefined, 'a']);
    assert.deepEqual(matchThings(stored, [['old chess'], ['Chess']]), [undefined, undefined]);
  });

  test('match those in the library before those that left it', () => {
    const [present, departed] = [
      [createThing('a', 'chess', 'Chess')],
      [createThing('b', 'royal game'), createThing('c', 'chess')],
    ];
    assert.deepEqual(matchThings(present, [['royal game', 'Chess']], departed), ['a']);
    assert.deepEqual(matchThings(present, [['royal game'], ['chess'], ['chess']], departed), ['b', 'a', 'c']);
  });
});
