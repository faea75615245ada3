import assert from 'node:assert/strict';
import { beforeEach, describe } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { fezApi } from '#features/fez/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { startTestApp } from '../support/app.ts';
import { openPhone, test, waitUntilTrue } from '../support/browser.ts';
import { assertInView } from '../support/in-view.ts';
import { createPicture } from '../support/pictures.ts';
import { noFilesStored, storageFailures } from '../support/storage-failures.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';
import { openNetwork } from '../support/weak-network.ts';

const app = await startTestApp();
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
const network = await openNetwork(app.url);
const patience = { timeout: timeoutMilliseconds };
beforeEach(() => network.restore());

async function openChat(failure: string) {
  const body = { fezType: 'closed', title: 'Full phone', info: '', minCapacity: 0, maxCapacity: 0 };
  const { fezID } = await james.get(fezApi.create, { body: { ...body, initialUsers: [heidi.userID] } });
  const { tab, context } = await openPhone(network.url, { token: (await app.logIn('james')).token });
  // The page's own storage fails, not that of a service worker.
  await context.addInitScript('delete Navigator.prototype.serviceWorker');
  await context.addInitScript(failure);
  await tab.goto(`/chats/${fezID}`);
  const readTexts = async (): Promise<string[]> => {
    const chat = await heidi.get(fezApi.read, { params: { fezID }, query: { start: 0, limit: 50 } });
    return (chat.members?.posts ?? []).map(({ text }) => text);
  };
  const post = (text: string) => heidi.get(fezApi.post, { params: { fezID }, body: { text, images: [] } });
  return { tab, context, readTexts, post };
}

const getMessageField = (tab: Tab) => tab.getByLabel('Your message');
const getSendButton = (tab: Tab) => tab.getByRole('button', { name: 'Send', exact: true });

/** Waits until the page shows one message as sent, and the field is empty again. */
const waitUntilSent = (tab: Tab) =>
  waitUntilTrue(
    tab,
    `document.querySelectorAll('.msg:not([data-waits])').length === 1
      && !document.querySelector('.waits:not([hidden])')
      && document.querySelector('[name="text"]').value === ''`,
  );

for (const [name, failure] of Object.entries(storageFailures)) {
  describe(`when ${name}`, () => {
    test('a message is sent once, and the field is free for the next', async () => {
      const { tab, readTexts } = await openChat(failure);
      await getMessageField(tab).fill('typed on a full phone');
      await getSendButton(tab).dblclick();
      await waitUntilSent(tab);
      assert.deepEqual(await readTexts(), ['typed on a full phone']);
    });

    test('a message written offline waits or stays in the form, and is sent once', async () => {
      const { tab, readTexts } = await openChat(failure);
      network.cut();
      await getMessageField(tab).fill('typed out of reach');
      await getSendButton(tab).click();
      const waiting = tab.locator('.waits:visible', { hasText: 'typed out of reach' });
      const explained = tab.getByRole('alert').filter({ hasText: 'Keep this page open' });
      await waiting.or(explained).waitFor(patience);
      const isWaiting = await waiting.isVisible();
      assert.equal(await getMessageField(tab).inputValue(), isWaiting ? '' : 'typed out of reach');
      network.restore();
      if (isWaiting) await tab.evaluate("dispatchEvent(new Event('online'))");
      else await getSendButton(tab).click();
      await waitUntilSent(tab);
      assert.equal(await explained.count(), 0);
      assert.deepEqual(await readTexts(), ['typed out of reach']);
    });

    test('signing out signs out', async () => {
      const { tab, context } = await openChat(failure);
      await tab.goto('/sign-out');
      await tab.getByRole('button', { name: 'Sign out on this phone' }).click();
      await tab.waitForURL(/sign-in/, patience);
      assert.deepEqual(
        (await context.cookies()).filter(({ value }) => value !== '').map(({ name }) => name),
        [],
      );
    });
  });
}

test('a message that the phone can’t store is in view after it was sent', async () => {
  const { tab, post } = await openChat(storageFailures['the phone is full']);
  for (let number = 1; number <= 30; number += 1) await post(`message ${number}`);
  await tab.reload();
  await getMessageField(tab).fill('the newest');
  await tab.evaluate('scrollTo(0, 0)');
  await getSendButton(tab).click();
  const sent = tab.locator('.msg:not([data-waits])', { hasText: 'the newest' });
  await sent.waitFor(patience);
  await assertInView(sent, 'the message just sent');
});

test('a picture that the phone can’t store is sent once, and stays selected while offline', async () => {
  const { tab, context } = await openPhone(network.url, { token: heidi.token });
  await context.addInitScript('delete Navigator.prototype.serviceWorker');
  await context.addInitScript(noFilesStored);
  await tab.goto('/feed');
  const files = tab.locator('input[type="file"]').first();
  await tab.getByLabel("What's on your mind?").fill('with a picture');
  await files.setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer: await createPicture() });
  network.cut();
  const post = tab.getByRole('button', { name: 'Post', exact: true });
  await post.click();
  await tab.getByRole('alert').filter({ hasText: 'Keep this page open' }).waitFor(patience);
  assert.equal(await tab.evaluate(`document.querySelector('input[type="file"]').files.length`), 1);
  network.restore();
  await post.click();
  await tab.locator('article', { hasText: 'with a picture' }).waitFor(patience);
  const posts = await heidi.get(microblogApi.feed, { query: { limit: 10 } });
  assert.deepEqual(
    posts.map(({ text, images }) => [text, images?.length]),
    [['with a picture', 1]],
  );
});

test('someone else signs in on a phone with the first press', async () => {
  const { tab } = await openPhone(network.url, { token: heidi.token });
  await tab.goto('/sign-in');
  const form = tab.locator('form', { has: tab.locator('[autocomplete="current-password"]') });
  await form.locator('[autocomplete="username"]').fill('james');
  await form.locator('[autocomplete="current-password"]').fill(james.password);
  await form.locator('button').click();
  await waitUntilTrue(tab, `document.documentElement.dataset.account === '${james.userID}'`);
});

test('a page restored by Back shows what’s new', async () => {
  const { tab } = await openPhone(network.plainUrl, { token: heidi.token });
  await tab.goto('/feed');
  await tab.locator('main').waitFor(patience);
  await tab.goto('/more');
  const { postID } = await james.get(microblogApi.create, { body: { text: 'while you were away', images: [] } });
  assert.ok(postID);
  await tab.goBack();
  await tab.locator('article', { hasText: 'while you were away' }).waitFor({ timeout: 10_000 });
});
