import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cacheJson, measureCachedJson, toJson, toJsonBody } from '#platform/text/json.ts';

/** Values that occur in responses, and special cases of JSON. */
const jsonValues: readonly unknown[] = [
  null,
  undefined,
  true,
  -0,
  1.5,
  Number.NaN,
  'é "quoted" \u2028 \ud800 \u0007',
  [],
  {},
  [undefined, 1, [null]],
  { a: undefined, b: { c: [] } },
  { 'a name with "quotes"': 1, é: 2, '': 3 },
  new Date(0),
  { at: new Date(Date.UTC(2025, 2, 2)) },
];

describe('JSON assembled from parts', () => {
  for (const value of jsonValues) {
    test(`is the same as JSON.stringify’s for ${JSON.stringify(value)}`, () =>
      assert.equal(toJson(value), JSON.stringify(value) ?? 'null'));
  }

  test('is the same with cached parts', () => {
    const author = cacheJson({ name: 'Ann "A"', image: undefined });
    const posts = cacheJson([
      { author, text: 'first' },
      { author, text: 'second' },
    ]);
    const page = { posts, authors: [author, author], none: cacheJson([]) };
    assert.equal(toJson(page), JSON.stringify(page));
    assert.equal(toJsonBody(page), JSON.stringify(page));
    assert.equal(measureCachedJson(posts), JSON.stringify(posts).length);
    assert.equal(measureCachedJson(page), 0);
  });

  test('is built from bytes if long parts are cached', () => {
    const long = cacheJson({ text: 'é'.repeat(5000) });
    const page = { before: 'é', long, between: [long, 1], after: 'ü' };
    assert.equal(Buffer.from(toJsonBody(page)).toString(), JSON.stringify(page));
    assert.equal(toJson(page), JSON.stringify(page));
    assert.equal(measureCachedJson(long), Buffer.byteLength(JSON.stringify(long)));
  });

  test('can’t go stale: cached values are frozen', () => {
    const cached = cacheJson({ name: 'Ann' });
    assert.throws(() => Object.assign(cached, { name: 'Eve' }), TypeError);
  });
});
