import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { createFez, groupFields, join, leave, ownEventFields } from '../features/fez/support.ts';
import { buildCalendarOf, type FileEvent, forcedOptions } from '../features/schedule/support.ts';
import { startTestApp, type User } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { openPhone, test } from '../support/browser.ts';
import { giveRole } from '../support/roles.ts';

/** Monday 3 March 2025, 20:40 on board. */
const evening = '2025-03-04T01:40:00.000Z';
const monday = '20250303';

const app = await startTestApp({ environment: { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' } });
const ada = await app.newcomer('ada');
const adaBrowser = browse(app, ada);

const hours = ['07', '08', '09', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19'];
/** A full day: at 20:40 thirteen events are over, one is running, and two are to come. */
const fullDay: Record<string, FileEvent> = Object.fromEntries(
  [...hours, '20', '21', '22'].map((hour) => [
    `at ${hour}`,
    createLocalEvent(`${monday}T${hour}0000`, 'Lido, Deck 9, Aft'),
  ]),
);

function createLocalEvent(start: string, place: string): FileEvent {
  const hour = Number(start.slice(9, 11)) + 1;
  const end = `${start.slice(0, 9)}${String(hour).padStart(2, '0')}0000`;
  return { start, end, lines: [`LOCATION:${place.replaceAll(',', '\\,')}`] };
}

function setSchedule(events: Readonly<Record<string, FileEvent>>, now = evening): void {
  importSchedule(app.context, buildCalendarOf(events), forcedOptions);
  app.clock.set(now);
}

/** Lists headings of events in the viewport, below the head and above the bar. */
const readSeen = (tab: Tab): Promise<string[]> =>
  tab.evaluate(`[...document.querySelectorAll('main h3')]
    .filter((heading) => heading.checkVisibility())
    .filter((heading) => {
      const { top, bottom } = heading.getBoundingClientRect();
      const bar = document.querySelector('.places').getBoundingClientRect().top;
      return top >= 0 && bottom <= bar;
    })
    .map((heading) => heading.textContent)`);

describe('the schedule of today', () => {
  for (const hasScript of [true, false]) {
    test(`opens at what is on now ${hasScript ? 'with' : 'without'} script`, async () => {
      setSchedule(fullDay);
      const { tab, complaints } = await openPhone(app.url, { token: ada.token, hasScript });
      await tab.goto('/schedule');
      assert.deepEqual(await readSeen(tab), ['Event at 20', 'Event at 21', 'Event at 22']);
      await tab.getByText('13 earlier today').click();
      assert.ok((await readSeen(tab)).includes('Event at 07'), 'what is over is one tap away');
      await tab.goto('/schedule#now');
      assert.ok((await readSeen(tab)).includes('Event at 20'), 'the anchor leads to what is on now');
      assert.deepEqual(complaints, []);
    });
  }

  test('collapses more as time passes, and when the ship’s clock changes', async () => {
    setSchedule(fullDay);
    const shown = async () => /(\d+) earlier today/.exec((await adaBrowser.open('/schedule')).body)?.[1];
    assert.equal(await shown(), '13');
    app.clock.advance({ minutes: 20 });
    assert.equal(await shown(), '14');
    // On the 4th the ship is an hour ahead of the port, so an event at 10:00 begins an hour earlier than in the port.
    setSchedule({
      x: createLocalEvent('20250304T100000', 'Lido, Deck 9'),
      y: createLocalEvent('20250304T180000', 'Lido, Deck 9'),
    });
    app.clock.set('2025-03-04T14:59:00.000Z');
    assert.equal(await shown(), undefined);
    app.clock.set('2025-03-04T15:00:00.000Z');
    assert.equal(await shown(), '1');
  });

  test('still shows the evening’s day after midnight', async () => {
    setSchedule({ ...fullDay, night: createLocalEvent('20250304T013000', 'Lido, Deck 9') }, '2025-03-04T05:40:00.000Z');
    const { body } = await adaBrowser.open('/schedule');
    assert.match(body, /aria-current="date">Mon[\s\S]*16 earlier today[\s\S]*class="now-line"[\s\S]*Event night/);
  });

  test('updates while it’s open', async () => {
    setSchedule(fullDay);
    assert.match((await adaBrowser.open('/schedule')).body, /<main data-live>/);
    assert.match((await adaBrowser.open('/schedule/2')).body, /earlier today/);
    assert.doesNotMatch((await adaBrowser.open('/schedule/3')).body, /earlier today/);
  });

  test('shows a message if nothing is left', async () => {
    setSchedule({ early: createLocalEvent(`${monday}T070000`, 'Lido, Deck 9') });
    const { body } = await adaBrowser.open('/schedule');
    assert.match(body, /1 earlier today[\s\S]*Nothing else today\. <a href="\/schedule\/3">Tomorrow/);
  });
});

describe('a search of the schedule', () => {
  const places = {
    cards: createLocalEvent(`${monday}T210000`, "Crow's Nest, Deck 11, Forward"),
    songs: createLocalEvent('20250305T210000', "Crow's Nest, Deck 11, Forward"),
    swim: createLocalEvent(`${monday}T220000`, 'Lido Pool, Deck 1'),
    dance: createLocalEvent(`${monday}T100000`, 'Lido Pool, Deck 1'),
    film: createLocalEvent(`${monday}T220000`, 'Lido Pool, Deck 1, Aft'),
  };
  const titlesOf = (body: string) => [...body.matchAll(/>Event (\w+)<\/a>/g)].map(([, title]) => title);

  test('finds places, ignoring apostrophes and commas, and shows the day', async () => {
    setSchedule(places);
    for (const words of ['crows nest', 'Crow’s', 'deck 11 forward', 'NEST']) {
      const { body } = await adaBrowser.open(`/schedule?search=${encodeURIComponent(words)}`);
      assert.deepEqual(titlesOf(body), ['cards', 'songs'], words);
      assert.match(body, /Today, Monday 3 March[\s\S]*Event cards[\s\S]*Wednesday 5 March[\s\S]*Event songs/);
    }
    assert.deepEqual(titlesOf((await adaBrowser.open('/schedule?search=deck+1')).body), ['dance', 'film', 'swim']);
    const nothing = (await adaBrowser.open('/schedule?search=nowhere')).body;
    assert.match(nothing, /No events found[\s\S]*href="\/schedule\/places"/);
  });

  test('by the API covers places only for words', async () => {
    setSchedule(places);
    const find = async (query: Record<string, string>) => (await ada.get(scheduleApi.list, { query })).length;
    assert.deepEqual([await find({ search: 'nest' }), await find({ words: 'nest' })], [0, 2]);
    assert.equal(await find({ words: 'event nest' }), 0);
    assert.equal(await find({ words: 'nest', location: 'lido' }), 0);
  });

  test('by place shows only that place, with past events collapsed', async () => {
    setSchedule(places);
    const { body } = await adaBrowser.open('/schedule?place=Lido+Pool%2C+Deck+1');
    assert.match(body, /1 already over[\s\S]*Event dance[\s\S]*<div id="now">[\s\S]*Event swim/);
    assert.deepEqual(titlesOf(body), ['dance', 'swim']);
    assert.match(
      body,
      /<optgroup label="Deck 1">[\s\S]*value="Lido Pool, Deck 1" selected[\s\S]*<optgroup label="Deck 11">/,
    );
  });

  test('of a long sailing shows no more than a slow network can load', async () => {
    setSchedule(
      Object.fromEntries(
        Array.from({ length: 150 }, (_, index) => [`e${index}`, createLocalEvent('20250305T100000', 'Lido')]),
      ),
    );
    const { body } = await adaBrowser.open('/schedule?search=lido');
    assert.equal(titlesOf(body).length, 100);
    assert.match(body, /50 more\. Add another word/);
  });
});

test('events running nearby are two taps from Today', async () => {
  setSchedule({
    ...fullDay,
    cards: createLocalEvent(`${monday}T200000`, 'Card Room, Deck 3'),
    talk: createLocalEvent(`${monday}T210000`, 'Shore'),
  });
  const { tab } = await openPhone(app.url, { token: ada.token, hasScript: false });
  await tab.goto('/');
  await tab.getByRole('link', { name: 'By place' }).click();
  await tab.getByRole('navigation', { name: 'Decks' }).getByRole('link', { name: 'Deck 9' }).click();
  const seen: string = await tab.evaluate(`[...document.querySelectorAll('main li')]
    .filter((row) => { const { top, bottom } = row.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; })
    .map((row) => row.textContent).join()`);
  assert.match(seen, /Lido, Aft\s*Now until 21:00: Event at 20\s*21:00: Event at 21/);
  await tab.getByRole('link', { name: 'Card Room', exact: true }).click();
  assert.ok((await readSeen(tab)).includes('Event cards'));
});

describe('next for you', () => {
  const groupAt = (title: string, startTime: string, endTime: string) =>
    createFez(ada, { ...groupFields, title, startTime, endTime });
  const readNext = async (as: User) => {
    const { body } = await browse(app, as).open('/');
    const section = /<section class="upnext[\s\S]*?<\/section>/.exec(body)?.[0] ?? '';
    return section
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  };

  test('is whatever comes first: a group, an own event or a duty', async () => {
    setSchedule(fullDay);
    const goer = await giveRole(app, await app.newcomer('goer'), 'shutternaut');
    assert.equal(await readNext(goer), '');
    const events = await goer.get(scheduleApi.list);
    const eventAt = (hour: string) => ({
      params: { event_id: events.find(({ title }) => title === `Event at ${hour}`)?.eventID ?? '' },
    });
    await goer.get(scheduleApi.addPhotographer, eventAt('22'));
    assert.match(
      await readNext(goer),
      /^Next for you in 80 min Event at 22 22:00 , Lido, Deck 9, Aft, You’re the photographer/,
    );
    const group = await groupAt('Bridge', '2025-03-04T02:30:00.000Z', '2025-03-04T04:00:00.000Z');
    await join(goer, group);
    assert.match(await readNext(goer), /in 50 min Bridge 21:30 , Deck 4, overlaps Event at 22 Your plan$/);
    await createFez(goer, {
      ...ownEventFields,
      startTime: '2025-03-04T02:00:00.000Z',
      endTime: '2025-03-04T02:10:00.000Z',
    });
    assert.match(await readNext(goer), /in 20 min Haircut 21:00/);
    app.clock.advance({ minutes: 20 });
    assert.match(await readNext(goer), /in 30 min Bridge/);
    await leave(goer, group);
    assert.match(await readNext(goer), /Event at 22/);
  });

  test('includes the days to come', async () => {
    setSchedule(fullDay);
    const goer = await app.newcomer('early-bird');
    await join(goer, await groupAt('Sunrise', '2025-03-06T11:00:00.000Z', '2025-03-06T12:00:00.000Z'));
    assert.match(await readNext(goer), /Sunrise Thu \d\d:\d\d , Deck 4/);
  });

  for (const hasScript of [true, false]) {
    test(`leads to when a group meets in two taps, ${hasScript ? 'with' : 'without'} script`, async () => {
      setSchedule({ ...fullDay, other: createLocalEvent('20250305T100000', 'Lido') });
      const goer = await app.newcomer(`goer-${hasScript}`);
      const events = await goer.get(scheduleApi.list);
      for (const { eventID, title } of events)
        if (/at (07|21|22)/.test(title)) await goer.get(scheduleApi.addFavorite, { params: { event_id: eventID } });
      await join(goer, await groupAt('Knitting', '2025-03-05T15:00:00.000Z', '2025-03-05T16:00:00.000Z'));
      const { tab } = await openPhone(app.url, { token: goer.token, hasScript });
      await tab.goto('/');
      await tab.getByRole('region', { name: 'Next for you' }).getByRole('link', { name: 'Your plan' }).click();
      await tab.getByText('1 already over').waitFor();
      assert.deepEqual(await readSeen(tab), ['Event at 21', 'Event at 22', 'Knitting']);
      const row = tab.getByRole('listitem').filter({ hasText: 'Knitting' });
      assert.match((await row.textContent()) ?? '', /\d\d:\d\d\s*\d\d:\d\d\s*Knitting\s*Deck 4/);
    });
  }
});

test('all days of a long sailing are visible at once, and large enough to tap', async () => {
  const long = await startTestApp({ environment: { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '12' } });
  for (const width of [390, 320]) {
    const { tab } = await openPhone(long.url, { hasScript: false, width });
    await tab.goto('/schedule');
    const boxes: { right: number; width: number; height: number }[] = await tab.evaluate(
      "[...document.querySelectorAll('.days a')].map((day) => day.getBoundingClientRect().toJSON())",
    );
    assert.equal(boxes.length, 12);
    for (const box of boxes) assert.ok(box.right <= width && box.width >= 44 && box.height >= 44, JSON.stringify(box));
  }
  await long.close();
});
