import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { profilesApi } from '#core/profiles/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { startTestApp } from '../support/app.ts';
import { openPhone, type Phone, test } from '../support/browser.ts';

const app = await startTestApp();
const writer = await app.newcomer('w'.repeat(50));
const reader = await app.newcomer('reader');
await writer.get(profilesApi.editOwnProfile, { body: { displayName: 'W'.repeat(50) } });
const [title, text] = ['W'.repeat(100), `${'W'.repeat(200)} @reader`];
const categories = await writer.get(forumsApi.categories);
const category = categories.find(({ isRestricted, isEventCategory }) => !isRestricted && !isEventCategory);
const { forumID } = await writer.get(forumsApi.create, {
  params: { categoryID: category?.categoryID ?? '' },
  body: { title, firstPost: { text, images: [] } },
});
const { fezID } = await writer.get(fezApi.create, {
  body: { fezType: 'open', title, info: '', minCapacity: 0, maxCapacity: 0, initialUsers: [reader.userID] },
});
await writer.get(fezApi.post, { params: { fezID }, body: { text, images: [] } });

/** Returns how far the page extends beyond the right edge of the screen, in pixels. */
const measureOverflow = ({ tab }: Phone): Promise<number> =>
  tab.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Doubles only the text, as some browsers can: sizes that depend on the root's font size don't change. */
const doubleTextAlone = `for (const element of document.querySelectorAll('body *'))
  element.dataset.size = Number.parseFloat(getComputedStyle(element).fontSize);
for (const element of document.querySelectorAll('body *'))
  element.style.setProperty('font-size', 2 * element.dataset.size + 'px', 'important');`;

describe('at 320 pixels, words without a place to break fit', () => {
  const paths = [
    '/',
    '/chats',
    `/chats/${fezID}`,
    '/forums',
    '/forums/threads?which=recent',
    `/forums/thread/${forumID}`,
    `/forums/${category?.categoryID}`,
    '/people?search=www',
    `/people/${writer.userID}`,
    '/more',
  ];
  for (const path of paths)
    test(path.replaceAll(/[0-9a-f-]{36}/g, '{id}'), async () => {
      const phone = await openPhone(app.url, { token: reader.token, width: 320, hasScript: false });
      const { tab } = phone;
      await tab.goto(path);
      assert.equal(await measureOverflow(phone), 0);
      await tab.evaluate("document.documentElement.style.setProperty('font-size', '200%', 'important')");
      assert.equal(await measureOverflow(phone), 0, 'with text of twice the size');
      await tab.goto(path);
      await tab.evaluate(doubleTextAlone);
      assert.equal(await measureOverflow(phone), 0, 'with text alone of twice the size');
    });
});
