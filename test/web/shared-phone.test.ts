import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp } from '../support/app.ts';
import { openPhone } from '../support/browser.ts';
import { visit } from './visitor.ts';

const app = await startTestApp();
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];

const readCacheControl = async (path: string, cookie: string): Promise<string | null> =>
  (await fetch(`${app.url}${path}`, { headers: { accept: 'text/html', cookie } })).headers.get('cache-control');

test('without script, a browser caches no personal page that Back would show to the next user', async () => {
  const session = `session=${james.token}`;
  for (const path of ['/chats', '/settings', '/no-such-page'])
    assert.equal(await readCacheControl(path, session), 'private, no-store', path);
  for (const path of ['/sign-in', '/schedule'])
    assert.equal(await readCacheControl(path, ''), 'private, no-cache', path);
  assert.equal(await readCacheControl('/wall', session), 'private, no-cache', 'shows the same to all');
});

test('with the script that hides such pages, Back stays instant', async () => {
  const { tab } = await openPhone(app.url, { token: james.token });
  const first = await tab.goto('/chats');
  assert.equal(first?.headers()['cache-control'], 'private, no-store');
  const second = await tab.goto('/settings');
  assert.equal(second?.headers()['cache-control'], 'private, no-cache');
});

test('without script, the page for signing out says to close the tab', async () => {
  const { body } = await visit(app, james).open('/sign-out');
  assert.match(body, /<noscript><p>Close this tab afterwards/);
});

test('a form changed after sending and sent again explains that, and then sends the change', async () => {
  const body = { fezType: 'closed', title: 'Twice', info: '', minCapacity: 0, maxCapacity: 0 };
  const { fezID } = await james.get(fezApi.create, { body: { ...body, initialUsers: [heidi.userID] } });
  const visitor = visit(app, james);
  const path = `/chats/${fezID}`;
  const readKey = (page: string) => /name="key" value="([\w-]+)"/.exec(page)?.[1] ?? '';
  const form = { action: 'post', key: readKey((await visitor.open(path)).body) };
  assert.equal((await visitor.send(path, { ...form, text: 'as it was' })).status, 303);
  const refused = await visitor.send(path, { ...form, text: 'as it is now' });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /role="alert">.*You already sent this form with different content/s);
  assert.match(refused.body, /as it is now<\/textarea>/);
  assert.doesNotMatch(refused.body, /Idempotency/);
  assert.notEqual(readKey(refused.body), form.key);
  assert.equal((await visitor.send(path, { ...form, key: readKey(refused.body), text: 'as it is now' })).status, 303);
  const { body: shown } = await visitor.open(path);
  assert.match(shown, /as it was.*as it is now/s);
});
