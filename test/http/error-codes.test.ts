import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { type ErrorCode, errorCodes, listErrorCodes } from '#contract/error-codes.ts';
import { changeSettings } from '#core/settings/index.ts';
import { listFiles, projectFolder } from '../../build/project.ts';
import { startTestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

/**
 * Error codes (decision 91). `http/check-rejections.ts` checks, on every call of every test, that each error has a code
 * that the call lists.
 */
const app = await startTestApp();
const { body: document } = await app.anonymous.send('GET', '/api/v3/openapi.json');

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly 'x-error-codes': readonly ErrorCode[];
}

const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((entry) => Object.values(entry));

/** Error codes of requests that match no endpoint, and of defects. */
const codesWithoutCall: readonly ErrorCode[] = [
  'addressNotFound',
  'expectationFailed',
  'headersTooLarge',
  'methodNotAllowed',
  'rangeOutside',
  'serverError',
];

test('each call lists exactly its codes, at least one for each error status', () => {
  for (const { operationId, responses, 'x-error-codes': codes } of operations) {
    const statuses = codes.map((code) => String(errorCodes[code].status));
    const named = Object.keys(responses).filter((status) => Number(status) >= 400);
    assert.deepEqual([...new Set(statuses)].sort(), named.sort(), operationId);
  }
});

test('every code is listed by a call, or belongs to requests that reach none, and code names match', () => {
  const listed = new Set(operations.flatMap((operation) => operation['x-error-codes']));
  const others = listErrorCodes().filter((code) => !listed.has(code));
  assert.deepEqual(others.sort(), codesWithoutCall);
  const isDeclaration = /error-codes|\/api\b|core\/posts\/calls|http\/description/;
  const code = listFiles(projectFolder, 'src')
    .filter((file) => file.endsWith('.ts') && !isDeclaration.test(file))
    .map((file) => readFileSync(join(projectFolder, file), 'utf8'))
    .join('\n');
  assert.deepEqual(
    listErrorCodes().filter((one) => !code.includes(`'${one}'`)),
    [],
  );
});

test('the document and the authors’ page explain every code', async () => {
  assert.deepEqual(document['x-error-codes'], errorCodes);
  assert.deepEqual(document.components.schemas.ErrorResponse.properties.code.enum, listErrorCodes());
  const page = await app.anonymous.send('GET', '/api/v3/docs');
  for (const { means } of Object.values(errorCodes))
    assert.ok(page.bytes.toString('utf8').includes(toHtml(means)), means);
});

const toHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;');

const post = { text: 'The sunset from deck 11 is worth the stairs.', images: [] };
const write = (client: Client) => client.send('POST', '/api/v3/microblog/create', { body: post });

test('causes of 403 and 401 that an app must distinguish have their own codes', async () => {
  const [unverified, quarantined, moderator, newcomer] = [
    await app.atLevel('unverified'),
    await app.atLevel('quarantined'),
    await app.atLevel('moderator'),
    await app.newcomer('in-trouble'),
  ];
  const other = await app.logIn('james');
  const { body: own } = await write(newcomer);
  await moderator.send('POST', `/api/v3/mod/user/${newcomer.userID}/tempquarantine/5`);
  const replies = [
    await write(unverified),
    await write(quarantined),
    await write(newcomer),
    await other.send('POST', `/api/v3/microblog/${own.postID}/delete`),
    await newcomer.send('POST', `/api/v3/microblog/${own.postID}/like`),
    await other.send('GET', '/api/v3/mod/reports'),
    await app.anonymous.send('GET', '/api/v3/user/whoami'),
    await app.anonymous.send('POST', '/api/v3/auth/login', { headers: { authorization: `Basic ${btoa('james:no')}` } }),
  ];
  const open = (minAccessLevel: 'moderator' | 'banned') =>
    transact(app.context, (context) => changeSettings(context, { minAccessLevel }));
  open('moderator');
  replies.push(await other.send('GET', '/api/v3/user/whoami'));
  open('banned');
  assert.deepEqual(
    replies.map(({ body }) => body.code),
    [
      ...['notVerified', 'quarantined', 'temporarilyQuarantined', 'notOwner', 'ownPost', 'accessDenied'],
      ...['notAuthenticated', 'wrongCredentials', 'serverClosed'],
    ],
  );
});

test('causes of 400 that an app can act on have their own codes', async () => {
  const james = await app.logIn('james');
  const get = (path: string, client: Pick<Client, 'send'> = james) => client.send('GET', `/api/v3${path}`);
  const create = (body: unknown) => james.send('POST', '/api/v3/microblog/create', { body });
  const replies = {
    invalidPath: [await get('/microblog/first'), await get('/fez/123')],
    invalidQuery: [
      await get('/microblog?limit=many'),
      await get('/events?date=someday'),
      await get('/fez/joined?foruser=captain'),
      await get('/photostream?eventID=5'),
    ],
    unreadableBody: [await create('{"text":'), await create('{"text":"\\ud800","images":[]}')],
    wrongType: [await create([]), await create({ text: 5, images: [] })],
    invalidFields: [await create({ images: [] }), await create({ ...post, text: 'x'.repeat(10_000) })],
    bodyMissing: [await create('')],
    searchTooShort: [
      await get('/users/match/allnames/j'),
      await get('/forum/search'),
      await get('/forum/post/search/%20'),
      await get('/forum/post/hashtag/%20'),
      await get('/microblog/search/%20'),
      await get('/microblog/hashtag/%23'),
      await get('/karaoke?search=ab'),
    ],
    filterNeedsLogin: [
      await get('/events?following=true', app.anonymous),
      await get('/events?dayplanner=true', app.anonymous),
      await get('/karaoke?favorite=true', app.anonymous),
    ],
    malformed: [
      await james.send('POST', '/api/v3/microblog/create', { body: post, headers: { 'idempotency-key': 'two words' } }),
    ],
  };
  for (const [code, those] of Object.entries(replies))
    assert.deepEqual(
      those.map(({ body }) => body.code),
      those.map(() => code),
    );
});

test('content that a caller can’t see has the same code as missing content', async () => {
  const [james, heidi, sam] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('sam')];
  const body = {
    fezType: 'closed',
    title: 'Dinner',
    info: '',
    minCapacity: 0,
    maxCapacity: 0,
    initialUsers: [heidi.userID],
  };
  const { body: chat } = await james.send('POST', '/api/v3/fez/create', { body });
  const hidden = await sam.send('GET', `/api/v3/fez/${chat.fezID}`);
  const missing = await sam.send('GET', `/api/v3/fez/${randomUUID()}`);
  assert.equal(hidden.body.code, 'notFound');
  assert.deepEqual(hidden.body, missing.body);
});
