import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { accountsApi } from '#core/accounts/api.ts';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import { type CastLevel, startTestApp } from '../support/app.ts';

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

const ofDay = async (day: number) => (await themes()).find(({ cruiseDay }) => cruiseDay === day);
const isThere = async (name: string) => (await app.nobody.send('GET', `/api/v3/image/full/${name}`)).status === 200;

async function countPictures(): Promise<number> {
  let pictures = 0;
  for await (const _ of app.context.pictures.full.names()) pictures += 1;
  return pictures;
}

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
  const response = await tho.call(dailyThemesApi.create, { body: { title: '', info: 'x'.repeat(2001), cruiseDay: 7 } });
  assert.deepEqual(Object.keys(response.fieldErrors ?? {}), ['title', 'info']);
  assert.equal((await tho.call(dailyThemesApi.create, { body: { title: 'x', info: 'x' } })).status, 400);
});

test('a theme has exactly the fields that clients know, read with a bad token too', async () => {
  await tho.get(dailyThemesApi.create, { body: theme(20, { image: { image: await picture() } }) });
  const { themeID, image } = (await ofDay(20)) ?? {};
  assert.match(image ?? '', /^[0-9a-f-]{36}\.png$/);
  const headers = { authorization: 'Bearer nonsense' };
  const { body } = await app.nobody.call(dailyThemesApi.list, { headers });
  const wanted = { themeID, title: 'Day 20', info: 'Wear something blue', image, cruiseDay: 20 };
  assert.deepEqual(
    body.find(({ cruiseDay }) => cruiseDay === 20),
    wanted,
  );
});

test('an edit moves a theme to another day and frees the old one', async () => {
  await tho.get(dailyThemesApi.create, { body: theme(30) });
  const { themeID = '' } = (await ofDay(30)) ?? {};
  const body = { title: 'Moved', info: 'Wear red', cruiseDay: 31 };
  assert.equal((await tho.call(dailyThemesApi.edit, { params: { themeID }, body })).status, 201);
  assert.deepEqual(await ofDay(31), { themeID, ...body });
  assert.equal((await tho.call(dailyThemesApi.create, { body: theme(30) })).status, 201);
  assert.equal((await tho.send('DELETE', `/api/v3/admin/dailytheme/${themeID}`)).status, 204);
  assert.equal((await tho.call(dailyThemesApi.create, { body: theme(31) })).status, 201);
});

test('an edit replaces the picture by another; an empty one removes it', async () => {
  await tho.get(dailyThemesApi.create, { body: theme(40, { image: { image: await picture() } }) });
  const { themeID = '', image: first } = (await ofDay(40)) ?? {};
  const edit = (image: unknown) => tho.call(dailyThemesApi.edit, { params: { themeID }, body: theme(40, { image }) });
  // Beside new data the name of the old picture means nothing.
  await edit({ filename: first, image: await picture() });
  const second = (await ofDay(40))?.image ?? '';
  assert.notEqual(second, first);
  assert.ok(await isThere(second));
  for (const empty of [null, {}, { image: '' }, { filename: '' }]) {
    await edit({ filename: second });
    assert.equal((await ofDay(40))?.image, second);
    assert.equal((await edit(empty)).status, 201);
    assert.equal((await ofDay(40))?.image, undefined);
  }
});

test('a picture that cannot be used changes nothing, and a rejected theme leaves no picture behind', async () => {
  await tho.get(dailyThemesApi.create, { body: theme(50, { image: { image: await picture() } }) });
  const before = await ofDay(50);
  const params = { themeID: before?.themeID ?? '' };
  const pictures = await countPictures();
  const rubbish = { image: Buffer.from('no picture').toString('base64') };
  const refused = await tho.call(dailyThemesApi.edit, { params, body: theme(50, { image: rubbish }) });
  assert.deepEqual([refused.status, Object.keys(refused.fieldErrors ?? {})], [400, ['image.image']]);
  const misnamed = await tho.call(dailyThemesApi.edit, { params, body: theme(50, { image: { filename: '../../x' } }) });
  assert.deepEqual([misnamed.status, Object.keys(misnamed.fieldErrors ?? {})], [400, ['image.filename']]);
  const body = theme(50, { image: { image: await picture() } });
  assert.equal((await tho.call(dailyThemesApi.create, { body })).status, 409);
  const absent = { themeID: '11111111-2222-4333-8444-555555555555' };
  assert.equal((await tho.call(dailyThemesApi.edit, { params: absent, body })).status, 404);
  assert.deepEqual(await ofDay(50), before);
  assert.equal(await countPictures(), pictures);
});

test('limits of a theme: title and text to the last character, days within 32 bits', async () => {
  const create = (fields: object) => tho.call(dailyThemesApi.create, { body: theme(60, fields) });
  assert.deepEqual(Object.keys((await create({ title: 'x'.repeat(101) })).fieldErrors ?? {}), ['title']);
  for (const cruiseDay of [1.5, '60', 2 ** 31 + 1, -(2 ** 31) - 1, null]) {
    assert.equal((await create({ cruiseDay })).status, 400, String(cruiseDay));
  }
  assert.equal((await create({ title: 'x'.repeat(100), info: 'x'.repeat(2000) })).status, 201);
});

test('themes are for the management office, and not during a temporary quarantine', async () => {
  const [{ themeID } = { themeID: '' }] = await themes();
  const statuses = async (user: typeof tho) => {
    const params = { themeID };
    const responses = [
      await user.call(dailyThemesApi.create, { body: theme(70) }),
      await user.call(dailyThemesApi.edit, { params, body: theme(70) }),
      await user.call(dailyThemesApi.delete, { params }),
    ];
    return responses.map(({ status }) => status);
  };
  for (const level of ['verified', 'moderator', 'devteam'] satisfies CastLevel[]) {
    assert.deepEqual(await statuses(await app.atLevel(level)), [403, 403, 403], level);
  }
  const [admin, officer] = [await app.logIn('admin'), await app.newcomer('officer')];
  await officer.get(accountsApi.add, { body: { username: 'officer-second', password: 'password' } });
  const second = await app.logIn('officer-second');
  await admin.get(adminApi.promoteToManagementOffice, { params: { userID: officer.userID } });
  await admin.get(moderationApi.quarantineTemporarily, { params: { userID: second.userID, hours: 1 } });
  const [created, edited] = await statuses(officer);
  assert.deepEqual([created, edited], [403, 403]);
  app.clock.advance({ hours: 1 });
  assert.equal((await officer.call(dailyThemesApi.create, { body: theme(70) })).status, 201);
});
