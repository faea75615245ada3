import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { open, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { boundedText, instantInput, integer, list, optionalInput, searchInPath, text, uuid } from '#contract/fields.ts';
import { queryInteger, queryList, querySearch, queryText } from '#contract/query.ts';
import { socket } from '#contract/socket.ts';

const testEndpoint = { method: 'POST', path: '/things', access: token, summary: 'Made for a test' } as const;
const assertBoundsOf = (body: v.GenericSchema) => () => endpoint({ ...testEndpoint, body });

describe('a declaration', () => {
  test('can have texts, lists and numbers with a maximum, at any depth', () => {
    const bounded = v.object({
      id: uuid,
      name: text('name', 1, 20),
      when: optionalInput(instantInput),
      kind: v.picklist(['one', 'other']),
      count: v.nullish(integer),
      items: list('items', v.object({ note: boundedText(5), flags: list('flags', v.boolean(), 3) }), 10),
      either: v.union([uuid, v.literal('none')]),
    });
    assert.doesNotThrow(assertBoundsOf(bounded));
  });

  test('can have texts and numbers with a maximum in path and query, and searches', () => {
    const params = { id: uuid, name: boundedText(5), words: searchInPath };
    const query = { day: queryText(5), words: querySearch, start: queryInteger, names: queryList(5) };
    assert.doesNotThrow(() => endpoint({ ...testEndpoint, params, query }));
  });

  test('is rejected with an error that names every field without a maximum, in path, query and body', () => {
    const params = { name: v.string() };
    const query = { words: v.optional(v.array(v.string())) };
    const complaint = /^Error: \/things: no maximum is declared for params.name, query.words/;
    assert.throws(
      () => endpoint({ ...testEndpoint, params, query, body: v.object({ name: v.string() }) }),
      /, body.name$/,
    );
    assert.throws(() => endpoint({ ...testEndpoint, params, query }), complaint);
    assert.throws(() => socket({ ...testEndpoint, params, query, messages: [] }), complaint);
  });

  for (const [what, schema, path] of [
    ['text', v.object({ name: v.string() }), 'body.name'],
    ['list', v.object({ names: v.array(uuid) }), 'body.names'],
    ['number', v.object({ count: v.number() }), 'body.count'],
    ['map', v.object({ texts: v.record(v.string(), v.string()) }), 'body.texts'],
    ['anything', v.object({ any: v.unknown() }), 'body.any'],
    ['text that may be absent', v.object({ name: optionalInput(v.string()) }), 'body.name'],
    ['text in a list', v.object({ names: list('names', v.string(), 3) }), 'body.names.0'],
    ['a text next to others', v.looseObject({ id: uuid, name: v.string() }), 'body.name'],
    ['pair', v.object({ pair: v.tuple([uuid, v.string()]) }), 'body.pair'],
    ['text in one of several forms', v.object({ form: v.union([uuid, v.string()]) }), 'body.form'],
  ] as const) {
    test(`with ${what === 'anything' ? what : `a ${what}`} without a maximum is rejected, and the place named`, () => {
      assert.throws(assertBoundsOf(schema), new Error(`/things: no maximum is declared for ${path}`));
    });
  }
});

describe('a list', () => {
  const names = v.object({ names: list('names', text('name', 1, 3), 2) });
  const messagesOf = (input: unknown) => v.safeParse(names, input).issues?.map(({ message }) => message);

  test('with the maximum number of items is parsed', () => {
    assert.deepEqual(v.parse(names, { names: ['a', 'b'] }), { names: ['a', 'b'] });
    assert.deepEqual(messagesOf({ names: ['a', 'long'] }), ['The name must have 1 to 3 characters.']);
  });

  test('with more items is rejected before any is parsed', () => {
    let looked = 0;
    const item = v.custom((input) => {
      looked += 1;
      return typeof input === 'string';
    });
    const result = v.safeParse(list('names', item, 2), ['a', 'b', 'c']);
    assert.deepEqual(
      result.issues?.map(({ message }) => message),
      ['The names must have at most 2 items.'],
    );
    assert.equal(looked, 0);
  });
});

describe('the body limit of a declaration', () => {
  const ids = (max: number) => v.object({ names: optionalInput(list('names', v.object({ id: uuid }), max)) });

  test('can be declared if all fields fit at their maximum', () => {
    assert.doesNotThrow(assertBoundsOf(ids(1300)));
    assert.doesNotThrow(assertBoundsOf(v.object({ text: text('text', 1, 16_000), other: text('other', 1, 16_000) })));
  });

  test('is rejected if a full list or a text of any script doesn’t fit, naming the field', () => {
    const complaint = /^Error: \/things: body.names at its maximum takes 70513 bytes, and the body may have 65536/;
    assert.throws(assertBoundsOf(ids(1500)), complaint);
    assert.throws(
      assertBoundsOf(v.object({ text: text('text', 1, 17_000) })),
      /body.text at its maximum takes 68012 bytes/,
    );
    const nested = v.object({ items: list('items', v.object({ note: text('note', 1, 17_000) }), 3) });
    assert.throws(assertBoundsOf(nested), /body.items.0.note at its maximum/);
  });

  test('can be a custom limit, smaller without a login', () => {
    assert.doesNotThrow(() => endpoint({ ...testEndpoint, body: ids(1500), bodyLimit: 80_000 }));
    assert.throws(() => endpoint({ ...testEndpoint, access: open, body: ids(400) }), /the body may have 16384/);
  });
});
