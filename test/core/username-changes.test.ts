import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { setProfileState } from '../support/accounts.ts';
import { startTestApp, type User } from '../support/app.ts';
import { moderationApi } from '../support/moderation.ts';

const app = await startTestApp();
const moderator = await app.atLevel('moderator');

const rename = (user: User, username: string) => user.call(profilesApi.changeOwnUsername, { body: { username } });
const renameOther = (user: User, userID: string, username: string) =>
  user.call(profilesApi.changeUsername, { params: { userID }, body: { username } });
const findUser = (searchString: string) => moderator.call(usersApi.find, { params: { searchString } });

test('a new name applies immediately to login, search and everyone, and the old one is available again', async () => {
  const user = await app.newcomer('caterpillar');
  await user.get(profilesApi.editOwnProfile, { body: { displayName: 'Cat', realName: 'Real' } });
  const response = await rename(user, 'butterfly');
  assert.equal(response.status, 201);
  assert.equal(response.bytes.length, 0);
  assert.equal((await user.get(accountsApi.whoami)).username, 'butterfly');
  assert.equal((await app.logIn('Butterfly')).token, user.token);
  assert.equal((await findUser('caterpillar')).status, 404);
  assert.equal((await findUser('butterfly')).body.userID, user.userID);
  const [match] = await moderator.get(usersApi.matchAllNames, { params: { searchString: 'butterfly' } });
  assert.equal(match?.userSearch, 'Cat (@butterfly) - Real');
  assert.equal((await app.newcomer('caterpillar')).username, 'caterpillar');
});

test('renaming stores the old name in the history', async () => {
  const user = await app.newcomer('old-name');
  await rename(user, 'new-name');
  const { edits, profile } = await moderator.get(moderationApi.profile, { params: { userID: user.userID } });
  assert.equal(profile.header.username, 'new-name');
  assert.deepEqual(
    edits.map(({ author, profileData }) => [author.userID, profileData?.header.username]),
    [[user.userID, 'old-name']],
  );
});

test('users can change their own name once in twenty hours', async () => {
  const user = await app.newcomer('restless');
  assert.equal((await rename(user, 'restless-1')).status, 201);
  assert.equal((await rename(user, 'restless-2')).status, 403);
  app.clock.advance({ hours: 19, minutes: 59 });
  assert.equal((await rename(user, 'restless-2')).status, 403);
  assert.equal((await renameOther(user, user.userID, 'restless-2')).status, 403);
  app.clock.advance({ minutes: 1 });
  assert.equal((await rename(user, 'restless-2')).status, 201);
});

test('moderators can rename others any time; it’s recorded and counts toward the twenty hours', async () => {
  const user = await app.newcomer('misnamed');
  for (const name of ['better-named', 'best-named']) {
    assert.equal((await renameOther(moderator, user.userID, name)).status, 201);
  }
  assert.equal((await rename(user, 'misnamed')).status, 403);
  const { actions } = await moderator.get(moderationApi.actionLog);
  const edits = actions.filter(({ contentID, actionType }) => contentID === user.userID && actionType === 'edit');
  assert.deepEqual(
    edits.map(({ contentType, moderator: { userID } }) => [contentType, userID]),
    Array(2).fill(['userProfile', moderator.userID]),
  );
});

test('a name that another account has in any letter case is 409; users can change the case of their own', async () => {
  const user = await app.newcomer('casey');
  assert.equal((await rename(user, 'JAMES')).status, 409);
  assert.equal((await rename(user, 'Casey')).status, 201);
  assert.equal((await findUser('casey')).body.username, 'Casey');
});

test('all errors in a name are reported under its field', async () => {
  const user = await app.newcomer('rulebreaker');
  for (const [username, complaints] of [
    ['x', 1],
    ['-x-', 2],
    ['two words', 1],
    ['_übung.', 3],
    ['x'.repeat(51), 1],
  ] as const) {
    const response = await rename(user, username);
    assert.equal(response.status, 400, username);
    assert.equal(response.fieldErrors?.username?.match(/\bThe username /g)?.length, complaints, username);
  }
  assert.equal((await rename(user, 'a.b+c_d-9')).status, 201);
});

test('names of built-in and service accounts are fixed, even for themselves and moderators', async () => {
  for (const name of ['admin', 'THO', 'prometheus']) {
    const account = await app.logIn(name);
    assert.equal((await rename(account, 'free-now')).status, 400, name);
    assert.equal((await renameOther(moderator, account.userID, 'free-now')).status, 400, name);
  }
  for (const name of ['moderator', 'DevTeam', 'MicroKaraoke']) {
    const { userID } = (await findUser(name)).body;
    assert.equal((await renameOther(moderator, userID, 'free-now')).status, 400, name);
  }
  assert.equal((await findUser('free-now')).status, 404);
});

test('users who can’t edit a profile can’t rename it', async () => {
  const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
  assert.equal((await renameOther(james, heidi.userID, 'anything')).status, 403);
  assert.equal((await renameOther(james, randomUUID(), 'anything')).status, 404);
  assert.equal((await renameOther(james, 'nonsense', 'anything')).status, 400);
  assert.equal((await rename(await app.logIn('unverified'), 'anything')).status, 403);
  assert.equal((await rename(await app.logIn('quarantined'), 'anything')).status, 403);
  const locked = await app.newcomer('locked');
  await setProfileState(moderator, locked.userID, 'locked');
  assert.equal((await rename(locked, 'anything')).status, 403);
  assert.equal((await renameOther(moderator, locked.userID, 'unlocked-by-staff')).status, 201);
});
