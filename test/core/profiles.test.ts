import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import type { EveryField } from '#contract/record.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import type { UserProfileUploadData } from '#core/profiles/records.ts';
import { usersApi } from '#core/users/api/index.ts';
import { updateUser } from '#core/users/index.ts';
import { createSubAccount, giveRegistrationCodes, listProfileActions, setProfileState } from '../support/accounts.ts';
import { startTestApp, type User } from '../support/app.ts';
import { moderationApi } from '../support/moderation.ts';

const app = await startTestApp();
const moderator = await app.atLevel('moderator');

const filledProfile = {
  displayName: 'Ann of the Sea',
  realName: 'Ann Example',
  preferredPronoun: 'she/her',
  homeLocation: 'Lisbon',
  roomNumber: '10234',
  email: 'ann@example.org',
  message: 'Hello there',
  about: 'Sings, plays, reads.',
  dinnerTeam: 'gold',
  discordUsername: 'ann_ashore',
} satisfies EveryField<UserProfileUploadData>;
const emptyProfile = {
  realName: '',
  homeLocation: '',
  roomNumber: '',
  email: '',
  message: '',
  about: '',
  isFavorite: false,
};
const { displayName, preferredPronoun, ...profileTexts } = filledProfile;

const updateProfile = (user: User, body: Record<string, unknown>) => user.get(profilesApi.editOwnProfile, { body });
const tryUpdate = (user: User, body: Record<string, unknown> = filledProfile) =>
  user.call(profilesApi.editOwnProfile, { body });
const readProfile = (reader: User, userID: string) => reader.get(profilesApi.readProfile, { params: { userID } });
const tryRead = (reader: User, userID: string) => reader.call(profilesApi.readProfile, { params: { userID } });
const reportProfile = (reporter: User, userID: string, message = 'see there') =>
  reporter.call(profilesApi.reportUser, { params: { userID }, body: { message } });
const readModerated = (userID: string) => moderator.get(moderationApi.profile, { params: { userID } });

test('a new profile is empty; an update is visible to everyone immediately', async () => {
  const [ann, reader] = [await app.newcomer('ann'), await app.logIn('sam')];
  const bare = { userID: ann.userID, username: 'ann' };
  assert.deepEqual(await ann.get(profilesApi.readOwnProfile), { header: bare, ...emptyProfile });
  const expected = { header: { ...bare, displayName, preferredPronoun }, ...profileTexts, isFavorite: false };
  assert.deepEqual(await updateProfile(ann, filledProfile), expected);
  assert.deepEqual(await ann.get(profilesApi.readOwnProfile), expected);
  assert.deepEqual(await readProfile(reader, ann.userID), expected);
  const matches = await reader.get(usersApi.matchAllNames, { params: { searchString: 'sea (@ann) - ann exam' } });
  assert.deepEqual(
    matches.map(({ userSearch }) => userSearch),
    ['Ann of the Sea (@ann) - Ann Example'],
  );
});

test('an update replaces everything: absent, null and empty each clear a field', async () => {
  const user = await app.newcomer('clearer');
  const emptied = Object.fromEntries(Object.keys(filledProfile).map((name) => [name, '']));
  const nulled = Object.fromEntries(Object.keys(filledProfile).map((name) => [name, null]));
  for (const body of [{}, nulled, emptied]) {
    await updateProfile(user, filledProfile);
    const header = { userID: user.userID, username: 'clearer' };
    assert.deepEqual(await updateProfile(user, body), { header, ...emptyProfile });
  }
});

test('name and avatar can’t be changed with the texts, whatever header the body has', async () => {
  const user = await app.newcomer('header-sender');
  const header = { userID: randomUUID(), username: 'another-user', userImage: 'x.jpg' };
  for (const sent of [header, 'nonsense']) {
    const profile = await updateProfile(user, { ...filledProfile, header: sent });
    assert.deepEqual(profile.header, {
      userID: user.userID,
      username: 'header-sender',
      displayName,
      preferredPronoun,
    });
  }
});

test('all texts that exceed their limits are reported, each under its field', async () => {
  const user = await app.newcomer('limits');
  const tooLong = {
    discordUsername: 'x'.repeat(51),
    about: 'x'.repeat(401),
    message: 'x'.repeat(81),
    roomNumber: '123',
  };
  const tooShort = { displayName: 'x', realName: 'x', preferredPronoun: 'x', homeLocation: 'x', email: 'a@b' };
  const response = await tryUpdate(user, { ...tooLong, ...tooShort });
  assert.equal(response.status, 400);
  assert.deepEqual(Object.keys(response.fieldErrors ?? {}).sort(), Object.keys({ ...tooLong, ...tooShort }).sort());
  assert.deepEqual(await user.get(profilesApi.readOwnProfile), {
    header: { userID: user.userID, username: 'limits' },
    ...emptyProfile,
  });
  const family = '👩‍👩‍👧‍👦'.repeat(50);
  assert.equal((await updateProfile(user, { displayName: family })).header.displayName, family);
});

test('an unknown dinner team is 400, with a list of the known ones', async () => {
  const user = await app.newcomer('diner');
  for (const dinnerTeam of ['blue', 'Gold']) {
    const { status, fieldErrors } = await tryUpdate(user, { dinnerTeam });
    assert.deepEqual(
      [status, fieldErrors],
      [400, { dinnerTeam: 'The field dinnerTeam must be one of red, gold, sro, or empty.' }],
    );
  }
  assert.equal((await tryUpdate(user, { dinnerTeam: 3 })).status, 400);
  assert.equal((await tryUpdate(user, { dinnerTeam: 'sro' })).body.dinnerTeam, 'sro');
});

test('each update records the previous texts and its author, newest first', async () => {
  const user = await app.newcomer('historian');
  await updateProfile(user, filledProfile);
  await updateProfile(user, { about: 'Only this' });
  await moderator.get(profilesApi.editProfile, { params: { userID: user.userID }, body: {} });
  const { profile, edits } = await readModerated(user.userID);
  const header = { userID: user.userID, username: 'historian' };
  assert.deepEqual(profile, { header });
  assert.deepEqual(
    edits.map(({ author, profileData, profileImage }) => [author.userID, profileData, profileImage]),
    [
      [moderator.userID, { header, about: 'Only this' }, undefined],
      [user.userID, { header: { ...header, displayName, preferredPronoun }, ...filledProfile }, undefined],
      [user.userID, { header }, undefined],
    ],
  );
});

test('users who are unverified or in any quarantine can’t edit their profile', async () => {
  for (const level of ['unverified', 'quarantined'] as const) {
    const response = await tryUpdate(await app.atLevel(level));
    assert.equal(response.status, 403);
    assert.equal(response.fieldErrors, undefined);
  }
  const user = await app.newcomer('hasty');
  await moderator.get(moderationApi.quarantineTemporarily, { params: { userID: user.userID, hours: 1 } });
  assert.equal((await tryUpdate(user)).status, 403);
  app.clock.advance({ hours: 2 });
  assert.equal((await tryUpdate(user)).status, 200);
});

test('a moderator can edit a profile in any state; that’s recorded and doesn’t change the state', async () => {
  const user = await app.newcomer('moderated');
  const edit = (editor: User, userID: string, body: unknown = { about: 'Replaced' }) =>
    editor.call(profilesApi.editProfile, { params: { userID }, body });
  for (const state of ['locked', 'quarantined', 'reviewed'] as const) {
    await setProfileState(moderator, user.userID, state);
    const before = (await readModerated(user.userID)).moderationStatus;
    const response = await edit(moderator, user.userID);
    assert.equal(response.body.about, 'Replaced');
    assert.equal((await readModerated(user.userID)).moderationStatus, before);
  }
  assert.deepEqual(await listProfileActions(moderator, user.userID), Array(3).fill(`edit by ${moderator.username}`));
  assert.equal((await edit(moderator, randomUUID())).status, 404);
  assert.equal((await edit(moderator, 'nonsense')).status, 400);
  assert.equal((await edit(await app.logIn('sam'), user.userID)).status, 403);
  assert.equal((await edit(moderator, user.userID, { about: 'x' })).fieldErrors?.about !== undefined, true);
});

test('moderators’ edits of their own profile aren’t recorded, and the response has no note', async () => {
  const params = { userID: moderator.userID };
  await moderator.call(usersApi.writeNote, { params, body: { note: 'that is me' } });
  const profile = await moderator.get(profilesApi.editProfile, { params, body: { about: 'On duty' } });
  assert.equal(profile.about, 'On duty');
  assert.equal(profile.note, undefined);
  assert.equal((await readProfile(moderator, moderator.userID)).note, 'that is me');
  assert.deepEqual(await listProfileActions(moderator, moderator.userID), []);
});

test('an owner’s change ends a review; a locked profile is visible but can’t be edited', async () => {
  const [user, reader] = [await app.newcomer('reviewed'), await app.logIn('sam')];
  await setProfileState(moderator, user.userID, 'reviewed');
  await updateProfile(user, filledProfile);
  assert.equal((await readModerated(user.userID)).moderationStatus, 'normal');
  await setProfileState(moderator, user.userID, 'locked');
  assert.equal((await tryUpdate(user, {})).status, 403);
  assert.equal((await readProfile(reader, user.userID)).about, filledProfile.about);
});

test('a profile contains the reader’s own note and favorite, for that reader only', async () => {
  const [user, reader, other] = [await app.newcomer('remarked'), await app.logIn('james'), await app.logIn('heidi')];
  const params = { userID: user.userID };
  await reader.get(usersApi.writeNote, { params, body: { note: 'owes me a drink' } });
  await reader.get(usersApi.favorite, { params });
  const { note, isFavorite } = await readProfile(reader, user.userID);
  assert.deepEqual([note, isFavorite], ['owes me a drink', true]);
  for (const profile of [await readProfile(other, user.userID), await user.get(profilesApi.readOwnProfile)]) {
    assert.deepEqual([profile.note, profile.isFavorite], [undefined, false]);
  }
});

test('users below moderator see only the name of a profile under review, even their own', async () => {
  const [user, reader] = [await app.newcomer('hidden'), await app.newcomer('hidden-reader')];
  const params = { userID: user.userID };
  await updateProfile(user, filledProfile);
  await user.get(profilesApi.setAvatar, { body: { filename: `${randomUUID()}.jpg` } });
  await reader.get(usersApi.writeNote, { params, body: { note: 'my note' } });
  await reader.get(usersApi.favorite, { params });
  await setProfileState(moderator, user.userID, 'quarantined');
  const { message, ...rest } = await readProfile(reader, user.userID);
  assert.match(message, /Moderators are reviewing this profile/);
  const { message: _, ...nothingElse } = emptyProfile;
  const header = { userID: user.userID, username: 'hidden', preferredPronoun };
  assert.deepEqual(rest, { ...nothingElse, header, note: 'my note', isFavorite: true });
  assert.deepEqual(await user.get(profilesApi.readOwnProfile), { ...emptyProfile, header, message });
  assert.equal((await readProfile(moderator, user.userID)).about, filledProfile.about);
  assert.equal((await readProfile(moderator, user.userID)).header.displayName, displayName);
  await setProfileState(moderator, user.userID, 'normal');
  assert.equal((await readProfile(reader, user.userID)).about, filledProfile.about);
});

test('an unknown, blocked or banned user has no profile and no vCard', async () => {
  const [reader, blocked, banned] = [
    await app.logIn('james'),
    await app.newcomer('blocked'),
    await app.newcomer('outcast'),
  ];
  await reader.get(usersApi.block, { params: { userID: blocked.userID } });
  const admin = await app.logIn('admin');
  await admin.get(moderationApi.setAccessLevel, { params: { userID: banned.userID, level: 'banned' } });
  for (const userID of [randomUUID(), blocked.userID, banned.userID]) {
    assert.equal((await tryRead(reader, userID)).status, 404);
    assert.equal((await reader.call(profilesApi.readVCard, { params: { userID } })).status, 404);
  }
  assert.equal((await tryRead(blocked, reader.userID)).status, 404);
  assert.equal((await tryRead(moderator, banned.userID)).status, 200);
  assert.equal((await tryRead(reader, 'nonsense')).status, 400);
  assert.equal((await reportProfile(reader, blocked.userID)).status, 404);
  assert.equal((await reportProfile(reader, randomUUID())).status, 404);
  assert.equal((await reportProfile(reader, banned.userID)).status, 201);
});

test('a family can report a profile once, even its own; the message can be empty', async () => {
  const [user, reporter] = [await app.newcomer('reported'), await app.newcomer('reporter')];
  const sibling = await createSubAccount(app, reporter, 'reporter-two');
  assert.equal((await reportProfile(sibling, user.userID, '')).status, 201);
  assert.equal((await reportProfile(reporter, user.userID)).status, 409);
  assert.equal((await reportProfile(user, user.userID)).status, 201);
  const { reports } = await readModerated(user.userID);
  assert.deepEqual(
    reports.map(({ author, reportedUser }) => [author.userID, reportedUser.userID]).sort(),
    [
      [reporter.userID, user.userID],
      [user.userID, user.userID],
    ].sort(),
  );
  const silent = await reporter.call(profilesApi.reportUser, { params: { userID: user.userID }, body: {} });
  assert.equal(silent.status, 400);
});

test('five reports hide a normal profile; reviewed and locked ones don’t change', async () => {
  const names = ['james', 'heidi', 'sam', 'quarantined', 'unverified'];
  const reporters = await Promise.all(names.map((name) => app.logIn(name)));
  await giveRegistrationCodes(app, ...reporters);
  for (const [state, expected] of [
    ['normal', 'autoQuarantined'],
    ['reviewed', 'modReviewed'],
    ['locked', 'locked'],
  ] as const) {
    const user = await app.newcomer(`target-${state}`);
    await updateProfile(user, filledProfile);
    await setProfileState(moderator, user.userID, state);
    const before = (await readModerated(user.userID)).moderationStatus;
    for (const reporter of reporters) {
      assert.equal((await readModerated(user.userID)).moderationStatus, before);
      assert.equal((await reportProfile(reporter, user.userID)).status, 201);
    }
    assert.equal((await readModerated(user.userID)).moderationStatus, expected);
    assert.equal((await readProfile(user, user.userID)).about, state === 'normal' ? '' : filledProfile.about);
    assert.equal((await tryUpdate(user)).status, state === 'reviewed' ? 200 : 403);
  }
});

test('unverified users don’t see where to find others or how to reach them (core rule 79a)', async () => {
  const user = await app.newcomer('private-person');
  await updateProfile(user, filledProfile);
  const own = await user.get(profilesApi.readOwnProfile);
  const params = { userID: user.userID };
  await app.anonymous.get(accountsApi.create, { body: { username: 'passer-by', password: 'password' } });
  for (const viewer of [await app.logIn('passer-by'), await app.atLevel('quarantined')]) {
    const { homeLocation, roomNumber, email, dinnerTeam, discordUsername, ...seen } = await readProfile(
      viewer,
      user.userID,
    );
    assert.deepEqual(
      [homeLocation, roomNumber, email, dinnerTeam, discordUsername],
      ['', '', '', undefined, undefined],
    );
    assert.deepEqual(
      [seen.header, seen.about, seen.realName],
      [own.header, filledProfile.about, filledProfile.realName],
    );
    const card = (await viewer.call(profilesApi.readVCard, { params })).bytes.toString();
    assert.match(card, new RegExp(`FN:${filledProfile.realName}`));
    assert.doesNotMatch(card, /EMAIL|ADR|IMPP/);
    for (const path of [`/people/${user.userID}`, `/people/${user.userID}/contact`]) {
      const page = await (await fetch(`${app.url}${path}`, { headers: { cookie: `session=${viewer.token}` } })).text();
      assert.match(page, new RegExp(filledProfile.realName), path);
      for (const text of [
        filledProfile.email,
        filledProfile.roomNumber,
        filledProfile.homeLocation,
        filledProfile.discordUsername,
      ])
        assert.ok(!page.includes(text), `${path} shows ${text}`);
    }
  }
  const { email, roomNumber } = await readProfile(await app.logIn('sam'), user.userID);
  assert.deepEqual([email, roomNumber], [filledProfile.email, filledProfile.roomNumber], 'who is verified sees them');
  await (await app.logIn('admin')).get(moderationApi.setAccessLevel, { params: { ...params, level: 'unverified' } });
  const again = await app.logIn('private-person');
  assert.equal((await readProfile(again, user.userID)).email, filledProfile.email, 'one’s own stays whole');
});

test('the vCard has what’s useful ashore, and nothing about the ship', async () => {
  const [user, reader] = [await app.newcomer('ashore'), await app.logIn('sam')];
  await updateProfile(user, {
    ...filledProfile,
    displayName: 'Ann; of, the\\Sea',
    roomNumber: 'cabin-8',
    message: 'ship message',
    about: 'all about it',
  });
  // An imported account may be like this; calls never store two lines here.
  transact(app.context, (context) => updateUser(context, user.userID, { homeLocation: 'Porto\r\nPortugal' }));
  await reader.get(usersApi.writeNote, { params: { userID: user.userID }, body: { note: 'secret note' } });
  const response = await reader.call(profilesApi.readVCard, { params: { userID: user.userID } });
  assert.equal(response.headers.get('content-type'), 'text/vcard; charset=utf-8');
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="ashore\.vcf"/);
  assert.equal(
    response.bytes.toString(),
    [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:Ann Example',
      'N:;Ann Example;;;',
      'NICKNAME:Ann\\; of\\, the\\\\Sea,ashore',
      'EMAIL;TYPE=INTERNET:ann@example.org',
      'ADR;TYPE=HOME:;;;Porto\\nPortugal;;;',
      'IMPP;X-SERVICE-TYPE=Discord:discord:ann_ashore',
      'NOTE:Pronouns: she/her',
      'END:VCARD',
      '',
    ].join('\r\n'),
  );
});

test('the vCard of an empty profile, or one under review, has the username only', async () => {
  const [user, reader] = [await app.newcomer('plain'), await app.logIn('sam')];
  const card = async (viewer: User) =>
    (await viewer.call(profilesApi.readVCard, { params: { userID: user.userID } })).bytes.toString().split('\r\n');
  const expected = ['BEGIN:VCARD', 'VERSION:3.0', 'FN:plain', 'N:;plain;;;', 'NICKNAME:plain', 'END:VCARD', ''];
  assert.deepEqual(await card(reader), expected);
  await updateProfile(user, filledProfile);
  await setProfileState(moderator, user.userID, 'quarantined');
  assert.deepEqual(await card(reader), expected);
  assert.ok((await card(moderator)).includes('FN:Ann Example'));
});
