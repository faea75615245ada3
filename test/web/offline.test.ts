import assert from 'node:assert/strict';
import { beforeEach, describe } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp } from '../support/app.ts';
import { openPhone, test, waitUntilTrue } from '../support/browser.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';
import { openNetwork } from '../support/weak-network.ts';

const app = await startTestApp();
const [james, heidi, sam] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('sam')];
const network = await openNetwork(app.url);
const patience = { timeout: timeoutMilliseconds };
// A failed test doesn't restore it.
beforeEach(() => network.restore());

const fez = await james.get(fezApi.create, {
  body: {
    fezType: 'closed',
    title: 'Breakfast',
    info: '',
    minCapacity: 0,
    maxCapacity: 0,
    initialUsers: [heidi.userID],
    firstPost: { text: 'Pancakes at eight?', images: [] },
  },
});
const chat = `/chats/${fez.fezID}`;

/** Lists the pages that the phone has stored. */
const listKept = (tab: Tab): Promise<string[]> =>
  tab.evaluate(`caches.keys().then(async (names) => {
    const pages = [];
    for (const name of names.filter((one) => one.startsWith('pages ')))
      pages.push(...(await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname + new URL(url).search));
    return pages;
  })`);

/** Opens Today and waits until the phone has stored everything that is fetched ahead. */
async function visitToday(tab: Tab): Promise<void> {
  await tab.goto('/');
  await waitUntilTrue(tab, `caches.match('${chat}', { ignoreVary: true }).then((page) => page !== undefined)`);
}

describe('without the server', () => {
  test('Today, the schedule, the user’s plan and recent chats open, marked with their time', async () => {
    const { tab } = await openPhone(network.url, { token: heidi.token });
    const before = network.received;
    await visitToday(tab);
    const fetched = network.received - before;
    assert.ok(fetched < 150 * 1024, `${fetched} bytes`);
    // Fetching a page ahead doesn't mark its content as read.
    assert.deepEqual((await heidi.get(fezApi.joined, { query: { onlynew: true } })).fezzes.length, 1);
    network.cut();
    for (const [path, text] of [
      ['/', 'Today'],
      ['/schedule', 'Schedule'],
      ['/schedule?following=true', 'Schedule'],
      ['/chats', 'Breakfast'],
      [chat, 'Pancakes at eight?'],
    ] as const) {
      await tab.goto(path);
      await tab.getByText(text).first().waitFor(patience);
      await tab.locator('#stale').waitFor(patience);
      assert.match(
        (await tab.locator('#stale').textContent()) ?? '',
        /last updated on \w+day \d+ \w+ at \d\d:\d\d ship time/,
      );
    }
    await tab.goto('/performers');
    await tab.getByText('isn’t saved on this phone').waitFor(patience);
    await tab.locator('#kept', { hasText: 'Breakfast' }).waitFor(patience);
    // Messages written meanwhile are sent once the server is back.
    await tab.goto(chat);
    await tab.getByLabel('Your message').fill('With syrup');
    await tab.getByRole('button', { name: 'Send', exact: true }).click();
    await tab.locator('.waits', { hasText: 'With syrup' }).waitFor(patience);
    network.restore();
    await tab.evaluate("dispatchEvent(new Event('online'))");
    await tab.locator('.msg:not([data-waits])', { hasText: 'With syrup' }).waitFor(patience);
    await tab.locator('#stale').waitFor({ ...patience, state: 'hidden' });
  });

  test('the list of pages on the phone names each once', async () => {
    const { tab } = await openPhone(network.url, { token: heidi.token });
    await visitToday(tab);
    for (const path of [`${chat}?start=0`, `${chat}?start=0&again`, '/people?search=james', '/people?search=heidi'])
      await tab.goto(path);
    network.cut();
    await tab.goto('/performers');
    await tab.locator('#kept', { hasText: 'Breakfast' }).waitFor(patience);
    const names = await tab.locator('#kept a').allTextContents();
    assert.deepEqual(names, [...new Set(names)]);
    assert.ok(!names.includes(''), 'each has a name');
    assert.equal(await tab.locator('#kept a', { hasText: 'Breakfast' }).getAttribute('href'), `${network.url}${chat}`);
  });

  test('after signing out, a plain page says that the phone is offline', async () => {
    const { tab } = await openPhone(network.url, { token: heidi.token });
    await visitToday(tab);
    await tab.goto('/sign-out');
    await tab.getByRole('button', { name: 'Sign out on this phone' }).click();
    await tab.waitForURL('**/sign-in', patience);
    network.cut();
    const response = await tab.goto('/schedule');
    assert.equal(response?.status(), 503);
    await tab.getByRole('heading', { name: 'You’re offline' }).waitFor(patience);
    assert.equal(
      await tab.evaluate("getComputedStyle(document.querySelector('.button')).display"),
      'flex',
      'has its style',
    );
    network.restore();
    await tab.getByRole('link', { name: 'Reload' }).click();
    await tab.getByRole('heading', { name: 'Schedule', level: 1 }).waitFor(patience);
  });

  test('nothing remains of a user who signed out, or of the next one', async () => {
    const { tab, context } = await openPhone(network.url, { token: heidi.token });
    await visitToday(tab);
    await tab.goto(chat);
    await tab.getByLabel('Your message').fill('never sent');
    await tab.goto('/sign-out');
    await tab.getByRole('button', { name: 'Sign out on this phone' }).click();
    await tab.waitForURL('**/sign-in', patience);
    assert.deepEqual(await listKept(tab), []);
    assert.deepEqual(await tab.evaluate('Object.keys(localStorage)'), []);
    const count = `new Promise((resolve) => {
      indexedDB.open('gangway').onsuccess = ({ target: { result: database } }) => {
        database.transaction('drafts').objectStore('drafts').count().onsuccess = ({ target }) => resolve(target.result);
      };
    })`;
    assert.equal(await tab.evaluate(count), 0);
    // Another user's session begins, and the first user hasn't signed out.
    await context.addCookies([{ name: 'session', value: heidi.token, url: network.url }]);
    await visitToday(tab);
    await context.addCookies([{ name: 'session', value: sam.token, url: network.url }]);
    await tab.goto('/more');
    assert.ok(!(await listKept(tab)).includes(chat));
    network.cut();
    await tab.goto(chat).catch(() => {});
    assert.equal(await tab.getByText('Pancakes').count(), 0);
    network.restore();
  });
});
