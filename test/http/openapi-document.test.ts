import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiDocumentApi } from '../../src/app/api-document.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();

test('the description names every route variant, itself included, with access and features', async () => {
  const response = await app.nobody.call(apiDocumentApi.document);
  assert.equal(response.status, 200);
  const { openapi, servers, paths } = (await app.nobody.send('GET', '/api/v3/openapi.json')).body;
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

test('the description is sent compressed, and not again to clients that have it', async () => {
  const compressed = await fetch(`${app.url}/api/v3/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(compressed.headers.get('content-encoding'), 'gzip');
  const etag = compressed.headers.get('etag') ?? '';
  assert.notEqual(etag, '');
  const known = await app.nobody.call(apiDocumentApi.document, { headers: { 'if-none-match': etag } });
  assert.equal(known.status, 304);
  assert.equal(known.bytes.length, 0);
});
