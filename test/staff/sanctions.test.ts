import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import { startTestApp, type User } from '../support/app.ts';
import { addAccount, basicHeaders, countActions, readNewestAction, unknownID } from './support.ts';

const app = await startTestApp();
const admin = await app.logIn('admin');
const office = await app.logIn('THO');
const moderator = await app.atLevel('moderator');

const anotherAccount = { body: { username: 'never-made', password: 'password' } };

async function checkToken(user: User): Promise<number> {
  return (await user.call(accountsApi.whoami)).status;
}

/** A fake socket for the hub; returns whether it was closed. */
function openFakeSocket(userID: string): { closed: boolean } {
  const state = { closed: false };
  const close = () => {
    state.closed = true;
  };
  const socket = { bufferedAmount: 0, send() {}, ping() {}, close, terminate() {} };
  app.context.live.add(socket, userID, {});
  return state;
}

test('a level applies to the whole family, ends all its logins and is logged for the primary account', async () => {
  const head = await app.newcomer('sanctioned');
  const child = await addAccount(app, head, 'sanctioned-child');
  const sockets = [openFakeSocket(head.userID), openFakeSocket(child.userID)];
  const bystander = openFakeSocket(office.userID);
  const response = await moderator.call(moderationApi.setAccessLevel, {
    params: { userID: child.userID, level: 'Quarantined' },
  });
  assert.equal(response.status, 200);
  assert.equal(response.bytes.length, 0);
  assert.equal(await checkToken(head), 401);
  assert.equal(await checkToken(child), 401);
  assert.deepEqual(sockets, [{ closed: true }, { closed: true }]);
  assert.equal(bystander.closed, false);
  for (const username of ['sanctioned', 'sanctioned-child']) {
    const again = await app.logIn(username);
    assert.equal((await again.get(accountsApi.whoami)).accessLevel, 'quarantined');
    assert.equal((await again.call(accountsApi.add, anotherAccount)).status, 403);
  }
  const action = await readNewestAction(admin);
  assert.equal(action?.actionType, 'accessLevelQuarantined');
  assert.equal(action?.contentType, 'userProfile');
  assert.equal(action?.contentID, head.userID);
  assert.equal(action?.moderator.username, moderator.username);
  assert.equal(action?.targetUser.username, 'sanctioned');
});

test('a banned family can’t log in with any account until the office verifies it again', async () => {
  const head = await app.newcomer('exile');
  const child = await addAccount(app, head, 'exile-child');
  await office.get(moderationApi.setAccessLevel, { params: { userID: head.userID, level: 'banned' } });
  assert.equal((await readNewestAction(admin))?.actionType, 'accessLevelBanned');
  assert.equal(await checkToken(child), 401);
  for (const username of ['exile', 'exile-child']) {
    assert.equal((await app.anonymous.call(accountsApi.login, basicHeaders(username))).status, 403);
  }
  const lifted = { params: { userID: child.userID, level: 'verified' } };
  assert.equal((await moderator.call(moderationApi.setAccessLevel, lifted)).status, 403);
  assert.equal((await office.call(moderationApi.setAccessLevel, lifted)).status, 200);
  assert.equal((await readNewestAction(admin))?.actionType, 'accessLevelVerified');
  assert.equal((await app.anonymous.call(accountsApi.login, basicHeaders('exile'))).status, 200);
});

test('moderators quarantine and verify; banning and unverifying require the management office', async () => {
  const { userID } = await app.newcomer('judged');
  for (const level of ['banned', 'unverified']) {
    assert.equal((await moderator.call(moderationApi.setAccessLevel, { params: { userID, level } })).status, 403);
  }
  for (const level of ['quarantined', 'verified']) {
    assert.equal((await moderator.call(moderationApi.setAccessLevel, { params: { userID, level } })).status, 200);
  }
  assert.equal(
    (await office.call(moderationApi.setAccessLevel, { params: { userID, level: 'unverified' } })).status,
    200,
  );
  assert.equal((await readNewestAction(admin))?.actionType, 'accessLevelUnverified');
});

test('a level that moderators can’t set is 400, before any other check', async () => {
  for (const level of ['moderator', 'admin', 'client', 'nonsense']) {
    const response = await admin.call(moderationApi.setAccessLevel, { params: { userID: unknownID, level } });
    assert.equal(response.status, 400, level);
  }
  // The service checks the right to ban before it looks up the user.
  const forbidden = await moderator.call(moderationApi.setAccessLevel, {
    params: { userID: unknownID, level: 'banned' },
  });
  assert.equal(forbidden.status, 403);
  const unknown = await moderator.call(moderationApi.setAccessLevel, {
    params: { userID: unknownID, level: 'verified' },
  });
  assert.equal(unknown.status, 404);
  const { userID } = await app.logIn('james');
  const ordinary = await app.logIn('heidi');
  const rejected = await ordinary.call(moderationApi.setAccessLevel, { params: { userID, level: 'verified' } });
  assert.equal(rejected.status, 403);
});

test('a family with staff can only be verified; the staff account keeps its level and loses its login', async () => {
  const head = await app.newcomer('staff-parent');
  const child = await addAccount(app, head, 'staff-child');
  await admin.get(adminApi.promoteToModerator, { params: { userID: child.userID } });
  const params = { userID: head.userID };
  const rejected = await admin.call(moderationApi.setAccessLevel, { params: { ...params, level: 'quarantined' } });
  assert.equal(rejected.status, 400);
  assert.equal(await checkToken(child), 200);
  const verified = await admin.call(moderationApi.setAccessLevel, { params: { ...params, level: 'verified' } });
  assert.equal(verified.status, 200);
  assert.equal(await checkToken(child), 401);
  assert.equal((await (await app.logIn('staff-child')).get(accountsApi.whoami)).accessLevel, 'moderator');
});

test('moderators’ actions on their own family aren’t logged', async () => {
  const user = await app.newcomer('self-verifier');
  await admin.get(adminApi.promoteToModerator, { params: { userID: user.userID } });
  const before = await countActions(admin);
  await user.get(moderationApi.setAccessLevel, { params: { userID: user.userID, level: 'verified' } });
  assert.equal(await countActions(admin), before);
});

test('a temporary quarantine lets the whole family read but not write, and expires', async () => {
  const head = await app.newcomer('hothead');
  const child = await addAccount(app, head, 'hothead-child');
  await moderator.get(moderationApi.quarantineTemporarily, { params: { userID: child.userID, hours: 3 } });
  for (const user of [head, child]) {
    const rejected = await user.call(accountsApi.add, anotherAccount);
    assert.equal(rejected.status, 403);
    const whoami = await user.get(accountsApi.whoami);
    assert.equal(whoami.accessLevel, 'verified', 'login and level stay');
  }
  const action = await readNewestAction(admin);
  assert.equal(action?.actionType, 'tempQuarantine');
  assert.equal(action?.targetUser.username, 'hothead');
  app.clock.advance({ hours: 3 });
  const allowed = await head.call(accountsApi.add, { body: { username: 'hothead-second', password: 'password' } });
  assert.equal(allowed.status, 201);
});

test('each new length of a quarantine is logged; 0 ends it, logged only if one was active', async () => {
  const { userID } = await app.newcomer('paroled');
  const set = (hours: number) => moderator.call(moderationApi.quarantineTemporarily, { params: { userID, hours } });
  const end = async () => (await moderator.get(moderationApi.user, { params: { userID } })).tempQuarantineEndTime;
  const hoursFromNow = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
  let recorded = await countActions(admin);
  assert.equal((await set(0)).status, 200);
  assert.equal(await countActions(admin), recorded, 'there was nothing to end');
  assert.equal((await set(199)).status, 200);
  assert.equal(await end(), hoursFromNow(199));
  assert.equal((await set(1)).status, 200);
  assert.equal(await end(), hoursFromNow(1));
  assert.equal(await countActions(admin), recorded + 2);
  assert.equal((await set(0)).status, 200);
  assert.equal((await readNewestAction(admin))?.actionType, 'tempQuarantineCleared');
  assert.equal(await end(), undefined);
  recorded = await countActions(admin);
  await set(1);
  app.clock.advance({ hours: 1 });
  assert.equal(await end(), undefined, 'an end in the past is not shown');
  await set(0);
  assert.equal(await countActions(admin), recorded + 1, 'it was over already');
});

test('a temporary quarantine lasts 0 to 200 hours, and isn’t for staff and service accounts', async () => {
  const { userID } = await app.logIn('james');
  for (const hours of ['-1', '201', '1.5', 'x']) {
    const response = await moderator.call(moderationApi.quarantineTemporarily, { params: { userID, hours } });
    assert.equal(response.status, 400, hours);
    assert.equal(response.fieldErrors, undefined);
  }
  // Decision 72 requires this.
  for (const hours of ['200', '0']) {
    const response = await moderator.call(moderationApi.quarantineTemporarily, { params: { userID, hours } });
    assert.equal(response.status, 200, hours);
  }
  const client = await app.atLevel('client');
  for (const staff of [moderator, client]) {
    const response = await admin.call(moderationApi.quarantineTemporarily, {
      params: { userID: staff.userID, hours: 1 },
    });
    assert.equal(response.status, 400);
  }
  const unknown = await moderator.call(moderationApi.quarantineTemporarily, {
    params: { userID: unknownID, hours: 1 },
  });
  assert.equal(unknown.status, 404);
});
