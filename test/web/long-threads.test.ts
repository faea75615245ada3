import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { forumsApi } from '#features/forums/api.ts';
import { startTestApp, type User } from '../support/app.ts';
import { openPhone, type Phone, test } from '../support/browser.ts';
import { assertInView } from '../support/in-view.ts';

const app = await startTestApp();
const [ada, bob] = [await app.newcomer('ada'), await app.newcomer('bob')];
const postCount = 208;
const readCount = 45;
let forumID = '';
let categoryID = '';

before(async () => {
  const categories = await bob.get(forumsApi.categories);
  const category = categories.find(({ isRestricted, isEventCategory }) => !isRestricted && !isEventCategory);
  assert.ok(category);
  categoryID = category.categoryID;
  const firstPost = { text: 'post 1', images: [] };
  const created = await bob.get(forumsApi.create, { params: { categoryID }, body: { title: 'Long', firstPost } });
  forumID = created.forumID;
  for (let number = 2; number <= postCount; number += 1)
    await bob.get(forumsApi.post, { params: { forumID }, body: { text: `post ${number}`, images: [] } });
});

/** Returns the post with this text. */
const post = ({ tab }: Phone, number: number) =>
  tab.locator('article.post').filter({ has: tab.getByText(`post ${number}`, { exact: true }) });

const findFirstPager = ({ tab }: Phone) => tab.getByRole('navigation', { name: 'Pages', exact: true });

async function openAs(hasScript: boolean, { token }: User): Promise<Phone> {
  const phone = await openPhone(app.url, { token, hasScript });
  await phone.tab.setViewportSize({ width: 390, height: 844 });
  return phone;
}

for (const hasScript of [true, false]) {
  describe(`on a phone ${hasScript ? 'with' : 'without'} script`, () => {
    test('one tap leads to any end of a thread, and its pager fits in one row', async () => {
      const phone = await openAs(hasScript, ada);
      await phone.tab.goto(`/forums/thread/${forumID}?start=100`);
      await post(phone, 101).waitFor();
      const pager = findFirstPager(phone);
      assert.deepEqual(
        (await pager.locator('li').allInnerTexts()).map((text) => text.replace('Page\n', '')),
        ['1', '…', '5', '6', '7', '…', '11'],
      );
      const tops = await pager.locator('> a, ol').evaluateAll((all) =>
        all.map((one) => {
          const { top, height } = one.getBoundingClientRect();
          return Math.round(top + height / 2);
        }),
      );
      assert.equal(new Set(tops).size, 1, `rows of the pager: ${tops}`);
      await pager.getByRole('link', { name: 'Page 11' }).click();
      await post(phone, postCount).waitFor();
      assert.match(await pager.innerText(), /201 to 208 of 208/);
      await pager.getByRole('link', { name: 'Page 1', exact: true }).click();
      await assertInView(post(phone, 1), 'the first post');
      await pager.getByRole('link', { name: 'Later' }).click();
      await post(phone, 21).waitFor();
    });

    test('a list leads to the first unread post, and so does every other page of the thread', async () => {
      const reader = await app.newcomer(`reader-${hasScript}`);
      await reader.get(forumsApi.read, { params: { forumID }, query: { start: 0, limit: readCount } });
      const phone = await openAs(hasScript, reader);
      await phone.tab.goto(`/forums/${categoryID}`);
      await phone.tab.getByRole('link', { name: 'Long' }).click();
      await assertInView(phone.tab.locator('#unread'), 'the rule');
      await assertInView(post(phone, readCount + 1), 'the first unread post', 'start');
      await findFirstPager(phone).getByRole('link', { name: 'Page 11' }).click();
      await post(phone, postCount).waitFor();
      await phone.tab.getByRole('link', { name: 'Jump to unread' }).click();
      await assertInView(phone.tab.locator('#unread'), 'the rule');
      await assertInView(post(phone, readCount + 1), 'the first unread post', 'start');
    });

    test('a thread opened by its address leads to the first unread post, also from its other pages', async () => {
      for (const query of ['', '?start=100']) {
        const reader = await app.newcomer(`typist-${hasScript}-${query.length}`);
        await reader.get(forumsApi.read, { params: { forumID }, query: { start: 0, limit: readCount } });
        const phone = await openAs(hasScript, reader);
        await phone.tab.goto(`/forums/thread/${forumID}${query}`);
        await phone.tab.getByRole('link', { name: 'Jump to unread' }).click();
        await assertInView(phone.tab.locator('#unread'), 'the rule');
        await assertInView(post(phone, readCount + 1), 'the first unread post', 'start');
        await findFirstPager(phone).getByRole('link', { name: 'Page 11' }).click();
        await post(phone, postCount).waitFor();
        await phone.tab.getByRole('link', { name: 'Jump to unread' }).click();
        await assertInView(post(phone, readCount + 1), 'the first unread post', 'start');
      }
    });

    test('a thread that was never read has no unread post to jump to', async () => {
      const phone = await openAs(hasScript, await app.newcomer(`stranger-${hasScript}`));
      await phone.tab.goto(`/forums/thread/${forumID}`);
      await post(phone, 1).waitFor();
      assert.equal(await phone.tab.getByRole('link', { name: 'Jump to unread' }).count(), 0);
      assert.equal(await phone.tab.locator('#unread').count(), 0);
    });
  });
}
