import { listRouteVariants } from '#contract/endpoint.ts';
import { sharedAccounts } from '#core/accounts/index.ts';
import { areas } from '../areas.ts';

/** Removes everything from a text that must not leave the ship. */
export type Redact = (text: string) => string;

const redactionMark = '[redacted]';

/** Keys and tokens are longer than any id and contain capitals, unlike file names. */
const longWord = /[\w-]{38,}/g;
const hasCapital = /[A-Z]/;
const address = /https?:\/\/[^\s"]+/gi;
const pairingCode = /\b(?:[0-9a-z]{4}-){7}[0-9a-z]{4}\b/gi;
/** Registration codes as people write them: six characters, perhaps with a space in the middle. */
const registrationCodePattern = /\b[a-z0-9]{3} ?[a-z0-9]{3}\b/gi;

/** `values` are known secrets; `codes` are registration codes in normalized form. */
export function createRedaction(values: readonly string[], codes: ReadonlySet<string>): Redact {
  // Longest first, since one may be part of another.
  const known = values.filter((value) => value !== '').toSorted((left, right) => right.length - left.length);
  return (text) => {
    const withoutKnown = known.reduce((rest, value) => rest.replaceAll(value, redactionMark), text);
    return withoutKnown
      .replace(/\b(Bearer|Basic) [\w+/=.-]+/gi, `$1 ${redactionMark}`)
      .replace(address, removeQuery)
      .replace(/(https?:\/\/)[^\s"/@]+@/gi, `$1${redactionMark}@`)
      .replace(longWord, (found) => (hasCapital.test(found) ? redactionMark : found))
      .replace(pairingCode, redactionMark)
      .replace(registrationCodePattern, (found) =>
        codes.has(found.replace(' ', '').toLowerCase()) ? redactionMark : found,
      );
  };
}

function removeQuery(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? url : `${url.slice(0, start)}?${redactionMark}`;
}

/** Log fields that hold the name of an account or of a remote user. */
const nameFields: ReadonlySet<string> = new Set(['account', 'username', 'family', 'chatName']);
const builtInNames: ReadonlySet<string> = new Set(Object.values(sharedAccounts));

/** Replaces passenger names in log fields with pseudonyms: the same name always gets the same one. */
export type Pseudonymize = (key: string, value: unknown) => unknown;

/** Pseudonyms for one bundle; only the server's own log, matched by the time of the line, identifies the person. */
export function createPseudonymizer(): Pseudonymize {
  const given = new Map<string, string>();
  return (key, value) => {
    if (!nameFields.has(key) || typeof value !== 'string' || builtInNames.has(value)) return value;
    const name = value.toLowerCase();
    const hidden = given.get(name) ?? `passenger-${given.size + 1}`;
    given.set(name, hidden);
    return hidden;
  };
}

const fixedPathSegments: ReadonlySet<string> = new Set(
  areas
    .flatMap(({ api }) => Object.values(api).flatMap(listRouteVariants))
    .flatMap(({ path }) => path.split('/').filter((segment) => !segment.startsWith('{'))),
);
const isID = (segment: string): boolean => /^(?:\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(segment);

/** Removes the words that a user typed, such as search terms or titles, from a path. */
const redactPath = (path: string): string =>
  path
    .split('/')
    .map((segment) => (fixedPathSegments.has(segment) || isID(segment) ? segment : '…'))
    .join('/');

/** Returns a log line without passengers' names and input; undefined if it isn't a log line. */
export function redactLine(line: string, redact: Redact, hideNames: Pseudonymize): string | undefined {
  try {
    const facts: unknown = JSON.parse(line);
    if (typeof facts !== 'object' || facts === null) return undefined;
    const path = 'path' in facts && typeof facts.path === 'string' ? { path: redactPath(facts.path) } : {};
    return redact(JSON.stringify({ ...facts, ...path }, hideNames));
  } catch {
    return undefined;
  }
}
