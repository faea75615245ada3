import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countKeptCharacters, keepJson, toJson, toJsonBody } from '#platform/json.ts';

/** What responses are made of, and what JSON has rules of its own for. */
const values: readonly unknown[] = [
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

describe('JSON put together from parts', () => {
  for (const value of values) {
    test(`is the usual one for ${JSON.stringify(value)}`, () =>
      assert.equal(toJson(value), JSON.stringify(value) ?? 'null'));
  }

  test('is the usual one where parts are kept', () => {
    const author = keepJson({ name: 'Ann "A"', image: undefined });
    const posts = keepJson([
      { author, text: 'first' },
      { author, text: 'second' },
    ]);
    const page = { posts, authors: [author, author], none: keepJson([]) };
    assert.equal(toJson(page), JSON.stringify(page));
    assert.equal(toJsonBody(page), JSON.stringify(page));
    assert.equal(countKeptCharacters(posts), JSON.stringify(posts).length);
    assert.equal(countKeptCharacters(page), 0);
  });

  test('is made of bytes where long parts are kept', () => {
    const long = keepJson({ text: 'é'.repeat(2000) });
    const page = { before: 'é', long, between: [long, 1], after: 'ü' };
    assert.equal(Buffer.from(toJsonBody(page)).toString(), JSON.stringify(page));
    assert.equal(toJson(page), JSON.stringify(page));
  });

  test('cannot become wrong: what is kept can no longer be changed', () => {
    const kept = keepJson({ name: 'Ann' });
    assert.throws(() => Object.assign(kept, { name: 'Eve' }), TypeError);
  });
});
