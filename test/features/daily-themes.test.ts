import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const tho = await app.atLevel('tho');
const theme = (cruiseDay: number, more = {}) => ({
  title: `Day ${cruiseDay}`,
  info: 'Wear something blue',
  cruiseDay,
  ...more,
});
const themes = () => app.nobody.get(dailyThemesApi.list);
const picture = async () =>
  (
    await sharp({ create: { width: 20, height: 20, channels: 3, background: 'blue' } })
      .png()
      .toBuffer()
  ).toString('base64');

test('themes are listed by day for everybody', async () => {
  for (const day of [2, -1, 0]) assert.equal((await tho.call(dailyThemesApi.create, { body: theme(day) })).status, 201);
  assert.deepEqual(
    (await themes()).map(({ cruiseDay }) => cruiseDay),
    [-1, 0, 2],
  );
});

test('a day has one theme', async () => {
  assert.equal((await tho.call(dailyThemesApi.create, { body: theme(2) })).status, 409);
  const [first] = await themes();
  const params = { themeID: first?.themeID ?? '' };
  assert.equal((await tho.call(dailyThemesApi.edit, { params, body: theme(2) })).status, 409);
  assert.equal((await tho.call(dailyThemesApi.edit, { params, body: theme(-1, { title: 'Packing' }) })).status, 201);
  assert.equal((await themes())[0]?.title, 'Packing');
});

test('a picture comes with the theme and goes when an edit leaves it out', async () => {
  const body = theme(5, { image: { image: await picture() } });
  await tho.get(dailyThemesApi.create, { body });
  const find = async () => (await themes()).find(({ cruiseDay }) => cruiseDay === 5);
  const { themeID = '', image = '' } = (await find()) ?? {};
  assert.equal((await app.nobody.send('GET', `/api/v3/image/full/${image}`)).status, 200);
  await tho.get(dailyThemesApi.edit, { params: { themeID }, body: theme(5, { image: { filename: image } }) });
  assert.equal((await find())?.image, image);
  await tho.get(dailyThemesApi.edit, { params: { themeID }, body: theme(5) });
  assert.equal((await find())?.image, undefined);
});

test('a deleted theme is gone for good', async () => {
  const [first] = await themes();
  const params = { themeID: first?.themeID ?? '' };
  assert.equal((await tho.call(dailyThemesApi.delete, { params })).status, 204);
  assert.equal((await tho.call(dailyThemesApi.delete, { params })).status, 404);
  assert.equal((await tho.call(dailyThemesApi.edit, { params, body: theme(9) })).status, 404);
});

test('a theme needs title, text and a day', async () => {
  const reply = await tho.call(dailyThemesApi.create, { body: { title: '', info: 'x'.repeat(2001), cruiseDay: 7 } });
  assert.deepEqual(Object.keys(reply.fieldErrors ?? {}), ['title', 'info']);
  assert.equal((await tho.call(dailyThemesApi.create, { body: { title: 'x', info: 'x' } })).status, 400);
});
