import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { line, list, optionalInput, wholeNumber } from '#contract/fields.ts';
import { parseJson } from '#http/json-body.ts';
import { isLongList, parseListYielding } from '#http/parse-list.ts';
import { parse } from '#http/parse-request.ts';

const Item = v.object({ name: line('name', 0, 20), more: optionalInput(list('more', line('more', 0, 20), 3)) });
const schema = list('items', Item, 5_000);
const parseContext = { now: new Date(0) };

/** Returns the parsed value, or the reason for the rejection. */
async function getOutcome(read: () => unknown): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: unknown };
    return { code, message, details };
  }
}

const parseAtOnce = (text: string) => getOutcome(() => parse(schema, parseJson(Buffer.from(text)), parseContext));
const parseYielding = (text: string) => getOutcome(() => parseListYielding(schema, Buffer.from(text), parseContext));

describe('a long list read item by item gets the same result as at once', () => {
  const texts: Record<string, string> = {
    'an empty list': ' [ ] ',
    items: '[{"name":"a"}, {"name":"b","more":["x","y"]}]',
    'signs inside of texts': '[{"name":"],[{\\"\\\\"},{"name":"}\\u0022,"}]',
    'blanks around items': '\n[\t{"name":"a"}\r\n,\n{"name":"b"} ] \n',
    'an item that breaks a limit': '[{"name":"a"},{"name":"far too long for a name","more":["x"]}]',
    'several that do': '[{"name":"far too long for a name"},{"name":"a","more":["x","far too long for an item"]}]',
    'a missing field': '[{}]',
    'another type': '[{"name":1}]',
    'a value in place of an item': '[1, null, "x"]',
    'no list': '{"name":"a"}',
    'a comma too much': '[{"name":"a"},]',
    'a comma alone': '[,]',
    'no end': '[{"name":"a"}',
    'an end inside of a text': '[{"name":"a',
    'something after the end': '[{"name":"a"}] x',
    'a bracket of another kind': '[{"name":"a"]}',
    'another end': '[{"name":"a"}}',
  };
  for (const [what, text] of Object.entries(texts)) {
    test(what, async () => assert.deepEqual(await parseYielding(text), await parseAtOnce(text)));
  }

  test('a list with too many items', async () => {
    const text = JSON.stringify(Array.from({ length: 5_001 }, () => ({ name: 'a' })));
    assert.deepEqual(await parseYielding(text), await parseAtOnce(text));
  });

  test('a list that isn’t UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('[{"name":"'), Buffer.from([0xff]), Buffer.from('"}]')]);
    const rejected = await getOutcome(() => parseListYielding(schema, body, parseContext));
    assert.deepEqual(rejected, await getOutcome(() => parseJson(body)));
  });
});

test('only long lists are read that way', () => {
  const long = Buffer.alloc(70_000);
  assert.equal(isLongList(schema, long), true);
  assert.equal(isLongList(schema, long.subarray(0, 60_000)), false);
  assert.equal(isLongList(v.object({ count: wholeNumber }), long), false);
});
