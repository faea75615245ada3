import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { oneLine } from '#contract/fields.ts';
import { startTestApp } from '../support/app.ts';
import { declaredEndpoints } from '../support/declared.ts';
import { createDeclaredSender } from '../support/declared-sender.ts';
import { buildNestedBody, getName, type LimitedField, listLimitedFields } from '../support/limited-fields.ts';

/** Generated from the declarations: names and one-line texts contain no invisible characters (decisions 77 and 87). */
const app = await startTestApp({ showsBehaviour: false });
const { send } = await createDeclaredSender(app);

/**
 * Texts that may have several lines, and texts that aren't names: secrets, words of a list, names that are only looked
 * up.
 */
const otherTexts: ReadonlySet<string> = new Set([
  ...[
    'text',
    'body',
    'info',
    'description',
    'itemDescription',
    'note',
    'message',
    'about',
    'summary',
    'participants',
    'bio',
  ],
  ...['password', 'currentPassword', 'newPassword', 'recoveryKey', 'verification', 'registrationCode'],
  ...['app', 'feature'],
  ...['eventUID', 'eventTitle', 'eventLocation', 'attendance', 'recapString', 'issuesString'],
  ...['what', 'who', 'where', 'when', 'wish'],
]);
const lookupCalls: ReadonlySet<string> = new Set(['accounts.recover']);

const rejectedTexts: Readonly<Record<string, string>> = {
  'a line break': 'Jane\nSmith',
  'a tab': 'Jane\tSmith',
  'a control character': 'Jane\u009bSmith',
  'a bidirectional mark': 'Jane \u202esmith',
  'a bidirectional isolate': 'Jane \u2066smith',
  'a zero-width space': 'Jane\u200bSmith',
  'a byte-order mark': '\ufeffJane Smith',
  'a soft hyphen': 'Jane\u00adSmith',
  'a joiner that joins nothing': 'Jane\u200dSmith',
  blanks: '      ',
};
const acceptedTexts: Readonly<Record<string, string>> = {
  'a joiner between Persian letters': 'می\u200cخواهم',
  'a joiner between Indic letters': 'क्\u200dषण',
  'an emoji of several': 'The 👩\u200d👩\u200d👧\u200d👦 family',
};

const listPlaces = (isWanted: (place: LimitedField) => boolean) =>
  declaredEndpoints.flatMap(({ name, declaration }) =>
    (declaration.body && declaration.bodyFormat !== 'text' ? listLimitedFields(declaration.body) : [])
      .filter(isWanted)
      .map((place) => ({ name, declaration, ...place, field: place.path.join('.') })),
  );
const oneLineFields = listPlaces(({ promised }) => promised[oneLine] === true);

describe('a name or one-line text is 400 under its path', () => {
  for (const { name, declaration, path, field } of oneLineFields) {
    test(`${name}: ${field}`, async () => {
      for (const [what, value] of Object.entries(rejectedTexts)) {
        const reply = await send(declaration, {}, { body: buildNestedBody(path, value) });
        assert.equal(reply.status, 400, what);
        assert.match(
          reply.fieldErrors?.[field] ?? '',
          new RegExp(`The ${getName({ path })} must (be a single line|not be blank)`),
          what,
        );
      }
    });
  }
});

describe('joiners that form letters and emoji are allowed in names and one-line texts', () => {
  // Usernames and picture names allow fewer characters than these.
  for (const { name, declaration, path, field } of oneLineFields.filter(
    ({ field }) => !/(username|filename)$/.test(field),
  )) {
    test(`${name}: ${field}`, async () => {
      for (const [what, value] of Object.entries(acceptedTexts)) {
        const reply = await send(declaration, {}, { body: buildNestedBody(path, value) });
        assert.doesNotMatch(reply.fieldErrors?.[field] ?? '', /one line|blank/, what);
      }
    });
  }
});

test('every text in a body is declared as one line, or listed here as something else', () => {
  const isText = ({ promised }: LimitedField) => promised.type === 'string' && promised.maxLength !== undefined;
  const undecided = listPlaces((place) => isText(place) && place.promised[oneLine] !== true)
    .filter(({ name, path }) => !otherTexts.has(String(path.at(-1))) && !lookupCalls.has(name))
    .map(({ name, field }) => `${name}: ${field}`);
  assert.deepEqual(undecided, []);
});
