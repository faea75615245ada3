import assert from 'node:assert/strict';
import { afterEach, describe } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { openPhone, type Phone, test, waitUntilStored, waitUntilTrue } from '../support/browser.ts';
import { createPicture } from '../support/pictures.ts';
import { startAppOnSmallDisk } from '../support/small-disk.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const app = await startAppOnSmallDisk();
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
const patience = { timeout: timeoutMilliseconds };
const category = (await james.get(forumsApi.categories)).find(({ isRestricted }) => !isRestricted)?.categoryID ?? '';
const picture = { name: 'deck.png', mimeType: 'image/png', buffer: await createPicture() };

/** Free MiB, of 1,000, at which these writes are rejected. */
const freeWhenRefused = { nothing: 1000, pictures: 24, beginnings: 12, writing: 6 } as const;
const setFreeSpaceToRefuse = (what: keyof typeof freeWhenRefused) => app.setFree(freeWhenRefused[what]);

// A failed test doesn't reset it.
afterEach(() => setFreeSpaceToRefuse('nothing'));

const refusalSentence = /new threads, chats, events, items and pictures are paused/;
const getField = ({ tab }: Phone, label: string) => tab.getByLabel(label, { exact: true });

async function writeThread(phone: Phone, title: string): Promise<void> {
  await phone.tab.goto(`/forums/${category}/new`);
  await getField(phone, 'Title').fill(title);
  await getField(phone, 'First post').fill(`All about ${title}`);
}

const startThread = ({ tab }: Phone) => tab.getByRole('button', { name: 'Start thread' }).click();

async function assertStillTyped(phone: Phone, title: string): Promise<void> {
  assert.equal(await getField(phone, 'Title').inputValue(), title);
  assert.equal(await getField(phone, 'First post').inputValue(), `All about ${title}`);
}

async function countThreads(title: string): Promise<number> {
  const { forumThreads = [] } = await james.get(forumsApi.category, { params: { categoryID: category } });
  return forumThreads.filter((thread) => thread.title === title).length;
}

describe('while the disk runs low, a form (core rule 128)', () => {
  for (const hasScript of [true, false]) {
    const how = hasScript ? 'with script' : 'without';
    test(`shows why it’s rejected, keeps the typed text, and is accepted once there’s space: ${how}`, async () => {
      const title = `Knots ${how}`;
      const phone = await openPhone(app.url, { token: james.token, hasScript });
      await writeThread(phone, title);
      await setFreeSpaceToRefuse('beginnings');
      await startThread(phone);
      await phone.tab.locator('form [role="alert"]', { hasText: refusalSentence }).waitFor(patience);
      await assertStillTyped(phone, title);
      assert.equal(await countThreads(title), 0);
      await setFreeSpaceToRefuse('nothing');
      await startThread(phone);
      await phone.tab.waitForURL(/\/forums\/thread\//, patience);
      assert.equal(await countThreads(title), 1);
    });
  }

  test('with a picture says that texts still work, and accepts only the text: without script', async () => {
    const phone = await openPhone(app.url, { token: james.token, hasScript: false });
    await writeThread(phone, 'Shells');
    await phone.tab.getByText('Add pictures').click();
    await phone.tab
      .locator('input[type="file"]')
      .setInputFiles({ ...picture, buffer: await createPicture({ width: 900 }) });
    await setFreeSpaceToRefuse('pictures');
    await startThread(phone);
    await phone.tab
      .locator('form [role="alert"]', { hasText: /pictures and clips can’t be uploaded/ })
      .waitFor(patience);
    await assertStillTyped(phone, 'Shells');
    await startThread(phone);
    await phone.tab.waitForURL(/\/forums\/thread\//, patience);
    assert.equal(await countThreads('Shells'), 1);
  });

  test('is shown on the form’s page before it’s filled in, and typed text stays there', async () => {
    const phone = await openPhone(app.url, { token: heidi.token });
    await writeThread(phone, 'Whales');
    await waitUntilStored(phone.tab, 'All about Whales');
    await setFreeSpaceToRefuse('beginnings');
    await startThread(phone);
    await phone.tab.locator('form [role="alert"]').waitFor(patience);
    await phone.tab.goto('/forums');
    await phone.tab.locator('.untold', { hasText: refusalSentence }).waitFor(patience);
    await phone.tab.goto(`/forums/${category}/new`);
    await phone.tab.locator('.untold', { hasText: refusalSentence }).waitFor(patience);
    await waitUntilTrue(phone.tab, `document.querySelector('[name="text"]')?.value === 'All about Whales'`);
    await assertStillTyped(phone, 'Whales');
  });
});

/** A group, since groups allow pictures. */
const composeGroup = (now: Date) => ({
  ...{ fezType: 'meetup', title: 'Whist', info: 'Four hands', location: 'Card room', minCapacity: 0, maxCapacity: 0 },
  startTime: new Date(now.getTime() + 3_600_000).toISOString(),
  endTime: new Date(now.getTime() + 7_200_000).toISOString(),
  initialUsers: [heidi.userID],
});

describe('while the disk runs low, a message in a chat (core rule 128)', () => {
  async function openChat() {
    const { fezID } = await james.get(fezApi.create, { body: composeGroup(app.clock.now()) });
    const { tab } = await openPhone(app.url, { token: james.token });
    await tab.goto(`/chats/${fezID}`);
    return {
      tab,
      async write(text: string, files: (typeof picture)[] = []) {
        await tab.getByLabel('Your message').fill(text);
        if (files.length > 0) {
          await tab.getByText('Add a picture').click();
          await tab.locator('input[type="file"]').setInputFiles(files);
        }
        await tab.getByRole('button', { name: 'Send', exact: true }).click();
      },
      async readTexts() {
        const { members } = await james.get(fezApi.read, { params: { fezID } });
        return (members?.posts ?? []).map(({ text, image }) => (image === undefined ? text : `${text} and a picture`));
      },
    };
  }

  test('with a picture is returned with the reason, and later texts are sent', async () => {
    const { tab, write, readTexts } = await openChat();
    await setFreeSpaceToRefuse('pictures');
    await write('Look', [picture]);
    await write('Good morning');
    const refused = tab.locator('.failed', { hasText: 'Look' });
    await refused.getByText(/pictures and clips can’t be uploaded right now/).waitFor(patience);
    await tab.locator('.msg:not([data-waits])', { hasText: 'Good morning' }).waitFor(patience);
    assert.deepEqual(await readTexts(), ['Good morning']);
    await setFreeSpaceToRefuse('nothing');
    await refused.getByRole('button', { name: 'Send again' }).click();
    await tab.locator('.msg:not([data-waits]) .pic').waitFor(patience);
    assert.deepEqual(await readTexts(), ['Good morning', 'Look and a picture']);
  });

  test('waits while nothing is accepted, with the reason on the page, and is sent once there’s space', async () => {
    const { tab, write, readTexts } = await openChat();
    await setFreeSpaceToRefuse('writing');
    await write('Good evening');
    await tab.locator('#waiting', { hasText: /posting is paused/ }).waitFor(patience);
    await tab.locator('.waits', { hasText: 'Good evening' }).waitFor(patience);
    assert.deepEqual(await readTexts(), []);
    await setFreeSpaceToRefuse('nothing');
    await tab.evaluate("dispatchEvent(new Event('online'))");
    await tab.locator('.msg:not([data-waits])', { hasText: 'Good evening' }).waitFor(patience);
    await tab.locator('#waiting').waitFor({ state: 'hidden', ...patience });
    assert.deepEqual(await readTexts(), ['Good evening']);
  });
});
