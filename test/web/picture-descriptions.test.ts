import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { startTestApp } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { openPhone, test } from '../support/browser.ts';
import { createPicture, toUpload } from '../support/pictures.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const app = await startTestApp();
const [james, heidi, admin] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('admin')];
const buffer = await createPicture();
const createFile = (name: string) => ({ name, mimeType: 'image/png', buffer });

const takeScreenshot = async (tab: Page, name: string) => {
  if (process.env.SHOTS) await tab.screenshot({ path: `${process.env.SHOTS}/pictures-${name}.png` });
};

async function startThread(title: string): Promise<string> {
  const category = (await james.get(forumsApi.categories)).find(({ isRestricted }) => !isRestricted);
  const params = { categoryID: category?.categoryID ?? '' };
  const body = { title, firstPost: { text: 'Show yours', images: [] } };
  return (await james.get(forumsApi.create, { params, body })).forumID;
}

describe('pages ask for descriptions of pictures and read them out (core rule 136)', () => {
  test('on phones of two people', async () => {
    const thread = await startThread('Sunsets');
    const [his, hers] = [
      await openPhone(app.url, { token: james.token }),
      await openPhone(app.url, { token: heidi.token }),
    ];
    for (const { tab } of [his, hers]) await tab.goto(`/forums/thread/${thread}`);
    const { tab } = his;
    await tab.getByLabel('Your reply').fill('Two of them');
    // A picture takes two taps, to open the picker and to choose; describing it takes one more.
    await tab.getByText('Add pictures').click();
    const fields = tab.getByLabel(/^What’s in picture \d/);
    assert.equal(await fields.filter({ visible: true }).count(), 0);
    await tab
      .getByLabel('Pictures', { exact: true })
      .setInputFiles([createFile('one.png'), createFile('two.png'), createFile('three.png')]);
    assert.equal(await fields.filter({ visible: true }).count(), 3);
    await tab.getByLabel('Pictures', { exact: true }).setInputFiles([createFile('one.png'), createFile('two.png')]);
    assert.equal(await fields.filter({ visible: true }).count(), 2);
    await tab.getByLabel('What’s in picture 2? two.png').fill('The sun behind a lifeboat');
    await takeScreenshot(tab, 'composer');
    await tab.getByRole('button', { name: 'Post reply' }).click();
    await tab.getByAltText('The sun behind a lifeboat').waitFor({ timeout: timeoutMilliseconds });
    const shown = hers.tab.getByAltText('The sun behind a lifeboat');
    await hers.tab.reload();
    await shown.waitFor({ timeout: timeoutMilliseconds });
    assert.equal(await hers.tab.locator('article', { has: shown }).getByAltText('A picture').count(), 1);
    await shown.scrollIntoViewIfNeeded();
    await takeScreenshot(hers.tab, 'thread');
    assert.equal(await fields.filter({ visible: true }).count(), 0, 'the form is empty again');
    assert.deepEqual([...his.complaints, ...hers.complaints], []);
  });

  test('for the one picture of a message', async () => {
    const content = {
      fezType: 'gaming',
      info: 'with pictures',
      minCapacity: 0,
      maxCapacity: 0,
      title: 'Games',
    } as const;
    const times = { startTime: '2026-11-25T20:00:00Z', endTime: '2026-11-25T21:00:00Z', location: 'Deck 5' };
    const { fezID } = await james.get(fezApi.create, { body: { ...content, ...times, initialUsers: [heidi.userID] } });
    const [his, hers] = [
      await openPhone(app.url, { token: james.token }),
      await openPhone(app.url, { token: heidi.token }),
    ];
    for (const { tab } of [his, hers]) await tab.goto(`/chats/${fezID}`);
    await his.tab.getByLabel('Your message').fill('Look');
    await his.tab.getByText('Add a picture').click();
    await his.tab.getByLabel('Picture', { exact: true }).setInputFiles(createFile('dice.png'));
    await his.tab.getByLabel('What’s in the picture?').fill('Two dice on a table');
    await takeScreenshot(his.tab, 'chat-composer');
    await his.tab.getByRole('button', { name: 'Send' }).click();
    await hers.tab.getByAltText('Two dice on a table').waitFor({ timeout: timeoutMilliseconds });
    await takeScreenshot(hers.tab, 'chat');
    assert.deepEqual([...his.complaints, ...hers.complaints], []);
  });

  test('without script, in all forms, and not while the feature is off', async () => {
    const thread = await startThread('Harbours');
    const { tab } = await openPhone(app.url, { token: james.token, hasScript: false });
    await tab.goto(`/forums/thread/${thread}`);
    await tab.getByLabel('Your reply').fill('One of them');
    await tab.getByText('Add pictures').click();
    await tab.getByLabel('Pictures', { exact: true }).setInputFiles([createFile('one.png')]);
    await tab.getByLabel('What’s in picture 1?').fill('A harbour at night');
    await tab.getByRole('button', { name: 'Post reply' }).click();
    await tab.getByAltText('A harbour at night').waitFor({ timeout: timeoutMilliseconds });
    const forms = ['/photos', '/settings/profile', '/feed', `/forums/thread/${thread}`];
    const asked = async (path: string, user = james) => /can’t see it/.test((await browse(app, user).open(path)).body);
    const askedInAll = async () => [
      ...(await Promise.all(forms.map((path) => asked(path)))),
      await asked('/staff/themes', admin),
    ];
    assert.deepEqual(await askedInAll(), [true, true, true, true, true]);
    const pair = [{ app: 'all', feature: 'picturedescriptions' as const }];
    await admin.get(adminApi.changeServerSettings, { body: { disableFeatures: pair } });
    assert.deepEqual(await askedInAll(), [false, false, false, false, false]);
    assert.doesNotMatch((await browse(app, heidi).open(`/forums/thread/${thread}`)).body, /A harbour at night/);
    await admin.get(adminApi.changeServerSettings, { body: { enableFeatures: pair } });
  });

  test('as text on the moderators’ desk', async () => {
    const images = [{ ...toUpload(buffer), description: 'Something rude' }];
    const { postID } = await heidi.get(microblogApi.create, { body: { text: 'hm', images } });
    await heidi.get(microblogApi.update, { params: { postID }, body: { text: 'hm', images: [] } });
    const moderator = await app.atLevel('moderator');
    assert.match((await browse(app, moderator).open(`/desk/posts/${postID}`)).body, /described as: Something rude/);
  });
});
