import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { changeSettings } from '#core/settings/index.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { readCalendar } from '#features/schedule/calendar-files/read-calendar.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { createClient } from '../../support/client.ts';
import { giveRole } from '../../support/roles.ts';

const app = await startTestApp();
const { context, nobody } = app;
const james = await app.logIn('james');
const heidi = await giveRole(app, await app.logIn('heidi'), 'shutternaut');
const verified = await giveRole(app, await app.logIn('verified'), 'shutternaut');
const manager = await giveRole(app, await app.logIn('sam'), 'shutternautmanager');
const devteam = await app.atLevel('devteam');

const schedule = await nobody.get(scheduleApi.list);
const unknown = '00000000-0000-4000-8000-000000000000';

/** Path parameters of a sample event. */
function at(number: string) {
  const event = schedule.find(({ uid }) => uid.startsWith(`sample-${number}-`));
  assert.ok(event);
  return { params: { event_id: event.eventID } };
}
const pathOf = (number: string) => `/api/v3/events/${at(number).params.event_id}`;
const isFavorite = async (number: string, client: User) => (await client.get(scheduleApi.event, at(number))).isFavorite;
const coverageOf = async (number: string, client: User = manager) =>
  (await client.get(scheduleApi.event, at(number))).shutternautData;

describe('a favorite', () => {
  test('is added with 201 and again with 200, and removed with 204 and again with 200', async () => {
    const statuses = [];
    for (const declaration of [scheduleApi.addFavorite, scheduleApi.removeFavorite]) {
      for (const _ of [1, 2]) {
        const response = await james.call(declaration, at('08'));
        assert.equal(response.bytes.length, 0);
        statuses.push(response.status, await isFavorite('08', james));
      }
    }
    assert.deepEqual(statuses, [201, true, 200, true, 204, false, 200, false]);
  });

  test('can be removed with DELETE, which does the same', async () => {
    await james.get(scheduleApi.addFavorite, at('08'));
    assert.equal((await james.send('DELETE', `${pathOf('08')}/favorite`)).status, 204);
    assert.equal((await james.send('DELETE', `${pathOf('08')}/favorite`)).status, 200);
    assert.equal((await james.send('POST', `${pathOf('08')}/favorite/remove`)).status, 200);
  });

  test('is for everybody who is logged in, whatever the level, and nobody sees those of others', async () => {
    for (const level of ['quarantined', 'unverified'] as const) {
      assert.equal((await (await app.atLevel(level)).call(scheduleApi.addFavorite, at('09'))).status, 201);
    }
    assert.equal((await nobody.call(scheduleApi.addFavorite, at('09'))).status, 401);
    assert.equal(await isFavorite('09', james), false);
  });

  test('needs the UUID of an event that exists', async () => {
    for (const declaration of [scheduleApi.addFavorite, scheduleApi.removeFavorite]) {
      assert.equal((await james.call(declaration, { params: { event_id: unknown } })).status, 404);
      const byUID = { params: { event_id: 'sample-08-knots-for-beginners' } };
      assert.equal((await james.call(declaration, byUID)).status, 400);
    }
  });
});

describe('a photographer', () => {
  test('signs up with 201, again with 200, and leaves with 204, again with 200', async () => {
    const statuses = [];
    for (const declaration of [scheduleApi.addPhotographer, scheduleApi.removePhotographer]) {
      for (const _ of [1, 2]) {
        statuses.push((await heidi.call(declaration, at('05'))).status);
        statuses.push((await coverageOf('05', heidi))?.userIsPhotographer);
      }
    }
    assert.deepEqual(statuses, [201, true, 200, true, 204, false, 200, false]);
    await heidi.get(scheduleApi.addPhotographer, at('05'));
    assert.equal((await heidi.send('DELETE', `${pathOf('05')}/photographer`)).status, 204);
  });

  test('must have the role; no level replaces it', async () => {
    for (const client of [james, manager, devteam, await app.logIn('admin')]) {
      for (const declaration of [scheduleApi.addPhotographer, scheduleApi.removePhotographer]) {
        assert.equal((await client.call(declaration, at('05'))).status, 403);
      }
    }
  });

  test('does not follow the event by that, and keeps following it', async () => {
    await heidi.get(scheduleApi.addPhotographer, at('05'));
    assert.equal(await isFavorite('05', heidi), false);
    await heidi.get(scheduleApi.addFavorite, at('05'));
    assert.equal((await heidi.call(scheduleApi.removePhotographer, at('05'))).status, 204);
    assert.equal(await isFavorite('05', heidi), true);
    await heidi.get(scheduleApi.addPhotographer, at('05'));
    await heidi.get(scheduleApi.removeFavorite, at('05'));
    assert.deepEqual(
      (await coverageOf('05'))?.photographers.map(({ username }) => username),
      ['heidi'],
    );
    await heidi.get(scheduleApi.removePhotographer, at('05'));
  });

  test('is shown to photography staff, by username, and to nobody else', async () => {
    await verified.get(scheduleApi.addPhotographer, at('05'));
    await heidi.get(scheduleApi.addPhotographer, at('05'));
    const expected = { needsPhotographer: false, userIsPhotographer: false };
    for (const client of [manager, devteam]) {
      const { photographers = [], ...rest } = (await coverageOf('05', client)) ?? {};
      assert.deepEqual(
        photographers.map(({ userID }) => userID),
        [heidi.userID, verified.userID],
      );
      assert.deepEqual(rest, expected);
    }
    for (const client of [james, await app.atLevel('moderator')])
      assert.equal(await coverageOf('05', client), undefined);
  });

  test('hidden by a block is a placeholder: the event is covered all the same', async () => {
    const block = (action: string) => manager.send('POST', `/api/v3/users/${heidi.userID}/${action}`);
    await block('block');
    const names = (await coverageOf('05'))?.photographers.map(({ username }) => username);
    assert.deepEqual(names, ['BlockedUser', 'verified']);
    await block('unblock');
    assert.equal((await coverageOf('05'))?.photographers[0]?.username, 'heidi');
  });
});

describe('the need of a photographer', () => {
  test('is set and cleared by managers alone, always with 200', async () => {
    for (const needed of [true, false]) {
      for (const _ of [1, 2]) {
        const declaration = needed ? scheduleApi.needPhotographer : scheduleApi.needNoPhotographer;
        const response = await manager.call(declaration, at('06'));
        assert.deepEqual([response.status, response.bytes.length], [200, 0]);
        assert.equal((await coverageOf('06'))?.needsPhotographer, needed);
      }
    }
    await manager.get(scheduleApi.needPhotographer, at('06'));
    assert.equal((await manager.send('DELETE', `${pathOf('06')}/needsphotographer`)).status, 200);
    assert.equal((await coverageOf('06'))?.needsPhotographer, false);
    for (const client of [james, heidi, devteam, await app.logIn('admin')]) {
      assert.equal((await client.call(scheduleApi.needPhotographer, at('06'))).status, 403);
      assert.equal((await client.call(scheduleApi.needNoPhotographer, at('06'))).status, 403);
    }
    assert.equal((await manager.call(scheduleApi.needPhotographer, { params: { event_id: unknown } })).status, 404);
  });

  test('counts as a change of the event, seen at once; setting it again does not', async () => {
    const changedAt = async () => (await nobody.get(scheduleApi.event, at('06'))).lastUpdateTime;
    app.clock.advance({ hours: 1 });
    await manager.get(scheduleApi.needPhotographer, at('06'));
    const time = await changedAt();
    assert.equal(time, context.clock.now().toISOString());
    app.clock.advance({ hours: 1 });
    await manager.get(scheduleApi.needPhotographer, at('06'));
    await heidi.get(scheduleApi.addPhotographer, at('06'));
    await heidi.get(scheduleApi.removePhotographer, at('06'));
    assert.equal(await changedAt(), time);
    await manager.get(scheduleApi.needNoPhotographer, at('06'));
  });
});

describe('the photographer report', () => {
  test('has what needs a photographer or has one, by start', async () => {
    // 05 is covered by two, see above; 08 is needed and covered; 19 is at sea, where the clock is another.
    for (const number of ['08', '19']) await manager.get(scheduleApi.needPhotographer, at(number));
    await heidi.get(scheduleApi.addPhotographer, at('08'));
    const { items, paginator } = await manager.get(scheduleApi.photographerReport);
    assert.deepEqual(paginator, { total: 3, start: 0, limit: 50 });
    assert.deepEqual(
      items.map(({ title, needsPhotographer, photographers }) => [title, needsPhotographer, photographers.length]),
      [
        ['Opening Night: The Lanterns', false, 2],
        ['Knots for Beginners', true, 1],
        ['Two Microphones, Live', true, 0],
      ],
    );
    assert.deepEqual(
      [items[2]?.startTime, items[2]?.endTime, items[2]?.timeZone, items[2]?.location],
      ['2025-03-04T23:00:00.000Z', '2025-03-05T00:00:00.000Z', 'AST', 'Main Stage, Deck 3, Forward'],
    );
  });

  test('can be paged and narrowed to a day', async () => {
    const report = async (query: Record<string, number>) => manager.get(scheduleApi.photographerReport, { query });
    const second = await report({ start: 1, limit: 1 });
    assert.deepEqual(
      second.items.map(({ title }) => title),
      ['Knots for Beginners'],
    );
    assert.deepEqual(second.paginator, { total: 3, start: 1, limit: 1 });
    assert.deepEqual((await report({ start: -5, limit: 9999 })).paginator, { total: 3, start: 0, limit: 200 });
    assert.deepEqual((await report({ limit: 0 })).items, []);
    const firstDay = await report({ cruiseday: 1 });
    assert.deepEqual([firstDay.items.length, firstDay.paginator.total], [1, 1]);
    assert.deepEqual((await report({ cruiseday: 99 })).items, []);
    transact(context, (context) => changeSettings(context, { maximumMicroblogPosts: 2 }));
    assert.equal((await report({ limit: 100 })).items.length, 2);
    transact(context, (context) => changeSettings(context, { maximumMicroblogPosts: 200 }));
  });

  test('is for managers and for devteam and above', async () => {
    for (const declaration of [scheduleApi.photographerReport, scheduleApi.downloadPhotographerReport]) {
      for (const client of [manager, devteam, await app.logIn('admin')]) {
        assert.equal((await client.call(declaration)).status, 200);
      }
      for (const client of [james, heidi, await app.atLevel('moderator')]) {
        assert.equal((await client.call(declaration)).status, 403);
      }
      assert.equal((await nobody.call(declaration)).status, 401);
    }
  });

  test('can be had as a table', async () => {
    const response = await manager.call(scheduleApi.downloadPhotographerReport);
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=UTF-8');
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /^attachment; filename="shutternaut_schedule_report.csv"/,
    );
    assert.deepEqual([...response.bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.equal(
      response.bytes.subarray(3).toString('utf8'),
      [
        '"Start Time","End Time","Time Zone","Title","Location","Photographers","Needs Photographed"',
        '"Mar 2, 8:00 PM","Mar 2, 9:30 PM","EST","Opening Night: The Lanterns","Main Stage, Deck 3, Forward","heidi; verified","false"',
        '"Mar 3, 10:00 AM","Mar 3, 11:00 AM","EST","Knots for Beginners","Studio B, Deck 4","heidi","true"',
        '"Mar 4, 7:00 PM","Mar 4, 8:00 PM","AST","Two Microphones, Live","Main Stage, Deck 3, Forward","","true"',
        '',
      ].join('\n'),
    );
    const day = await manager.call(scheduleApi.downloadPhotographerReport, { query: { cruiseday: 2 } });
    assert.equal(day.bytes.toString('utf8').split('\n').length, 3);
  });
});

describe('calendar files', () => {
  const download = (path: string, authorization?: string) => createClient(app.url, authorization).send('GET', path);
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const following = (username: string) => `/events/subscribe/${username}/following.ics`;

  test('give one event to everybody, named after it', async () => {
    const response = await download(`/events/${at('19').params.event_id}/calendarevent.ics`);
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
    assert.equal((await download(`/events/${unknown}/calendarevent.ics`)).status, 404);
  });

  test('give what one follows, by password or token', async () => {
    for (const number of ['21', '08']) await james.get(scheduleApi.addFavorite, at(number));
    for (const authorization of [basic('james:password'), `Bearer ${james.token}`]) {
      const response = await download(following('James'), authorization);
      assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8');
      const titles = readCalendar(response.bytes.toString('utf8'), 'America/New_York').map(({ title }) => title);
      assert.deepEqual(titles, ['Knots for Beginners', 'Choir Rehearsal']);
    }
  });

  test('leave out what one only photographs, and may be empty', async () => {
    const response = await download(following('heidi'), `Bearer ${heidi.token}`);
    assert.deepEqual(readCalendar(response.bytes.toString('utf8'), 'America/New_York'), []);
  });

  test('of others are rejected with the question for a password', async () => {
    for (const authorization of [basic('james:password'), `Bearer ${james.token}`, undefined]) {
      const response = await download(following('heidi'), authorization);
      assert.equal(response.status, 401);
      assert.match(response.headers.get('www-authenticate') ?? '', /^Basic /);
    }
    assert.equal((await download(following('james'), basic('james:wrong'))).status, 401);
  });
});
