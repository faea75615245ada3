import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { forumsApi } from '#features/forums/api.ts';
import { openPhone, type Phone, test } from '../support/browser.ts';
import { hostileText, startWorld } from './world.ts';

const world = await startWorld();
const { app, author } = world;
const categories = await author.get(forumsApi.categories);
const category = categories.find(({ isRestricted }) => !isRestricted);

const maxTabs = 150;

/** Presses the tab key until the focused element has this name; fails if none has. */
async function tabTo({ tab }: Phone, name: string): Promise<void> {
  for (let step = 0; step < maxTabs; step += 1) {
    await tab.keyboard.press('Tab');
    if ((await getFocusedName(tab)).includes(name)) return;
  }
  assert.fail(`no key leads to "${name}"`);
}

/** Returns the name that a screen reader would announce: its label, or its text. */
const getFocusedName = (tab: Phone['tab']): Promise<string> =>
  tab.evaluate(`(() => {
    const { activeElement: here } = document;
    const label = here?.labels?.[0]?.textContent ?? '';
    return [here?.getAttribute('aria-label') ?? '', label, here?.textContent ?? ''].join(' ');
  })()`);

async function typeInto(phone: Phone, field: string, text: string): Promise<void> {
  await tabTo(phone, field);
  await phone.tab.keyboard.type(text);
}

async function pressButton(phone: Phone, button: string): Promise<void> {
  await tabTo(phone, button);
  const { tab } = phone;
  await Promise.all([tab.waitForEvent('load'), tab.keyboard.press('Enter')]);
}

describe('with only the keyboard', () => {
  test('a user can sign in, post, react and report', async () => {
    const phone = await openPhone(app.url, { hasScript: false });
    const { tab } = phone;
    await tab.goto('/sign-in');
    await tabTo(phone, 'Create account');
    await typeInto(phone, 'Username', 'heidi');
    await typeInto(phone, 'Password', 'password');
    await pressButton(phone, 'Sign in');
    await tab.getByRole('heading', { name: 'Today' }).waitFor();
    const { forumID } = await author.get(forumsApi.create, {
      params: { categoryID: category?.categoryID ?? '' },
      body: { title: 'By keyboard', firstPost: { text: 'Who is there?', images: [] } },
    });
    await tab.goto(`/forums/thread/${forumID}`);
    await typeInto(phone, 'Your reply', 'I am');
    await pressButton(phone, 'Post');
    await tab.getByText('I am', { exact: true }).waitFor();
    await tab.goto(`/forums/thread/${forumID}?start=0`);
    await pressButton(phone, 'Love');
    await tab.locator('button[name="unreact"][aria-label="Love"][aria-pressed="true"]').waitFor();
    await pressButton(phone, 'Report this post');
    await typeInto(phone, "What's wrong?", 'Nothing');
    await pressButton(phone, 'Send report');
    await tab.getByText('The moderators will look at it.').waitFor();
  });

  test('every page has its title, and its content before the navigation', async () => {
    const phone = await openPhone(app.url, { token: author.token });
    await phone.tab.goto('/forums');
    const places = await phone.tab.evaluate<boolean>(
      "document.querySelector('main').compareDocumentPosition(document.querySelector('nav.places')) === 4",
    );
    assert.ok(places);
    assert.equal(await phone.tab.getByRole('main').count(), 1);
    assert.ok((await phone.tab.getByRole('navigation').count()) >= 1);
  });
});

describe('text that people write', () => {
  test('never runs and never becomes markup', async () => {
    const phone = await openPhone(app.url, { token: author.token });
    const { tab } = phone;
    let ran = 0;
    tab.on('dialog', (dialog) => {
      ran += 1;
      void dialog.dismiss();
    });
    const scripts = [
      hostileText,
      '"><svg onload=alert(1)>',
      "'-alert(1)-'",
      '<a href="javascript:alert(1)">x</a>',
      '{{7*7}}',
    ];
    const { forumID } = await author.get(forumsApi.create, {
      params: { categoryID: category?.categoryID ?? '' },
      body: { title: scripts[1], firstPost: { text: scripts.join('\n'), images: [] } },
    });
    for (const path of [
      `/forums/thread/${forumID}`,
      `/forums/search?search=${encodeURIComponent('"><svg onload=alert(1)>')}`,
      `/sign-in?next=${encodeURIComponent('javascript:alert(1)')}`,
      `/reported?back=${encodeURIComponent('javascript:alert(1)')}`,
    ]) {
      await tab.goto(path);
      assert.equal(
        await tab.locator('main script, main [onload], main [onmouseover], main a[href^="javascript"]').count(),
        0,
        path,
      );
    }
    assert.equal(ran, 0);
  });

  test('can’t be put into a frame of another page', async () => {
    const phone = await openPhone(app.url, { token: author.token });
    const { tab } = phone;
    await tab.setContent(`<iframe src="${app.url}/settings"></iframe>`);
    const inside = tab.frames()[1];
    await inside?.waitForLoadState().catch(() => {});
    assert.equal(
      await inside
        ?.getByText('Change your password')
        .count()
        .catch(() => 0),
      0,
    );
  });
});
