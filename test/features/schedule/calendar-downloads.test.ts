import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { scheduleApi } from '#features/schedule/api.ts';
import { readCalendar } from '#features/schedule/calendar-files/read-calendar.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { startTestApp } from '../../support/app.ts';
import { createClient } from '../../support/client.ts';
import { buildCalendarOf, clearMarks, startSampleShip, unforcedOptions, unknownEvent } from './support.ts';

const ship = await startSampleShip();
const { eventParams, james, photographer } = ship;

beforeEach(() => clearMarks(ship));

describe('downloaded calendar files', () => {
  const download = (path: string, authorization?: string) => createClient(ship.url, authorization).send('GET', path);
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const following = (username: string) => `/events/subscribe/${username}/following.ics`;

  test('of one event need no login, and are named after it', async () => {
    const response = await download(`/events/${eventParams('19').params.event_id}/calendarevent.ics`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8');
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /^attachment; filename="Two Microphones, Live\.ics"/,
    );
    const text = response.bytes.toString('utf8');
    for (const line of [
      'X-WR-CALNAME:Two Microphones\\, Live',
      'DTSTART:20250304T230000Z',
      'CATEGORIES:Live Podcast',
    ]) {
      assert.ok(text.split('\r\n').includes(line), line);
    }
    assert.equal(readCalendar(text, 'America/New_York').length, 1);
    assert.equal((await download('/events/sample-19-two-microphones-live/calendarevent.ics')).status, 200);
    assert.equal((await download(`/events/${unknownEvent.params.event_id}/calendarevent.ics`)).status, 404);
  });

  test('of followed events need a password or token', async () => {
    for (const number of ['21', '08']) await james.get(scheduleApi.addFavorite, eventParams(number));
    for (const authorization of [basic('james:password'), `Bearer ${james.token}`]) {
      const response = await download(following('James'), authorization);
      assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8');
      const titles = readCalendar(response.bytes.toString('utf8'), 'America/New_York').map(({ title }) => title);
      assert.deepEqual(titles, ['Knots for Beginners', 'Choir Rehearsal']);
    }
  });

  test('of followed events exclude those the user only photographs, and can be empty', async () => {
    await photographer.get(scheduleApi.addPhotographer, eventParams('05'));
    const response = await download(following('heidi'), `Bearer ${photographer.token}`);
    assert.deepEqual(readCalendar(response.bytes.toString('utf8'), 'America/New_York'), []);
  });

  test('of other users get a 401 that asks for a password', async () => {
    for (const authorization of [basic('james:password'), `Bearer ${james.token}`, undefined]) {
      const response = await download(following('heidi'), authorization);
      assert.equal(response.status, 401);
      assert.match(response.headers.get('www-authenticate') ?? '', /^Basic /);
    }
    assert.equal((await download(following('james'), basic('james:wrong'))).status, 401);
  });

  test('have a safe and short name, whatever the event’s title', async () => {
    const app = await startTestApp();
    const title = `../“x”\\nX-Evil: 1 ${'🎉'.repeat(300)}`;
    const file = buildCalendarOf({ a: { start: '20250303T180000Z' } }).replace('SUMMARY:Event a', `SUMMARY:${title}`);
    importSchedule(app.context, file, unforcedOptions);
    const response = await app.anonymous.send('GET', '/events/a/calendarevent.ics');
    assert.equal(response.status, 200);
    const disposition = response.headers.get('content-disposition') ?? '';
    assert.match(
      disposition,
      /^attachment; filename="\.\. x X-Evil: 1 _{80,90}\.ics"; filename\*=UTF-8''\.\.%20x%20X-Evil/,
    );
    assert.ok(disposition.length < 1000);
  });
});
