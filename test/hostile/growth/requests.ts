import { type Endpoint, getBodyLimit } from '#contract/endpoint.ts';
import { getServerSettings } from '#core/settings/index.ts';
import type { TestApp, User } from '../../support/app.ts';
import { declaredEndpoints } from '../../support/declared.ts';
import type { DeclaredSender } from '../../support/declared-sender.ts';
import { type LimitedField, listLimitedFields, listLimitedFieldsOf } from '../../support/limited-fields.ts';
import { createSample, replaceField } from '../../support/sample-body.ts';
import { type Input, repeatToSize } from './measure.ts';
import { patterns } from './patterns.ts';

/** Characters of the longest URL or header: Node reads 16 KiB in total. */
const longestInHead = 14_000;
/** Large bodies have megabytes; smaller ones are enough to show growth. */
const longestBody = 128 * 1024;

/** Headers that a request may have. */
const headers: readonly string[] = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'forwarded',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'origin',
  'prefer',
  'range',
  'referer',
  'sec-purpose',
  'user-agent',
  'x-account',
  'x-client-user',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-request-id',
];
/** Prefixes of header values that are parsed further. */
const headerPrefixes: Readonly<Record<string, readonly string[]>> = {
  authorization: ['', 'Bearer ', 'Basic '],
  cookie: ['', 'session=', '; session='],
  range: ['', 'bytes='],
  'if-none-match': ['', '"'],
  accept: ['', 'text/html, '],
};
const canBeInHeader = (pattern: string): boolean => /^[\t\x20-\x7e]+$/.test(pattern);

/** Returns a page, or for headers about content a response with an ETag. */
const getPathForHeader = (header: string): string =>
  /^(?:if-|range)/.test(header) ? '/api/v3/schedule/events' : '/more';

export function listHeaders({ anonymous }: TestApp, user: User): Input[] {
  return headers.flatMap((header) =>
    (headerPrefixes[header] ?? ['']).flatMap((beginning) =>
      patterns.filter(canBeInHeader).map((pattern) => ({
        name: `header ${header}: ${JSON.stringify(beginning + pattern)}`,
        limit: longestInHead,
        prepare: (size: number) => {
          const value = beginning + repeatToSize(pattern, size);
          const cookie = `session=${user.token}`;
          return () => anonymous.send('GET', getPathForHeader(header), { headers: { cookie, [header]: value } });
        },
      })),
    ),
  );
}

/** Lists raw queries, for a page and for a call. */
export function listQueries(user: User): Input[] {
  return patterns.map((pattern) => ({
    name: `query: ${JSON.stringify(pattern)}`,
    limit: longestInHead,
    prepare: (size) => {
      const query = repeatToSize(encodeUnsendable(pattern), size);
      return async () => {
        await user.send('GET', `/api/v3/schedule/events?${query}`);
        await user.send('GET', `/api/v3/schedule/events?search=${query}`);
        await user.send('GET', `/schedule?search=${query}`);
      };
    },
  }));
}

/** Encodes characters that a URL can't contain. */
const encodeUnsendable = (pattern: string): string => pattern.replace(/[^\x21-\x7e]+/gu, encodeURIComponent);

/** Values of parameters and fields. `texts.ts` has more, for fields with their own parser. */
const valuePatterns = ['a', 'a ', 'a,', '👩🏽‍🚀', '@a #a '];
const textPatterns = ['a', 'a,', '👩🏽‍🚀'];

/** Lists each parameter of each declared path and query. */
export function listParameters({ send }: DeclaredSender): Input[] {
  return declaredEndpoints.flatMap(({ name, declaration }) => {
    const toInput = (part: string, [parameter]: LimitedField['path'], ask: (value: string) => unknown): Input[] =>
      valuePatterns.map((pattern) => ({
        name: `${name}, ${part} ${parameter}: ${JSON.stringify(pattern)}`,
        limit: longestInHead,
        prepare: (size) => {
          const encoded = encodeURIComponent(pattern);
          const value = encoded.repeat(Math.floor(size / encoded.length));
          return () => ask(value);
        },
      }));
    const inPath = listLimitedFieldsOf(declaration.params).flatMap(({ path }) =>
      toInput('path', path, (value) => send(declaration, { [String(path[0])]: value }, {})),
    );
    const inQuery = listLimitedFieldsOf(declaration.query).flatMap(({ path }) =>
      toInput('query', path, (value) => send(withQuery(declaration, `${path[0]}=${value}`), {}, {})),
    );
    return [...inPath, ...inQuery];
  });
}

/** Returns the endpoint with this query in its path. */
const withQuery = (declaration: Endpoint, query: string): Endpoint => ({
  ...declaration,
  path: `${declaration.path}?${query}`,
});

/** Calls that end the caller's login. */
const callsEndingLogin: ReadonlySet<string> = new Set(['accounts.logout', 'accounts.changePassword']);

/** JSON that is hard to parse, whichever call gets it. */
const jsonShapes: Readonly<Record<string, (size: number) => string>> = {
  'lists in lists': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'objects in objects': (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`,
  'empty lists': (size) => `[${repeatToSize('[],', size)}[]]`,
  'many members': (size) => `{${Array.from({ length: size / 12 }, (_, index) => `"m${index}":1`).join()}}`,
  'one member again and again': (size) => `{${repeatToSize('"text":"",', size)}"text":""}`,
  'a long number': (size) => repeatToSize('1', size),
  blanks: (size) => repeatToSize(' ', size),
  'surrogate escapes': (size) => `{"text":"${'\\ud83d\\ude00'.repeat(size / 12)}"}`,
  'half a surrogate at the end': (size) => `{"text":"${'\\ud83d\\ude00'.repeat(size / 12)}\\ud83d"}`,
  backslashes: (size) => `{"text":"${'\\\\'.repeat(size / 2)}"}`,
  'a text without an end': (size) => `{"text":"${'\\"'.repeat(size / 2)}`,
  'numbers where texts should be': (size) => `{"text":[${repeatToSize('1,', size)}1]}`,
};

/** One call for each way in which JSON bodies are read. */
const endpointsByReader: Readonly<Record<string, (declaration: Endpoint) => boolean>> = {
  'a small body': ({ path }) => path === '/microblog/create',
  'a long list': ({ path }) => path === '/admin/performer/bulk/upload',
  'a long object': ({ path }) => path === '/hunts/create',
  'a body with a file': ({ fileMember }) => fileMember !== undefined,
};

/** Lists JSON of odd shapes, for one call per way of reading it. */
export function listShapes({ context }: TestApp, { send }: DeclaredSender): Input[] {
  return Object.entries(endpointsByReader).flatMap(([reader, isRead]) => {
    const declaration = declaredEndpoints.find((declared) => isRead(declared.declaration))?.declaration;
    if (!declaration) throw new Error(`no call is declared with ${reader}`);
    const limit = Math.min(getBodyLimit(declaration, getServerSettings(context).maxImageSize), 256 * 1024);
    const bodies = {
      ...jsonShapes,
      'a long base64 text': (size: number) => `{"${declaration.fileMember ?? 'text'}":"${repeatToSize('AAAA', size)}"}`,
      'base64 with escapes': (size: number) =>
        `{"${declaration.fileMember ?? 'text'}":"${repeatToSize('\\/AA\\u0041', size)}"}`,
      'a long text before a file': (size: number) =>
        `{"text":"${repeatToSize('a', size)}","${declaration.fileMember}":"AAAA"}`,
    };
    return Object.entries(bodies).map(([shape, build]) => ({
      name: `JSON, ${reader}: ${shape}`,
      limit: limit - 100,
      prepare: (size: number) => {
        const body = build(size);
        return () => send(declaration, {}, { body, headers: { 'content-type': 'application/json' } });
      },
    }));
  });
}

/** Lists each text and each list in each declared body. */
export function listBodies({ context }: TestApp, { send }: DeclaredSender): Input[] {
  return declaredEndpoints.flatMap(({ name, declaration }) => {
    const { body: schema } = declaration;
    if (!schema || callsEndingLogin.has(name)) return [];
    const sample = createSample(schema);
    const limit = Math.min(getBodyLimit(declaration, getServerSettings(context).maxImageSize), longestBody);
    const toInput = ({ path }: LimitedField, what: string, build: (size: number) => unknown): Input => ({
      name: `${name}, ${path.join('.')}: ${what}`,
      limit: limit - 2000,
      prepare: (size) => {
        const value = build(size);
        const body = declaration.bodyFormat === 'text' ? String(value) : replaceField(sample, path, value);
        return () => send(declaration, {}, { body });
      },
    });
    return listLimitedFields(schema).flatMap((one) => {
      if (one.promised.maxItems !== undefined)
        return [
          toInput(one, 'numbers', (size) => Array.from({ length: size / 8 }, (_, index) => index)),
          toInput(one, 'texts', (size) => Array.from({ length: size / 16 }, (_, index) => `item ${index}`)),
        ];
      if (one.promised.type !== 'string') return [];
      return textPatterns.map((pattern) =>
        toInput(one, JSON.stringify(pattern), (size) => pattern.repeat(size / Buffer.byteLength(pattern))),
      );
    });
  });
}
