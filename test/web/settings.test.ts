import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { relationsApi } from '#core/users/api/relations.ts';
import { startTestApp } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { createPicture } from '../support/pictures.ts';

const app = await startTestApp();
const ada = await app.newcomer('ada');
const adaBrowser = browse(app, ada);

describe('the page of the user’s own profile', () => {
  const texts = {
    displayName: 'Ada of the sea',
    realName: '',
    preferredPronoun: 'she',
    homeLocation: '',
    roomNumber: '',
    email: '',
    discordUsername: '',
    message: '',
    about: 'Reads <b>maps</b>.',
    dinnerTeam: '',
  };

  test('saves what is typed, and reports that', async () => {
    const sent = await adaBrowser.send('/settings/profile', { action: 'save', ...texts });
    assert.equal(sent.location, '/settings/profile?done');
    assert.match((await adaBrowser.open('/settings/profile?done')).body, /role="status"/);
    const { header, about } = await ada.get(profilesApi.readOwnProfile);
    assert.equal(header.displayName, 'Ada of the sea');
    assert.equal(about, 'Reads <b>maps</b>.');
  });

  test('shows errors next to their fields, with the typed text', async () => {
    const { status, body } = await adaBrowser.send('/settings/profile', { action: 'save', ...texts, realName: 'x' });
    assert.equal(status, 400);
    assert.match(body, /id="save-realName"[^>]*value="x"[^>]*aria-invalid="true"/);
    assert.match(body, /Reads &lt;b&gt;maps/);
    assert.doesNotMatch(body, /role="alert"/);
  });

  test('accepts a picture, and removes it', async () => {
    const image = new Blob([new Uint8Array(await createPicture())], { type: 'image/png' });
    assert.equal((await adaBrowser.send('/settings/profile', { action: 'picture', image })).status, 303);
    const { header } = await ada.get(profilesApi.readOwnProfile);
    assert.ok(header.userImage);
    assert.match((await adaBrowser.open('/settings/profile')).body, new RegExp(`image/thumb/${header.userImage}`));
    await adaBrowser.send('/settings/profile', { removePicture: '' });
    assert.equal((await ada.get(profilesApi.readOwnProfile)).header.userImage, undefined);
  });

  test('asks for a picture if none was chosen', async () => {
    const { status, body } = await adaBrowser.send('/settings/profile', { action: 'picture', image: new Blob([]) });
    assert.equal(status, 400);
    assert.match(body, /Choose a picture first/);
  });
});

test('words can be added and removed', async () => {
  await adaBrowser.send('/settings/words', { action: 'alert', word: 'Lighthouse' });
  await adaBrowser.send('/settings/words', { action: 'mute', word: 'spoiler' });
  assert.match((await adaBrowser.open('/settings/words')).body, /lighthouse[\s\S]*spoiler/);
  await adaBrowser.send('/settings/words', { alertNoMore: 'lighthouse' });
  assert.deepEqual((await ada.get(publicTextApi.alertWords)).keywords, []);
  assert.deepEqual((await ada.get(publicTextApi.muteWords)).keywords, ['spoiler']);
});

describe('lists of people', () => {
  for (const { list, put, path, lists } of [
    { list: 'favorites', put: 'favorite', path: '/people/favorites', lists: relationsApi.favorites },
    { list: 'mutes', put: 'mute', path: '/people/mutes', lists: relationsApi.mutes },
    { list: 'blocks', put: 'block', path: '/people/blocks', lists: relationsApi.blocks },
  ]) {
    test(`show the people on it, and remove them: ${list}`, async () => {
      const other = await app.newcomer(`in-${list}`);
      await adaBrowser.send(`/people/${other.userID}`, { [put]: '' });
      assert.match((await adaBrowser.open(path)).body, new RegExp(`in-${list}`));
      await adaBrowser.send(path, { remove: other.userID });
      assert.deepEqual(await ada.get(lists), []);
      assert.doesNotMatch((await adaBrowser.open(path)).body, new RegExp(`in-${list}`));
    });
  }

  test('show the user’s notes, and delete them', async () => {
    const other = await app.newcomer('noted');
    await adaBrowser.send(`/people/${other.userID}`, { action: 'note', note: 'Plays the cello.' });
    assert.match((await adaBrowser.open('/people/notes')).body, /Plays the cello/);
    await adaBrowser.send('/people/notes', { remove: other.userID });
    assert.doesNotMatch((await adaBrowser.open('/people/notes')).body, /Plays the cello/);
  });
});

describe('accounts', () => {
  test('an additional account can be created and switched to; switching back needs the password', async () => {
    const owner = await app.newcomer('first-of-two');
    const browser = browse(app, owner);
    const form = { action: 'add', username: 'second-of-two', password: 'password' };
    const { session, location } = await browser.send('/settings/accounts', form);
    assert.equal(location, '/settings');
    const second = browse(app, { token: session ?? '' });
    assert.match((await second.open('/settings')).body, /@second-of-two/);
    const back = await second.send('/settings/accounts', {
      action: 'switch',
      name: 'first-of-two',
      password: 'password',
    });
    assert.match((await browse(app, { token: back.session ?? '' }).open('/settings')).body, /@first-of-two/);
    const wrong = await second.send('/settings/accounts', { action: 'switch', name: 'first-of-two', password: 'nope' });
    assert.equal(wrong.status, 401);
    assert.match(wrong.body, /role="alert"/);
    assert.equal(wrong.session, undefined);
  });

  test('the password can be changed with the current one', async () => {
    const owner = await app.newcomer('forgetful');
    const browser = browse(app, owner);
    const form = { action: 'change', currentPassword: 'wrong-one', newPassword: 'a new one' };
    assert.notEqual((await browser.send('/settings/password', form)).status, 303);
    const right = await browser.send('/settings/password', { ...form, currentPassword: 'password' });
    assert.equal(right.location, '/settings/password?done');
    assert.equal((await app.logIn('forgetful', 'a new one')).userID, owner.userID);
  });

  test('the password form signs out everywhere else unless told not to, and keeps this browser signed in', async () => {
    const owner = await app.newcomer('careful');
    const browser = browse(app, owner);
    assert.match((await browser.open('/settings/password')).body, /name="endOtherSessions"[^>]* checked/);
    const form = { action: 'change', currentPassword: 'password', newPassword: 'a new one', endOtherSessions: 'on' };
    const { location, session } = await browser.send('/settings/password', form);
    assert.equal(location, '/settings/password?done');
    assert.equal((await owner.call(accountsApi.whoami)).status, 401);
    const { status, body } = await browse(app, { token: session ?? '' }).open('/settings/password?done');
    assert.equal(status, 200);
    assert.match(body, /Password changed/);
  });

  test('the name can be changed', async () => {
    const owner = await app.newcomer('plainname');
    const { location } = await browse(app, owner).send('/settings/name', { action: 'change', username: 'othername' });
    assert.equal(location, '/settings/name?done');
    assert.equal((await owner.get(accountsApi.whoami)).username, 'othername');
  });

  test('users without a code are asked for it, and get an error if it’s wrong', async () => {
    const unverified = browse(app, await app.logIn('unverified'));
    assert.match((await unverified.open('/settings')).body, /href="\/settings\/code"/);
    const wrong = await unverified.send('/settings/code', { action: 'verify', verification: 'no code' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.body, /role="alert"[\s\S]*This registration code isn&#39;t valid/);
  });
});

test('disabled features are missing from all navigation, for everyone', async () => {
  const admin = await app.logIn('admin');
  const change = (list: string) =>
    admin.send('POST', '/api/v3/admin/serversettings/update', {
      body: { [list]: [{ app: 'all', feature: 'forums' }] },
    });
  const anonymous = browse(app);
  assert.match((await anonymous.open('/more')).body, /href="\/forums"/);
  await change('disableFeatures');
  try {
    for (const browser of [adaBrowser, anonymous]) {
      const { body } = await browser.open('/more');
      assert.doesNotMatch(body, /href="\/forums"/);
      assert.match(body, /href="\/chats"/);
    }
  } finally {
    await change('enableFeatures');
  }
});
