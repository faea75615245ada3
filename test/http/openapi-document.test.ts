import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as v from 'valibot';
import { open } from '#contract/access.ts';
import { type Api, endpoint } from '#contract/endpoint.ts';
import { record } from '#contract/record.ts';
import { buildOpenApiDocument } from '#http/description/openapi.ts';
import { quoteRules } from '#http/description/rules.ts';
import { findUndescribed, listOperations } from '../../build/checking/undescribed.ts';
import { documentsApi } from '../../src/app/documents/api.ts';
import { areaWords, parameterWords } from '../../src/app/documents/words/parameter-words.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const { body: document } = await app.anonymous.send('GET', '/api/v3/openapi.json');
const { openapi, servers, paths, components } = document;

const operations = listOperations(document);

const listStatuses = (path: string, method: string): string[] => Object.keys(paths[path][method].responses);

test('the description lists every route variant with access and features, including its own', () => {
  assert.equal(openapi, '3.1.0');
  assert.deepEqual(servers, [{ url: '/' }]);
  assert.equal(paths['/api/v3/openapi.json'].get['x-access'], 'open');
  assert.equal(paths['/api/v3/admin/serversettings/update'].post['x-access'], 'min:admin');
  assert.equal(paths['/api/v3/events/update'].post['x-access'], 'min:admin');
  assert.ok(paths['/public/{name}'].get);
  assert.equal(paths['/api/v3/user/create'].post['x-feature'], 'registration');
  const directCall = paths['/api/v3/phone/initiate/{callID}/to/{userID}'].post;
  assert.deepEqual(directCall['x-feature'], ['phone', 'directphone']);
});

test('every call has a URL-safe id, and aliases refer to their call', () => {
  const ids = operations.map(({ operationId }) => operationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[\w.-]+$/);
  const further = paths['/api/v3/fez/{fezID}'].delete;
  assert.equal(further.operationId, 'fez.delete.delete-api-v3-fez-fezID');
  assert.equal(further.deprecated, true);
  assert.equal(further.description, 'Another spelling of `POST /api/v3/fez/{fezID}/delete`');
  assert.equal(paths['/api/v3/fez/{fezID}/delete'].post.deprecated, undefined);
});

test('every record is named, allows further properties, and describes each property', () => {
  const { UserHeader, FezData } = components.schemas;
  assert.deepEqual(Object.keys(UserHeader.properties).slice(0, 2), ['userID', 'username']);
  assert.equal(FezData.properties.owner.$ref, '#/components/schemas/UserHeader');
  assert.doesNotMatch(JSON.stringify(document), /"additionalProperties":false/);
  assert.doesNotMatch(JSON.stringify(paths), /"properties"/);
});

test('every property, parameter and area is described', () => {
  assert.deepEqual(findUndescribed(document), []);
  const { FezData, ...others } = document.components.schemas;
  const silent = { ...document, components: { schemas: { ...others, FezData: { properties: { fezID: {} } } } } };
  assert.deepEqual(findUndescribed(silent), ['FezData.fezID']);
});

test('every call is described by its current rules', () => {
  const undescribed = operations.filter(({ description }) => description === undefined);
  assert.deepEqual(
    undescribed.map(({ operationId }) => operationId),
    ['documents.page', 'schedule.places'],
  );
  const cited: Record<string, unknown> = JSON.parse(readFileSync('src/contract/rules/calls.json', 'utf8'));
  const ids = new Set(operations.map(({ operationId }) => operationId));
  assert.deepEqual(
    Object.keys(cited).filter((id) => !ids.has(id)),
    [],
  );
  const { description } = paths['/api/v3/forum/categories/{categoryID}/create'].post;
  assert.ok(description.includes(findRule('forums', 'B24')));
  assert.throws(
    () => quoteRules({ texts: new Map(), ofCalls: { 'forums.create': ['forums B999'] } }, 'forums.create'),
    /forums\.create cites rule forums B999/,
  );
});

/** Returns the text of a rule from its file. */
const findRule = (file: string, number: string): string =>
  readFileSync(`src/contract/rules/${file}.md`, 'utf8').match(`\\*\\*${number}\\.\\*\\* (.+)`)?.[1] ??
  assert.fail(number);

test('an example of a call shows what a test has sent and received, by its main path', () => {
  const examples: Record<string, unknown> = JSON.parse(readFileSync('assets/examples.json', 'utf8'));
  const ids = new Set(operations.map(({ operationId }) => operationId));
  assert.deepEqual(
    Object.keys(examples).filter((operation) => !ids.has(operation)),
    [],
  );
  assert.doesNotMatch(JSON.stringify(examples), /\\u|<script|([^0]{1,6})\1{7}/, 'examples are ordinary');
  const { requestBody, responses } = paths['/api/v3/user/create'].post;
  assert.equal(requestBody.content['application/json'].example.password, 'password');
  assert.match(responses[201].content['application/json'].example.userID, /^0{8}-/);
});

test('every entry in the word tables is used', () => {
  const parameters = operations.flatMap(({ operationId, parameters }) => {
    const [area, call] = operationId.split('.');
    return parameters.flatMap(({ name }) => [name, `${area}.${name}`, `${area}.${call}.${name}`]);
  });
  assert.deepEqual(
    Object.keys(parameterWords).filter((word) => !parameters.includes(word)),
    [],
  );
  const areas = new Set(operations.flatMap((operation) => operation.tags));
  assert.deepEqual(
    Object.keys(areaWords).filter((word) => !areas.has(word)),
    [],
  );
});

test('a call lists its possible errors, based on access, parameters, body, limits and features', () => {
  assert.deepEqual(listStatuses('/api/v3/client/settings', 'get'), ['200', '304', '429', '503', 'default']);
  assert.deepEqual(listStatuses('/api/v3/fez/{fezID}/post', 'post'), [
    '200',
    '400',
    '401',
    '403',
    '404',
    '408',
    '409',
    '413',
    '422',
    '429',
    '451',
    '503',
    'default',
  ]);
  assert.deepEqual(listStatuses('/api/v3/boardgames', 'get'), [
    '200',
    '304',
    '400',
    '401',
    '403',
    '429',
    '451',
    '503',
    'default',
  ]);
  assert.ok(listStatuses('/api/v3/user/create', 'post').includes('409'), 'as the call itself declares');
  const { headers, content } = components.responses.TooMany;
  assert.ok(headers['Retry-After']);
  assert.equal(content['application/json'].schema.$ref, '#/components/schemas/ErrorResponse');
});

test('the description is compressed, and not sent again to clients that have it', async () => {
  const compressed = await fetch(`${app.url}/api/v3/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(compressed.headers.get('content-encoding'), 'gzip');
  const etag = compressed.headers.get('etag') ?? '';
  assert.notEqual(etag, '');
  const known = await app.anonymous.call(documentsApi.openApi, { headers: { 'if-none-match': etag } });
  assert.equal(known.status, 304);
  assert.equal(known.bytes.length, 0);
});

/** Builds the document of one call with this response. */
function describeResponse(response: v.GenericSchema): unknown {
  const api: Api = { read: endpoint({ method: 'GET', path: '/thing', access: open, response, summary: 'A thing' }) };
  const words = { describeParameter: () => 'What', describeArea: () => 'What' };
  return buildOpenApiDocument([{ name: 'things', api }], { version: '1', words });
}

test('a record without a name, or with another one’s name, can’t be described', () => {
  assert.throws(() => describeResponse(v.strictObject({ size: v.number() })), /the record with size has no name/);
  const [one, other] = [record('Thing', { size: v.number() }), record('Thing', { size: v.string() })];
  assert.throws(() => describeResponse(v.union([one, other])), /two records are called Thing/);
  assert.ok(describeResponse(v.union([one, v.array(one)])));
});
