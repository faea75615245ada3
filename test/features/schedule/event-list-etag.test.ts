import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { importTimeZones } from '#core/ship-time/index.ts';
import { openDatabase } from '#db/open.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { CallOptions, Client } from '../../support/client.ts';
import { sampleTable } from '../../support/ship-time.ts';
import { clearMarks, forcedOptions, startSampleShip } from './support.ts';

const ship = await startSampleShip();
const { eventParams, context, james, list, listNumbers, manager, anonymous, photographer } = ship;

beforeEach(() => clearMarks(ship));

describe('a list that the client has cached', () => {
  const tagOf = async (client: Client, query: CallOptions['query'] = {}) =>
    (await client.call(scheduleApi.list, { query })).headers.get('etag') ?? '';
  const knownAs = async (tag: string, client: Client, query: CallOptions['query'] = {}) =>
    client.call(scheduleApi.list, { query, headers: { 'if-none-match': tag } });

  test('gets a 304 without a body while nothing changes', async () => {
    const queries: CallOptions['query'][] = [
      {},
      { cruiseday: 2 },
      { search: 'lantern' },
      { time: '2025-03-03T15:00:00Z' },
    ];
    for (const client of [anonymous, james, manager]) {
      for (const query of queries) {
        const tag = await tagOf(client, query);
        assert.match(tag, /^W\/"/);
        const again = await knownAs(tag, client, query);
        assert.deepEqual([again.status, again.bytes.length], [304, 0]);
      }
    }
    assert.notEqual(await tagOf(anonymous, { cruiseday: 1 }), await tagOf(anonymous, { cruiseday: 2 }));
  });

  test('is the same for all users who follow nothing; others have their own', async () => {
    const verified = await ship.logIn('verified');
    assert.equal(await tagOf(verified), await tagOf(anonymous));
    const knots = eventParams('08');
    await verified.get(scheduleApi.addFavorite, knots);
    assert.notEqual(await tagOf(verified), await tagOf(anonymous));
    assert.ok((await list({ cruiseday: 2 }, verified)).some(({ isFavorite }) => isFavorite));
    assert.ok((await list({ cruiseday: 2 })).every(({ isFavorite }) => !isFavorite));
    await verified.get(scheduleApi.removeFavorite, knots);
    assert.equal(await tagOf(verified), await tagOf(anonymous));
  });

  test('changes immediately with each favorite', async () => {
    const [knots, choir] = [eventParams('08'), eventParams('21')];
    const tags = [await tagOf(james)];
    await james.get(scheduleApi.addFavorite, knots);
    assert.equal((await knownAs(tags[0] ?? '', james)).status, 200);
    tags.push(await tagOf(james));
    await james.get(scheduleApi.addFavorite, choir);
    tags.push(await tagOf(james));
    assert.equal(new Set(tags).size, 3);
    for (const event of [knots, choir]) await james.get(scheduleApi.removeFavorite, event);
    assert.equal(await tagOf(james), tags[0]);
  });

  test('changes immediately with the ship’s clock, although no event has changed', async () => {
    const before = await list({ cruiseday: 4 });
    const tag = await tagOf(anonymous, { cruiseday: 4 });
    const table = '20250301T050000Z\tEST\tAmerica/New_York\n20250304T070000Z\tCST\tAmerica/Chicago';
    const restored = context.db.transaction(() => importTimeZones(context, table, forcedOptions));
    assert.equal(restored.deleted, 1);
    assert.equal((await knownAs(tag, anonymous, { cruiseday: 4 })).status, 200);
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
    context.db.transaction(() => importTimeZones(context, sampleTable, forcedOptions));
    assert.deepEqual(await list({ cruiseday: 4 }), before);
  });

  test('changes immediately for photography staff when a photographer changes their name', async () => {
    const choir = eventParams('21');
    await photographer.get(scheduleApi.addPhotographer, choir);
    const namesOf = async () =>
      (await manager.get(scheduleApi.event, choir)).shutternautData?.photographers.map(
        ({ displayName }) => displayName,
      );
    const tag = await tagOf(manager);
    await photographer.send('POST', '/api/v3/user/profile', { body: { displayName: 'Heidi with the Lens' } });
    assert.deepEqual(await namesOf(), ['Heidi with the Lens']);
    assert.notEqual(await tagOf(manager), tag);
  });

  test('changes when a command next to the service writes', async () => {
    const { event_id } = eventParams('08').params;
    const writeTitle = async (title: string) => {
      const outside = openDatabase(context.db.file);
      outside.sqlite.prepare('UPDATE events SET title = ? WHERE id = ?').run(title, event_id);
      outside.close();
      await ship.runJob('notice-other-writers');
    };
    const { title } = await anonymous.get(scheduleApi.event, eventParams('08'));
    await writeTitle('Splices');
    assert.equal((await anonymous.get(scheduleApi.event, eventParams('08'))).title, 'Splices');
    assert.deepEqual(await listNumbers({ search: 'splice' }), ['08']);
    assert.deepEqual(await listNumbers({ search: '"knots beginners"' }), []);
    await writeTitle(title);
  });
});
