import type { IncomingMessage } from 'node:http';
import type { DialectFile } from '#config/dialect-file.ts';
import type { Dialects } from '#config/dialects.ts';
import { apiPrefix } from '#contract/endpoint.ts';
import { computeOncePerObject } from '../../platform/limits/compute-once-per-object.ts';
import { createDialect, type Dialect } from './dialect.ts';

const dialectKey = Symbol('the dialect of the client');
declare module 'node:http' {
  interface IncomingMessage {
    /** Stored on the request itself, like its id. */
    [dialectKey]?: Dialect;
  }
}

/** Returns the dialect of the client that sent this request; undefined for our own words. */
export const findDialect = (incoming: IncomingMessage): Dialect | undefined => incoming[dialectKey];

/** The header by which a client chooses a dialect by name, or `none` to opt out of the default one. */
const dialectHeader = 'x-dialect';

/** Translates the head of a request before anything else reads it. */
export type TranslateHead = (incoming: IncomingMessage) => void;

export interface EdgeOptions {
  readonly dialects: Pick<Dialects, 'list'>;
  /** Path where browsers sign in with JSON. */
  readonly signInPath: string;
  /** Name of our own session cookie. */
  readonly sessionCookie: string;
}

/** Recognises clients by header or token and translates the head of their requests. */
export function createHeadTranslation({ dialects, signInPath, sessionCookie }: EdgeOptions): TranslateHead {
  const createOnce = computeOncePerObject(createDialect);
  return (incoming) => {
    const remembered = removeDialectFromToken(incoming);
    const files = dialects.list();
    if (files.length === 0) return;
    for (const { signIn } of files) if (signIn) renameCookie(incoming, signIn.cookie, sessionCookie);
    const file = chooseDialect(incoming, files, remembered);
    if (!file) return;
    const dialect = createOnce(file);
    incoming[dialectKey] = dialect;
    incoming.url = translateAddress(incoming, dialect, signInPath);
  };
}

/** The token itself, then a dot and the dialect of the login. */
const tokenWithDialect = /^([\w-]+)\.([a-z0-9-]+)$/;

/** Removes the dialect from the request's token, in any header, and returns it; undefined if there is none. */
function removeDialectFromToken({ headers }: IncomingMessage): string | undefined {
  const { authorization } = headers;
  if (authorization?.includes('.') && /^bearer /i.test(authorization)) {
    const [, token, name] = tokenWithDialect.exec(authorization.slice('bearer '.length).trim()) ?? [];
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    return name;
  }
  const protocols = headers['sec-websocket-protocol'];
  if (!protocols?.includes('.')) return undefined;
  const [scheme = '', sent = ''] = protocols.split(',').map((part) => part.trim());
  const [, token, name] = tokenWithDialect.exec(sent) ?? [];
  if (token !== undefined) headers['sec-websocket-protocol'] = `${scheme}, ${token}`;
  return name;
}

function chooseDialect(
  incoming: IncomingMessage,
  files: readonly DialectFile[],
  remembered: string | undefined,
): DialectFile | undefined {
  const { headers } = incoming;
  const choice = headers[dialectHeader];
  if (choice !== undefined) return files.find(({ name }) => name === choice);
  const recognised = files.find(({ client }) => client.some((sign) => matchesClient(incoming, sign)));
  if (recognised) return recognised;
  if (remembered !== undefined) return files.find(({ name }) => name === remembered);
  // A token without a dialect belongs to a client that doesn't use one.
  const hasToken = /^bearer /i.test(headers.authorization ?? '') || headers['sec-websocket-protocol'] !== undefined;
  return hasToken ? undefined : files.find(({ isDefault }) => isDefault);
}

function matchesClient(
  { headers }: IncomingMessage,
  { header, startsWith = '', userAgent }: DialectFile['client'][number],
) {
  if (userAgent !== undefined) return headers['user-agent']?.includes(userAgent) ?? false;
  const value = header === undefined ? undefined : headers[header.toLowerCase()];
  return typeof value === 'string' && value.startsWith(startsWith);
}

/** Renames the session cookie to our own name, unless a cookie with our name is already there. */
function renameCookie({ headers }: IncomingMessage, from: string, to: string): void {
  const { cookie } = headers;
  if (!cookie?.includes(`${from}=`) || new RegExp(`(?:^|;)\\s*${to}=`).test(cookie)) return;
  headers.cookie = cookie.replace(new RegExp(`(^|;\\s*)${from}=`), `$1${to}=`);
}

/** Translates path and query into our own words. */
function translateAddress({ method, url = '' }: IncomingMessage, dialect: Dialect, signInPath: string): string {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  if (method === 'POST' && path === dialect.file.signIn?.path) return signInPath;
  if (!path.startsWith(`${apiPrefix}/`)) return url;
  const translated = `${apiPrefix}${translateAccounts(translatePathPrefix(path.slice(apiPrefix.length), dialect), dialect)}`;
  return mark < 0 ? translated : `${translated}?${translateQuery(query, dialect)}`;
}

/** Translates the longest matching path prefix. */
function translatePathPrefix(path: string, { file }: Dialect): string {
  let found: readonly [string, string] | undefined;
  for (const pair of Object.entries(file.paths)) {
    const [other] = pair;
    const isThere = path.startsWith(other) && (path.length === other.length || path[other.length] === '/');
    if (isThere && other.length > (found?.[0].length ?? 0)) found = pair;
  }
  return found ? found[1] + path.slice(found[0].length) : path;
}

/** Translates path segments that are names of shared accounts. */
function translateAccounts(path: string, { file }: Dialect): string {
  const accounts = Object.entries(file.accounts);
  if (accounts.length === 0) return path;
  const translate = (segment: string) =>
    accounts.find(([, other]) => other.toLowerCase() === segment.toLowerCase())?.[0] ?? segment;
  return path.split('/').map(translate).join('/');
}

function translateQuery(query: string, { queryWords, file }: Dialect): string {
  const accounts = new Map(Object.entries(file.accounts).map(([own, other]) => [other.toLowerCase(), own]));
  if (queryWords.size === 0 && accounts.size === 0) return query;
  const translate = (name: string, value: string) =>
    queryWords.get(name)?.get(value.toLowerCase()) ?? accounts.get(value.toLowerCase());
  let hasChanged = false;
  const pairs = [...new URLSearchParams(query)].map(([name, value]): [string, string] => {
    const translated = translate(name, value);
    hasChanged ||= translated !== undefined;
    return [name, translated ?? value];
  });
  return hasChanged ? new URLSearchParams(pairs).toString() : query;
}
