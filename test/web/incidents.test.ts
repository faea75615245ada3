import assert from 'node:assert/strict';
import { incidentsApi } from '#features/incidents/api.ts';
import { startTestApp } from '../support/app.ts';
import { openPhone, type Phone, test } from '../support/browser.ts';
import { giveRole } from '../support/roles.ts';

const app = await startTestApp();
const reporter = await app.newcomer('reporter');
const officer = await giveRole(app, await app.newcomer('olga'), 'safetyofficer');

const takeScreenshot = ({ tab }: Phone, name: string) =>
  process.env.SHOTS ? tab.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true }) : undefined;

const countDrafts = `new Promise((resolve) => {
  indexedDB.open('gangway').onsuccess = ({ target: { result: database } }) => {
    if (!database.objectStoreNames.contains('drafts')) return resolve(0);
    database.transaction('drafts').objectStore('drafts').count().onsuccess = ({ target }) => resolve(target.result);
  };
})`;

const listKept = `caches.keys().then((names) => Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))).then((all) => all.flat())`;

test('a report goes from one phone to another, and stays on neither (moderation rules S6 and S10)', async () => {
  const [phone, other] = [
    await openPhone(app.url, { token: reporter.token }),
    await openPhone(app.url, { token: officer.token }),
  ];
  await other.tab.goto('/more');
  await phone.tab.goto('/more');
  await phone.tab.getByRole('link', { name: 'Report an incident in confidence' }).click();
  await phone.tab.getByLabel('What happened?').fill('A man followed me to my cabin.');
  await phone.tab.getByLabel('Where?').fill('Deck 5, aft');
  await phone.tab.getByLabel('You may contact me').check();
  // Browsers store other forms at once when their page is left.
  await phone.tab.evaluate("dispatchEvent(new Event('pagehide'))");
  assert.equal(await phone.tab.evaluate(countDrafts), 0);
  await takeScreenshot(phone, 'incident-form');
  await phone.tab.getByRole('button', { name: 'Send report' }).click();
  await phone.tab.getByText('You can read your report below').waitFor();
  await phone.tab.getByText('A man followed me to my cabin.').waitFor();
  await takeScreenshot(phone, 'incident-sent');

  const [filed] = (await reporter.get(incidentsApi.own)).incidents;
  // This happens live, without a reload.
  await other.tab.locator('#unread-more .badge').waitFor();
  await other.tab.goto('/more');
  await other.tab.locator('main').getByRole('link', { name: 'Incident reports' }).click();
  await other.tab.getByRole('heading', { name: 'Incident reports' }).waitFor();
  await takeScreenshot(other, 'incident-inbox');
  await other.tab.locator(`a[href="/safety/${filed?.id}"]`).click();
  await other.tab.getByText('A man followed me to my cabin.').waitFor();
  await other.tab.getByLabel('Note for safety officers').fill('Spoke to both.');
  await other.tab.getByRole('button', { name: 'Add note' }).click();
  await other.tab.getByRole('listitem').filter({ hasText: 'Spoke to both.' }).waitFor();
  await takeScreenshot(other, 'incident-case');
  await other.tab.emulateMedia({ media: 'print' });
  assert.equal(await other.tab.getByRole('button', { name: 'Close report' }).isVisible(), false);
  assert.equal(await other.tab.locator('.places').isVisible(), false);
  assert.equal(await other.tab.getByText('A man followed me to my cabin.').isVisible(), true);
  await takeScreenshot(other, 'incident-printed');
  await other.tab.emulateMedia({ media: 'screen' });
  await other.tab.getByRole('button', { name: 'Close report' }).click();
  await other.tab.getByText('No open reports.').waitFor();

  for (const { tab, complaints } of [phone, other]) {
    assert.deepEqual(complaints, []);
    const kept = (await tab.evaluate(listKept)) as string[];
    assert.deepEqual(
      kept.filter((url) => /incident|safety/.test(url)),
      [],
    );
  }
});
