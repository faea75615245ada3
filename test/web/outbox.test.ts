import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { fezApi } from '#features/fez/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { startTestApp, type User } from '../support/app.ts';
import { openPhone, startBrowserOn, test, waitUntilStored, waitUntilTrue } from '../support/browser.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';
import { openNetwork } from '../support/weak-network.ts';

const app = await startTestApp();
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
const network = await openNetwork(app.url);
const patience = { timeout: timeoutMilliseconds };

const startChat = async (owner = james, other = heidi): Promise<string> => {
  const initialUsers = [other.userID];
  const body = { fezType: 'closed', title: 'Storm', info: '', minCapacity: 0, maxCapacity: 0, initialUsers };
  return (await owner.get(fezApi.create, { body })).fezID;
};

/** Returns the messages of a chat, as the server has them. */
async function readTexts(fezID: string, reader: User = james): Promise<string[]> {
  const { members } = await reader.get(fezApi.read, { params: { fezID }, query: { start: 0, limit: 200 } });
  return (members?.posts ?? []).map(({ text }) => text);
}

async function write(tab: Tab, text: string): Promise<void> {
  await tab.getByLabel('Your message').fill(text);
  await tab.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Waits until this many messages are shown, and none is waiting. */
const waitUntilSent = (tab: Tab, count: number) =>
  waitUntilTrue(
    tab,
    `document.querySelector('[data-waits]') === null && document.querySelectorAll('.msg').length === ${count}`,
  );

/** Waits until the typed text is back in its form. */
const waitUntilTyped = (tab: Tab, text: string) =>
  waitUntilTrue(tab, `document.querySelector('[name="text"]')?.value === ${JSON.stringify(text)}`);

/** `npm run storm` has fifty. */
const countOfMessages = Number(process.env.STORM_MESSAGES ?? 16);
const secondsBetweenCuts = 2000;
/** Then the cuts stop: on a busy machine two seconds may be too short for any request. */
const maxCuts = 20;

// A failed test doesn't restore it.
beforeEach(() => network.restore());

describe('a message written in a chat', () => {
  test('arrives once and in order, however often connection, browser and server fail', async () => {
    const storm = await startStorm();
    const texts = Array.from({ length: countOfMessages }, (_, index) => `message ${index + 1}`);
    const [third, half, last] = [0.3, 0.5, 0.8].map((part) => Math.floor(part * countOfMessages));
    let browser = await storm.openBrowser();
    for (const [index, text] of texts.entries()) {
      if (index === third || index === last) storm.network.cut();
      await write(browser.tab, text);
      if (index !== half && index !== texts.length - 1) continue;
      await browser.tab.locator('[data-waits]', { hasText: text }).waitFor(patience);
      await browser.tab.getByLabel('Your message').fill('half a thought');
      await waitUntilStored(browser.tab, 'half a thought');
      await browser.kill();
      await storm.restartBox();
      browser = await storm.openBrowser();
      await waitUntilTyped(browser.tab, 'half a thought');
    }
    await waitUntilSent(browser.tab, texts.length);
    assert.deepEqual(await storm.readTexts(), texts);
    assert.deepEqual(await browser.tab.locator('.msg .text').allTextContents(), texts);
    await storm.end(browser);
  });

  test('is shown as waiting, returned with the reason if rejected, and can be sent again', async () => {
    const chat = await startChat();
    const { tab } = await openPhone(network.url, { token: heidi.token });
    await tab.goto(`/chats/${chat}`);
    network.cut();
    await tab.getByLabel('Your message').evaluate((field) => field.removeAttribute('maxlength'));
    await write(tab, 'x'.repeat(3000));
    await write(tab, 'short enough');
    for (const text of ['xxx', 'short enough']) await tab.locator('.waits', { hasText: text }).waitFor(patience);
    network.restore();
    await tab.evaluate("dispatchEvent(new Event('online'))");
    const refused = tab.locator('.failed');
    await refused.getByText(/2047/).waitFor(patience);
    await tab.locator('#refused').waitFor(patience);
    await tab.locator('.msg:not([data-waits])', { hasText: 'short enough' }).waitFor(patience);
    assert.deepEqual(await readTexts(chat), ['short enough']);
    await refused.getByRole('button', { name: 'Edit' }).click();
    await waitUntilTrue(tab, `document.querySelector('[name="text"]')?.value.length === 3000`);
    await write(tab, 'shortened');
    await waitUntilSent(tab, 2);
    assert.deepEqual(await readTexts(chat), ['short enough', 'shortened']);
  });

  test('is shown once, even while the response to it is still on its way', async () => {
    const chat = await startChat();
    const { tab, context } = await openPhone(network.url, { token: james.token });
    // There is no service worker between the page and the delayed response.
    await context.addInitScript('delete Navigator.prototype.serviceWorker');
    const arrived = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await tab.route('**/chats/*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch();
      arrived.resolve();
      await release.promise;
      await route.fulfill({ response });
    });
    await tab.goto(`/chats/${chat}`);
    await write(tab, 'only once\n\nsaid & done');
    await arrived.promise;
    const hear = async (text: string) => {
      await heidi.get(fezApi.post, { params: { fezID: chat }, body: { text, images: [] } });
      await tab.locator('.msg:not(.own)', { hasText: text }).waitFor(patience);
    };
    await hear('meanwhile');
    assert.equal(await tab.locator('.msg.own:visible').count(), 1);
    await write(tab, 'the next');
    await hear('the next');
    await tab.locator('.waits', { hasText: 'the next' }).waitFor(patience);
    release.resolve();
    await waitUntilSent(tab, 4);
  });

  test('is sent only as its author, and shown to no one else on the phone', async () => {
    const chat = await startChat();
    const { tab, context } = await openPhone(network.url, { token: heidi.token });
    await tab.goto(`/chats/${chat}`);
    network.cut();
    await write(tab, 'by heidi');
    await tab.getByLabel('Your message').fill('only for heidi');
    await waitUntilStored(tab, 'only for heidi');
    const cookie = { name: 'session', url: network.url };
    await context.addCookies([{ ...cookie, value: james.token }]);
    const refused = tab.waitForResponse(
      (response) => response.request().method() === 'POST' && response.status() === 401,
      patience,
    );
    network.restore();
    await tab.evaluate("dispatchEvent(new Event('online'))");
    await refused;
    await tab.reload();
    await waitUntilTrue(tab, `document.documentElement.dataset.account === '${james.userID}'`);
    assert.equal(await tab.locator('[data-waits]').count(), 0);
    assert.equal(await tab.getByLabel('Your message').inputValue(), '');
    assert.deepEqual(await readTexts(chat), []);
    await context.addCookies([{ ...cookie, value: heidi.token }]);
    await tab.reload();
    await waitUntilTyped(tab, 'only for heidi');
    await waitUntilSent(tab, 1);
    assert.deepEqual(await readTexts(chat), ['by heidi']);
  });
});

describe('any other form', () => {
  test('keeps typed text until it’s sent, and is sent without leaving the page', async () => {
    const { tab } = await openPhone(network.url, { token: james.token });
    await tab.goto('/chats/new');
    await tab.getByRole('textbox', { name: 'To' }).fill('no-such-user');
    await tab.getByLabel('Title').fill('Bridge');
    await tab.getByLabel('First message').fill('Who plays?');
    await waitUntilStored(tab, 'Who plays?');
    await tab.goto('/');
    await tab.goto('/chats/new');
    await waitUntilTyped(tab, 'Who plays?');
    network.cut();
    const send = tab.getByRole('button', { name: 'Send', exact: true });
    await send.click();
    await tab.getByText('Nothing is lost').waitFor(patience);
    network.restore();
    await send.click();
    // The server rejects it, and its page shows why, with the text that was typed; the script is there once it is
    // loaded.
    await tab.getByText('No one has the username').waitFor(patience);
    await tab.waitForLoadState();
    await tab.getByRole('textbox', { name: 'To' }).fill('heidi');
    await send.click();
    await tab.waitForURL(/chats\/[0-9a-f-]{36}$/, patience);
    await tab.goto('/chats/new');
    await tab.locator('#places').waitFor();
    assert.equal(await tab.getByLabel('Title').inputValue(), '');
  });

  test('updates the page in place, and keeps text typed elsewhere', async () => {
    await heidi.get(microblogApi.create, { body: { text: 'to be liked', images: [] } });
    const { tab } = await openPhone(network.url, { token: james.token });
    await tab.goto('/feed');
    await tab.locator('article', { hasText: 'to be liked' }).waitFor(patience);
    await tab.evaluate('globalThis.isSamePage = true');
    await tab.getByLabel("What's on your mind?").fill('next thought');
    await tab.getByRole('button', { name: 'Like' }).click();
    await tab.locator('[aria-label="Like"][aria-pressed="true"]').waitFor(patience);
    assert.equal(await tab.evaluate('globalThis.isSamePage'), true);
    assert.equal(await tab.getByLabel("What's on your mind?").inputValue(), 'next thought');
  });
});

/** Starts a server and a browser without TLS that keep their folders across restarts, and creates a chat. */
async function startStorm() {
  const [dataFolder, browserFolder] = [await makeFolder(), await makeFolder()];
  let server = await startTestApp({ dataFolder });
  let user = await server.logIn('james');
  const chat = await startChat(user, await server.logIn('heidi'));
  const network = await openNetwork(server.url);
  let [isOpen, cuts] = [false, 0];
  const timer = setInterval(() => {
    if (!isOpen || cuts === maxCuts) return;
    cuts += 1;
    network.drop();
  }, secondsBetweenCuts);
  after(() => clearInterval(timer));
  return {
    network,
    readTexts: () => readTexts(chat, user),
    async openBrowser() {
      const { context, kill } = await startBrowserOn(browserFolder);
      await context.addCookies([{ name: 'session', value: user.token, url: network.plainUrl, expires: 4_000_000_000 }]);
      const tab = context.pages()[0] ?? (await context.newPage());
      // If a part of the page were missing, a person would have to open it again.
      await tab.goto(`${network.plainUrl}/chats/${chat}`);
      isOpen = true;
      return { tab, kill };
    },
    async restartBox() {
      isOpen = false;
      await server.close();
      server = await startTestApp({ dataFolder, clock: server.clock });
      user = await server.logIn('james');
      network.restore(server.url);
    },
    async end(browser: { kill(): Promise<void> }) {
      clearInterval(timer);
      await browser.kill();
      await server.close();
      for (const folder of [dataFolder, browserFolder]) await rm(folder, { recursive: true, force: true });
    },
  };
}

const makeFolder = () => mkdtemp(join(tmpdir(), 'gangway-storm-'));
