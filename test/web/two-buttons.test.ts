import assert from 'node:assert/strict';
import { scheduleApi } from '#features/schedule/api.ts';
import { startTestApp } from '../support/app.ts';
import { openPhone, test, waitUntilTrue } from '../support/browser.ts';

const app = await startTestApp();

test('a form’s second button works while the first is in progress', async () => {
  const heidi = await app.logIn('heidi');
  const { tab } = await openPhone(app.url, { token: heidi.token });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await tab.route('**/schedule/2', async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue();
  });
  await tab.goto('/schedule/2');
  const stars = tab.locator('li.event button[aria-label^="Follow "]:visible');
  await stars.nth(0).click();
  await stars.nth(1).click();
  // The same button again sends the same request.
  await stars.nth(1).click();
  release();
  await waitUntilTrue(tab, `document.querySelectorAll('li.event button[aria-pressed="true"]').length === 2`);
  assert.equal((await heidi.get(scheduleApi.favorites)).length, 2);
});
