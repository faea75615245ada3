import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { changeSettings, type ServerSettings } from '#core/settings/index.ts';
import { forumsApi } from '#features/forums/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { User } from '../../support/app.ts';
import type { CallOptions, Client } from '../../support/client.ts';
import { clearMarks, getNumbers, startSampleShip } from './support.ts';

const ship = await startSampleShip();
const { eventParams, context, james, list, listNumbers, manager, anonymous, photographer } = ship;

const getEvent = (number: string, client: Client = anonymous) => client.get(scheduleApi.event, eventParams(number));
const getStatus = async (query: CallOptions['query'], client: Client = anonymous) =>
  (await client.call(scheduleApi.list, { query })).status;
const applySettings = (settings: Partial<ServerSettings>) =>
  transact(context, (context) => changeSettings(context, settings));

beforeEach(() => clearMarks(ship));

const firstDay = ['01', '02', '03', '04', '05', '06'];
const secondDay = ['07', '09', '08', '10', '11', '12', '13', '14', '15', '16'];
const shadowNumbers = ['07', '15', '16', '21', '29', '32', '37'];

describe('the whole schedule', () => {
  test('lists all events to every caller, by start', async () => {
    const events = await list();
    assert.equal(events.length, 41);
    const starts = events.map(({ startTime }) => startTime);
    assert.deepEqual(starts, starts.toSorted());
    assert.deepEqual(getNumbers(events).slice(0, 6), firstDay);
  });

  test('orders events that start together by title', async () => {
    const events = await list({ day: 'mon' });
    const together = events.filter(({ startTime }) => startTime === '2025-03-03T15:00:00.000Z');
    assert.deepEqual(
      together.map(({ title }) => title),
      ['Board Games All Morning', 'Knots for Beginners'],
    );
  });

  test('shows the wall clock of the port as the same wall clock on board', async () => {
    const watercolours = await getEvent('18');
    assert.deepEqual(
      [watercolours.startTime, watercolours.endTime, watercolours.timeZone, watercolours.timeZoneID],
      ['2025-03-04T15:00:00.000Z', '2025-03-04T16:00:00.000Z', 'AST', 'America/Puerto_Rico'],
    );
    // Its end is after the clock change, so start and end move separately.
    const movies = await getEvent('15');
    assert.deepEqual(
      [movies.startTime, movies.endTime, movies.timeZone],
      ['2025-03-04T04:00:00.000Z', '2025-03-04T07:00:00.000Z', 'EST'],
    );
    const goodbye = await getEvent('40');
    assert.equal(goodbye.timeZoneID, 'America/New_York');
  });

  test('has these fields and no others for an ordinary caller', async () => {
    const { eventID, forum, ...others } = await getEvent('11');
    const { uid } = await anonymous.get(scheduleApi.event, { params: { event_id: eventID } });
    const thread = await james.get(forumsApi.readOfEvent, { params: { eventID } });
    assert.deepEqual([uid, forum], [others.uid, thread.forumID]);
    assert.deepEqual(others, {
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

  test('ignores an invalid token', async () => {
    const response = await anonymous.call(scheduleApi.list, { headers: { authorization: 'Bearer nonsense' } });
    assert.equal(response.status, 200);
  });

  test('is 451 while the feature is disabled, except for the management office', async () => {
    applySettings({ disabledFeatures: [{ app: 'all', feature: 'schedule' }] });
    assert.equal(await getStatus({}), 451);
    assert.equal(await getStatus({}, await ship.logIn('THO')), 200);
    applySettings({ disabledFeatures: [] });
  });
});

describe('a day', () => {
  test('runs from 3 a.m. to 3 a.m.', async () => {
    assert.deepEqual(await listNumbers({ cruiseday: 1 }), firstDay);
    assert.deepEqual(await listNumbers({ cruiseday: 2 }), secondDay);
    assert.deepEqual(await listNumbers({ cruiseday: 8 }), ['41']);
  });

  test('outside the sailing is empty, never an error', async () => {
    for (const cruiseday of [0, -1, 9, 100, 2 ** 40]) assert.deepEqual(await list({ cruiseday }), []);
    assert.equal(await getStatus({ cruiseday: 'two' }), 400);
  });

  test('can be given by its weekday, counted from embarkation', async () => {
    assert.deepEqual(await listNumbers({ day: 'sun' }), firstDay);
    assert.deepEqual(await listNumbers({ day: 'MONDAY' }), secondDay);
    assert.deepEqual(await listNumbers({ day: '1sa' }), await listNumbers({ day: 'sat' }));
    assert.deepEqual(await listNumbers({ day: '1su' }), firstDay);
    assert.deepEqual(await listNumbers({ day: '2su' }), ['41']);
    assert.deepEqual(await listNumbers({ day: '2sa' }), []);
    assert.deepEqual(await listNumbers({ day: 'someday' }), firstDay);
  });

  test('can be given by any instant of its date in the port zone', async () => {
    for (const date of ['2025-03-03T05:00:00Z', '2025-03-03T23:59:59.5-05:00', '1741014000']) {
      assert.deepEqual(await listNumbers({ date }), secondDay);
    }
    assert.deepEqual(await listNumbers({ date: '2025-03-03T04:59:59Z' }), firstDay);
    assert.deepEqual(await listNumbers({ date: '2035-03-03T12:00:00Z' }), []);
    assert.equal(await getStatus({ date: 'tomorrow' }), 400);
  });

  test('is chosen by day, else cruiseday, else date, else time if several are sent', async () => {
    const time = '2025-03-08T15:30:00Z';
    assert.deepEqual(await listNumbers({ time, date: '2025-03-03T12:00:00Z' }), secondDay);
    assert.deepEqual(await listNumbers({ time, date: '2025-03-03T12:00:00Z', cruiseday: 8 }), ['41']);
    assert.deepEqual(await listNumbers({ time, date: '2025-03-03T12:00:00Z', cruiseday: 8, day: 'sun' }), firstDay);
  });
});

describe('a time', () => {
  test('finds events in progress at that moment on board, including their start but not their end', async () => {
    assert.deepEqual(await listNumbers({ time: '2025-03-03T15:00:00Z' }), ['09', '08']);
    assert.deepEqual(await listNumbers({ time: '2025-03-03T16:00:00Z' }), ['09']);
    assert.deepEqual(await listNumbers({ time: '2025-03-02T14:00:00Z' }), ['01']);
    assert.deepEqual(await listNumbers({ time: '2025-03-02T20:30:00Z' }), ['01', '02']);
  });

  test('is read on the clock of the ship', async () => {
    // Eleven in port is 16:00Z; eleven on board, on Atlantic time, is 15:00Z.
    assert.deepEqual(await listNumbers({ time: '2025-03-05T15:00:00Z' }), ['22']);
    assert.deepEqual(await listNumbers({ time: '2025-03-05T16:00:00Z' }), []);
  });
});

describe('a filter', () => {
  test('by type separates shadow events from all others', async () => {
    assert.deepEqual(await listNumbers({ type: 'shadow' }), shadowNumbers);
    const others = await list({ type: 'official' });
    assert.equal(others.length, 41 - shadowNumbers.length);
    assert.ok(others.every(({ eventType }) => eventType !== 'Shadow Event'));
    assert.equal((await list({ type: 'anything' })).length, others.length);
  });

  test('by words searches title and description only', async () => {
    assert.deepEqual(await listNumbers({ search: 'lantern' }), ['05', '27', '30', '31', '36']);
    assert.deepEqual(await listNumbers({ search: 'accordions' }), ['05']);
    assert.deepEqual(await listNumbers({ search: '"three films" or bowline' }), ['08', '15']);
    assert.deepEqual(await listNumbers({ search: 'lantern -paper' }), ['05', '27', '31', '36']);
    assert.deepEqual(await list({ search: 'compass' }), []);
    assert.deepEqual(await list({ search: 'the' }), []);
    assert.equal((await list({ search: '  ' })).length, 41);
  });

  test('by location matches any part of it, ignoring letter case, without wildcards', async () => {
    assert.deepEqual(await listNumbers({ location: ' card ROOM ' }), ['09', '24']);
    assert.deepEqual(await list({ location: '%' }), []);
    assert.deepEqual(await list({ location: 'Card_Room' }), []);
    assert.equal((await list({ location: ' ' })).length, 41);
  });

  test('is combined with the others: an event must match all', async () => {
    assert.deepEqual(await listNumbers({ day: 'mon', type: 'shadow' }), ['07', '15', '16']);
    assert.deepEqual(await listNumbers({ day: 'mon', type: 'shadow', location: 'lido', search: 'deck' }), ['16']);
  });

  test('of an unknown name is ignored', async () => {
    assert.equal((await list({ colour: 'blue' })).length, 41);
  });
});

describe('followed events', () => {
  test('have a filter and their own list, for logged-in users', async () => {
    const [knots, choir] = [eventParams('08'), eventParams('21')];
    await james.get(scheduleApi.addFavorite, choir);
    await james.get(scheduleApi.addFavorite, knots);
    assert.deepEqual(await listNumbers({ following: true }, james), ['08', '21']);
    assert.deepEqual(await listNumbers({ following: true, type: 'shadow' }, james), ['21']);
    const favorites = await james.get(scheduleApi.favorites);
    assert.deepEqual(getNumbers(favorites), ['08', '21']);
    assert.ok(favorites.every(({ isFavorite }) => isFavorite));
    assert.equal((await list({ following: false }, james)).length, 41);
    assert.deepEqual(await list({ following: true }, manager), []);
    for (const event of [knots, choir]) await james.get(scheduleApi.removeFavorite, event);
  });

  test('can’t be requested without a login', async () => {
    assert.equal(await getStatus({ following: true }), 400);
    assert.equal(await getStatus({ dayplanner: true }), 400);
    assert.equal(await getStatus({ following: false, dayplanner: false }), 200);
    assert.equal((await anonymous.call(scheduleApi.favorites)).status, 401);
  });

  test('form the day planner together with photographed ones', async () => {
    const [knots, choir] = [eventParams('08'), eventParams('21')];
    await photographer.get(scheduleApi.addFavorite, choir);
    await photographer.get(scheduleApi.addPhotographer, knots);
    assert.deepEqual(await listNumbers({ dayplanner: true }, photographer), ['08', '21']);
    assert.deepEqual(await listNumbers({ following: true }, photographer), ['21']);
    assert.equal((await list({ dayplanner: false }, photographer)).length, 41);
    await photographer.get(scheduleApi.removeFavorite, choir);
    await photographer.get(scheduleApi.removePhotographer, knots);
  });
});

describe('the photography filters', () => {
  test('are available to photography staff only', async () => {
    for (const flag of ['needsPhotographer', 'hasPhotographer']) {
      for (const value of [true, false]) {
        assert.equal(await getStatus({ [flag]: value }), 400);
        assert.equal(await getStatus({ [flag]: value }, james), 400);
        assert.equal(await getStatus({ [flag]: value }, photographer), 200);
        assert.equal(await getStatus({ [flag]: value }, await ship.atLevel('devteam')), 200);
      }
    }
    assert.equal(await getStatus({ needsPhotographer: true }, await ship.atLevel('moderator')), 400);
  });

  test('find events that need a photographer, have one, or still lack one', async () => {
    const [knots, choir, party] = [eventParams('08'), eventParams('21'), eventParams('06')];
    await manager.get(scheduleApi.needPhotographer, knots);
    await manager.get(scheduleApi.needPhotographer, party);
    await photographer.get(scheduleApi.addPhotographer, knots);
    await photographer.get(scheduleApi.addPhotographer, choir);
    assert.deepEqual(await listNumbers({ needsPhotographer: true }, manager), ['06', '08']);
    assert.equal((await list({ needsPhotographer: false }, manager)).length, 39);
    assert.deepEqual(await listNumbers({ hasPhotographer: true }, manager), ['08', '21']);
    assert.deepEqual(await listNumbers({ hasPhotographer: false }, manager), ['06']);
  });
});

describe('one event', () => {
  test('is found by its id in any letter case and by its uid', async () => {
    const knots = await getEvent('08');
    for (const event_id of [knots.eventID, knots.eventID.toUpperCase(), knots.uid]) {
      assert.deepEqual(await anonymous.get(scheduleApi.event, { params: { event_id } }), knots);
    }
  });

  test('is 404 if it doesn’t exist', async () => {
    for (const event_id of ['00000000-0000-4000-8000-000000000000', 'nothing', 'favorite']) {
      assert.equal((await anonymous.call(scheduleApi.event, { params: { event_id } })).status, 404);
    }
  });

  test('is the same in a list as on its own, for every kind of caller', async () => {
    const callers: (Client | User)[] = [anonymous, james, photographer, manager, await ship.atLevel('devteam')];
    const knots = eventParams('08');
    await manager.get(scheduleApi.needPhotographer, knots);
    await photographer.get(scheduleApi.addPhotographer, knots);
    await james.get(scheduleApi.addFavorite, knots);
    for (const client of callers) {
      const alone = await client.get(scheduleApi.event, knots);
      assert.deepEqual(
        (await list({}, client)).find(({ uid }) => uid === alone.uid),
        alone,
      );
    }
  });
});

describe('during pre-registration', () => {
  test('the schedule can be read and marked; afterwards it’s closed', async () => {
    const knots = eventParams('08');
    await photographer.get(scheduleApi.addPhotographer, knots);
    applySettings({ minAccessLevel: 'moderator', enablePreregistration: true });
    assert.equal(await getStatus({}), 200);
    for (const declaration of [scheduleApi.list, scheduleApi.favorites]) {
      assert.equal((await james.call(declaration)).status, 200);
    }
    assert.equal((await james.call(scheduleApi.event, knots)).status, 200);
    assert.equal((await james.call(scheduleApi.addFavorite, knots)).status, 201);
    assert.equal((await james.call(scheduleApi.removeFavorite, knots)).status, 204);
    assert.equal((await photographer.call(scheduleApi.addPhotographer, knots)).status, 200);
    assert.equal((await manager.call(scheduleApi.needPhotographer, knots)).status, 200);
    assert.equal((await manager.call(scheduleApi.photographerReport)).status, 200);
    assert.equal((await manager.call(scheduleApi.downloadPhotographerReport)).status, 200);
    applySettings({ enablePreregistration: false });
    assert.equal(await getStatus({}), 401);
    assert.equal(await getStatus({}, james), 403);
    applySettings({ minAccessLevel: 'banned' });
  });
});
