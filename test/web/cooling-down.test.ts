import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { findCategoryID, start } from '../features/forums/support.ts';
import { startTestApp } from '../support/app.ts';
import { openPhone, test } from '../support/browser.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const app = await startTestApp();
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
const moderator = await app.atLevel('moderator');

describe('in a browser', () => {
  test('a moderator slows a thread down, and a writer sees why and when (forums rules B83 and B86)', async () => {
    const thread = await start(james, await findCategoryID(moderator, 'General'), 'Pineapple on pizza');
    const [desk, phone] = [
      await openPhone(app.url, { token: moderator.token }),
      await openPhone(app.url, { token: heidi.token }),
    ];
    const shot = async (tab: typeof desk.tab, name: string) =>
      process.env.SHOTS ? void (await tab.screenshot({ path: `${process.env.SHOTS}/${name}.png` })) : undefined;
    const path = `/forums/thread/${thread.forumID}`;
    await desk.tab.goto(path);
    await desk.tab.getByText('This thread', { exact: true }).click();
    await desk.tab.getByRole('link', { name: 'Cool down' }).click();
    await desk.tab.getByLabel('Slow mode').selectOption({ label: 'One post in 5 minutes' });
    await shot(desk.tab, 'cool-down');
    await desk.tab.getByRole('button', { name: 'Save slow mode' }).click();
    await desk.tab.getByText('one post per person every 5 minutes').waitFor({ timeout: timeoutMilliseconds });
    const { tab } = phone;
    await tab.goto(path);
    await tab.getByLabel('Your reply').fill('Yes.');
    await tab.getByRole('button', { name: 'Post reply' }).click();
    await tab.getByText('You can post in 5 min').waitFor({ timeout: timeoutMilliseconds });
    await shot(tab, 'slowed');
    await tab.getByLabel('Your reply').fill('And again.');
    await tab.getByRole('button', { name: 'Post reply' }).click();
    await tab.getByText('you can post once every 5 minutes').nth(1).waitFor({ timeout: timeoutMilliseconds });

    // Nothing typed is lost.
    await tab
      .locator('.failed', { hasText: 'And again.' })
      .getByRole('button', { name: 'Send again' })
      .waitFor({ timeout: timeoutMilliseconds });
    await shot(tab, 'too-early');
    assert.deepEqual(desk.complaints, []);
  });
});
