import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { performersApi } from '#features/performers/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { startSampleShip } from '../schedule/support.ts';
import { addOfficial, buildForm, getNames, linkToEvent } from './support.ts';

const ship = await startSampleShip();
const { anonymous, eventParams, james } = ship;
const desk = await ship.atLevel('devteam');
const moderator = await ship.atLevel('moderator');
const getEventID = (number: string) => eventParams(number).params.event_id;

const listOfficial = (query = {}) => anonymous.get(performersApi.officialPerformers, { query });
const showPerformer = (id: string, client = anonymous) =>
  client.get(performersApi.performer, { params: { performer_id: id } });

const performerIDs: Record<string, string> = {};
before(async () => {
  const people = {
    'Ada Brook': { title: 'Songwriter', bio: 'Sings **old** songs.\nAnd new ones.', organization: 'The Lanterns' },
    'Zoe Anders': {
      yearsAttended: [2024, 2019, 2024],
      website: 'https://zoe.example',
      alternativeNames: ['Zo', ' zo '],
    },
    'Ben brook': {},
    Émile: { bio: '100% real_time' },
  };
  for (const [name, more] of Object.entries(people)) performerIDs[name] = await addOfficial(desk, name, more);
  await desk.get(performersApi.savePerformer, { body: buildForm('Kim Walker') });
  linkToEvent(ship, performerIDs['Ada Brook'] ?? '', getEventID('22'));
  linkToEvent(ship, performerIDs['Ada Brook'] ?? '', getEventID('14'));
  linkToEvent(ship, performerIDs['Zoe Anders'] ?? '', getEventID('14'));
});

describe('lists of performers', () => {
  test('list official ones and others separately, by the last word of the name, then by name (rule 64)', async () => {
    assert.deepEqual(getNames(await listOfficial()), ['Zoe Anders', 'Ada Brook', 'Ben brook', 'Émile']);
    const { performers, paginator } = await anonymous.get(performersApi.shadowPerformers);
    const [{ id = '', ...kim } = {}] = performers;
    assert.deepEqual([performers.length, kim], [1, { name: 'Kim Walker', isOfficialPerformer: false }]);
    const { header } = await anonymous.get(performersApi.performer, { params: { performer_id: id } });
    assert.equal(header.name, 'Kim Walker');
    assert.deepEqual(paginator, { total: 1, start: 0, limit: 100 });
  });

  test('are paged', async () => {
    const page = await listOfficial({ start: 1, limit: 2 });
    assert.deepEqual(getNames(page), ['Ada Brook', 'Ben brook']);
    assert.deepEqual(page.paginator, { total: 4, start: 1, limit: 2 });
    assert.equal((await listOfficial()).paginator.limit, 50);
    assert.equal((await listOfficial({ limit: 900 })).paginator.limit, 200);
  });

  test('can be searched by part of name, organization, title or bio in any letter case (rule 65)', async () => {
    const found = async (search: string) => getNames(await listOfficial({ search }));
    assert.deepEqual(await found(' BROOK '), ['Ada Brook', 'Ben brook']);
    assert.deepEqual(await found('lantern'), ['Ada Brook']);
    assert.deepEqual(await found('songwr'), ['Ada Brook']);
    assert.deepEqual(await found('**old'), ['Ada Brook']);
    assert.deepEqual(await found('émi'), ['Émile']);
    assert.deepEqual(await found('0% real_'), ['Émile']);
    assert.deepEqual(await found('%'), ['Émile']);
    assert.deepEqual(await found('unknown performer'), []);
    assert.equal((await listOfficial({ search: '  ' })).paginator.total, 4);
    assert.equal((await listOfficial({ search: 'brook', limit: 1 })).paginator.total, 2);
  });
});

describe('one performer', () => {
  test('shows the profile with years ascending, and the events in order (rule 66)', async () => {
    const { events, ...ada } = await showPerformer(performerIDs['Ada Brook'] ?? '');
    assert.deepEqual(ada, {
      header: { id: performerIDs['Ada Brook'], name: 'Ada Brook', isOfficialPerformer: true },
      title: 'Songwriter',
      bio: 'Sings **old** songs.\nAnd new ones.',
      organization: 'The Lanterns',
      yearsAttended: [],
      scrapedEventRefs: [],
    });
    assert.deepEqual(
      events.map(({ title }) => title),
      ['An Evening with Ada Brook', 'Meet Ada Brook'],
    );
    assert.deepEqual(getNames({ performers: events[0]?.performers ?? [] }), ['Zoe Anders', 'Ada Brook']);
    const zoe = await showPerformer(performerIDs['Zoe Anders'] ?? '');
    assert.deepEqual(
      [zoe.yearsAttended, zoe.alternativeNames, zoe.website],
      [[2019, 2024], ['zo'], 'https://zoe.example'],
    );
  });

  test('has events that say whether the caller follows them', async () => {
    await james.get(scheduleApi.addFavorite, eventParams('22'));
    const followed = (await showPerformer(performerIDs['Ada Brook'] ?? '', james)).events.map(
      ({ isFavorite }) => isFavorite,
    );
    assert.deepEqual(followed, [false, true]);
    assert.ok((await showPerformer(performerIDs['Ada Brook'] ?? '')).events.every(({ isFavorite }) => !isFavorite));
  });

  test('is 404 if unknown and 400 if the id is unreadable', async () => {
    const missing = { params: { performer_id: '11111111-2222-4333-8444-555555555555' } };
    assert.equal((await anonymous.call(performersApi.performer, missing)).status, 404);
    assert.equal((await anonymous.call(performersApi.performer, { params: { performer_id: 'x' } })).status, 400);
  });

  test('is empty for users without an own profile (rule 67)', async () => {
    const empty = {
      header: { name: '', isOfficialPerformer: false },
      yearsAttended: [],
      scrapedEventRefs: [],
      events: [],
    };
    assert.deepEqual(await james.get(performersApi.ownPerformer), empty);
    assert.equal((await anonymous.call(performersApi.ownPerformer)).status, 401);
  });
});

describe('events show their performers', () => {
  const performersOf = async (number: string, client = anonymous) =>
    (await client.get(scheduleApi.event, eventParams(number))).performers;

  test('in lists, on their own and in favorites (rule 19)', async () => {
    const expected = await performersOf('14');
    assert.deepEqual(getNames({ performers: expected }), ['Zoe Anders', 'Ada Brook']);
    await james.get(scheduleApi.addFavorite, eventParams('14'));
    const favorites = await james.get(scheduleApi.favorites);
    for (const listed of [await ship.list(), favorites, await ship.list({}, ship.manager)])
      assert.deepEqual(listed.find((event) => event.eventID === getEventID('14'))?.performers, expected);
  });

  test('immediately after any change of a performer', async () => {
    const shown = async () =>
      (await ship.list({ cruiseday: 4 })).find((event) => event.eventID === getEventID('23'))?.performers;
    const id = await addOfficial(desk, 'Uma First');
    assert.deepEqual(await shown(), []);
    linkToEvent(ship, id, getEventID('23'));
    assert.deepEqual(getNames({ performers: (await shown()) ?? [] }), ['Uma First']);
    const body = buildForm('Uma Second', { performerID: id, isOfficialPerformer: true });
    await desk.get(performersApi.savePerformer, { body });
    assert.deepEqual(getNames({ performers: (await shown()) ?? [] }), ['Uma Second']);
    await moderator.get(performersApi.removePerformer, { params: { performer_id: id } });
    assert.deepEqual(await shown(), []);
  });

  test('but not while the feature is disabled for all', async () => {
    const admin = await ship.logIn('admin');
    const turn = (list: 'disableFeatures' | 'enableFeatures', app: string) =>
      admin.get(adminApi.changeServerSettings, { body: { [list]: [{ app, feature: 'performers' }] } });
    await turn('disableFeatures', 'ios');
    assert.equal((await performersOf('14')).length, 2);
    await turn('disableFeatures', 'all');
    assert.deepEqual([await performersOf('14'), await performersOf('14', admin)], [[], []]);
    assert.equal((await anonymous.call(performersApi.officialPerformers)).status, 451);
    await turn('enableFeatures', 'all');
    await turn('enableFeatures', 'ios');
    assert.equal((await performersOf('14')).length, 2);
  });
});
