import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCaches, createLoadingCache } from '#platform/limits/caches.ts';

/** Each text takes as many bytes as it has characters. */
function createCache(maxBytes: number) {
  const cache = createLoadingCache<{ text: string }>(createCaches(), {
    maxBytes,
    measure: ({ text }) => text.length,
  });
  return {
    invalidate: cache.invalidate,
    async get(key: string, load: () => Promise<string | undefined>) {
      const wrap = async () => {
        const text = await load();
        return text === undefined ? undefined : { text };
      };
      return (await cache.get(key, wrap))?.text;
    },
  };
}

/** Creates loads that count how often they run. */
function createCountedLoads() {
  const loads: string[] = [];
  const load = (value: string) => async () => {
    loads.push(value);
    return value;
  };
  return { loads, load };
}

test('a value is loaded once and then cached', async () => {
  const cache = createCache(100);
  const { loads, load } = createCountedLoads();
  assert.equal(await cache.get('a', load('first')), 'first');
  assert.equal(await cache.get('a', load('second')), 'first');
  assert.deepEqual(loads, ['first']);
});

test('concurrent requests for a value share one load', async () => {
  const cache = createCache(100);
  const { loads, load } = createCountedLoads();
  const both = await Promise.all([cache.get('a', load('first')), cache.get('a', load('second'))]);
  assert.deepEqual(both, ['first', 'first']);
  assert.deepEqual(loads, ['first']);
});

test('evicts the least recently used value when the byte limit is reached', async () => {
  const cache = createCache(10);
  const { loads, load } = createCountedLoads();
  await cache.get('a', load('aaaa'));
  await cache.get('b', load('bbbb'));
  await cache.get('a', load('never loaded'));
  await cache.get('c', load('cccc'));
  assert.equal(await cache.get('a', load('never loaded')), 'aaaa');
  assert.equal(await cache.get('b', load('B')), 'B');
  assert.deepEqual(loads, ['aaaa', 'bbbb', 'cccc', 'B']);
});

test('values that are too large or missing are returned but not cached', async () => {
  const cache = createCache(3);
  const { loads, load } = createCountedLoads();
  await cache.get('a', load('four'));
  await cache.get('a', load('four'));
  assert.equal(loads.length, 2);
  assert.equal(await cache.get('b', async () => undefined), undefined);
  assert.equal(await cache.get('b', load('b')), 'b');
});

test('a value invalidated while it loads is returned but not cached', async () => {
  const cache = createCache(100);
  const started = Promise.withResolvers<string>();
  const reading = cache.get('a', () => started.promise);
  cache.invalidate('a');
  started.resolve('stale');
  assert.equal(await reading, 'stale');
  assert.equal(await cache.get('a', async () => 'fresh'), 'fresh');
});

test('a failed load rejects everyone who waited, and the next request tries again', async () => {
  const cache = createCache(100);
  const failing = () => Promise.reject(new Error('the disk is gone'));
  await assert.rejects(cache.get('a', failing), /the disk is gone/);
  assert.equal(await cache.get('a', async () => 'back'), 'back');
});

test('invalidating frees bytes', async () => {
  const cache = createCache(4);
  const { loads, load } = createCountedLoads();
  await cache.get('a', load('aaaa'));
  cache.invalidate('a');
  await cache.get('b', load('bbbb'));
  assert.equal(await cache.get('b', load('never loaded')), 'bbbb');
  assert.deepEqual(loads, ['aaaa', 'bbbb']);
});

test('if a value disappears while its load is invalidated, everyone who waited gets undefined', async () => {
  const cache = createCache(100);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const waiting = [cache.get('a', () => promise), cache.get('a', () => promise)];
  cache.invalidate('a');
  resolve(undefined);
  assert.deepEqual(await Promise.all(waiting), [undefined, undefined]);
  assert.equal(await cache.get('a', async () => 'later'), 'later');
});
