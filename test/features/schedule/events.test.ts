import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { changeSettings } from '#core/settings/index.ts';
import { importTimeZones } from '#core/ship-time/index.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import type { CallOptions, Client } from '../../support/client.ts';
import { giveRole } from '../../support/roles.ts';

// The sample sailing: Sunday 2 to Sunday 9 March 2025 from New York, on Atlantic time from the 4th to the 7th.
const app = await startTestApp();
const { context, nobody } = app;
const james = await app.logIn('james');
const photographer = await giveRole(app, await app.logIn('heidi'), 'shutternaut');
const manager = await giveRole(app, await app.logIn('sam'), 'shutternautmanager');

const list = (query: CallOptions['query'] = {}, client: Client = nobody) => client.get(scheduleApi.list, { query });
const uidsOf = (events: { uid: string }[]) => events.map(({ uid }) => uid.replace(/^sample-(\d\d)-.*$/, '$1'));
/** The numbers of the sample events that a query gives, in their order. */
const numbers = async (query: CallOptions['query'], client: Client = nobody) => uidsOf(await list(query, client));
const statusOf = async (query: CallOptions['query'], client: Client = nobody) =>
  (await client.call(scheduleApi.list, { query })).status;

async function eventNumbered(number: string) {
  const event = (await list()).find(({ uid }) => uid.startsWith(`sample-${number}-`));
  assert.ok(event);
  return event;
}
const at = (event: { eventID: string }) => ({ params: { event_id: event.eventID } });

const firstDay = ['01', '02', '03', '04', '05', '06'];
const secondDay = ['07', '09', '08', '10', '11', '12', '13', '14', '15', '16'];
const shadows = ['07', '15', '16', '21', '29', '32', '37'];

describe('the whole schedule', () => {
  test('is given to everybody, by start', async () => {
    const events = await list();
    assert.equal(events.length, 41);
    const starts = events.map(({ startTime }) => startTime);
    assert.deepEqual(starts, starts.toSorted());
    assert.deepEqual(uidsOf(events).slice(0, 6), firstDay);
  });

  test('orders events that begin together by title', async () => {
    const events = await list({ day: 'mon' });
    const together = events.filter(({ startTime }) => startTime === '2025-03-03T15:00:00.000Z');
    assert.deepEqual(
      together.map(({ title }) => title),
      ['Board Games All Morning', 'Knots for Beginners'],
    );
  });

  test('shows wall clocks of the port at the same wall clock on board', async () => {
    const watercolours = await eventNumbered('18');
    assert.deepEqual(
      [watercolours.startTime, watercolours.endTime, watercolours.timeZone, watercolours.timeZoneID],
      ['2025-03-04T15:00:00.000Z', '2025-03-04T16:00:00.000Z', 'AST', 'America/Puerto_Rico'],
    );
    // Its end comes after the change, so the two are moved each on its own.
    const movies = await eventNumbered('15');
    assert.deepEqual(
      [movies.startTime, movies.endTime, movies.timeZone],
      ['2025-03-04T04:00:00.000Z', '2025-03-04T07:00:00.000Z', 'EST'],
    );
    const goodbye = await eventNumbered('40');
    assert.equal(goodbye.timeZoneID, 'America/New_York');
  });

  test('has these fields and no others for an ordinary caller', async () => {
    assert.deepEqual(await eventNumbered('11'), {
      eventID: (await eventNumbered('11')).eventID,
      uid: 'sample-11-how-a-ship-finds-its-way',
      title: 'How a Ship Finds Its Way',
      description: 'Officers of the bridge answer questions.',
      startTime: '2025-03-03T19:00:00.000Z',
      endTime: '2025-03-03T19:50:00.000Z',
      timeZone: 'EST',
      timeZoneID: 'America/New_York',
      location: 'Compass Lounge, Deck 4',
      eventType: 'Q&A/Panel',
      lastUpdateTime: '2025-03-03T15:00:00.000Z',
      isFavorite: false,
      performers: [],
    });
    for (const event of await list({}, james)) assert.ok(!('shutternautData' in event));
  });

  test('is given with a token that is not valid as without one', async () => {
    const response = await nobody.call(scheduleApi.list, { headers: { authorization: 'Bearer nonsense' } });
    assert.equal(response.status, 200);
  });

  test('is 451 while the feature is off, but for the management', async () => {
    transact(context, (context) =>
      changeSettings(context, { disabledFeatures: [{ app: 'all', feature: 'schedule' }] }),
    );
    assert.equal(await statusOf({}), 451);
    assert.equal(await statusOf({}, await app.logIn('THO')), 200);
    transact(context, (context) => changeSettings(context, { disabledFeatures: [] }));
  });
});

describe('a day', () => {
  test('runs from three to three', async () => {
    assert.deepEqual(await numbers({ cruiseday: 1 }), firstDay);
    assert.deepEqual(await numbers({ cruiseday: 2 }), secondDay);
    assert.deepEqual(await numbers({ cruiseday: 8 }), ['41']);
  });

  test('out of range is empty, never an error', async () => {
    for (const cruiseday of [0, -1, 9, 100, 2 ** 40]) assert.deepEqual(await list({ cruiseday }), []);
    assert.equal(await statusOf({ cruiseday: 'two' }), 400);
  });

  test('can be named by its weekday, counted from embarkation', async () => {
    assert.deepEqual(await numbers({ day: 'sun' }), firstDay);
    assert.deepEqual(await numbers({ day: 'MONDAY' }), secondDay);
    assert.deepEqual(await numbers({ day: '1sa' }), await numbers({ day: 'sat' }));
    assert.deepEqual(await numbers({ day: '1su' }), firstDay);
    assert.deepEqual(await numbers({ day: '2su' }), ['41']);
    assert.deepEqual(await numbers({ day: '2sa' }), []);
    assert.deepEqual(await numbers({ day: 'someday' }), firstDay);
  });

  test('can be named by any instant of its date in the port zone', async () => {
    for (const date of ['2025-03-03T05:00:00Z', '2025-03-03T23:59:59.5-05:00', '1741014000']) {
      assert.deepEqual(await numbers({ date }), secondDay);
    }
    assert.deepEqual(await numbers({ date: '2025-03-03T04:59:59Z' }), firstDay);
    assert.deepEqual(await numbers({ date: '2035-03-03T12:00:00Z' }), []);
    assert.equal(await statusOf({ date: 'tomorrow' }), 400);
  });

  test('chosen in several ways is that of day, then cruiseday, then date, then time', async () => {
    const time = '2025-03-08T15:30:00Z';
    assert.deepEqual(await numbers({ time, date: '2025-03-03T12:00:00Z' }), secondDay);
    assert.deepEqual(await numbers({ time, date: '2025-03-03T12:00:00Z', cruiseday: 8 }), ['41']);
    assert.deepEqual(await numbers({ time, date: '2025-03-03T12:00:00Z', cruiseday: 8, day: 'sun' }), firstDay);
  });
});

describe('a time', () => {
  test('gives what goes on at that moment on board, its beginning included and its end not', async () => {
    assert.deepEqual(await numbers({ time: '2025-03-03T15:00:00Z' }), ['09', '08']);
    assert.deepEqual(await numbers({ time: '2025-03-03T16:00:00Z' }), ['09']);
    assert.deepEqual(await numbers({ time: '2025-03-02T14:00:00Z' }), ['01']);
    assert.deepEqual(await numbers({ time: '2025-03-02T20:30:00Z' }), ['01', '02']);
  });

  test('is read on the clock of the ship', async () => {
    // Eleven at port is 16:00Z; eleven on board, on Atlantic time, is 15:00Z.
    assert.deepEqual(await numbers({ time: '2025-03-05T15:00:00Z' }), ['22']);
    assert.deepEqual(await numbers({ time: '2025-03-05T16:00:00Z' }), []);
  });
});

describe('a filter', () => {
  test('by type tells shadow events from all others', async () => {
    assert.deepEqual(await numbers({ type: 'shadow' }), shadows);
    const others = await list({ type: 'official' });
    assert.equal(others.length, 41 - shadows.length);
    assert.ok(others.every(({ eventType }) => eventType !== 'Shadow Event'));
    assert.equal((await list({ type: 'anything' })).length, others.length);
  });

  test('by words looks into title and description only', async () => {
    assert.deepEqual(await numbers({ search: 'lantern' }), ['05', '27', '30', '31', '36']);
    assert.deepEqual(await numbers({ search: 'accordions' }), ['05']);
    assert.deepEqual(await numbers({ search: '"three films" or bowline' }), ['08', '15']);
    assert.deepEqual(await numbers({ search: 'lantern -paper' }), ['05', '27', '31', '36']);
    assert.deepEqual(await list({ search: 'compass' }), []);
    assert.deepEqual(await list({ search: 'the' }), []);
    assert.equal((await list({ search: '  ' })).length, 41);
  });

  test('by place is a plain part of it, in any letter case', async () => {
    assert.deepEqual(await numbers({ location: ' card ROOM ' }), ['09', '24']);
    assert.deepEqual(await list({ location: '%' }), []);
    assert.deepEqual(await list({ location: 'Card_Room' }), []);
    assert.equal((await list({ location: ' ' })).length, 41);
  });

  test('narrows what others leave', async () => {
    assert.deepEqual(await numbers({ day: 'mon', type: 'shadow' }), ['07', '15', '16']);
    assert.deepEqual(await numbers({ day: 'mon', type: 'shadow', location: 'lido', search: 'deck' }), ['16']);
  });

  test('that nobody knows is passed over', async () => {
    assert.equal((await list({ colour: 'blue' })).length, 41);
  });
});

describe('what one follows', () => {
  test('is a filter and a list of its own, for those who are logged in', async () => {
    const [knots, choir] = [await eventNumbered('08'), await eventNumbered('21')];
    await james.get(scheduleApi.addFavorite, at(choir));
    await james.get(scheduleApi.addFavorite, at(knots));
    assert.deepEqual(await numbers({ following: true }, james), ['08', '21']);
    assert.deepEqual(await numbers({ following: true, type: 'shadow' }, james), ['21']);
    const favorites = await james.get(scheduleApi.favorites);
    assert.deepEqual(uidsOf(favorites), ['08', '21']);
    assert.ok(favorites.every(({ isFavorite }) => isFavorite));
    assert.equal((await list({ following: false }, james)).length, 41);
    assert.deepEqual(await list({ following: true }, manager), []);
    for (const event of [knots, choir]) await james.get(scheduleApi.removeFavorite, at(event));
  });

  test('is asked for in vain without a login', async () => {
    assert.equal(await statusOf({ following: true }), 400);
    assert.equal(await statusOf({ dayplanner: true }), 400);
    assert.equal(await statusOf({ following: false, dayplanner: false }), 200);
    assert.equal((await nobody.call(scheduleApi.favorites)).status, 401);
  });

  test('and what one photographs make the day planner', async () => {
    const [knots, choir] = [await eventNumbered('08'), await eventNumbered('21')];
    await photographer.get(scheduleApi.addFavorite, at(choir));
    await photographer.get(scheduleApi.addPhotographer, at(knots));
    assert.deepEqual(await numbers({ dayplanner: true }, photographer), ['08', '21']);
    assert.deepEqual(await numbers({ following: true }, photographer), ['21']);
    assert.equal((await list({ dayplanner: false }, photographer)).length, 41);
    await photographer.get(scheduleApi.removeFavorite, at(choir));
    await photographer.get(scheduleApi.removePhotographer, at(knots));
  });
});

describe('the photography filters', () => {
  test('are for photography staff only', async () => {
    for (const flag of ['needsPhotographer', 'hasPhotographer']) {
      for (const value of [true, false]) {
        assert.equal(await statusOf({ [flag]: value }), 400);
        assert.equal(await statusOf({ [flag]: value }, james), 400);
        assert.equal(await statusOf({ [flag]: value }, photographer), 200);
        assert.equal(await statusOf({ [flag]: value }, await app.atLevel('devteam')), 200);
      }
    }
    assert.equal(await statusOf({ needsPhotographer: true }, await app.atLevel('moderator')), 400);
  });

  test('tell what is needed, covered, and still open', async () => {
    const [knots, choir, party] = [await eventNumbered('08'), await eventNumbered('21'), await eventNumbered('06')];
    await manager.get(scheduleApi.needPhotographer, at(knots));
    await manager.get(scheduleApi.needPhotographer, at(party));
    await photographer.get(scheduleApi.addPhotographer, at(knots));
    await photographer.get(scheduleApi.addPhotographer, at(choir));
    assert.deepEqual(await numbers({ needsPhotographer: true }, manager), ['06', '08']);
    assert.equal((await list({ needsPhotographer: false }, manager)).length, 39);
    assert.deepEqual(await numbers({ hasPhotographer: true }, manager), ['08', '21']);
    assert.deepEqual(await numbers({ hasPhotographer: false }, manager), ['06']);
  });
});

describe('one event', () => {
  test('is found by its id in any letter case and by its uid', async () => {
    const knots = await eventNumbered('08');
    for (const event_id of [knots.eventID, knots.eventID.toUpperCase(), knots.uid]) {
      assert.deepEqual(await nobody.get(scheduleApi.event, { params: { event_id } }), knots);
    }
  });

  test('is 404 when there is none', async () => {
    for (const event_id of ['00000000-0000-4000-8000-000000000000', 'nothing', 'favorite']) {
      assert.equal((await nobody.call(scheduleApi.event, { params: { event_id } })).status, 404);
    }
  });

  test('is in a list as it is alone, for every kind of caller', async () => {
    const callers: (Client | User)[] = [nobody, james, photographer, manager, await app.atLevel('devteam')];
    const knots = await eventNumbered('08');
    for (const client of callers) {
      const alone = await client.get(scheduleApi.event, at(knots));
      assert.deepEqual(
        (await list({}, client)).find(({ uid }) => uid === knots.uid),
        alone,
      );
    }
  });
});

describe('a list that was given before', () => {
  const tagOf = async (client: Client, query: CallOptions['query'] = {}) =>
    (await client.call(scheduleApi.list, { query })).headers.get('etag') ?? '';
  const knownAs = async (tag: string, client: Client, query: CallOptions['query'] = {}) =>
    client.call(scheduleApi.list, { query, headers: { 'if-none-match': tag } });

  test('is not sent again while the client has it', async () => {
    const queries: CallOptions['query'][] = [
      {},
      { cruiseday: 2 },
      { search: 'lantern' },
      { time: '2025-03-03T15:00:00Z' },
    ];
    for (const client of [nobody, james, manager]) {
      for (const query of queries) {
        const tag = await tagOf(client, query);
        assert.match(tag, /^W\/"/);
        const again = await knownAs(tag, client, query);
        assert.deepEqual([again.status, again.bytes.length], [304, 0]);
      }
    }
    assert.notEqual(await tagOf(nobody, { cruiseday: 1 }), await tagOf(nobody, { cruiseday: 2 }));
  });

  test('is the same for all who follow nothing, and their own for all others', async () => {
    const verified = await app.logIn('verified');
    assert.equal(await tagOf(verified), await tagOf(nobody));
    const knots = await eventNumbered('08');
    await verified.get(scheduleApi.addFavorite, at(knots));
    assert.notEqual(await tagOf(verified), await tagOf(nobody));
    assert.ok((await list({ cruiseday: 2 }, verified)).some(({ isFavorite }) => isFavorite));
    assert.ok((await list({ cruiseday: 2 })).every(({ isFavorite }) => !isFavorite));
    await verified.get(scheduleApi.removeFavorite, at(knots));
    assert.equal(await tagOf(verified), await tagOf(nobody));
  });

  test('changes with each favorite at once', async () => {
    const [knots, choir] = [await eventNumbered('08'), await eventNumbered('21')];
    const tags = [await tagOf(james)];
    await james.get(scheduleApi.addFavorite, at(knots));
    assert.equal((await knownAs(tags[0] ?? '', james)).status, 200);
    tags.push(await tagOf(james));
    await james.get(scheduleApi.addFavorite, at(choir));
    tags.push(await tagOf(james));
    assert.equal(new Set(tags).size, 3);
    for (const event of [knots, choir]) await james.get(scheduleApi.removeFavorite, at(event));
    assert.equal(await tagOf(james), tags[0]);
  });

  test('changes at once with the clock of the ship, although no event has changed', async () => {
    const before = await list({ cruiseday: 4 });
    const tag = await tagOf(nobody, { cruiseday: 4 });
    const table = '20250301T050000Z\tEST\tAmerica/New_York\n20250304T070000Z\tCST\tAmerica/Chicago';
    const restored = context.db.transaction(() => importTimeZones(context, table, { force: true, dryRun: false }));
    assert.equal(restored.deleted, 1);
    assert.equal((await knownAs(tag, nobody, { cruiseday: 4 })).status, 200);
    const after = await list({ cruiseday: 4 });
    assert.deepEqual(
      after.map(({ startTime }) => Date.parse(startTime)),
      before.map(({ startTime }) => Date.parse(startTime) + 2 * 3_600_000),
    );
    assert.ok(after.every(({ timeZone }) => timeZone === 'CST'));
    assert.deepEqual(
      after.map(({ lastUpdateTime }) => lastUpdateTime),
      before.map(({ lastUpdateTime }) => lastUpdateTime),
    );
    await (await app.logIn('admin')).send('POST', '/api/v3/admin/timezonechanges/reloadtzdata');
    assert.deepEqual(await list({ cruiseday: 4 }), before);
  });

  test('shows staff a changed name of a photographer at once', async () => {
    const choir = await eventNumbered('21');
    const namesOf = async () =>
      (await manager.get(scheduleApi.event, at(choir))).shutternautData?.photographers.map(
        ({ displayName }) => displayName,
      );
    const tag = await tagOf(manager);
    await photographer.send('POST', '/api/v3/user/profile', { body: { displayName: 'Heidi with the Lens' } });
    assert.deepEqual(await namesOf(), ['Heidi with the Lens']);
    assert.notEqual(await tagOf(manager), tag);
  });

  test('changes within the next look at the file when a command beside the service writes', async () => {
    const knots = await eventNumbered('08');
    const { openDatabase } = await import('#db/open.ts');
    const beside = openDatabase(context.db.file);
    beside.sqlite.prepare('UPDATE events SET title = ? WHERE id = ?').run('Splices', knots.eventID);
    beside.close();
    await app.runJob('notice-other-writers');
    assert.equal((await eventNumbered('08')).title, 'Splices');
    assert.deepEqual(await numbers({ search: 'splice' }), ['08']);
    assert.deepEqual(await numbers({ search: '"knots beginners"' }), []);
  });
});

describe('before the server opens', () => {
  const settings = (changes: Parameters<typeof changeSettings>[1]) =>
    transact(context, (context) => changeSettings(context, changes));

  test('the schedule can be read and marked in the time of pre-registration', async () => {
    const knots = await eventNumbered('08');
    settings({ minAccessLevel: 'moderator', enablePreregistration: true });
    assert.equal(await statusOf({}), 200);
    for (const declaration of [scheduleApi.list, scheduleApi.favorites]) {
      assert.equal((await james.call(declaration)).status, 200);
    }
    assert.equal((await james.call(scheduleApi.event, at(knots))).status, 200);
    assert.equal((await james.call(scheduleApi.addFavorite, at(knots))).status, 201);
    assert.equal((await james.call(scheduleApi.removeFavorite, at(knots))).status, 204);
    assert.equal((await photographer.call(scheduleApi.addPhotographer, at(knots))).status, 200);
    assert.equal((await manager.call(scheduleApi.needPhotographer, at(knots))).status, 200);
    assert.equal((await manager.call(scheduleApi.photographerReport)).status, 200);
    assert.equal((await manager.call(scheduleApi.downloadPhotographerReport)).status, 200);
    settings({ enablePreregistration: false });
    assert.equal(await statusOf({}), 401);
    assert.equal(await statusOf({}, james), 403);
    settings({ minAccessLevel: 'banned' });
  });
});
