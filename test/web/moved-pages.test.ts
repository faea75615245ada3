import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { movedPages } from '../../src/web/moved-pages.ts';
import { pages } from '../../src/web/pages/pages.ts';
import { startHarbour } from '../dialects/ship.ts';

const app = await startHarbour();
const james = await app.logIn('james');
const open = (path: string, headers: Record<string, string> = {}) =>
  app.anonymous.send('GET', path, { headers: { accept: 'text/html', cookie: `session=${james.token}`, ...headers } });

test('every URL that apps share redirects permanently to our own page (decision 93)', async () => {
  const entries = Object.entries({ ...movedPages, '/chirps': '/feed', '/chirps/{post}': '/feed/{post}' });
  for (const [from, to] of entries) {
    const fill = (path: string) => path.replace(/\{\w+\}/, '12');
    const { status, headers } = await open(fill(from));
    assert.deepEqual([from, status, headers.get('location')], [from, 308, fill(to)]);
    const [path = ''] = to.split('?');
    const isOurs = pages.some((page) => page.path.replace(/\{\w+\}/g, '{}') === path.replace(/\{\w+\}/g, '{}'));
    assert.ok(isOurs, `${from} leads to ${to}, which is no page`);
  }
});

test('a link from an app shows the same in a browser, to any user', async () => {
  const chat = {
    fezType: 'open',
    title: 'Knots and splices',
    info: '',
    minCapacity: 0,
    maxCapacity: 0,
    initialUsers: [(await app.logIn('heidi')).userID],
  };
  const { fezID } = (await james.send('POST', '/api/v3/fez/create', { body: chat })).body;
  const { headers } = await open(`/seamail/${fezID}?start=0`);
  const page = await open(headers.get('location') ?? '');
  assert.equal(headers.get('location'), `/chats/${fezID}?start=0`);
  assert.match(page.bytes.toString(), /Knots and splices/);
  const person = await open((await open('/username/heidi')).headers.get('location') ?? '');
  assert.ok([200, 303].includes(person.status), String(person.status));
});

test('other unknown addresses are still 404', async () => {
  assert.equal((await app.anonymous.send('POST', '/lfg')).status, 404);
  for (const path of ['/lfg/1/2', '/seamails', '/forum/', '/constructor'])
    assert.equal((await open(path)).status, 404, path);
  const script = await app.anonymous.send('GET', '/events/12');
  assert.deepEqual([script.status, script.headers.get('location')], [308, '/event/12']);
});

test('association files of the crew’s app come from the crew’s folder', async () => {
  const folder = join(app.context.config.folders.public, '.well-known');
  const read = (name: string) => app.anonymous.send('GET', `/.well-known/${name}`);
  assert.equal((await read('assetlinks.json')).status, 404);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'assetlinks.json'), '[]');
  writeFileSync(join(folder, 'apple-app-site-association'), '{"applinks":{}}');
  writeFileSync(join(folder, 'security.txt'), 'Contact: the bridge');
  writeFileSync(join(folder, 'page.html'), '<p>');
  const links = await read('apple-app-site-association');
  assert.deepEqual(
    [links.status, links.headers.get('content-type'), links.body],
    [200, 'application/json', { applinks: {} }],
  );
  assert.equal((await read('assetlinks.json')).bytes.toString(), '[]');
  assert.match((await read('security.txt')).headers.get('content-type') ?? '', /^text\/plain/);
  for (const name of ['page.html', '..%2Ffaq.md', '.hidden']) assert.equal((await read(name)).status, 404, name);
});
