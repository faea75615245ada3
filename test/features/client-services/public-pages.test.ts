import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { clientServicesApi } from '#features/client-services/api.ts';
import { startTestApp } from '../../support/app.ts';

const app = await startTestApp();
const publicFolder = app.context.config.folders.public;

test('the program includes its own pages, open to everyone and cached for a day', async () => {
  for (const name of ['codeofconduct.md', 'faq.md', 'gangwayhelptext.md']) {
    const page = await app.anonymous.call(clientServicesApi.publicPage, { params: { name } });
    assert.equal(page.status, 200, name);
    assert.equal(page.headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.equal(page.headers.get('cache-control'), 'public, max-age=86400');
    assert.match(page.bytes.toString('utf8'), /^# /);
  }
  const configuration = await app.anonymous.call(clientServicesApi.clientConfiguration, {
    params: { name: 'website.json' },
  });
  assert.equal(configuration.status, 200);
  assert.equal(configuration.headers.get('content-type'), 'application/json');
  assert.equal(configuration.headers.get('cache-control'), 'public, max-age=86400');
  assert.equal((await app.anonymous.send('HEAD', '/public/faq.md')).status, 200);
});

test('the crew’s own page immediately overrides the included one', async () => {
  await writeFile(join(publicFolder, 'faq.md'), '# Our own answers\n');
  await mkdir(join(publicFolder, 'clients'), { recursive: true });
  await writeFile(join(publicFolder, 'clients', 'deckhand.json'), '{"notice":"hello"}');
  const page = await app.anonymous.call(clientServicesApi.publicPage, { params: { name: 'faq.md' } });
  assert.equal(page.bytes.toString('utf8'), '# Our own answers\n');
  const configuration = await app.anonymous.send('GET', '/public/clients/deckhand.json');
  assert.deepEqual(configuration.body, { notice: 'hello' });
  const etag = page.headers.get('etag') ?? '';
  const known = await app.anonymous.send('GET', '/public/faq.md', { headers: { 'if-none-match': etag } });
  assert.equal(known.status, 304);
  await writeFile(join(publicFolder, 'faq.md'), '# Newer answers\n');
  const newer = await app.anonymous.send('GET', '/public/faq.md', { headers: { 'if-none-match': etag } });
  assert.equal(newer.bytes.toString('utf8'), '# Newer answers\n');
});

test('no path leaves the public folder, or leads to a folder or other file types', async () => {
  await writeFile(join(publicFolder, 'notes.txt'), 'private');
  await writeFile(join(publicFolder, '.hidden.md'), 'private');
  await mkdir(join(publicFolder, 'folder.md'), { recursive: true });
  await writeFile(join(publicFolder, '..', 'outside.md'), 'private');
  await writeFile(join(publicFolder, '..', 'outside.json'), 'private');
  const names = [
    '..%2Foutside.md',
    '%2e%2e%2foutside.md',
    '..%5Coutside.md',
    'clients%2F..%2F..%2Foutside.md',
    'clients/..%2F..%2Foutside.json',
    'faq.md%00.md',
    'notes.txt',
    '.hidden.md',
    'folder.md',
    'clients',
    'nothing.md',
    'clients/nothing.json',
    '%2Fetc%2Fpasswd',
  ];
  for (const name of names) {
    const response = await app.anonymous.send('GET', `/public/${name}`);
    assert.equal(response.status, 404, name);
    assert.equal(response.body.error, true);
    assert.ok(!response.bytes.includes('private'), name);
  }
});
