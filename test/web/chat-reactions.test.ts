import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { startTestApp, type User } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { openPhone, test } from '../support/browser.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const app = await startTestApp();
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];

async function startChat(title: string, fields: Record<string, unknown> = {}): Promise<string> {
  const content = { fezType: 'closed', title, info: '', minCapacity: 0, maxCapacity: 0 };
  const body = { ...content, initialUsers: [heidi.userID], ...fields };
  return (await james.get(fezApi.create, { body })).fezID;
}

const write = (user: User, fezID: string, text: string) =>
  user.get(fezApi.post, { params: { fezID }, body: { text, images: [] } });

describe('reactions to messages (decision 102)', () => {
  test('take one or two taps on a phone, and show on the other one', async () => {
    const chat = await startChat('Dinner');
    const { postID } = await write(james, chat, 'Eight o’clock at the pool?');
    const own = await write(heidi, chat, 'I have a table');
    const [his, hers] = [
      await openPhone(app.url, { token: james.token }),
      await openPhone(app.url, { token: heidi.token }),
    ];
    for (const { tab } of [his, hers]) await tab.goto(`/chats/${chat}`);
    const at = ({ tab }: typeof his, id: number) => tab.locator(`#p${id}`);
    const names = (phone: typeof his, id: number, text: string) =>
      at(phone, id).locator('p.reacts', { hasText: text }).waitFor({ timeout: timeoutMilliseconds });
    await at(hers, postID).locator('a[data-menu]').click();
    await at(hers, postID).getByRole('button', { name: 'Love' }).click();
    await names(hers, postID, 'heidi');
    await names(his, postID, 'heidi');
    await at(his, own.postID).locator('a[data-menu]').click();
    await at(his, own.postID).getByRole('button', { name: 'Like' }).click();
    await names(hers, own.postID, 'james');
    // A second tap removes it, and so does the keyboard.
    await at(hers, postID).getByRole('button', { name: 'Love: heidi' }).press('Enter');
    await at(his, postID).locator('p.reacts').waitFor({ state: 'detached', timeout: timeoutMilliseconds });
    await at(hers, postID).locator('a[data-menu]').press('Enter');
    await at(hers, postID).getByRole('button', { name: 'Laugh' }).press('Enter');
    await names(his, postID, 'heidi');
    assert.deepEqual([...his.complaints, ...hers.complaints], []);
  });

  test('work without script, and keep the page of a long chat', async () => {
    const chat = await startChat('A long one');
    for (let number = 1; number <= 120; number += 1) await write(james, chat, `message ${number}`);
    await heidi.get(fezApi.read, { params: { fezID: chat }, query: { start: 0, limit: 90 } });
    const { tab } = await openPhone(app.url, { token: heidi.token, hasScript: false });
    await tab.goto(`/chats/${chat}`);
    const message = tab.locator('.msg', { hasText: 'message 75' });
    await message.locator('a[data-menu]').click();
    await message.getByRole('button', { name: 'Love' }).click();
    await message.locator('p.reacts', { hasText: 'heidi' }).waitFor({ timeout: timeoutMilliseconds });
  });

  test('are shown but not offered for one’s own messages, to outsiders, and while switched off', async () => {
    const chat = await startChat('Lunch');
    const { postID } = await write(james, chat, 'At noon?');
    await heidi.get(fezApi.love, { params: { postID } });
    const page = (user: User) => browse(app, user).open(`/chats/${chat}`);
    const own = (await page(james)).body;
    assert.match(own, /<span class="hide">Love: <\/span>heidi/);
    assert.doesNotMatch(own, /Options for this message/);
    assert.match((await page(heidi)).body, /Options for this message/);
    const admin = await app.logIn('admin');
    const pair = [{ app: 'all', feature: 'chatreactions' }];
    await admin.get(adminApi.changeServerSettings, { body: { disableFeatures: pair } });
    assert.doesNotMatch((await page(heidi)).body, /Options for this message|Love: /);
    await admin.get(adminApi.changeServerSettings, { body: { enableFeatures: pair } });
  });
});
