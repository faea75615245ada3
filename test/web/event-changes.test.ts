import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Page as Tab } from 'playwright-core';
import { scheduleApi } from '#features/schedule/api.ts';
import { deskApi } from '#features/schedule/desk/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { adminApi } from '#staff/admin/api.ts';
import { buildCalendarOf, type FileEvent, forcedOptions } from '../features/schedule/support.ts';
import { startTestApp } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { openPhone, test } from '../support/browser.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const app = await startTestApp({ environment: { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' } });
const [ada, desk, admin] = [await app.newcomer('ada'), await app.atLevel('devteam'), await app.atLevel('admin')];
const adaBrowser = browse(app, ada);

const concert: FileEvent = { start: '20250303T190000', end: '20250303T200000', lines: ['LOCATION:Lido, Deck 9'] };
const events = { concert, trivia: concert, yoga: concert };
importSchedule(app.context, buildCalendarOf(events), forcedOptions);
for (const uid of ['concert', 'trivia']) {
  const { eventID } = await ada.get(scheduleApi.event, { params: { event_id: uid } });
  await ada.get(scheduleApi.addFavorite, { params: { event_id: eventID } });
}

async function applyCalendar(calendar: Readonly<Record<string, FileEvent>>): Promise<void> {
  await desk.get(deskApi.uploadSchedule, { body: { schedule: buildCalendarOf(calendar) } });
  await desk.get(deskApi.applySchedule, { query: { processDeletes: true } });
}

/** Fails unless the condition soon holds. */
async function waitUntilTrue(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + timeoutMilliseconds;
  while (!isTrue()) {
    assert.ok(performance.now() < deadline, 'it never came true');
    await setImmediate();
  }
}

/** Takes a screenshot for people, if there is a folder for it. */
async function takeScreenshot(tab: Tab, name: string): Promise<void> {
  if (process.env.SHOTS) await tab.screenshot({ path: `${process.env.SHOTS}/event-changes-${name}.png` });
}

describe('changes in a plan', () => {
  test('are announced on Today, shown with old and new, and then read (schedule rules 120 and 121)', async () => {
    await applyCalendar(events);
    assert.doesNotMatch((await adaBrowser.open('/')).body, /in your plan changed/);
    await applyCalendar({
      concert: { start: '20250303T203000', end: '20250303T213000', lines: ['LOCATION:Theater'] },
      yoga: concert,
    });
    const today = (await adaBrowser.open('/')).body;
    assert.match(today, /<a href="\/schedule\/changes">2 events in your plan changed<\/a>/);
    assert.match(today, /id="unread-today"> ?<span class="badge">2/);
    const { body } = await adaBrowser.open('/schedule/changes');
    assert.match(body, /Event concert<\/a>[\s\S]*Time before[\s\S]*19:00[\s\S]*Time now[\s\S]*20:30[\s\S]*Theater/);
    assert.match(body, /<h3>Event trivia <span[\s\S]*Cancelled[\s\S]*Lido, Deck 9/);
    assert.doesNotMatch(body, /yoga/);
    assert.doesNotMatch((await adaBrowser.open('/')).body, /in your plan changed|<span class="badge">2/);
    await applyCalendar(events);
    assert.match((await adaBrowser.open('/schedule/changes')).body, /Event trivia<\/a>[\s\S]*Back on the schedule/);
  });

  test('are hidden while the feature is off (decision 99)', async () => {
    await applyCalendar({ ...events, trivia: { ...concert, lines: ['LOCATION:Theater'] } });
    const pairs = [{ app: 'all', feature: 'eventchanges' }];
    await admin.get(adminApi.changeServerSettings, { body: { disableFeatures: pairs } });
    assert.doesNotMatch((await adaBrowser.open('/')).body, /schedule\/changes/);
    assert.doesNotMatch((await adaBrowser.open('/schedule?following=true')).body, /schedule\/changes/);
    assert.equal((await adaBrowser.open('/schedule/changes')).status, 451);
    await admin.get(adminApi.changeServerSettings, { body: { enableFeatures: pairs } });
  });

  test('appear on an open Today at once, one tap away', async () => {
    await applyCalendar(events);
    const { tab, complaints } = await openPhone(app.url, { token: ada.token });
    await tab.goto('/schedule/changes');
    await tab.goto('/');
    await waitUntilTrue(() => app.context.live.counts().connections > 0);
    await applyCalendar({ ...events, concert: { ...concert, lines: ['LOCATION:Deck 5'] } });
    const news = tab.getByRole('link', { name: '1 event in your plan changed' });
    await news.waitFor();
    await takeScreenshot(tab, 'today');
    await news.click();
    await tab.getByRole('heading', { name: 'Changes in your plan' }).waitFor();
    assert.equal(await tab.locator('.badge', { hasText: 'new' }).count(), 1);
    await takeScreenshot(tab, 'changes');
    assert.deepEqual(complaints, []);
  });
});
