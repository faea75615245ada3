import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe } from 'node:test';
import { profilesApi } from '#core/profiles/api.ts';
import { relationsApi } from '#core/users/api/relations.ts';
import { fezApi } from '#features/fez/api.ts';
import { quartermasterApi } from '#features/quartermaster/api.ts';
import { startTestApp } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { openPhone, type Phone, test, waitUntilTrue } from '../support/browser.ts';
import { assertInView } from '../support/in-view.ts';

const app = await startTestApp();
const ada = await app.newcomer('ada');
const [mei] = [await app.newcomer('mei'), await app.newcomer('meirion'), await app.newcomer('tom.the.talkative')];
await mei.get(profilesApi.editOwnProfile, { body: { displayName: 'Mei Lin' } });
const adaBrowser = browse(app, ada);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const openNewChat = async (): Promise<Phone> => {
  const phone = await openPhone(app.url, { token: ada.token });
  await phone.tab.goto('/chats/new');
  return phone;
};
const findFieldOf = ({ tab }: Phone) => tab.getByRole('combobox', { name: 'To' });
const listOptions = ({ tab }: Phone) => tab.getByRole('option');
/** The field becomes a combobox when it gets the focus. */
const typeName = async (phone: Phone, text: string) => {
  await phone.tab.locator('#create-people').focus();
  await findFieldOf(phone).pressSequentially(text, { delay: 20 });
};

describe('a field for usernames', () => {
  test('suggests people by any of their names, selectable by keyboard', async () => {
    const phone = await openNewChat();
    await typeName(phone, 'mei l');
    await listOptions(phone).first().waitFor();
    assert.deepEqual(await listOptions(phone).allTextContents(), ['Mei Lin @mei']);
    await phone.tab.keyboard.press('ArrowDown');
    assert.equal(
      await findFieldOf(phone).getAttribute('aria-activedescendant'),
      await listOptions(phone).getAttribute('id'),
    );
    await phone.tab.keyboard.press('Enter');
    assert.equal(await findFieldOf(phone).inputValue(), '@mei ');
    await findFieldOf(phone).pressSequentially('talk');
    await listOptions(phone).first().waitFor();
    await phone.tab.keyboard.press('ArrowUp');
    await phone.tab.keyboard.press('Enter');
    assert.equal(await findFieldOf(phone).inputValue(), '@mei @tom.the.talkative ');
    assert.equal(new URL(phone.tab.url()).pathname, '/chats/new');
    await phone.tab.getByLabel('Title').fill('Dinner');
    await phone.tab.getByLabel('First message').fill('At eight?');
    await phone.tab.getByRole('button', { name: 'Send' }).click();
    await phone.tab.waitForURL(/\/chats\/[0-9a-f-]{36}/);
    const [chat] = (await mei.get(fezApi.joined, { query: { members: true } })).fezzes;
    assert.deepEqual(chat?.members?.participants.map(({ username }) => username).sort(), [
      'ada',
      'mei',
      'tom.the.talkative',
    ]);
    assert.deepEqual(phone.complaints, []);
  });

  test('can be used with a tap, closed with Escape, and is accessible while open', async () => {
    const phone = await openNewChat();
    await typeName(phone, '@meir');
    await listOptions(phone).first().waitFor();
    await assertInView(listOptions(phone).first(), 'the first suggestion');
    await phone.tab.evaluate(axe);
    for (const colorScheme of ['light', 'dark'] as const) {
      await phone.tab.emulateMedia({ colorScheme });
      assert.deepEqual(
        await phone.tab.evaluate(
          "axe.run('main', { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))",
        ),
        [],
        colorScheme,
      );
    }
    await phone.tab.keyboard.press('Escape');
    assert.equal(await findFieldOf(phone).getAttribute('aria-expanded'), 'false');
    assert.equal(await listOptions(phone).count(), 0);
    await findFieldOf(phone).pressSequentially('i');
    await listOptions(phone).first().click();
    assert.equal(await findFieldOf(phone).inputValue(), '@meirion ');
  });

  test('sends one request for quick typing, and none for a single letter', async () => {
    const phone = await openNewChat();
    const asked: string[] = [];
    phone.tab.on('request', (request) => {
      if (request.url().includes('/people/names')) asked.push(new URL(request.url()).search);
    });
    await typeName(phone, 'm');
    await phone.tab.waitForTimeout(400);
    assert.deepEqual(asked, []);
    await findFieldOf(phone).pressSequentially('eirion');
    await listOptions(phone).first().waitFor();
    assert.deepEqual(asked, ['?search=meirion']);
  });

  test('lists favorites first', async () => {
    const names = async (): Promise<string[]> =>
      JSON.parse((await adaBrowser.open('/people/names?search=mei')).body).map(
        ({ username }: { username: string }) => username,
      );
    assert.deepEqual(await names(), ['mei', 'meirion']);
    const meirion = await app.logIn('meirion');
    await ada.get(relationsApi.favorite, { params: { userID: meirion.userID } });
    assert.deepEqual(await names(), ['meirion', 'mei']);
    assert.deepEqual(JSON.parse((await adaBrowser.open('/people/names?search=m')).body), []);
  });

  test('for one person has only that name', async () => {
    const [item] = await ada.get(quartermasterApi.create, {
      body: { category: 'have', items: [{ itemName: 'Sextant' }] },
    });
    const { tab } = await openPhone(app.url, { token: ada.token });
    await tab.goto(`/items/${item?.itemID}/edit`);
    const field = tab.getByLabel('Contact');
    await field.fill('');
    await field.pressSequentially('Mei Lin');
    await tab.getByRole('option', { name: 'Mei Lin' }).click();
    assert.equal(await field.inputValue(), 'mei');
  });
});

describe('a field for a post', () => {
  const openFeed = async (hasScript = true) => {
    const phone = await openPhone(app.url, { token: ada.token, hasScript });
    await phone.tab.goto('/feed');
    return { ...phone, text: phone.tab.getByLabel("What's on your mind?") };
  };

  test('suggests people after an @, and nothing without one', async () => {
    const { tab, text, complaints } = await openFeed();
    await text.pressSequentially('Mei, write to mei@home or @mei l', { delay: 5 });
    await text.press('Backspace');
    await text.press('Backspace');
    await tab.getByRole('option').first().waitFor();
    assert.equal(await text.getAttribute('aria-autocomplete'), 'list');
    assert.deepEqual((await tab.getByRole('option').allTextContents()).sort(), ['Mei Lin @mei', 'meirion @meirion']);
    await tab.getByRole('option', { name: 'meirion @meirion' }).click();
    await text.pressSequentially('see mei');
    await tab.waitForTimeout(400);
    assert.equal(await tab.getByRole('option').count(), 0);
    assert.equal(await text.inputValue(), 'Mei, write to mei@home or @meirion see mei');
    assert.deepEqual(complaints, []);
  });

  test('Enter chooses the highlighted person, or else starts a line', async () => {
    const { tab, text } = await openFeed();
    await text.pressSequentially('Hello');
    await text.press('Enter');
    await text.pressSequentially('@talk', { delay: 5 });
    await tab.getByRole('option').first().waitFor();
    await text.press('ArrowDown');
    await text.press('Enter');
    assert.equal(await text.inputValue(), 'Hello\n@tom.the.talkative ');
    await text.press('Enter');
    assert.equal(await text.inputValue(), 'Hello\n@tom.the.talkative \n');
  });

  test('in a chat shows its suggestions above itself, within the screen', async () => {
    const { fezID } = await ada.get(fezApi.create, {
      body: { fezType: 'open', title: 'Deck', info: '', minCapacity: 0, maxCapacity: 0, initialUsers: [mei.userID] },
    });
    const phone = await openPhone(app.url, { token: ada.token });
    await phone.tab.goto(`/chats/${fezID}`);
    await phone.tab.locator('.composer textarea').pressSequentially('@mei', { delay: 5 });
    await listOptions(phone).first().waitFor();
    await assertInView(listOptions(phone).first(), 'the first suggestion');
    await assertInView(listOptions(phone).last(), 'the last suggestion');
    await phone.tab.evaluate(axe);
    const violations = await phone.tab.evaluate(
      "axe.run('.composer').then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))",
    );
    assert.deepEqual(violations, []);
  });

  test('accepts usernames without script', async () => {
    const { tab, text } = await openFeed(false);
    await text.fill('Is @mei here?');
    await tab.getByRole('button', { name: 'Post', exact: true }).click();
    await tab.getByRole('link', { name: '@mei', exact: true }).waitFor();
  });
});

describe('without script', () => {
  test('an unknown name gets an error next to its field, with suggestions and the typed text', async () => {
    const form = { action: 'create', fezType: 'closed', people: '@ada meii lin', title: 'Dinner', text: 'At eight?' };
    const { status, body } = await adaBrowser.send('/chats/new', form);
    assert.equal(status, 404);
    const wrong = /<span class="say s stop" id="create-people-wrong">([\s\S]*?)<\/p>/.exec(body)?.[1] ?? '';
    assert.match(wrong, /No one has the username “meii”. Search for them under More, People\./);
    assert.match(wrong, /No one has the username “lin”. Did you mean @mei \(Mei Lin\)\?/);
    assert.match(body, /aria-describedby="create-people-wrong create-people-hint" aria-invalid="true"/);
    assert.match(body, /value="@ada meii lin"[\s\S]*value="Dinner"[\s\S]*At eight\?/);
  });

  test('too many names get an error with their number', async () => {
    const people = Array.from({ length: 51 }, (_, index) => `a${index}`).join(' ');
    const { status, body } = await adaBrowser.send('/chats/new', {
      action: 'create',
      fezType: 'closed',
      people,
      title: 'Hm',
    });
    assert.equal(status, 400);
    assert.match(body, /You named 51 people; the limit is 50\./);
  });
});

describe('from a profile', () => {
  test('Message opens a chat to that person, whatever drafts to others exist', async () => {
    const phone = await openNewChat();
    const { tab } = phone;
    await tab.locator('#create-people').fill('@tom.the.talkative ');
    await tab.getByLabel('First message').fill('For Tom only');
    await waitUntilTrue(
      tab,
      `new Promise((resolve) => {
        indexedDB.open('gangway').onsuccess = ({ target: { result: database } }) => {
          database.transaction('drafts').objectStore('drafts').getAll().onsuccess = ({ target: { result } }) =>
            resolve(JSON.stringify(result).includes('For Tom only'));
        };
      })`,
    );
    await tab.goto(`/people/${mei.userID}`);
    await tab.getByRole('link', { name: 'Message', exact: true }).click();
    await tab.getByLabel('First message').fill('Hello Mei');
    assert.equal(await tab.locator('#create-people').inputValue(), '@mei ');
    await tab.getByLabel('Title').fill('Hello');
    await tab.getByRole('button', { name: 'Send' }).click();
    await tab.waitForURL(/\/chats\/[0-9a-f-]{36}/);
    await tab.goto('/chats/new');
    await waitUntilTrue(tab, "document.querySelector('textarea').value === 'For Tom only'");
    assert.equal(await tab.locator('#create-people').inputValue(), '@tom.the.talkative ');
  });
});
