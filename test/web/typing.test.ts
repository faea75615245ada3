import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pages } from '#web/pages/pages.ts';
import { visit } from './visitor.ts';
import { startWorld } from './world.ts';

const world = await startWorld();

/** Returns the attributes of an element by name. */
const readAttributes = (tag: string): Record<string, string> =>
  Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));

/** Attributes from which a password manager learns about a secret. */
const secretAutocomplete = /^(?:current-password|new-password|one-time-code)$/;

/** Fails unless phones leave text in this field uncorrected, since every letter counts. */
function assertExact(tag: string): void {
  const { name = '', type = '', 'data-names': names, autocomplete = '', ...said } = readAttributes(tag);
  if (['hidden', 'file', 'checkbox'].includes(type)) return;
  const isSecret = /password|code$|key$|verification/i.test(name);
  if (!isSecret && names === undefined && !/username|email/i.test(name)) return;
  // Phones never change fields of these types, and HTML doesn't allow the attributes on them.
  const isLeftAlone = type === 'password' || type === 'email';
  const asTyped = isLeftAlone ? {} : { autocorrect: 'off', autocapitalize: 'none' };
  for (const [attribute, value] of Object.entries({ ...asTyped, spellcheck: 'false' }))
    assert.equal(said[attribute], value, tag);
  assert.match(autocomplete, isSecret ? secretAutocomplete : /^(?:username|off|email)$/, tag);
}

describe('names, passwords and codes', () => {
  for (const page of pages.filter(({ isFile }) => !isFile)) {
    test(`can be typed on ${page.path} without the phone changing them`, async () => {
      const { body } = await visit(world.app, world.viewerOf(page)).open(world.addressOf(page));
      for (const [tag] of body.matchAll(/<input [^>]*>/g)) assertExact(tag);
    });
  }
});

test('fields for people’s names capitalize words and don’t autocorrect', async () => {
  const james = await world.app.logIn('james');
  const { body } = await visit(world.app, james).open('/settings/profile');
  const field = /<input [^>]*name="displayName"[^>]*>/.exec(body)?.[0] ?? '';
  const { autocomplete, autocapitalize, autocorrect } = readAttributes(field);
  assert.deepEqual(
    { autocomplete, autocapitalize, autocorrect },
    { autocomplete: 'nickname', autocapitalize: 'words', autocorrect: 'off' },
  );
});
