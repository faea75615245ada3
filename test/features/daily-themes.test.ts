import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import { startTestApp, type TestUserLevel } from '../support/app.ts';
import { createPicture, toUpload } from '../support/pictures.ts';

const app = await startTestApp();
const tho = await app.atLevel('tho');
const createThemeBody = (cruiseDay: number, more = {}) => ({
  title: `Day ${cruiseDay}`,
  info: 'Wear something blue',
  cruiseDay,
  ...more,
});
const findTheme = async (day: number) =>
  (await app.anonymous.get(dailyThemesApi.list)).find(({ cruiseDay }) => cruiseDay === day);

/** Creates the theme of a day; returns the parameters of calls about it. */
async function createTheme(day: number, more = {}): Promise<{ themeID: string }> {
  await tho.get(dailyThemesApi.create, { body: createThemeBody(day, more) });
  return { themeID: (await findTheme(day))?.themeID ?? '' };
}

const upload = async () => toUpload(await createPicture({ width: 20, height: 20 }));
const isStored = async (name: string) => (await app.anonymous.send('GET', `/api/v3/image/full/${name}`)).status === 200;

async function countPictures(): Promise<number> {
  let pictures = 0;
  for await (const _ of app.context.pictures.full.names()) pictures += 1;
  return pictures;
}

test('a day has one theme', async () => {
  await createTheme(2);
  assert.equal((await tho.call(dailyThemesApi.create, { body: createThemeBody(2) })).status, 409);
  const params = await createTheme(-1);
  assert.equal((await tho.call(dailyThemesApi.edit, { params, body: createThemeBody(2) })).status, 409);
  assert.equal(
    (await tho.call(dailyThemesApi.edit, { params, body: createThemeBody(-1, { title: 'Packing' }) })).status,
    201,
  );
  assert.equal((await findTheme(-1))?.title, 'Packing');
});

test('a picture is stored with the theme, and deleted when an edit omits it', async () => {
  const params = await createTheme(5, { image: await upload() });
  const { image = '' } = (await findTheme(5)) ?? {};
  assert.ok(await isStored(image));
  await tho.get(dailyThemesApi.edit, { params, body: createThemeBody(5, { image: { filename: image } }) });
  assert.equal((await findTheme(5))?.image, image);
  await tho.get(dailyThemesApi.edit, { params, body: createThemeBody(5) });
  assert.equal((await findTheme(5))?.image, undefined);
  assert.equal(await isStored(image), false);
});

test('a picture that was chosen by name may be used elsewhere, and stays', async () => {
  await createTheme(6, { image: await upload() });
  const image = { filename: (await findTheme(6))?.image ?? '' };
  const params = await createTheme(7, { image });
  await tho.get(dailyThemesApi.edit, { params, body: createThemeBody(7) });
  await tho.get(dailyThemesApi.edit, { params, body: createThemeBody(7, { image }) });
  await tho.get(dailyThemesApi.delete, { params });
  assert.equal(await isStored(image.filename), true);
  await tho.get(dailyThemesApi.delete, { params: { themeID: (await findTheme(6))?.themeID ?? '' } });
  assert.equal(await isStored(image.filename), false);
});

test('a deleted theme can’t be restored', async () => {
  const params = await createTheme(8);
  assert.equal((await tho.call(dailyThemesApi.delete, { params })).status, 204);
  assert.equal((await tho.call(dailyThemesApi.delete, { params })).status, 404);
  assert.equal((await tho.call(dailyThemesApi.edit, { params, body: createThemeBody(9) })).status, 404);
});

test('a theme requires title, text and day', async () => {
  const response = await tho.call(dailyThemesApi.create, { body: { title: '', info: 'x'.repeat(2001), cruiseDay: 7 } });
  assert.deepEqual(Object.keys(response.fieldErrors ?? {}), ['title', 'info']);
  assert.equal((await tho.call(dailyThemesApi.create, { body: { title: 'x', info: 'x' } })).status, 400);
});

test('a theme has exactly the fields that clients know, even with an invalid token', async () => {
  const { themeID } = await createTheme(20, { image: await upload() });
  const { image } = (await findTheme(20)) ?? {};
  assert.match(image ?? '', /^[0-9a-f-]{36}\.png$/);
  const headers = { authorization: 'Bearer nonsense' };
  const { body } = await app.anonymous.call(dailyThemesApi.list, { headers });
  assert.deepEqual(
    body.find(({ cruiseDay }) => cruiseDay === 20),
    { themeID, title: 'Day 20', info: 'Wear something blue', image, cruiseDay: 20 },
  );
});

test('an edit moves a theme to another day and frees the old one', async () => {
  const { themeID } = await createTheme(30);
  const body = { title: 'Moved', info: 'Wear red', cruiseDay: 31 };
  assert.equal((await tho.call(dailyThemesApi.edit, { params: { themeID }, body })).status, 201);
  assert.deepEqual(await findTheme(31), { themeID, ...body });
  assert.equal((await tho.call(dailyThemesApi.create, { body: createThemeBody(30) })).status, 201);
  assert.equal((await tho.send('DELETE', `/api/v3/admin/dailytheme/${themeID}`)).status, 204);
  assert.equal((await tho.call(dailyThemesApi.create, { body: createThemeBody(31) })).status, 201);
});

test('an edit replaces the picture with another one; an empty one removes it', async () => {
  const params = await createTheme(40, { image: await upload() });
  const { image: first } = (await findTheme(40)) ?? {};
  const edit = (image: unknown) => tho.call(dailyThemesApi.edit, { params, body: createThemeBody(40, { image }) });
  // The call contains new picture data, so it ignores the name of the old picture.
  await edit({ filename: first, ...(await upload()) });
  const second = (await findTheme(40))?.image ?? '';
  assert.notEqual(second, first);
  assert.ok(await isStored(second));
  for (const empty of [null, {}, { image: '' }, { filename: '' }]) {
    await edit({ filename: second });
    assert.equal((await findTheme(40))?.image, second);
    assert.equal((await edit(empty)).status, 201);
    assert.equal((await findTheme(40))?.image, undefined);
  }
});

test('an invalid picture changes nothing, and a rejected theme leaves no picture', async () => {
  const params = await createTheme(50, { image: await upload() });
  const before = await findTheme(50);
  const pictures = await countPictures();
  const rubbish = toUpload(Buffer.from('no picture'));
  const rejected = await tho.call(dailyThemesApi.edit, { params, body: createThemeBody(50, { image: rubbish }) });
  assert.deepEqual([rejected.status, Object.keys(rejected.fieldErrors ?? {})], [400, ['image.image']]);
  const misnamed = await tho.call(dailyThemesApi.edit, {
    params,
    body: createThemeBody(50, { image: { filename: '../../x' } }),
  });
  assert.deepEqual([misnamed.status, Object.keys(misnamed.fieldErrors ?? {})], [400, ['image.filename']]);
  const body = createThemeBody(50, { image: await upload() });
  assert.equal((await tho.call(dailyThemesApi.create, { body })).status, 409);
  const absent = { themeID: '11111111-2222-4333-8444-555555555555' };
  assert.equal((await tho.call(dailyThemesApi.edit, { params: absent, body })).status, 404);
  assert.deepEqual(await findTheme(50), before);
  assert.equal(await countPictures(), pictures);
});

test('a theme has limits: title and text by character, days within 32 bits', async () => {
  const create = (fields: object) => tho.call(dailyThemesApi.create, { body: createThemeBody(60, fields) });
  assert.deepEqual(Object.keys((await create({ title: 'x'.repeat(101) })).fieldErrors ?? {}), ['title']);
  for (const cruiseDay of [1.5, '60', 2 ** 31 + 1, -(2 ** 31) - 1, null]) {
    assert.equal((await create({ cruiseDay })).status, 400, String(cruiseDay));
  }
  assert.equal((await create({ title: 'x'.repeat(100), info: 'x'.repeat(2000) })).status, 201);
});

test('themes are for the management office, except in temporary quarantine', async () => {
  const params = await createTheme(69);
  const statuses = async (user: typeof tho) => {
    const responses = [
      await user.call(dailyThemesApi.create, { body: createThemeBody(70) }),
      await user.call(dailyThemesApi.edit, { params, body: createThemeBody(70) }),
      await user.call(dailyThemesApi.delete, { params }),
    ];
    return responses.map(({ status }) => status);
  };
  for (const level of ['verified', 'moderator', 'devteam'] satisfies TestUserLevel[]) {
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
  assert.equal((await officer.call(dailyThemesApi.create, { body: createThemeBody(70) })).status, 201);
});
