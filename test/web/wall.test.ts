import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { announcementsApi } from '#features/announcements/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { findFreePort } from '../../build/running/free-port.ts';
import { buildCalendarOf, forcedOptions } from '../features/schedule/support.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openPhone, test } from '../support/browser.ts';
import { visit } from './visitor.ts';

// The clock is at 10:00 in New York.
const runningEvent = { start: '20250303T143000Z', end: '20250303T153000Z', lines: ['LOCATION:Main Stage'] };
const nextEvent = { start: '20250303T160000Z', end: '20250303T170000Z', lines: ['LOCATION:Main Stage'] };
const pastEvent = { start: '20250303T130000Z', end: '20250303T140000Z', lines: ['LOCATION:Library'] };

const showProgramme = ({ context }: TestApp) =>
  importSchedule(
    context,
    buildCalendarOf({
      running: runningEvent,
      next: nextEvent,
      over: pastEvent,
      later: { ...nextEvent, lines: ['LOCATION:Lido'] },
    }),
    forcedOptions,
  );

async function announce(app: TestApp, text: string): Promise<void> {
  const displayUntil = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  await (await app.logIn('admin')).get(announcementsApi.create, { body: { text, displayUntil } });
}

test('the wall shows what’s on and what’s next for each room, with announcements', async () => {
  const app = await startTestApp();
  showProgramme(app);
  await announce(app, 'Clocks go back tonight');
  const { body } = await visit(app).open('/wall');
  const stage = 'Main Stage</th>\\s*<td><b>Event running</b>.*until .*10:30.*<progress.*<b>Event next</b>.*11:00';
  assert.match(body, new RegExp(stage, 's'));
  assert.match(body, /Lido<\/th>\s*<td><span>free<\/span><\/td>\s*<td><b>Event later<\/b>/);
  assert.doesNotMatch(body, /Library|Event over/);
  assert.match(body, /<footer>.*Clocks go back tonight.*class="qr"/s);
  assert.match(body, /<noscript><meta http-equiv="refresh" content="30"><\/noscript>/);
  assert.doesNotMatch(body, /<nav|href="\/sign-in/);

  const signedIn = await visit(app, await app.atLevel('moderator')).open('/wall');
  assert.equal(signedIn.body, body, 'a signed-in user sees the same as everyone');
  app.clock.advance({ days: 30 });
  assert.match((await visit(app).open('/wall')).body, /Now and next/);
});

test('the wall counts down to events that start within the hour', async () => {
  const app = await startTestApp();
  showProgramme(app);
  const countdown = /11:00<\/time>, <span class="now">in (\d+) min/;
  assert.doesNotMatch((await visit(app).open('/wall')).body, countdown, 'an hour before');
  app.clock.advance({ minutes: 1 });
  assert.equal(countdown.exec((await visit(app).open('/wall')).body)?.[1], '59');
});

test('the wall refreshes, stays as it is while the server is down, and resumes when it’s back', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'gangway-wall-'));
  after(() => rm(dataFolder, { recursive: true, force: true }));
  // The second service must have the address of the first.
  const environment = { PORT: String(await findFreePort()) };
  const first = await startTestApp({ dataFolder, environment });
  showProgramme(first);
  const { tab } = await openPhone(first.url, { width: 1280, height: 720 });
  await tab.clock.install();
  await tab.goto('/wall');
  await announce(first, 'The first news');
  await tab.clock.fastForward(20_000);
  await tab.getByText('The first news').waitFor();

  await first.close();
  await tab.clock.fastForward(20_000);
  await tab.locator('html.old').waitFor();
  assert.ok(await tab.getByText('Event running').isVisible());

  const second = await startTestApp({ dataFolder, environment });
  await announce(second, 'The server is back');
  await tab.clock.fastForward(20_000);
  await tab.getByText('The server is back').waitFor();
  await tab.locator('html:not(.old)').waitFor();
});
