import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { scheduleApi } from '#features/schedule/api.ts';
import type { User } from '../../support/app.ts';
import { clearMarks, startSampleShip, unknownEvent } from './support.ts';

const ship = await startSampleShip();
const { eventParams, james, anonymous } = ship;

const getPath = (number: string) => `/api/v3/events/${eventParams(number).params.event_id}`;
const isFavorite = async (number: string, client: User) =>
  (await client.get(scheduleApi.event, eventParams(number))).isFavorite;

beforeEach(() => clearMarks(ship));

describe('a favorite', () => {
  test('is added with 201, again with 200, and removed with 204, again with 200', async () => {
    const statuses = [];
    for (const declaration of [scheduleApi.addFavorite, scheduleApi.removeFavorite]) {
      for (const _ of [1, 2]) {
        const response = await james.call(declaration, eventParams('08'));
        assert.equal(response.bytes.length, 0);
        statuses.push(response.status, await isFavorite('08', james));
      }
    }
    assert.deepEqual(statuses, [201, true, 200, true, 204, false, 200, false]);
  });

  test('can be removed with DELETE too', async () => {
    await james.get(scheduleApi.addFavorite, eventParams('08'));
    assert.equal((await james.send('DELETE', `${getPath('08')}/favorite`)).status, 204);
    assert.equal((await james.send('DELETE', `${getPath('08')}/favorite`)).status, 200);
    assert.equal((await james.send('POST', `${getPath('08')}/favorite/remove`)).status, 200);
  });

  test('is open to every logged-in user of any level, and invisible to other users', async () => {
    for (const level of ['quarantined', 'unverified'] as const) {
      assert.equal((await (await ship.atLevel(level)).call(scheduleApi.addFavorite, eventParams('09'))).status, 201);
    }
    assert.equal((await anonymous.call(scheduleApi.addFavorite, eventParams('09'))).status, 401);
    assert.equal(await isFavorite('09', james), false);
  });

  test('needs the UUID of an existing event', async () => {
    for (const declaration of [scheduleApi.addFavorite, scheduleApi.removeFavorite]) {
      assert.equal((await james.call(declaration, unknownEvent)).status, 404);
      const byUID = { params: { event_id: 'sample-08-knots-for-beginners' } };
      assert.equal((await james.call(declaration, byUID)).status, 400);
    }
  });
});
