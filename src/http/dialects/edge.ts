import type { IncomingMessage } from 'node:http';
import type { DialectFile } from '#config/dialect-file.ts';
import type { Dialects } from '#config/dialects.ts';
import { apiPrefix } from '#contract/endpoint.ts';
import { createOnceFor } from '../../platform/limits/once-for.ts';
import { createDialect, type Dialect } from './dialect.ts';

const dialectKey = Symbol('the dialect of the client');
declare module 'node:http' {
  interface IncomingMessage {
    /** On the request itself, as its id is. */
    [dialectKey]?: Dialect;
  }
}

/** The dialect of the client that sent this; undefined for our own words. */
export const findDialect = (incoming: IncomingMessage): Dialect | undefined => incoming[dialectKey];

/** By this header a client chooses: the name of a dialect, or `none` where a dialect is the default. */
const chosen = 'x-dialect';

/** Reads what comes in before anything else does: from there on it's in our own words. */
export type DialectEdge = (incoming: IncomingMessage) => void;

export interface EdgeOptions {
  readonly dialects: Pick<Dialects, 'list'>;
  /** Where browsers sign in with JSON. */
  readonly signInPath: string;
  /** How our own cookie of a session is called. */
  readonly sessionCookie: string;
}

/** Recognises clients by header or token, and translates the head of their requests. */
export function createDialectEdge({ dialects, signInPath, sessionCookie }: EdgeOptions): DialectEdge {
  const createOnce = createOnceFor(createDialect);
  return (incoming) => {
    const remembered = takeDialectOfToken(incoming);
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

/** The token's own text, and behind a dot the dialect that it was opened in. */
const tokenWithDialect = /^([\w-]+)\.([a-z0-9-]+)$/;

/** Takes the dialect off the token of a request, whichever header it's in; undefined where there is none. */
function takeDialectOfToken({ headers }: IncomingMessage): string | undefined {
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
  const choice = headers[chosen];
  if (choice !== undefined) return files.find(({ name }) => name === choice);
  const recognised = files.find(({ client }) => client.some((sign) => hasSign(incoming, sign)));
  if (recognised) return recognised;
  if (remembered !== undefined) return files.find(({ name }) => name === remembered);
  // A token without a dialect was opened by a client that has none.
  const hasToken = /^bearer /i.test(headers.authorization ?? '') || headers['sec-websocket-protocol'] !== undefined;
  return hasToken ? undefined : files.find(({ isDefault }) => isDefault);
}

function hasSign({ headers }: IncomingMessage, { header, startsWith = '', userAgent }: DialectFile['client'][number]) {
  if (userAgent !== undefined) return headers['user-agent']?.includes(userAgent) ?? false;
  const value = header === undefined ? undefined : headers[header.toLowerCase()];
  return typeof value === 'string' && value.startsWith(startsWith);
}

/** Our own name for the cookie of a session; one that is there under our name counts. */
function renameCookie({ headers }: IncomingMessage, from: string, to: string): void {
  const { cookie } = headers;
  if (!cookie?.includes(`${from}=`) || new RegExp(`(?:^|;)\\s*${to}=`).test(cookie)) return;
  headers.cookie = cookie.replace(new RegExp(`(^|;\\s*)${from}=`), `$1${to}=`);
}

/** Path and query in our own words. */
function translateAddress({ method, url = '' }: IncomingMessage, dialect: Dialect, signInPath: string): string {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  if (method === 'POST' && path === dialect.file.signIn?.path) return signInPath;
  if (!path.startsWith(`${apiPrefix}/`)) return url;
  const translated = `${apiPrefix}${translateAccounts(translateBeginning(path.slice(apiPrefix.length), dialect), dialect)}`;
  return mark < 0 ? translated : `${translated}?${translateQuery(query, dialect)}`;
}

/** The longest beginning counts. */
function translateBeginning(path: string, { file }: Dialect): string {
  let found: readonly [string, string] | undefined;
  for (const pair of Object.entries(file.paths)) {
    const [other] = pair;
    const isThere = path.startsWith(other) && (path.length === other.length || path[other.length] === '/');
    if (isThere && other.length > (found?.[0].length ?? 0)) found = pair;
  }
  return found ? found[1] + path.slice(found[0].length) : path;
}

/** A segment that is the name of a shared account. */
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
