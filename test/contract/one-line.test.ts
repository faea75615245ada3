import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { line, lineOrEmpty } from '#contract/fields.ts';
import { measure } from '../support/stopwatch.ts';

const getMessages = (schema: v.GenericSchema, value: string) =>
  v.safeParse(schema, value).issues?.map(({ message }) => message) ?? [];
const nameField = line('name', 1, 40);
const invisibleCharacterMessage = 'The name must be a single line without invisible characters.';
const toCodePoints = (text: string): string => [...text].map((one) => one.codePointAt(0)?.toString(16)).join(' ');

describe('a one-line text', () => {
  const seen = {
    'in any writing': ['O’Brien-Smith', 'Łukasz', '山田 太郎', 'محمد', 'שרה', 'नमस्ते', 'Zoë 2'],
    'with joiners between letters of scripts that know them': [
      'می\u200cخواهم',
      'क्\u200dष',
      'ശ്രീ\u200cകുമാര്\u200d',
      'ක්\u200dරිෂ්',
      'পর্\u200cযন্ত',
    ],
    'with emoji of several parts': [
      '👩\u200d👩\u200d👧\u200d👦',
      '🧑🏽\u200d🚀 Ann',
      '❤\ufe0f\u200d🔥',
      '🏳\ufe0f\u200d🌈',
      '👁\ufe0f\u200d🗨\ufe0f',
      '1\ufe0f⃣',
      '☺\ufe0e',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Bob',
      '🇫🇷',
      '©\ufe0f',
    ],
    'with spaces at its ends': [' Ann ', 'Ann Lee'],
  };
  for (const [which, texts] of Object.entries(seen)) {
    test(`${which} is accepted`, () => {
      for (const text of texts) assert.deepEqual(getMessages(nameField, text), [], `${text} (${toCodePoints(text)})`);
    });
  }

  const notSeen = {
    'control characters': ['\0', '\t', '\n', '\r\n', '\u001b', '\u007f', '\u0085', '\u009b'],
    'line and paragraph separators': ['\u2028', '\u2029'],
    'bidirectional marks': ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'],
    'zero-width characters': [
      '\u00ad',
      '\u034f',
      '\u200b',
      '\u2060',
      '\u2064',
      '\ufeff',
      '\ufe0f',
      '\u{e0041}',
      '\u3164',
    ],
    'joiners where there is nothing to join': ['\u200c', '\u200d', '\u200d\u200d'],
  };
  for (const [which, characters] of Object.entries(notSeen)) {
    test(`with ${which} is rejected, wherever they are`, () => {
      for (const one of characters) {
        for (const text of [`ad${one}min`, `${one}admin`, `admin${one}`, `می${one}${one}خواهم`])
          assert.deepEqual(getMessages(nameField, text), [invisibleCharacterMessage], toCodePoints(text));
      }
    });
  }

  test('with an invisible character next to an emoji or joined letter is still rejected', () => {
    const texts = [
      '👩\u200dAnn',
      'Ann\u200d👩',
      '👩\u200d👩\u200b',
      'می\u200c',
      '\u200cمی',
      'x\u200dक',
      '1\ufe0f',
      '🏴\u{e0041}\u{e007f}',
      '👩\u{e0061}\u{e0062}\u{e0063}',
    ];
    for (const text of texts)
      assert.deepEqual(getMessages(nameField, text), [invisibleCharacterMessage], `${text} (${toCodePoints(text)})`);
  });

  test('of spaces only is rejected; an empty one is accepted where that means none', () => {
    for (const text of [' ', '   ', '\u00a0', '\u3000\u2003', '\u2800'])
      assert.deepEqual(getMessages(nameField, text), ['The name must not be blank.'], toCodePoints(text));
    assert.deepEqual(getMessages(nameField, ''), ['The name must have 1 to 40 characters.']);
    assert.deepEqual(getMessages(line('name', 0, 40), ''), []);
    assert.deepEqual(getMessages(line('name', 0, 40), '  '), ['The name must not be blank.']);
    assert.deepEqual(getMessages(lineOrEmpty('name', 4, 40), ''), []);
    assert.deepEqual(getMessages(lineOrEmpty('name', 4, 40), '     '), ['The name must not be blank.']);
  });

  test('is rejected for its length alone if checking its characters would take long', async () => {
    const endless = '\u200b'.repeat(20_000_000);
    const { milliseconds } = await measure(() => {
      assert.deepEqual(getMessages(nameField, endless), ['The name must have 1 to 40 characters.']);
    });
    assert.ok(milliseconds < 100, `${milliseconds} ms`);
  });
});
