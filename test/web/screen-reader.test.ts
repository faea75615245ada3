import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator } from 'playwright-core';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { openPhone, type Phone, test } from '../support/browser.ts';
import { startWorld } from './world.ts';

const { app, author } = await startWorld();
const listener = await app.newcomer('listener');
const categories = await author.get(forumsApi.categories);
const category = categories.find(({ isRestricted, isEventCategory }) => !isRestricted && !isEventCategory);
const categoryID = category?.categoryID ?? '';

/** Opens a phone without script, so that the page announces everything when it loads. */
const listen = (token?: string): Promise<Phone> =>
  openPhone(app.url, { hasScript: false, ...(token !== undefined && { token }) });

/**
 * Returns roles, names and states as a screen reader gets them, one per line, without addresses and with every time as
 * 00:00.
 */
async function readAloud(part: Locator): Promise<string[]> {
  const lines = (await part.ariaSnapshot()).split('\n');
  return lines
    .filter((line) => !/^ *- (\/url|time): /.test(line))
    .map((line) => line.replace(/\d\d:\d\d/g, '00:00').replace(/:$/, ''));
}

async function pressButton({ tab }: Phone, name: string): Promise<void> {
  await Promise.all([tab.waitForEvent('load'), tab.getByRole('button', { name, exact: true }).click()]);
}

const startThread = (title: string) =>
  author.get(forumsApi.create, {
    params: { categoryID },
    body: { title, firstPost: { text: 'Who hears this?', images: [] } },
  });

/** Indents the text as a part of the announcement. */
const indent = (line: string): string => `  ${line}`;

describe('to a screen reader', () => {
  test('the sign-in page announces fields, errors and typed values', async () => {
    const phone = await listen();
    const { tab } = phone;
    await tab.goto('/sign-in');
    const form = tab.getByRole('region', { name: 'Sign in' });
    const fields = ['- paragraph', '  - text: Username', '  - textbox "Username"'];
    const rest = [
      ...['- paragraph', '  - text: Password', '  - textbox "Password"', '- paragraph', '  - button "Sign in"'],
      ...['- paragraph', '  - link "Forgot your password?"', '  - link "Forgot your username?"'],
    ].map(indent);
    assert.deepEqual(await readAloud(form), [
      ...['- region "Sign in"', '  - heading "Sign in" [level=2]'],
      ...[...fields.map(indent), ...rest],
    ]);
    await form.getByRole('textbox', { name: 'Username' }).fill(listener.username);
    await form.getByRole('textbox', { name: 'Password' }).fill('not this one');
    await pressButton(phone, 'Sign in');
    assert.deepEqual(await readAloud(form), [
      ...['- region "Sign in"', '  - heading "Sign in" [level=2]'],
      "  - alert: That name and password don't match.",
      ...[...fields.map(indent).slice(0, -1), `    - textbox "Username": ${listener.username}`, ...rest],
    ]);
  });

  test('a page announces its content, then the sections and the current one', async () => {
    const { tab } = await listen(listener.token);
    await tab.goto('/forums');
    assert.equal(await tab.getByRole('heading', { level: 1 }).textContent(), 'Forums');
    const places = tab.getByRole('navigation', { name: 'Main' });
    assert.deepEqual(
      (await readAloud(places))
        .filter((line) => line.includes('link'))
        .map((line) => line.trim().replace(/ \d+ unread/, '')),
      ['Today', 'Schedule', 'Chats', 'Forums', 'More'].map((name) => `- link "${name}"`),
    );
    assert.equal(await places.getByRole('link', { name: 'Forums' }).getAttribute('aria-current'), 'page');
    assert.equal(await places.locator('[aria-current]').count(), 1);
  });

  test('a chat announces authors, own messages and new messages', async () => {
    const { fezID } = await author.get(fezApi.create, {
      body: {
        fezType: 'open',
        title: 'A walk',
        info: '',
        minCapacity: 0,
        maxCapacity: 0,
        initialUsers: [listener.userID],
        firstPost: { text: 'Who walks?', images: [] },
      },
    });
    const phone = await listen(listener.token);
    const { tab } = phone;
    await tab.goto(`/chats/${fezID}`);
    await tab.getByRole('textbox', { name: 'Your message' }).fill('I walk');
    await pressButton(phone, 'Send');
    assert.deepEqual(await tab.getByRole('heading', { level: 1 }).allTextContents(), ['A walk']);
    const messages = tab.locator('#messages');
    assert.equal(await messages.getAttribute('aria-live'), 'polite');
    const [today, theirs, own] = await messages.getByRole('listitem').all();
    assert.ok(today && theirs && own);
    assert.deepEqual(await readAloud(today), ['- listitem: Today']);
    assert.deepEqual(await readAloud(theirs), [
      ...['- listitem', '  - paragraph', '    - link "author"', '  - paragraph: Who walks?'],
      ...['  - paragraph', '    - link "Options for this message"'],
    ]);
    assert.deepEqual(await readAloud(own), [
      ...['- listitem', '  - paragraph', '    - text: You', '  - paragraph: I walk'],
      ...['  - paragraph', '    - button "Delete this message"'],
    ]);
  });

  test('a new thread’s form has labelled fields, with errors next to them', async () => {
    const phone = await listen(listener.token);
    const { tab } = phone;
    await tab.goto(`/forums/${categoryID}/new`);
    const rest = [
      ...['- paragraph', '  - text: First post', '  - textbox "First post"', '- group: Add pictures'],
      ...['- paragraph', '  - button "Start thread"'],
    ];
    const form = tab.locator('main form');
    assert.deepEqual(await readAloud(form), ['- paragraph', '  - text: Title', '  - textbox "Title"', ...rest]);
    await tab.getByRole('textbox', { name: 'Title' }).fill('  ');
    await tab.getByRole('textbox', { name: 'First post' }).fill('Is it?');
    await pressButton(phone, 'Start thread');
    assert.deepEqual(await readAloud(form), [
      ...['- paragraph', '  - text: Title', '  - textbox "Title" [invalid]', '  - text: The title must not be blank.'],
      ...['- paragraph', '  - text: First post', '  - textbox "First post": Is it?', ...rest.slice(3)],
    ]);
    await tab.getByRole('textbox', { name: 'Title' }).fill('Read aloud');
    await tab.getByRole('textbox', { name: 'First post' }).fill('Is it?');
    await pressButton(phone, 'Start thread');
    assert.deepEqual(await tab.getByRole('heading', { level: 1 }).allTextContents(), ['Read aloud']);
    assert.equal(await tab.getByRole('article', { name: 'listener' }).count(), 1);
  });

  test('a post announces its author and the user’s own reaction', async () => {
    const { forumID } = await startThread('Loved aloud');
    const phone = await listen(listener.token);
    const { tab } = phone;
    await tab.goto(`/forums/thread/${forumID}`);
    const post = tab.getByRole('article', { name: 'author' });
    const before = [
      ...['- article "author"', '  - heading "author" [level=2]', '    - link "author"', '  - link "00:00"'],
      ...['  - link "Post 1"', '  - paragraph: Who hears this?', '  - button "Like"'],
    ];
    const after = [...['  - button "Bookmark post 1"', '  - link "Report this post"']];
    assert.deepEqual(await readAloud(post), [...before, '  - button "Love"', '  - button "Laugh"', ...after]);
    await pressButton(phone, 'Love');
    assert.deepEqual(await readAloud(post), [
      ...[...before, '  - button "Love" [pressed]', '  - button "Laugh"', '  - text: 1 reaction', ...after],
    ]);
    await pressButton(phone, 'Love');
    assert.deepEqual(await readAloud(post), [...before, '  - button "Love"', '  - button "Laugh"', ...after]);
  });

  test('a report announces its subject, that the reason is optional, and that it was sent', async () => {
    const { forumID } = await startThread('Reported aloud');
    const phone = await listen(listener.token);
    const { tab } = phone;
    await tab.goto(`/forums/thread/${forumID}`);
    await Promise.all([tab.waitForEvent('load'), tab.getByRole('link', { name: 'Report this post' }).click()]);
    assert.deepEqual(await readAloud(tab.getByRole('main')), [
      ...['- main', '  - link "Back"', '  - heading "Report this post" [level=1]'],
      '  - paragraph: Moderators read every report. Only they can see that you sent it.',
      ...['  - paragraph', "    - text: What's wrong?", '    - textbox "What\'s wrong?"', '    - text: Optional'],
      ...['  - paragraph', '    - button "Send report"'],
    ]);
    const hint = await tab.getByRole('textbox').getAttribute('aria-describedby');
    assert.equal(await tab.locator(`#${hint}`).textContent(), 'Optional');
    await pressButton(phone, 'Send report');
    assert.deepEqual(await readAloud(tab.getByRole('main')), [
      ...['- main', '  - link "Back"', '  - heading "Reported" [level=1]'],
      '  - paragraph: Thank you. The moderators will look at it.',
      '  - paragraph: Until then, you can mute or block the person on their profile.',
      ...['  - paragraph', '    - link "Continue"'],
    ]);
  });
});
