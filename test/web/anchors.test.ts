import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { pages } from '#web/pages/pages.ts';
import { openPhone, type Phone, test } from '../support/browser.ts';
import { assertInView } from '../support/in-view.ts';
import { drawSample } from '../support/sample.ts';
import { startWorld } from './world.ts';

const world = await startWorld();
const { app, author } = world;

const threadAddress = world.addressOf({ path: '/forums/thread/{thread}' } as (typeof pages)[number]);
const [, forumID = ''] = /([0-9a-f-]{36})$/.exec(threadAddress) ?? [];
const groupAddress = world.addressOf({ path: '/chats/{group}' } as (typeof pages)[number]);
for (let number = 0; number < 40; number += 1) {
  await author.get(forumsApi.post, { params: { forumID }, body: { text: `Post ${number}`, images: [] } });
  await author.get(fezApi.post, {
    params: { fezID: groupAddress.replace('/chats/', '') },
    body: { text: `Message ${number}`, images: [] },
  });
}

/**
 * Lists the addresses with an anchor that a page links to on this server, each once. The one to unread content is last:
 * it's gone once the page is opened, since the content has then been read.
 */
const listAnchors = async ({ tab }: Phone): Promise<string[]> => {
  const found: string[] = await tab.evaluate(`[...new Set([...document.querySelectorAll('a[href*="#"]')]
    .filter((link) => link.origin === location.origin && link.hash !== '' && link.checkVisibility())
    .map((link) => link.getAttribute('href')))]`);
  return found.toSorted((a, b) => Number(a.endsWith('#unread')) - Number(b.endsWith('#unread')));
};

const getCurrentPath = ({ tab }: Phone): string => new URL(tab.url()).pathname + new URL(tab.url()).search;

/** Follows a link to an anchor with the keyboard, from the top of its page. */
async function followLink(phone: Phone, path: string, link: string): Promise<void> {
  const { tab } = phone;
  if (getCurrentPath(phone) !== path) await tab.goto(path);
  await tab.evaluate('scrollTo(0, 0)');
  const shown = tab.locator(`a[href="${link}"]`).first();
  await shown.focus();
  await shown.press('Enter');
  await tab.waitForURL((url) => url.hash === new URL(link, url).hash);
}

describe('on a phone, every link to an anchor shows its target', () => {
  const shown = pages.filter(({ isFile }) => !isFile);
  for (const page of drawSample(shown, 8)) {
    test(`on ${page.path}`, async () => {
      const phone = await openPhone(app.url, { token: world.viewerOf(page).token, hasScript: false });
      const path = world.addressOf(page);
      await phone.tab.goto(path);
      const landed = getCurrentPath(phone);
      for (const link of await listAnchors(phone)) {
        await followLink(phone, landed, link);
        const id = decodeURIComponent(new URL(link, app.url).hash.slice(1));
        await assertInView(phone.tab.locator(`[id="${id}"]`), `${link} on ${path}`, 'start');
      }
    });
  }
});

describe('a button in a list returns to its own line', () => {
  const lists = [
    { path: '/schedule', line: '.event', button: '[name="follow"]' },
    { path: '/games', line: '.rows > li', button: '[name="favorite"]' },
    { path: threadAddress, line: '.post', button: '[name="bookmark"]' },
  ];
  for (const { path, line, button } of lists)
    test(`on ${path.replace(forumID, '{thread}')}`, async () => {
      const { tab } = await openPhone(app.url, { token: author.token, hasScript: false });
      await tab.goto(path);
      const last = tab
        .locator(line)
        .filter({ has: tab.locator(button) })
        .last();
      const id = await last.getAttribute('id');
      assert.ok(id, 'the line has an id');
      await last.locator(button).click();
      await tab.waitForURL(/#/);
      await assertInView(tab.locator(`[id="${id}"]`), id, 'start');
    });
});
