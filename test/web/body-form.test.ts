import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { open } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { instantInput, integer, integerBetween, line, list, optionalInput, text } from '#contract/fields.ts';
import { inputRecord } from '#contract/record.ts';
import { parse } from '#http/parse-request.ts';
import { declareForm, renderInputs } from '#web/frame/body-form.ts';
import type { FormParseContext } from '#web/frame/form-values.ts';
import { createShipClock } from '#web/frame/ship-clock.ts';
import { call, page } from '#web/page.ts';

const Cabin = inputRecord('Cabin', {
  name: line('name', 2, 30),
  note: optionalInput(text('note', 0, 400)),
  deck: integerBetween('The deck must be 1 to 20.', { minimum: 1, maximum: 20 }),
  beds: optionalInput(integer),
  side: v.picklist(['port', 'starboard']),
  hasWindow: v.boolean(),
  opens: optionalInput(instantInput),
  guests: optionalInput(list('guests', line('guests', 0, 50), 4)),
});
const paint = endpoint({ method: 'POST', path: '/cabin', access: open, body: Cabin, summary: 'Paint a cabin' });

const requiredFields = {
  name: { label: 'Name' },
  deck: { label: 'Deck' },
  side: { label: 'Side', words: { port: 'left', starboard: 'right' } },
  hasWindow: { label: 'Has a window' },
} as const;
const form = declareForm(paint.body.entries, {
  ...requiredFields,
  note: { label: 'Note', isMultiline: true },
  beds: { label: 'Beds' },
  opens: { label: 'Opens' },
  guests: {
    label: 'Guests',
    read: (typed) => (/\d/.test(typed) ? undefined : typed.split(' ')),
    mustBe: 'names without digits',
  },
});

const clock = createShipClock(new Date('2025-03-04T12:00:00Z'), { records: [], currentTimeZoneID: 'Etc/GMT+5' });
const parseContext: FormParseContext = { clock };
const typedValues = { name: 'Blue', deck: '7', side: 'port' };
const parseForm = (changes: Readonly<Record<string, string>> = {}) =>
  parse(v.object(form), { ...typedValues, ...changes }, parseContext);
const visit = { failure: undefined, clock, action: (name: string) => name };
const { inputs } = renderInputs(visit, 'paint', form);

/** Returns the error next to the field. */
const findWrong = (name: string, value: string): string | undefined => {
  try {
    parseForm({ [name]: value });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error.details.fieldErrors?.[name];
  }
};

describe('a form that fills a body', () => {
  test('gets limits, options and required fields from the body, and labels from the page', () => {
    const shown = inputs().toString();
    assert.match(
      shown,
      /<label for="paint-name">Name<\/label>\s*<input [^>]*type="text" required minlength="2" maxlength="30">/,
    );
    assert.match(shown, /<input [^>]*name="deck" type="number" required min="1" max="20"[^>]*>\s*<span[^>]*>1 to 20</);
    assert.match(shown, /<input [^>]*name="beds" type="number">/);
    assert.match(shown, /<select [^>]*name="side"><option value="port">left<\/option><option value="starboard">right</);
    assert.match(shown, /<input type="checkbox" [^>]*name="hasWindow"/);
    assert.match(shown, /<input [^>]*name="opens" type="datetime-local"[^>]*>\s*<span[^>]*>Ship time</);
    assert.match(shown, /<textarea [^>]*name="note"[^>]* maxlength="400">/);
    assert.deepEqual(
      [...shown.matchAll(/ name="(\w+)"/g)].map(([, name]) => name),
      ['name', 'deck', 'side', 'hasWindow', 'note', 'beds', 'opens', 'guests'],
    );
  });

  test('shows the current values', () => {
    const shown = inputs({ name: 'Red', deck: 3, side: 'starboard', hasWindow: true, opens: clock.now }).toString();
    assert.match(shown, /value="Red"/);
    assert.match(shown, /value="3"/);
    assert.match(shown, /value="starboard" selected/);
    assert.match(shown, / checked/);
    assert.match(shown, /value="2025-03-04T07:00"/);
  });

  test('converts typed text to what the call accepts', () => {
    const blank = { beds: '', opens: '', note: ' ', guests: 'Ann Bob' };
    assert.deepEqual(parseForm(blank), {
      name: 'Blue',
      deck: 7,
      side: 'port',
      hasWindow: false,
      note: undefined,
      beds: undefined,
      opens: undefined,
      guests: ['Ann', 'Bob'],
    });
    assert.equal(parseForm({ opens: '2025-03-09T19:40' }).opens, '2025-03-10T00:40:00.000Z');
    assert.equal(parseForm({ hasWindow: 'on' }).hasWindow, true);
  });

  test('shows the expected format next to a number or date', () => {
    for (const wrong of ['', 'seven', '7.5', '0', '21', '1e1'])
      assert.equal(findWrong('deck', wrong), 'Deck must be a whole number from 1 to 20.', wrong);
    assert.equal(findWrong('deck', ' 20 '), undefined);
    assert.equal(findWrong('beds', 'two'), 'Beds must be a whole number.');
    assert.equal(findWrong('guests', 'Ann 2'), 'Guests must be names without digits.');
    assert.equal(findWrong('opens', 'soon'), 'Opens must be a date and time, such as 2026-03-09T19:40.');
  });
});

test('every button that sends something takes its name from the actions of its page', () => {
  for (const file of globSync('src/web/**/*.ts'))
    assert.doesNotMatch(readFileSync(file, 'utf8'), /<button type="submit"[^>]* name="[a-z]/i, file);
});

test('doesn’t compile with an unknown field, without a required one, or with a dead button', () => {
  assert.throws(() =>
    declareForm(paint.body.entries, {
      name: { label: 'Name' },
      // @ts-expect-error The body has no colour.
      colour: { label: 'Colour' },
    }),
  );
  assert.throws(() =>
    declareForm(paint.body.entries, {
      // @ts-expect-error Each option needs a word.
      side: { label: 'Side', words: { port: 'left' } },
    }),
  );
  declareForm(paint.body.entries, {
    // @ts-expect-error A list is read from text.
    guests: { label: 'Guests' },
  });
  const { deck: _, ...others } = requiredFields;
  call(paint, declareForm(paint.body.entries, requiredFields), (_visit, body) => ({ body }));
  // @ts-expect-error The body requires a deck.
  call(paint, declareForm(paint.body.entries, others), (_visit, body) => ({ body }));
  // @ts-expect-error A deck is a number.
  inputs({ deck: 'three' });
  page({
    path: '/cabin',
    asks: [],
    actions: { paint: call(paint, declareForm(paint.body.entries, requiredFields), (_visit, body) => ({ body })) },
    async show(visiting) {
      visiting.action('paint');
      // @ts-expect-error The page has no action of this name.
      visiting.action('pain');
      throw new Error('never shown');
    },
  });
});
