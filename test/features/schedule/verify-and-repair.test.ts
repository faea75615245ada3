import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { areas } from '../../../src/app/areas.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import { startSampleShip } from './support.ts';

const ship = await startSampleShip();
const { eventParams, context, james, photographer } = ship;
const findAll = () => findInconsistencies(context);

test('following and photographing leave no inconsistency', async () => {
  await james.get(scheduleApi.addFavorite, eventParams('08'));
  for (const declaration of [scheduleApi.addPhotographer, scheduleApi.addFavorite, scheduleApi.removePhotographer]) {
    await photographer.get(declaration, eventParams('08'));
  }
  await photographer.get(scheduleApi.addPhotographer, eventParams('05'));
  await photographer.get(scheduleApi.removePhotographer, eventParams('05'));
  assert.deepEqual(await findAll(), []);
});

test('finds and repairs a mark of neither kind (schedule rule 21)', async () => {
  const damage = 'INSERT INTO event_favorites (user_id, event_id, favorite, photographer) VALUES (?, ?, 0, 0)';
  context.db.sqlite.prepare(damage).run(photographer.userID, eventParams('19').params.event_id);
  const found = await findAll();
  assert.equal(found.length, 1, JSON.stringify(found));
  assert.match(found[0]?.what ?? '', /marked of event/);
  for (const { repair } of areas) for (const step of repair?.(context) ?? []) transact(context, step);
  assert.deepEqual(await findAll(), []);
  assert.equal((await photographer.get(scheduleApi.event, eventParams('08'))).isFavorite, true);
});
