import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { changeSettings } from '#core/settings/index.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { getCurrentSchedule } from '#features/schedule/index.ts';
import type { User } from '../../support/app.ts';
import { giveRole } from '../../support/roles.ts';
import { clearMarks, startSampleShip, unknownEvent } from './support.ts';

const ship = await startSampleShip();
const { eventParams, context, james, manager, anonymous, photographer: heidi } = ship;
const verified = await giveRole(ship, await ship.logIn('verified'), 'shutternaut');
const devteam = await ship.atLevel('devteam');

const getPath = (number: string) => `/api/v3/events/${eventParams(number).params.event_id}`;
const isFavorite = async (number: string, client: User) =>
  (await client.get(scheduleApi.event, eventParams(number))).isFavorite;
const getCoverage = async (number: string, client: User = manager) =>
  (await client.get(scheduleApi.event, eventParams(number))).shutternautData;

/** Signs both photographers up for the event. */
async function signUpBoth(number: string): Promise<void> {
  for (const user of [verified, heidi]) await user.get(scheduleApi.addPhotographer, eventParams(number));
}

beforeEach(() => clearMarks(ship));

describe('a photographer', () => {
  test('signs up with 201, again with 200, and leaves with 204, again with 200', async () => {
    const statuses = [];
    for (const declaration of [scheduleApi.addPhotographer, scheduleApi.removePhotographer]) {
      for (const _ of [1, 2]) {
        statuses.push((await heidi.call(declaration, eventParams('05'))).status);
        statuses.push((await getCoverage('05', heidi))?.userIsPhotographer);
      }
    }
    assert.deepEqual(statuses, [201, true, 200, true, 204, false, 200, false]);
    await heidi.get(scheduleApi.addPhotographer, eventParams('05'));
    assert.equal((await heidi.send('DELETE', `${getPath('05')}/photographer`)).status, 204);
  });

  test('needs the role shutternaut; no level replaces it', async () => {
    for (const client of [james, manager, devteam, await ship.logIn('admin')]) {
      for (const declaration of [scheduleApi.addPhotographer, scheduleApi.removePhotographer]) {
        assert.equal((await client.call(declaration, eventParams('05'))).status, 403);
      }
    }
  });

  test('doesn’t follow the event by signing up, or unfollow it by leaving', async () => {
    await heidi.get(scheduleApi.addPhotographer, eventParams('05'));
    assert.equal(await isFavorite('05', heidi), false);
    await heidi.get(scheduleApi.addFavorite, eventParams('05'));
    assert.equal((await heidi.call(scheduleApi.removePhotographer, eventParams('05'))).status, 204);
    assert.equal(await isFavorite('05', heidi), true);
    await heidi.get(scheduleApi.addPhotographer, eventParams('05'));
    await heidi.get(scheduleApi.removeFavorite, eventParams('05'));
    assert.deepEqual(
      (await getCoverage('05'))?.photographers.map(({ username }) => username),
      ['heidi'],
    );
    await heidi.get(scheduleApi.removePhotographer, eventParams('05'));
  });

  test('is shown to photography staff only, by username', async () => {
    await signUpBoth('05');
    const expected = { needsPhotographer: false, userIsPhotographer: false };
    for (const client of [manager, devteam]) {
      const { photographers = [], ...rest } = (await getCoverage('05', client)) ?? {};
      assert.deepEqual(
        photographers.map(({ userID }) => userID),
        [heidi.userID, verified.userID],
      );
      assert.deepEqual(rest, expected);
    }
    for (const client of [james, await ship.atLevel('moderator')])
      assert.equal(await getCoverage('05', client), undefined);
  });

  test('hidden by a block is shown as a placeholder: the event is still covered', async () => {
    await signUpBoth('05');
    const block = (action: string) => manager.send('POST', `/api/v3/users/${heidi.userID}/${action}`);
    await block('block');
    const names = (await getCoverage('05'))?.photographers.map(({ username }) => username);
    assert.deepEqual(names, ['BlockedUser', 'verified']);
    await block('unblock');
    assert.equal((await getCoverage('05'))?.photographers[0]?.username, 'heidi');
  });
});

describe('whether an event needs a photographer', () => {
  test('is set and cleared by shutternautmanagers only, always with 200', async () => {
    for (const needed of [true, false]) {
      for (const _ of [1, 2]) {
        const declaration = needed ? scheduleApi.needPhotographer : scheduleApi.needNoPhotographer;
        const response = await manager.call(declaration, eventParams('06'));
        assert.deepEqual([response.status, response.bytes.length], [200, 0]);
        assert.equal((await getCoverage('06'))?.needsPhotographer, needed);
      }
    }
    await manager.get(scheduleApi.needPhotographer, eventParams('06'));
    assert.equal((await manager.send('DELETE', `${getPath('06')}/needsphotographer`)).status, 200);
    assert.equal((await getCoverage('06'))?.needsPhotographer, false);
    for (const client of [james, heidi, devteam, await ship.logIn('admin')]) {
      assert.equal((await client.call(scheduleApi.needPhotographer, eventParams('06'))).status, 403);
      assert.equal((await client.call(scheduleApi.needNoPhotographer, eventParams('06'))).status, 403);
    }
    assert.equal((await manager.call(scheduleApi.needPhotographer, unknownEvent)).status, 404);
  });

  test('counts as a change of the event, visible immediately; setting it again doesn’t', async () => {
    const changedAt = async () => (await anonymous.get(scheduleApi.event, eventParams('06'))).lastUpdateTime;
    ship.clock.advance({ hours: 1 });
    await manager.get(scheduleApi.needPhotographer, eventParams('06'));
    const time = await changedAt();
    assert.equal(time, context.clock.now().toISOString());
    ship.clock.advance({ hours: 1 });
    await manager.get(scheduleApi.needPhotographer, eventParams('06'));
    await heidi.get(scheduleApi.addPhotographer, eventParams('06'));
    await heidi.get(scheduleApi.removePhotographer, eventParams('06'));
    assert.equal(await changedAt(), time);
    await manager.get(scheduleApi.needNoPhotographer, eventParams('06'));
  });
});

describe('the photographer report', () => {
  // Event 05 is covered by two; 08 is needed and covered; 19 is needed, and at sea, where the time zone is different.
  beforeEach(async () => {
    await signUpBoth('05');
    for (const number of ['08', '19']) await manager.get(scheduleApi.needPhotographer, eventParams(number));
    await heidi.get(scheduleApi.addPhotographer, eventParams('08'));
  });

  test('lists events that need a photographer or have one, by start', async () => {
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

  test('can be paged and filtered by day', async () => {
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

  test('has a placeholder for photographers hidden by a block, in JSON and CSV (decision 80)', async () => {
    const block = (action: string) => manager.send('POST', `/api/v3/users/${heidi.userID}/${action}`);
    const names = async () => {
      const { items } = await manager.get(scheduleApi.photographerReport);
      const { bytes } = await manager.call(scheduleApi.downloadPhotographerReport);
      const [, covered = ''] = bytes.toString('utf8').split('\n');
      return [items[0]?.photographers.map(({ username }) => username).join('; '), covered.split('","')[5]];
    };
    assert.deepEqual(await names(), ['heidi; verified', 'heidi; verified']);
    await block('block');
    assert.deepEqual(await names(), ['BlockedUser; verified', 'BlockedUser; verified']);
    await block('unblock');
  });

  test('counts events before 3 a.m. as part of the day before (schedule rules 8 and 30)', async () => {
    await manager.get(scheduleApi.needPhotographer, eventParams('16'));
    const titles = async (cruiseday: number) =>
      (await manager.get(scheduleApi.photographerReport, { query: { cruiseday } })).items.map(({ title }) => title);
    assert.deepEqual(await titles(2), ['Knots for Beginners', 'Star Gazing']);
    assert.deepEqual(await titles(3), ['Two Microphones, Live']);
  });

  test('excludes deleted events, and shows restored ones with their photographers (schedule rule 29)', async () => {
    const report = () => manager.get(scheduleApi.photographerReport);
    const before = await report();
    const { row } = getCurrentSchedule(context).byID.get(eventParams('05').params.event_id) ?? assert.fail();
    const deleted = (deletedAt: number | null) => {
      context.db.sqlite.prepare('UPDATE events SET deleted_at = ? WHERE id = ?').run(deletedAt, row.id);
      context.caches.invalidateAll();
    };
    deleted(1);
    assert.deepEqual(
      (await report()).items,
      before.items.filter(({ eventID }) => eventID !== row.id),
    );
    deleted(null);
    assert.deepEqual(await report(), before);
  });

  test('is available to shutternautmanagers and to devteam and above', async () => {
    for (const declaration of [scheduleApi.photographerReport, scheduleApi.downloadPhotographerReport]) {
      for (const client of [manager, devteam, await ship.logIn('admin')]) {
        assert.equal((await client.call(declaration)).status, 200);
      }
      for (const client of [james, heidi, await ship.atLevel('moderator')]) {
        assert.equal((await client.call(declaration)).status, 403);
      }
      assert.equal((await anonymous.call(declaration)).status, 401);
    }
  });

  test('can be downloaded as CSV', async () => {
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

  test('has no CSV cell that a spreadsheet would treat as a formula', async () => {
    const { title } = await manager.get(scheduleApi.event, eventParams('05'));
    await manager.get(scheduleApi.needPhotographer, eventParams('05'));
    const rename = (words: string) => {
      context.db.sqlite
        .prepare('UPDATE events SET title = ? WHERE id = ?')
        .run(words, eventParams('05').params.event_id);
      context.caches.invalidateAll();
    };
    for (const sign of ['=', '+', '-', '@', '\t', '\r']) {
      rename(`${sign}SUM(A1)`);
      const { bytes } = await manager.call(scheduleApi.downloadPhotographerReport);
      assert.ok(bytes.toString('utf8').includes(`"'${sign}SUM(A1)"`), JSON.stringify(sign));
    }
    rename(title);
  });
});
