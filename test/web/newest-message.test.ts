import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import type { FezType } from '#features/fez/records.ts';
import { startTestApp, type User } from '../support/app.ts';
import { openPhone, type Phone, test, waitUntilStored, waitUntilTrue } from '../support/browser.ts';
import { assertInView, findReasonNotInView } from '../support/in-view.ts';
import { createPicture } from '../support/pictures.ts';

const app = await startTestApp();
const [ada, bob] = [await app.newcomer('ada'), await app.newcomer('bob')];

const write = (user: User, fezID: string, text: string, image?: string) =>
  user.get(fezApi.post, { params: { fezID }, body: { text, images: image === undefined ? [] : [{ image }] } });

/** Creates a chat of Ada and Bob in which Bob has written this many messages. */
async function startChatWith(count: number, title = 'Dinner', fezType: FezType = 'open'): Promise<string> {
  const { fezID } = await ada.get(fezApi.create, {
    body: { fezType, title, info: 'About it', minCapacity: 0, maxCapacity: 0, initialUsers: [bob.userID] },
  });
  for (let number = 1; number <= count; number += 1) await write(bob, fezID, `message ${number}`);
  return fezID;
}

/** Ada reads the chat to the end. */
const readAll = (fezID: string) => ada.get(fezApi.markRead, { params: { fezID } });

/** Finds the message with this text, as the server shows it. */
const findMessage = ({ tab }: Phone, text: string) =>
  tab.locator('.msg:not([data-waits])').filter({ has: tab.getByText(text, { exact: true }) });

const openAs = (hasScript: boolean) => openPhone(app.url, { token: ada.token, hasScript });

/** Opens a chat like people do: by its name in the list. */
async function openFromList({ tab }: Phone, fezID: string): Promise<void> {
  await tab.goto('/chats');
  await tab.locator(`main a[href^="/chats/${fezID}"]`).click();
  await tab.locator('#messages').waitFor();
}

for (const hasScript of [true, false]) {
  describe(`on a phone ${hasScript ? 'with' : 'without'} script`, () => {
    test('a read chat opens at its newest message', async () => {
      for (const count of [3, 40, 120]) {
        const fezID = await startChatWith(count);
        await readAll(fezID);
        const phone = await openAs(hasScript);
        await openFromList(phone, fezID);
        await assertInView(findMessage(phone, `message ${count}`), `the newest of ${count}`);
      }
    });

    test('a chat with unread messages opens at the first of them, under a title of any length', async () => {
      const fezID = await startChatWith(30, 'A long title, of as many words as fit into one '.repeat(2));
      await readAll(fezID);
      for (let number = 31; number <= 60; number += 1) await write(bob, fezID, `message ${number}`);
      const phone = await openAs(hasScript);
      await openFromList(phone, fezID);
      await assertInView(phone.tab.locator('#new'), 'the rule');
      await assertInView(findMessage(phone, 'message 31'), 'the first unread message');
    });

    test('a chat with more unread messages than a page opens at the first of them', async () => {
      const fezID = await startChatWith(50);
      await readAll(fezID);
      for (let number = 51; number <= 130; number += 1) await write(bob, fezID, `message ${number}`);
      const phone = await openAs(hasScript);
      await openFromList(phone, fezID);
      await assertInView(findMessage(phone, 'message 51'), 'the first unread message');
    });

    test('a link to messages read meanwhile opens the chat at its newest message', async () => {
      const fezID = await startChatWith(40);
      const phone = await openAs(hasScript);
      await phone.tab.goto('/chats');
      await readAll(fezID);
      await phone.tab.locator(`main a[href^="/chats/${fezID}"]`).click();
      await assertInView(findMessage(phone, 'message 40'), 'the newest message');
    });

    test('a chat opened by its plain address opens where its member left off', async () => {
      for (const [readCount, unread, expected] of [
        [3, 0, 3],
        [40, 0, 40],
        [120, 0, 120],
        [30, 30, 31],
      ] as const) {
        const fezID = await startChatWith(readCount);
        await readAll(fezID);
        for (let number = 1; number <= unread; number += 1) await write(bob, fezID, `message ${readCount + number}`);
        const phone = await openAs(hasScript);
        await phone.tab.goto(`/chats/${fezID}`);
        await assertInView(
          findMessage(phone, `message ${expected}`),
          `of ${readCount} read and ${unread} unread messages`,
        );
      }
    });

    test('a moderator who isn’t a member starts at the newest message', async () => {
      const fezID = await startChatWith(120);
      const moderator = await app.atLevel('moderator');
      const phone = await openPhone(app.url, { token: moderator.token, hasScript });
      await phone.tab.goto(`/desk/groups/${fezID}`);
      await phone.tab.getByRole('link', { name: 'Read chat' }).click();
      await assertInView(findMessage(phone, 'message 120'), 'the newest message');
      assert.match(phone.tab.url(), /#new$/);
    });

    test('a sent message is in view, even from further up', async () => {
      const fezID = await startChatWith(40);
      await readAll(fezID);
      const phone = await openAs(hasScript);
      await openFromList(phone, fezID);
      for (const text of ['from the end', 'from the start']) {
        await phone.tab.getByLabel('Your message').fill(text);
        if (text === 'from the start') await phone.tab.evaluate('scrollTo(0, 0)');
        await phone.tab.getByRole('button', { name: 'Send' }).click();
        await findMessage(phone, text).waitFor();
        await assertInView(findMessage(phone, text), text);
      }
    });

    test('a picture is in view together with the message that it came with', async () => {
      const fezID = await startChatWith(40, 'Dinner', 'dining');
      await write(bob, fezID, 'with a picture', (await createPicture()).toString('base64'));
      await readAll(fezID);
      const phone = await openAs(hasScript);
      await openFromList(phone, fezID);
      await phone.tab.locator('.msg img').evaluate((image) => image.decode());
      await assertInView(findMessage(phone, 'with a picture'), 'message and picture');
    });
  });
}

test('the button next to one’s own message doesn’t cover its text', async () => {
  const fezID = await startChatWith(1);
  await write(ada, fezID, 'mine');
  const { tab } = await openAs(true);
  await tab.goto(`/chats/${fezID}`);
  const [icon, text] = await Promise.all(
    ['.about svg', '.text'].map((part) => tab.locator(`.own:not([data-waits]) ${part}`).boundingBox()),
  );
  assert.ok(icon && text && icon.x + icon.width <= text.x, JSON.stringify([icon, text]));
});

test('a restored draft doesn’t cover the newest message', async () => {
  const fezID = await startChatWith(40);
  await readAll(fezID);
  const phone = await openAs(true);
  await openFromList(phone, fezID);
  const draft = 'line\n'.repeat(8);
  await phone.tab.getByLabel('Your message').fill(draft);
  await assertInView(findMessage(phone, 'message 40'), 'while it is typed');
  await waitUntilStored(phone.tab, draft);
  await openFromList(phone, fezID);
  await waitUntilTrue(phone.tab, "document.querySelector('textarea').value !== ''");
  await assertInView(findMessage(phone, 'message 40'), 'after it was put back');
});

test('the newest message is two taps from Today, or one if it’s unread', async () => {
  const fezID = await startChatWith(40);
  await readAll(fezID);
  const phone = await openAs(false);
  await phone.tab.goto('/');
  await phone.tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chats' }).click();
  await phone.tab.locator(`main a[href^="/chats/${fezID}"]`).click();
  await assertInView(findMessage(phone, 'message 40'), 'two taps');
  await write(bob, fezID, 'message 41');
  await phone.tab.goto('/');
  await phone.tab.locator(`main a[href^="/chats/${fezID}"]`).click();
  await assertInView(findMessage(phone, 'message 41'), 'one tap');
  assert.equal(await findReasonNotInView(phone.tab.locator('#new')), undefined);
});
