import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profilesApi } from '#core/profiles/api.ts';
import { startTestApp } from '../support/app.ts';
import type { CallOptions } from '../support/client.ts';
import { createPicture, toUpload } from '../support/pictures.ts';

const app = await startTestApp();

/** Asserts that browsers can't interpret a response as another content type than declared. */
async function assertNotSniffed(status: number, method: string, path: string, options: CallOptions = {}) {
  const response = await app.anonymous.send(method, path, options);
  assert.equal(response.status, status, `${method} ${path}`);
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff', `${method} ${path}: ${status}`);
  return response;
}

test('every response has nosniff', async () => {
  const james = await app.logIn('james');
  const { userImage } = await james.get(profilesApi.setAvatar, { body: toUpload(await createPicture()) });
  for (const size of ['full', 'thumb']) {
    const path = `/api/v3/image/${size}/${userImage}`;
    const { headers } = await assertNotSniffed(200, 'GET', path);
    await assertNotSniffed(200, 'HEAD', path);
    await assertNotSniffed(304, 'GET', path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    await assertNotSniffed(206, 'GET', path, { headers: { range: 'bytes=0-9' } });
    await assertNotSniffed(416, 'GET', path, { headers: { range: 'bytes=9999999-' } });
  }
  await assertNotSniffed(200, 'GET', '/api/v3/image/qrcode?string=x');
  await assertNotSniffed(200, 'GET', `/api/v3/image/user/identicon/${james.userID}`);
  await assertNotSniffed(200, 'GET', '/public/faq.md');
  await assertNotSniffed(404, 'GET', '/public/../secrets/token.key');
  await assertNotSniffed(404, 'HEAD', '/nowhere');
  await assertNotSniffed(204, 'OPTIONS', '/api/v3/user/profile');
  await assertNotSniffed(405, 'DELETE', '/api/v3/client/health');
  await assertNotSniffed(401, 'GET', '/api/v3/user/whoami');
  await assertNotSniffed(200, 'GET', '/api/v3/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
});
