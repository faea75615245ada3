import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { profilesApi } from '#core/profiles/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { startTestApp } from '../support/app.ts';
import { openPhone, type Phone, test } from '../support/browser.ts';
import { readColourAt } from '../support/pictures.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const app = await startTestApp();
const folder = await mkdtemp(join(tmpdir(), 'gangway-day-'));
after(() => rm(folder, { recursive: true, force: true }));

/**
 * Takes a picture like a phone: 12 megapixels, portrait format, with a location. The top of the visible picture is red.
 */
async function takePicture(): Promise<string> {
  const [width, height] = [4032, 3024];
  const side = { create: { width: width / 2, height, channels: 3, background: 'red' } } as const;
  const picture = await sharp({ create: { width, height, channels: 3, background: 'blue' } })
    .composite([{ input: side, left: 0, top: 0 }])
    .withExif({
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '25/1 46/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '80/1 8/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { exif, orientation } = await sharp(picture).metadata();
  assert.ok(exif && orientation === 6, 'the picture has a place, and is turned');
  const file = join(folder, 'from-a-phone.jpg');
  await writeFile(file, picture);
  return file;
}

const waitOptions = { timeout: timeoutMilliseconds };
const waitForText = ({ tab }: Phone, text: string | RegExp) => tab.getByText(text).first().waitFor(waitOptions);
/** Submits a form, and waits until the server received it: leaving the page earlier may cancel it. */
async function sendMessageWith({ tab }: Phone, button: Locator): Promise<void> {
  const taken = tab.waitForResponse((response) => response.request().method() === 'POST', waitOptions);
  await button.click(waitOptions);
  await taken;
}
const pressButton = ({ tab }: Phone, name: string | RegExp) =>
  tab.getByRole('button', { name }).first().click(waitOptions);

/** Registers with the code from the cabin card, and saves the recovery key. */
async function comeAboard(phone: Phone, name: string, code: string): Promise<void> {
  const { tab } = phone;
  await tab.goto('/sign-in');
  await tab.getByLabel('Registration code').fill(code);
  await tab.getByLabel('Display name').fill(name);
  await tab.locator('#register-password').fill('a good password');
  await pressButton(phone, 'Create account');
  await waitForText(phone, 'Welcome aboard');
  assert.ok(((await tab.locator('.code b').textContent()) ?? '').length > 10);
  await tab.getByRole('link', { name: 'I’ve written it down' }).click();
  await tab.getByRole('heading', { name: 'Today', exact: true }).waitFor(waitOptions);
}

test('a day at sea, on two passengers’ phones and a moderator’s', { timeout: 10 * timeoutMilliseconds }, async () => {
  const moderator = await app.atLevel('moderator');
  const [ada, bob, hers] = [
    await openPhone(app.url),
    await openPhone(app.url),
    await openPhone(app.url, { token: moderator.token }),
  ];

  await comeAboard(ada, 'ada', 'ABC ABC');
  await comeAboard(bob, 'bob', 'BCD BCD');

  // Uploads an avatar: upright, as the phone was held, and without its location.
  await ada.tab.goto('/settings/profile');
  await ada.tab.getByLabel('Profile picture').setInputFiles(await takePicture());
  await pressButton(ada, 'Save picture');
  await waitForText(ada, 'Saved.');
  const user = await app.logIn('ada', 'a good password');
  const { header } = await user.get(profilesApi.readOwnProfile);
  const stored = await user.send('GET', `/api/v3/image/full/${header.userImage}`);
  const { exif, orientation = 1 } = await sharp(stored.bytes).metadata();
  assert.deepEqual([exif, orientation], [undefined, 1]);
  const [topRed, , topBlue] = await readColourAt(stored.bytes, 0.5, 0.1);
  assert.ok(topRed > 200 && topBlue < 60, 'what was on top is on top');

  // Follows two events that overlap: each shows the conflict.
  const events = await user.get(scheduleApi.list, { query: { cruiseday: 2 } });
  const clash = events.flatMap((event) =>
    events
      .filter((one) => one.eventID > event.eventID && one.startTime < event.endTime && one.endTime > event.startTime)
      .map((one) => [event, one] as const),
  )[0];
  assert.ok(clash, 'two events of the sample overlap');
  await ada.tab.goto('/schedule/2');
  for (const { title } of clash)
    await sendMessageWith(ada, ada.tab.getByRole('button', { name: `Follow ${title}`, exact: true }).first());
  await ada.tab.goto('/schedule/2?following=true');
  await waitForText(ada, `Overlaps ${clash[0].title}`);
  await waitForText(ada, `Overlaps ${clash[1].title}`);

  // Sends messages in both directions while both look at the chat.
  await ada.tab.goto('/chats/new');
  await ada.tab.getByLabel('To', { exact: true }).fill('bob');
  await ada.tab.getByLabel('Title', { exact: true }).fill('Dinner');
  await ada.tab.getByLabel('First message').fill('At eight?');
  await pressButton(ada, 'Send');
  await waitForText(ada, 'At eight?');
  await bob.tab.goto('/chats');
  await bob.tab.getByRole('link', { name: 'Dinner' }).click();
  await waitForText(bob, 'At eight?');
  await bob.tab.getByLabel('Your message').fill('Make it nine');
  await pressButton(bob, 'Send');
  await waitForText(ada, 'Make it nine');
  await ada.tab.getByLabel('Your message').fill('Nine it is');
  await pressButton(ada, 'Send');
  await waitForText(bob, 'Nine it is');

  // Starts a thread that mentions the other user, whose badge lights up.
  await bob.tab.goto('/forums');
  const categories = await user.get(forumsApi.categories);
  const open = categories.find(({ isRestricted, isEventCategory }) => !isRestricted && !isEventCategory);
  await bob.tab.getByRole('link', { name: open?.title ?? '', exact: true }).click();
  await bob.tab.getByRole('link', { name: 'New thread' }).click();
  await bob.tab.getByLabel('Title').fill('Who sings?');
  await bob.tab.getByLabel('First post').fill('Surely @ada does, the old goat');
  await pressButton(bob, 'Start thread');
  await waitForText(bob, 'Who sings?');
  const thread = bob.tab.url();
  await ada.tab.goto('/');
  await ada.tab.locator('#unread-forums .badge').waitFor(waitOptions);
  await ada.tab.goto('/forums/posts?which=mentions');
  await waitForText(ada, 'the old goat');

  // Reports a post; the moderator deletes it, and no one sees it any more.
  await ada.tab.getByRole('link', { name: 'Report this post' }).first().click();
  await ada.tab.getByLabel("What's wrong?").fill('I am no goat');
  await pressButton(ada, 'Send report');
  await waitForText(ada, 'The moderators will look at it.');
  await hers.tab.goto('/desk/reports');
  await hers.tab.locator('a[href^="/desk/forum-posts/"]').first().click();
  await waitForText(hers, 'I am no goat');
  await sendMessageWith(hers, hers.tab.locator('button[name="remove"]'));
  for (const phone of [ada, bob]) {
    await phone.tab.goto(thread);
    assert.equal(await phone.tab.getByText('the old goat').count(), 0);
  }
  await ada.tab.goto('/forums');
  assert.equal(await ada.tab.locator('#unread-forums .badge').count(), 0);
  assert.deepEqual([...ada.complaints, ...bob.complaints, ...hers.complaints], []);
});
