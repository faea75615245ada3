import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCaches, createDerivedCache } from '#platform/limits/caches.ts';
import { renderBody } from '#platform/text/rendered.ts';

const cacheSource = {};

/** Creates a cache of texts that take as many bytes as their length, and records every derived key. */
function createCountingCache(bounds: { max: number; maxSize?: number }) {
  const caches = createCaches();
  const cache = createDerivedCache<{ text: string }>(caches, { ...bounds, measure: ({ text }) => text.length });
  const derived: string[] = [];
  const get = (key: string, dependencies: readonly unknown[] = [cacheSource], text = key) =>
    cache.get(key, dependencies, () => {
      derived.push(key);
      return { text };
    });
  return { caches, get, derived };
}

test('equal texts have equal entity tags, different ones don’t', () => {
  assert.equal(renderBody('[1]').etag, renderBody('[1]').etag);
  assert.notEqual(renderBody('[1]').etag, renderBody('[2]').etag);
  assert.equal(Buffer.from(renderBody('"é"').bytes).toString(), '"é"');
});

describe('a derived value', () => {
  test('is derived once, and again when any dependency changes', () => {
    const { get, derived } = createCountingCache({ max: 10 });
    const [first, second] = [{}, {}];
    assert.equal(get('a', [first, 1]), get('a', [first, 1]));
    get('a', [second, 1]);
    get('a', [second, 2]);
    get('a', [second]);
    assert.deepEqual(derived, ['a', 'a', 'a', 'a']);
  });

  test('is evicted when least recently used, by count and by size', () => {
    const few = createCountingCache({ max: 2 });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) few.get(key);
    assert.deepEqual(few.derived, ['a', 'b', 'c', 'b']);
    const small = createCountingCache({ max: 100, maxSize: 100 });
    for (const key of ['a', 'b', 'c']) small.get(key, [cacheSource], key.repeat(40));
    small.get('b', [cacheSource], 'b'.repeat(40));
    small.get('a', [cacheSource], 'a'.repeat(40));
    assert.deepEqual(small.derived, ['a', 'b', 'c', 'a']);
  });

  test('larger than the cache is returned, but not cached', () => {
    const { get, derived } = createCountingCache({ max: 10, maxSize: 10 });
    assert.equal(get('a', [cacheSource], 'a'.repeat(50)).text.length, 50);
    get('a', [cacheSource], 'a'.repeat(50));
    assert.deepEqual(derived, ['a', 'a']);
  });

  test('is dropped when all caches are invalidated', () => {
    const { get, derived, caches } = createCountingCache({ max: 10 });
    get('a');
    get('b');
    get('a');
    caches.invalidateAll();
    get('b');
    assert.deepEqual(derived, ['a', 'b', 'b']);
  });
});
