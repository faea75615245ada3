import assert from 'node:assert/strict';
import type { BrowserContext, Page as Tab } from 'playwright-core';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp } from '../support/app.ts';
import { openPhone, test, waitUntilTrue } from '../support/browser.ts';

const app = await startTestApp();
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];

async function startChat(): Promise<string> {
  const body = { fezType: 'closed', title: 'Old phone', info: '', minCapacity: 0, maxCapacity: 0 };
  return (await james.get(fezApi.create, { body: { ...body, initialUsers: [heidi.userID] } })).fezID;
}

/** APIs that are newer than Safari 15.4, Firefox 102 and Chrome 100, or came with them. */
const tooOld = {
  'Safari 15.3': 'delete globalThis.BroadcastChannel; delete AbortSignal.prototype.throwIfAborted;',
  'Firefox 101': 'delete globalThis.TransformStream;',
};

for (const [name, loss] of Object.entries(tooOld)) {
  test(`in ${name} the scripts don’t run, and the browser sends forms itself`, async () => {
    const fezID = await startChat();
    const { tab, context, complaints } = await openPhone(app.url, { token: (await app.logIn('james')).token });
    await context.addInitScript(loss);
    await tab.goto(`/chats/${fezID}`);
    await tab.getByLabel('Your message').fill('sent by an old browser');
    const posted = tab.waitForRequest((request) => request.method() === 'POST' && request.isNavigationRequest());
    await tab.getByRole('button', { name: 'Send', exact: true }).click();
    await posted;
    await tab.locator('.msg', { hasText: 'sent by an old browser' }).waitFor();
    assert.equal(await tab.evaluate('indexedDB.databases().then((all) => all.length)'), 0);
    assert.equal(await tab.evaluate('localStorage.length'), 0);
    assert.equal(await tab.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)'), 0);
    assert.deepEqual(complaints, []);
  });
}

test('a wall screen with an old browser reloads the page', async () => {
  const { tab, context } = await openPhone(app.url, { width: 1280, height: 720 });
  await context.addInitScript(tooOld['Firefox 101']);
  await tab.clock.install();
  await tab.goto('/wall');
  const loaded = tab.waitForRequest((request) => request.isNavigationRequest());
  await tab.clock.fastForward(20_000);
  await loaded;
});

/** Simulates a browser that applies no styles under `@supports`. */
async function removeNewerStyles(context: BrowserContext, change = (sheet: string) => sheet): Promise<void> {
  await context.addInitScript('CSS.supports = () => false;');
  await context.route('**/style.css', async (route) => {
    const response = await route.fetch();
    const body = change((await response.text()).replaceAll('@supports', '@unknown'));
    await route.fulfill({ response, body });
  });
}

const measureHeight = (tab: Tab): Promise<number> =>
  tab.evaluate("document.querySelector('.composer textarea').offsetHeight");

test('the chat field grows while typing, up to a limit, and shrinks again after sending', async () => {
  const fezID = await startChat();
  const { tab, context } = await openPhone(app.url, { token: (await app.logIn('james')).token });
  await removeNewerStyles(context);
  await tab.goto(`/chats/${fezID}`);
  const field = tab.getByLabel('Your message');
  await waitUntilTrue(tab, "document.querySelector('.composer textarea').offsetHeight < 60");
  const before = await measureHeight(tab);
  await field.fill('one\ntwo\nthree');
  assert.ok((await measureHeight(tab)) > before + 30);
  await field.fill('line\n'.repeat(40));
  assert.equal(await measureHeight(tab), 160);
  await tab.getByRole('button', { name: 'Send', exact: true }).click();
  await waitUntilTrue(tab, `document.querySelector('.composer textarea').offsetHeight === ${before}`);
});

test('large text on a small screen fits even without container queries', async () => {
  const { tab, context } = await openPhone(app.url, { token: (await app.logIn('james')).token, width: 320 });
  // In a browser with text at twice the size, an em of a media query is 32 pixels.
  await removeNewerStyles(context, (sheet) => sheet.replaceAll(/\(max-width:\s*17em\)/g, '(max-width:34em)'));
  for (const path of ['/', '/schedule', '/chats', `/chats/${await startChat()}`, '/forums', '/settings/profile']) {
    await tab.goto(path);
    await tab.evaluate("document.documentElement.style.setProperty('font-size', '200%', 'important')");
    const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    assert.equal(await tab.evaluate(beyond), 0, path);
  }
});

test('on a phone the bar below a chat makes space for its field, whatever selectors the browser supports', async () => {
  const { tab, context } = await openPhone(app.url, { token: (await app.logIn('james')).token });
  // An unknown selector invalidates the whole rule.
  await removeNewerStyles(context, (sheet) => sheet.replaceAll(':has(', ':unknown('));
  await tab.goto(`/chats/${await startChat()}`);
  assert.ok(await tab.getByLabel('Your message').isVisible());
  assert.ok(!(await tab.locator('.places').isVisible()));
});
