import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { areas } from '../../src/app/areas.ts';
import { documentsApi } from '../../src/app/documents/api.ts';
import { startTestApp } from '../support/app.ts';

/** Documents for app authors in addition to the OpenAPI document. */
const app = await startTestApp();

const page = await app.anonymous.send('GET', '/api/v3/docs');
const text = page.bytes.toString('utf8');
const { body: asyncApi } = await app.anonymous.send('GET', '/api/v3/asyncapi.json');

test('the socket description lists every declared socket, with its frames and parameters', () => {
  assert.equal(asyncApi.asyncapi, '3.0.0');
  const declared = areas.flatMap(({ sockets = {} }) => Object.values(sockets).map(({ path }) => `/api/v3${path}`));
  const channels = Object.values<{ address: string }>(asyncApi.channels);
  assert.deepEqual(channels.map(({ address }) => address).sort(), declared.sort());
  const { messages, parameters, bindings } = asyncApi.channels['fez.fez'];
  assert.deepEqual(Object.keys(messages), [
    'SocketFezPostData',
    'SocketFezMemberChangeData',
    'SocketFezReactionData',
    'SocketResyncData',
  ]);
  assert.match(parameters.fezID.description, /chat/);
  assert.match(bindings.ws.query.properties.since.description, /last frame/);
  assert.deepEqual(Object.keys(asyncApi.components.schemas.SocketResyncData.properties), ['resync', 'seq']);
});

test('audio goes both ways, everything else only from the server', () => {
  const received = Object.entries<{ action: string; messages: readonly { $ref: string }[] }>(asyncApi.operations)
    .filter(([, { action }]) => action === 'receive')
    .flatMap(([, { messages }]) => messages.map(({ $ref }) => $ref.replace(/.*\//, '')));
  assert.deepEqual(received, ['Binary', 'Binary']);
});

test('the authors’ page is self-contained: no script, no other address, and a hash for its style', () => {
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.doesNotMatch(text, /<script|<link|<img|<iframe|\son\w+=|javascript:/i);
  assert.doesNotMatch(text, /(?:src|href)="(?!#)/);
  const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /^default-src 'none'; /);
  assert.ok(policy.includes(`style-src 'sha256-${hash}'`), policy);
});

test('the page for app authors explains the basics and lists every call, socket and record', async () => {
  for (const heading of [
    'Sockets',
    'Time',
    'Pictures',
    'Limits',
    'Retrying',
    'Levels: 403 and 404',
    'Helper',
    'A helper to copy',
    'Words',
  ])
    assert.ok(text.includes(`>${heading}</h2>`), heading);
  const { body: openApi } = await app.anonymous.send('GET', '/api/v3/openapi.json');
  for (const path of Object.keys(openApi.paths)) assert.ok(text.includes(`${path}</code>`), path);
  for (const name of Object.keys(openApi.components.schemas)) assert.ok(text.includes(`id="record-${name}"`), name);
  const anchors = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const lost = [...text.matchAll(/href="#([^"]+)"/g)].filter(([, target = '']) => !anchors.has(target));
  assert.deepEqual(
    lost.map(([, target]) => target),
    [],
  );
});

test('the page is compressed to less than 144 KB, and not sent again to clients that have it', async () => {
  const etag = page.headers.get('etag') ?? '';
  assert.notEqual(etag, '');
  const known = await app.anonymous.call(documentsApi.page, { headers: { 'if-none-match': etag } });
  assert.equal(known.status, 304);
  const compressed = await fetch(`${app.url}/api/v3/docs`, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(compressed.headers.get('content-encoding'), 'gzip');
  assert.ok(gzipSync(page.bytes).length < 144 * 1024);
});
