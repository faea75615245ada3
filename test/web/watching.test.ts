import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { forumsApi } from '#features/forums/api.ts';
import { findCategoryID, start, write } from '../features/forums/support.ts';
import { startTestApp } from '../support/app.ts';
import { openPhone, test } from '../support/browser.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const app = await startTestApp();
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
const moderator = await app.atLevel('moderator');

describe('in a browser', () => {
  test('a tap watches a thread, and its next post shows as a badge until it’s viewed (forums rules B74 to B76)', async () => {
    const thread = await start(james, await findCategoryID(moderator, 'Help Desk'), 'Where is the library?');
    const { tab, complaints } = await openPhone(app.url, { token: heidi.token });
    await tab.goto(`/forums/thread/${thread.forumID}`);
    await tab.getByRole('button', { name: 'Watch this thread', pressed: false }).click();
    await tab
      .getByRole('button', { name: 'Watch this thread', pressed: true })
      .waitFor({ timeout: timeoutMilliseconds });
    await tab.goto('/forums');
    await write(james, thread, 'Found it: deck 7.');
    await tab
      .locator('#unread-forums .badge', { hasText: /^1/ })
      .waitFor({ timeout: timeoutMilliseconds, state: 'attached' });
    await tab.goto('/forums');
    const watched = tab.getByRole('link', { name: /^Watched.*1/ });
    if (process.env.SCREENSHOTS) await tab.screenshot({ path: `${process.env.SCREENSHOTS}/watched.png` });
    await watched.click();
    await tab.getByRole('link', { name: 'Where is the library?' }).click();
    await tab.getByText('Found it: deck 7.').waitFor({ timeout: timeoutMilliseconds });
    if (process.env.SCREENSHOTS) await tab.screenshot({ path: `${process.env.SCREENSHOTS}/thread.png` });
    assert.equal(await tab.locator('#unread-forums .badge').count(), 0);
    await tab.getByRole('button', { name: 'Watch this thread', pressed: true }).click();
    await tab
      .getByRole('button', { name: 'Watch this thread', pressed: false })
      .waitFor({ timeout: timeoutMilliseconds });
    assert.deepEqual((await heidi.get(forumsApi.watched)).forumThreads, []);
    assert.deepEqual(complaints, []);
  });
});
