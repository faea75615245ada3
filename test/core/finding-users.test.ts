import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { updateUser } from '#core/users/index.ts';
import { unknownID } from '../support/accounts.ts';
import { startTestApp, type User } from '../support/app.ts';

const app = await startTestApp();

const ada = await app.newcomer('Ada.Bright');
const elodie = await app.newcomer('elodie');
const blocker = await app.newcomer('wally-one');
const james = await app.logIn('james');

async function setNames(user: User, names: { displayName?: string; realName?: string }): Promise<void> {
  await user.get(profilesApi.editOwnProfile, { body: names });
}

await setNames(ada, { displayName: 'Countess', realName: 'A. King' });
await setNames(elodie, { displayName: 'Élodie 100% under_score' });

const listMatches = (user: User, searchString: string, query: Record<string, string | boolean> = {}) =>
  user.get(usersApi.matchAllNames, { params: { searchString }, query });
const getMatchedNames = async (user: User, searchString: string, query?: Record<string, string | boolean>) =>
  (await listMatches(user, searchString, query)).map(({ username }) => username);
const matchUsernames = (user: User, searchString: string) =>
  user.get(usersApi.matchUsername, { params: { searchString } });

test('a user is found by username and by id, in any letter case', async () => {
  const header = { userID: ada.userID, username: 'Ada.Bright', displayName: 'Countess' };
  for (const searchString of ['Ada.Bright', 'ADA.bright', ada.userID, ada.userID.toUpperCase()]) {
    assert.deepEqual(await james.get(usersApi.find, { params: { searchString } }), header);
  }
});

test('finding requires the whole name: a part of it, or an unknown id, is 404', async () => {
  for (const searchString of ['Ada', 'Ada.Brigh%', unknownID]) {
    assert.equal((await james.call(usersApi.find, { params: { searchString } })).status, 404);
  }
});

test('a header is read with and without the word header; bad ids are 400, unknown ones 404', async () => {
  const header = await james.get(usersApi.header, { params: { userID: ada.userID } });
  assert.deepEqual(header, { userID: ada.userID, username: 'Ada.Bright', displayName: 'Countess' });
  assert.deepEqual((await james.send('GET', `/api/v3/users/${ada.userID}`)).body, header);
  for (const path of ['/api/v3/users/{id}', '/api/v3/users/{id}/header']) {
    assert.equal((await james.send('GET', path, { params: { id: 'no-id' } })).status, 400);
    assert.equal((await james.send('GET', path, { params: { id: unknownID } })).status, 404);
    assert.equal((await app.anonymous.send('GET', path, { params: { id: ada.userID } })).status, 401);
  }
});

test('names match by any part of the composed name, in any letter case of any script', async () => {
  const [user, ...more] = await listMatches(james, 'COUNTESS (@ada');
  assert.deepEqual(user, {
    userID: ada.userID,
    username: 'Ada.Bright',
    displayName: 'Countess',
    userSearch: 'Countess (@Ada.Bright) - A. King',
  });
  assert.deepEqual(more, []);
  assert.deepEqual(await getMatchedNames(james, ' a. king '), ['Ada.Bright']);
  assert.deepEqual(await getMatchedNames(james, 'éLODIE'), ['elodie']);
});

test('percent and underscore in a search are literal', async () => {
  assert.deepEqual(await getMatchedNames(james, '0%'), ['elodie']);
  assert.deepEqual(await getMatchedNames(james, 'r_s'), ['elodie']);
  assert.deepEqual(await getMatchedNames(james, '%%'), []);
  assert.deepEqual(await getMatchedNames(james, 'a_a'), []);
  assert.deepEqual(await matchUsernames(james, 'a_a'), []);
});

test('a search shorter than two characters is 400, and one that would list everyone is 403', async () => {
  for (const searchString of ['a', ' a ', '@']) {
    const response = await james.call(usersApi.matchAllNames, { params: { searchString } });
    assert.equal(response.status, 400);
    assert.equal(response.fieldErrors, undefined);
    assert.equal((await james.call(usersApi.matchUsername, { params: { searchString } })).status, 400);
  }
  assert.equal((await james.call(usersApi.matchAllNames, { params: { searchString: ' (@ ' } })).status, 403);
});

test('usernames match by any part, in order, and real names are not looked through', async () => {
  assert.deepEqual(await matchUsernames(james, 'IED'), ['@unverified', '@verified']);
  assert.deepEqual(await matchUsernames(james, 'countess'), []);
  assert.deepEqual(await matchUsernames(ada, 'ada.b'), ['@Ada.Bright']);
});

test('a profile under review is shown and matched by its username alone', async () => {
  const hidden = await app.newcomer('reviewed-one');
  await setNames(hidden, { displayName: 'Rude Words', realName: 'Ruder Still' });
  transact(app.context, (context) => updateUser(context, hidden.userID, { profileState: 'autoQuarantined' }));
  assert.deepEqual(await getMatchedNames(james, 'rude'), []);
  const [match] = await listMatches(james, 'reviewed-one');
  assert.deepEqual(match, { userID: hidden.userID, username: 'reviewed-one', userSearch: '@reviewed-one' });
  const header = await james.get(usersApi.header, { params: { userID: hidden.userID } });
  assert.equal(header.displayName, undefined);
});

test('a changed name is found immediately, and the old one no longer', async () => {
  const changer = await app.newcomer('changer');
  await setNames(changer, { displayName: 'Early Bird' });
  assert.deepEqual(await getMatchedNames(james, 'early bird'), ['changer']);
  await setNames(changer, { displayName: 'Night Owl' });
  assert.deepEqual(await getMatchedNames(james, 'early bird'), []);
  assert.deepEqual(await getMatchedNames(james, 'night owl'), ['changer']);
});

test('finds up to ten names; sort=favorites lists the caller’s favorites first', async () => {
  const crew: User[] = [];
  for (const letter of 'abcdefghijkl') crew.push(await app.newcomer(`crowd-${letter}`));
  const [last, lastButOne] = [crew[11], crew[10]];
  assert.ok(last && lastButOne);
  for (const { userID } of [last, lastButOne]) await james.get(usersApi.favorite, { params: { userID } });
  const byName = crew.map(({ username }) => username);
  assert.deepEqual(await getMatchedNames(james, 'crowd-'), byName.slice(0, 10));
  assert.deepEqual(await getMatchedNames(james, 'crowd-', { sort: 'nonsense' }), byName.slice(0, 10));
  const expected = ['crowd-k', 'crowd-l', ...byName.slice(0, 8)];
  assert.deepEqual(await getMatchedNames(james, 'crowd-', { sort: 'favorites' }), expected);
  assert.equal((await matchUsernames(james, 'crowd-')).length, 12);
  assert.deepEqual(await getMatchedNames(last, 'james', { favorers: true }), ['james']);
  assert.deepEqual(await getMatchedNames(last, 'heidi', { favorers: true }), []);
  assert.deepEqual(await getMatchedNames(james, 'crowd-', { favorers: true }), []);
});

test('blocked users can’t find each other', async () => {
  await blocker.get(usersApi.block, { params: { userID: ada.userID } });
  for (const [user, hidden] of [
    [ada, blocker],
    [blocker, ada],
  ] as const) {
    const { userID, username } = hidden;
    assert.equal((await user.call(usersApi.find, { params: { searchString: username } })).status, 404);
    assert.equal((await user.call(usersApi.find, { params: { searchString: userID } })).status, 404);
    assert.equal((await user.call(usersApi.header, { params: { userID } })).status, 404);
    assert.deepEqual(await getMatchedNames(user, username), []);
    assert.deepEqual(await getMatchedNames(user, username, { sort: 'favorites' }), []);
    assert.deepEqual(await matchUsernames(user, username), []);
    assert.deepEqual(await getMatchedNames(user, user.username), [user.username]);
  }
});

test('users below the server minimum level may still look for others during pre-registration', async () => {
  const early = await app.newcomer('early-one');
  const settings = (minimumLevel: string, enablePreregistration: boolean) => ({
    body: { minUserAccessLevel: minimumLevel, enablePreregistration },
  });
  const admin = await app.logIn('admin');
  const opened = await admin.send('POST', '/api/v3/admin/serversettings/update', settings('moderator', true));
  assert.equal(opened.status, 200);
  const params = { userID: james.userID, searchString: 'james', word: 'lantern' };
  for (const open of [
    usersApi.find,
    usersApi.header,
    usersApi.matchAllNames,
    usersApi.matchUsername,
    usersApi.favorite,
    usersApi.favorites,
    usersApi.mutes,
    usersApi.blocks,
    usersApi.unfavorite,
  ]) {
    assert.ok((await early.call(open, { params })).status < 300, open.path);
  }
  for (const closed of [
    usersApi.block,
    usersApi.mute,
    usersApi.notes,
    publicTextApi.alertWords,
    publicTextApi.addMuteWord,
  ]) {
    assert.equal((await early.call(closed, { params })).status, 403, closed.path);
  }
  await admin.send('POST', '/api/v3/admin/serversettings/update', settings('banned', false));
  assert.equal((await early.call(accountsApi.whoami)).status, 200);
});
