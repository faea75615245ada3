import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import { startTestApp } from '../support/app.ts';
import { countActions, getUsernames, readNewestAction, unknownID } from './support.ts';

const app = await startTestApp();
const admin = await app.logIn('admin');
const office = await app.logIn('THO');

const readAccessLevel = async (username: string) =>
  (await (await app.logIn(username)).get(accountsApi.whoami)).accessLevel;
const findUserID = async (username: string) =>
  (await admin.send('GET', `/api/v3/users/find/${username}`)).body.userID as string;

test('promotion to moderator takes effect immediately, keeps the login and is recorded', async () => {
  const user = await app.newcomer('future-moderator');
  const response = await office.call(adminApi.promoteToModerator, { params: { userID: user.userID } });
  assert.equal(response.status, 200);
  assert.equal(response.bytes.length, 0);
  assert.equal((await user.get(accountsApi.whoami)).accessLevel, 'moderator');
  const action = await readNewestAction(admin);
  assert.equal(action?.actionType, 'accessLevelModerator');
  assert.equal(action?.contentType, 'userProfile');
  assert.equal(action?.contentID, user.userID);
  assert.equal(action?.moderator.username, 'THO');
  assert.equal(action?.targetUser.username, 'future-moderator');
});

test('promotion affects the named account only, not its family', async () => {
  const user = await app.newcomer('head-of-family');
  const { userID } = await user.get(accountsApi.add, {
    body: { username: 'family-member', password: 'password' },
  });
  await office.get(adminApi.promoteToModerator, { params: { userID } });
  assert.equal(await readAccessLevel('family-member'), 'moderator');
  assert.equal((await user.get(accountsApi.whoami)).accessLevel, 'verified');
});

test('accounts can become devteam and tho from verified or a lower staff level, and only upwards', async () => {
  const user = await app.newcomer('climber');
  const params = { userID: user.userID };
  await office.get(adminApi.promoteToModerator, { params });
  await office.get(adminApi.promoteToDevteam, { params });
  assert.equal((await readNewestAction(admin))?.actionType, 'accessLevelDevTeam');
  assert.equal((await office.call(adminApi.promoteToModerator, { params })).status, 400);
  assert.equal((await office.call(adminApi.promoteToDevteam, { params })).status, 400);
  await admin.get(adminApi.promoteToManagementOffice, { params });
  assert.equal((await readNewestAction(admin))?.actionType, 'accessLevelTHO');
  assert.equal((await user.get(accountsApi.whoami)).accessLevel, 'tho');
  const direct = await app.newcomer('straight-to-devteam');
  await office.get(adminApi.promoteToDevteam, { params: { userID: direct.userID } });
  assert.equal(await readAccessLevel('straight-to-devteam'), 'devteam');
});

test('accounts below verified can’t be promoted', async () => {
  for (const username of ['unverified', 'quarantined', 'banned']) {
    const params = { userID: await findUserID(username) };
    assert.equal((await admin.call(adminApi.promoteToModerator, { params })).status, 400, username);
    assert.equal((await admin.call(adminApi.promoteToManagementOffice, { params })).status, 400, username);
  }
});

test('no account can be promoted during a temporary quarantine', async () => {
  const user = await app.newcomer('quarantined-candidate');
  const params = { userID: user.userID };
  await admin.get(moderationApi.quarantineTemporarily, { params: { ...params, hours: 2 } });
  assert.equal((await admin.call(adminApi.promoteToModerator, { params })).status, 400);
  app.clock.advance({ hours: 2 });
  assert.equal((await admin.call(adminApi.promoteToModerator, { params })).status, 200);
});

test('built-in and service accounts keep their level', async () => {
  for (const username of ['moderator', 'DevTeam', 'THO', 'admin', 'prometheus', 'MicroKaraoke']) {
    const params = { userID: await findUserID(username) };
    for (const call of [adminApi.promoteToModerator, adminApi.promoteToManagementOffice, adminApi.demote]) {
      assert.equal((await admin.call(call, { params })).status, 400, `${call.path} ${username}`);
    }
    const response = await admin.call(moderationApi.setAccessLevel, { params: { ...params, level: 'verified' } });
    assert.equal(response.status, 400, `setaccesslevel ${username}`);
  }
});

test('the management office cannot promote to its own level', async () => {
  const user = await app.newcomer('office-candidate');
  const params = { userID: user.userID };
  assert.equal((await office.call(adminApi.promoteToManagementOffice, { params })).status, 403);
  assert.equal((await user.get(accountsApi.whoami)).accessLevel, 'verified');
});

test('demotion immediately makes staff verified, and is recorded', async () => {
  const user = await app.newcomer('short-career');
  const params = { userID: user.userID };
  assert.equal((await office.call(adminApi.demote, { params })).status, 400);
  await office.get(adminApi.promoteToDevteam, { params });
  assert.equal((await office.call(adminApi.demote, { params })).status, 200);
  assert.equal((await user.get(accountsApi.whoami)).accessLevel, 'verified');
  assert.equal((await readNewestAction(admin))?.actionType, 'accessLevelVerified');
});

test('only an administrator can demote the management office', async () => {
  const user = await app.newcomer('former-office');
  const params = { userID: user.userID };
  await admin.get(adminApi.promoteToManagementOffice, { params });
  assert.equal((await office.call(adminApi.demote, { params })).status, 403);
  assert.equal((await user.get(accountsApi.whoami)).accessLevel, 'tho');
  assert.equal((await admin.call(adminApi.demote, { params })).status, 200);
  assert.equal((await user.get(accountsApi.whoami)).accessLevel, 'verified');
});

test('staff lists have exactly the accounts of their level, including the built-in one', async () => {
  const user = await app.newcomer('listed-moderator');
  await admin.get(adminApi.promoteToModerator, { params: { userID: user.userID } });
  const moderators = getUsernames(await office.get(adminApi.moderators));
  assert.ok(moderators.includes('moderator'));
  assert.ok(moderators.includes('listed-moderator'));
  assert.ok(!moderators.includes('DevTeam'));
  assert.ok(!moderators.includes('james'));
  const devteam = getUsernames(await office.get(adminApi.devteam));
  assert.ok(devteam.includes('DevTeam'));
  assert.ok(!devteam.includes('listed-moderator'));
  const offices = getUsernames(await office.get(adminApi.managementOffice));
  assert.ok(offices.includes('THO'));
  assert.ok(!offices.includes('admin'));
});

test('staff calls require level tho; unknown ids are 404, malformed ones 400', async () => {
  const devteam = await app.atLevel('devteam');
  const params = { userID: (await app.logIn('james')).userID };
  assert.equal((await devteam.call(adminApi.promoteToModerator, { params })).status, 403);
  assert.equal((await devteam.call(adminApi.promoteToDevteam, { params })).status, 403);
  assert.equal((await devteam.call(adminApi.demote, { params })).status, 403);
  assert.equal((await devteam.call(adminApi.moderators)).status, 403);
  assert.equal((await devteam.call(adminApi.addRole, { params: { ...params, role: 'shutternaut' } })).status, 403);
  assert.equal((await app.anonymous.call(adminApi.promoteToModerator, { params })).status, 401);
  for (const call of [adminApi.promoteToModerator, adminApi.promoteToDevteam, adminApi.demote]) {
    assert.equal((await office.call(call, { params: { userID: unknownID } })).status, 404);
    assert.equal((await office.call(call, { params: { userID: 'nonsense' } })).status, 400);
  }
});

test('a role takes effect immediately and can be granted once; removing it again changes nothing', async () => {
  const user = await app.newcomer('role-holder');
  const params = { role: 'KaraokeManager', userID: user.userID };
  const before = await countActions(admin);
  assert.equal((await office.call(adminApi.addRole, { params })).status, 200);
  assert.deepEqual((await user.get(accountsApi.whoami)).roles, ['karaokemanager']);
  assert.deepEqual(getUsernames(await office.get(adminApi.holdersOfRole, { params })), ['role-holder']);
  assert.deepEqual(await office.get(adminApi.holdersOfRole, { params: { role: 'huntmanager' } }), []);
  assert.equal((await office.call(adminApi.addRole, { params })).status, 400);
  assert.equal((await office.call(adminApi.removeRole, { params })).status, 200);
  assert.deepEqual((await user.get(accountsApi.whoami)).roles, []);
  assert.equal((await office.call(adminApi.removeRole, { params })).status, 200);
  assert.equal(await countActions(admin), before, 'roles are not recorded');
});

test('an unknown role is 400, an unknown user 404', async () => {
  const { userID } = await app.logIn('james');
  assert.equal((await office.call(adminApi.holdersOfRole, { params: { role: 'captain' } })).status, 400);
  assert.equal((await office.call(adminApi.addRole, { params: { role: 'captain', userID } })).status, 400);
  for (const call of [adminApi.addRole, adminApi.removeRole]) {
    const response = await office.call(call, { params: { role: 'shutternaut', userID: unknownID } });
    assert.equal(response.status, 404);
  }
});
