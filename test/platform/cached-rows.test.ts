import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheRows } from '#platform/cached-rows.ts';

/** Rows of an outside store, as many as are wanted; counts how often one is loaded. */
function cacheStore(count: number) {
  const store = new Map(Array.from({ length: count }, (_, number) => [String(number), { version: 0 }]));
  let loaded = 0;
  const load = (ids: readonly string[] = [...store.keys()]) =>
    ids.flatMap((id): [string, { version: number }][] => {
      const row = store.get(id);
      loaded += 1;
      return row ? [[id, row]] : [];
    });
  const rows = cacheRows(load, { maxChanges: 500 });
  const change = (id: string) => {
    store.set(id, { version: (store.get(id)?.version ?? 0) + 1 });
    rows.invalidate(id);
  };
  return { store, rows, change, countLoaded: () => loaded };
}

test('what has changed is loaded again, and nothing else', () => {
  const { rows, change, countLoaded } = cacheStore(3);
  const first = rows.get();
  assert.equal(rows.get(), first);
  change('1');
  const second = rows.get();
  assert.notEqual(second, first);
  assert.equal(second.byID.get('1')?.version, 1);
  assert.equal(countLoaded(), 4);
});

test('of each earlier moment it is known what has come, changed or gone since, and how it was', () => {
  const { rows, change, store } = cacheStore(3);
  const first = rows.get();
  const [one, two] = [first.byID.get('1'), first.byID.get('2')];
  change('1');
  change('new');
  const second = rows.get();
  const changedOne = second.byID.get('1');
  store.delete('2');
  rows.invalidate('2');
  change('1');
  const third = rows.get();
  assert.deepEqual(
    third.changedSince(first),
    new Map([
      ['1', one],
      ['new', undefined],
      ['2', two],
    ]),
  );
  assert.equal(third.changedSince(first)?.get('1'), one);
  assert.equal(third.changedSince(second)?.get('1'), changedOne);
  assert.deepEqual([...(third.changedSince(second)?.keys() ?? [])].sort(), ['1', '2']);
  assert.deepEqual(third.changedSince(third), new Map());
});

test('a moment that is too long ago, or of other rows, is not known', () => {
  const { rows, change } = cacheStore(3);
  const first = rows.get();
  for (let number = 0; number < 2000; number += 1) {
    change(String(number % 3));
    rows.get();
  }
  const last = rows.get();
  assert.equal(last.changedSince(first), undefined);
  assert.equal(last.changedSince(cacheStore(1).rows.get()), undefined);
  const before = last.byID.get('1');
  change('1');
  assert.deepEqual(rows.get().changedSince(last), new Map([['1', before]]));
});
