import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { accountsApi } from '#core/accounts/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp, type TestApp, type User } from '../support/app.ts';
import { openPhone, type Phone, test } from '../support/browser.ts';
import { moderationApi } from '../support/moderation.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const app = await startTestApp();
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];

const getChat = async (owner: User, ...others: readonly User[]): Promise<string> => {
  const { fezID } = await owner.get(fezApi.create, {
    body: {
      fezType: 'closed',
      title: 'Dinner',
      info: '',
      minCapacity: 0,
      maxCapacity: 0,
      initialUsers: others.map(({ userID }) => userID),
    },
  });
  return fezID;
};

/** Returns the result of a socket handshake from a browser: the socket, or the status of the rejection. */
function openSocketWith({ url }: TestApp, headers: Record<string, string>): Promise<WebSocket | number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v3/notification/socket`, { headers });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
}

const write = (user: User, fezID: string, text: string) =>
  user.get(fezApi.post, { params: { fezID }, body: { text, images: [] } });

const buildCookie = ({ token }: User) => `session=${token}`;

describe('the socket of a page (fez rule 60)', () => {
  test('is opened by the cookie, for pages of this server only', async () => {
    const cookie = buildCookie(james);
    const opened = await openSocketWith(app, { cookie, origin: app.url });
    assert.ok(opened instanceof WebSocket);
    opened.terminate();
    for (const origin of ['http://elsewhere.example', 'null', app.url.replace(/\d+$/, '1'), '']) {
      assert.equal(await openSocketWith(app, { cookie, origin }), 403, origin);
    }
    assert.equal(await openSocketWith(app, { cookie }), 403);
    assert.equal(await openSocketWith(app, { cookie: 'session=stolen', origin: app.url }), 401);
    assert.equal(await openSocketWith(app, { origin: app.url }), 401);
  });

  test('isn’t opened by a page under a foreign name that resolves to this server', async () => {
    const named = await startTestApp({ environment: { EXTERNAL_URL: 'http://gangway.ship' }, showsBehaviour: false });
    const cookie = buildCookie(await named.logIn('james'));
    const from = (host: string) => openSocketWith(named, { cookie, host, origin: `http://${host}` });
    assert.equal(await from('elsewhere.example'), 403);
    for (const host of ['gangway.ship', 'localhost', new URL(named.url).host]) {
      const opened = await from(host);
      assert.ok(opened instanceof WebSocket, host);
      opened.terminate();
    }
  });

  test('ends at a logout or ban, like those of apps (fez rule 64)', async () => {
    const [leaving, banned] = [await app.newcomer('live-leaving'), await app.newcomer('live-banned')];
    const admin = await app.atLevel('admin');
    const ends: [User, () => Promise<unknown>][] = [
      [leaving, () => leaving.get(accountsApi.logout)],
      [banned, () => admin.get(moderationApi.setAccessLevel, { params: { userID: banned.userID, level: 'banned' } })],
    ];
    for (const [user, end] of ends) {
      const socket = await openSocketWith(app, { cookie: buildCookie(user), origin: app.url });
      assert.ok(socket instanceof WebSocket);
      const closed = new Promise((resolve) => socket.once('close', resolve));
      await end();
      assert.equal(await closed, 1008);
      assert.equal(await openSocketWith(app, { cookie: buildCookie(user), origin: app.url }), 401);
    }
  });
});

/**
 * Fails unless this message from the server is soon visible; for a moment the writer's own may still wait next to it.
 */
const waitForText = ({ tab }: Phone, text: string) =>
  tab.locator('.msg:not([data-waits])').getByText(text, { exact: true }).waitFor({ timeout: timeoutMilliseconds });
const waitForUnreadCount = ({ tab }: Phone, count: number) =>
  tab
    .locator('#unread-chats .badge', { hasText: new RegExp(`^${count}`) })
    .waitFor({ timeout: timeoutMilliseconds, state: 'attached' });
const openAs = (user: User) => openPhone(app.url, { token: user.token });

/** Fails unless the condition soon holds. */
async function waitUntilTrue(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + timeoutMilliseconds;
  while (!isTrue()) {
    assert.ok(performance.now() < deadline, 'it never came true');
    await setImmediate();
  }
}

describe('in a browser', () => {
  test('unread counts that an overloaded server rejects are requested again when it says (core rule 130)', async () => {
    const user = await app.newcomer('live-postponed');
    const { tab } = await openAs(user);
    let requests = 0;
    await tab.route('**/badges', async (route) => {
      requests += 1;
      if (requests > 1) await route.continue();
      else await route.fulfill({ status: 503, headers: { 'retry-after': '1' } });
    });
    await tab.goto('/settings');
    await waitUntilTrue(() => app.context.live.isListening(user.userID, 'notifications#'));
    await getChat(james, user);
    await tab.locator('#unread-chats .badge').waitFor({ timeout: timeoutMilliseconds, state: 'attached' });
    assert.equal(requests, 2);
  });

  test('two people chat live, and unread counts elsewhere update immediately', async () => {
    const dinner = await getChat(james, heidi);
    await getChat(james, heidi);
    const [his, hers] = [await openAs(james), await openAs(heidi)];
    for (const { tab } of [his, hers]) await tab.goto(`/chats/${dinner}`);
    for (const text of ['his first', 'her first', 'his second', 'her second']) {
      const [writer, reader] = text.startsWith('his') ? [his, hers] : [hers, his];
      await writer.tab.getByLabel('Your message').fill(text);
      await writer.tab.getByRole('button', { name: 'Send' }).click();
      await waitForText(writer, text);
      await waitForText(reader, text);
    }
    // On a phone the bar makes space for the chat.
    await waitForUnreadCount(hers, 1);
    await getChat(james, heidi);
    await waitForUnreadCount(hers, 2);
    assert.deepEqual([...his.complaints, ...hers.complaints], []);
  });

  test('a browser has one socket, which moves to another tab when its tab closes', async () => {
    const user = await app.newcomer('live-tabs');
    const chat = await getChat(james, user);
    // The service notices a moment later that the sockets of the last test are closed.
    await waitUntilTrue(() => app.context.live.counts().connections === 0);
    const phone = await openAs(user);
    const second = await phone.context.newPage();
    for (const tab of [phone.tab, second]) await tab.goto('/chats');
    await waitUntilTrue(() => app.context.live.counts().connections === 1);
    await write(james, chat, 'to all tabs');
    for (const tab of [phone.tab, second])
      await tab.locator('#unread-chats .badge').waitFor({ timeout: timeoutMilliseconds });
    assert.equal(app.context.live.counts().connections, 1);
    await phone.tab.close();
    await getChat(james, user);
    await second.locator('#unread-chats', { hasText: '2' }).waitFor({ timeout: timeoutMilliseconds });
    await second.locator('main .rows li:nth-child(2)').waitFor({ timeout: timeoutMilliseconds });
  });

  test('a page without sockets polls every minute', async () => {
    const user = await app.newcomer('live-deaf');
    const chat = await getChat(james, user);
    const { tab, context } = await openAs(user);
    await context.addInitScript('globalThis.WebSocket = class { static OPEN = 1; close() {} };');
    await tab.clock.install();
    await tab.goto(`/chats/${chat}`);
    await write(james, chat, 'after a minute');
    await tab.clock.fastForward('01:01');
    await tab.getByText('after a minute').waitFor({ timeout: timeoutMilliseconds });
  });
});
