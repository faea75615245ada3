import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRenderings, renderBody } from '#platform/rendered.ts';

const source = {};

/** Tells by its second value how often each key was rendered. */
function counting(bounds: { entries: number; bytes: number }) {
  const renderings = createRenderings(bounds);
  const made: string[] = [];
  const get = (key: string, from: object = source, text = key) =>
    renderings.get(key, from, () => {
      made.push(key);
      return renderBody(text);
    });
  return { get, made };
}

test('equal texts have equal entity tags, different ones different tags', () => {
  assert.equal(renderBody('[1]').etag, renderBody('[1]').etag);
  assert.notEqual(renderBody('[1]').etag, renderBody('[2]').etag);
  assert.equal(Buffer.from(renderBody('"é"').bytes).toString(), '"é"');
});

test('a response is rendered once, and again when its source is another', () => {
  const { get, made } = counting({ entries: 10, bytes: 1000 });
  assert.equal(get('a'), get('a'));
  const other = {};
  const renewed = get('a', other);
  assert.equal(get('a', other), renewed);
  assert.deepEqual(made, ['a', 'a']);
});

test('the least recently used makes room, by number and by bytes', () => {
  const few = counting({ entries: 2, bytes: 1000 });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) few.get(key);
  assert.deepEqual(few.made, ['a', 'b', 'c', 'b']);
  const small = counting({ entries: 100, bytes: 100 });
  for (const key of ['a', 'b', 'c']) small.get(key, source, key.repeat(40));
  small.get('b', source, 'b'.repeat(40));
  small.get('a', source, 'a'.repeat(40));
  assert.deepEqual(small.made, ['a', 'b', 'c', 'a']);
});

test('a response larger than all the room is given, but not kept', () => {
  const { get, made } = counting({ entries: 10, bytes: 10 });
  assert.equal(get('a', source, 'a'.repeat(50)).bytes.length, 50);
  get('a', source, 'a'.repeat(50));
  assert.deepEqual(made, ['a', 'a']);
});
