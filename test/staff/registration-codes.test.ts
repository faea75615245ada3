import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { startTestApp } from '../support/app.ts';
import { addAccount, countActions, getUsernames, instantForm, readNewestAction, unknownID } from './support.ts';

const app = await startTestApp();
const admin = await app.logIn('admin');

const password = 'password';

/** Creates an account with this code, and a sub-account. */
async function createFamilyWithCode(username: string, verification: string) {
  await app.anonymous.get(accountsApi.create, { body: { username, password, verification } });
  const head = await app.logIn(username);
  return { head, child: await addAccount(app, head, `${username}-child`) };
}

const recover = (username: string, recoveryKey: string) =>
  app.anonymous.call(accountsApi.recover, { body: { username, recoveryKey, newPassword: password } });

test('statistics count passenger codes and reserved codes separately, used and unused', async () => {
  const before = await admin.get(adminApi.registrationCodeStats);
  assert.equal(before.allocatedCodes, 10);
  assert.equal(before.allocatedDiscordCodes, 100);
  assert.equal(before.adminCodes, 0);
  await app.anonymous.get(accountsApi.create, { body: { username: 'counted', password, verification: 'ABC ABC' } });
  const reserved = await admin.get(adminApi.allocateReservedCode, { params: { username: 'chat.counted' } });
  await app.anonymous.get(accountsApi.create, {
    body: { username: 'chat-counted', password, verification: reserved.regCode },
  });
  await admin.get(adminApi.allocateReservedCode, { params: { username: 'chat_other' } });
  const after = await admin.get(adminApi.registrationCodeStats);
  assert.deepEqual(after, {
    ...before,
    usedCodes: before.usedCodes + 1,
    unusedCodes: before.unusedCodes - 1,
    assignedDiscordCodes: before.assignedDiscordCodes + 2,
    usedDiscordCodes: before.usedDiscordCodes + 1,
  });
});

test('a code finds the family that used it, primary account first, ignoring spaces and case', async () => {
  await createFamilyWithCode('found', 'BCDBCD');
  for (const code of ['bcdbcd', 'BCD BCD', ' b c d b c d ']) {
    const users = await admin.get(adminApi.findByRegistrationCode, { params: { code } });
    assert.deepEqual(getUsernames(users), ['found', 'found-child'], code);
  }
  const unused = await admin.call(adminApi.findByRegistrationCode, { params: { code: 'cdecde' } });
  assert.equal(unused.status, 200);
  assert.deepEqual(unused.body, []);
  assert.equal((await admin.call(adminApi.findByRegistrationCode, { params: { code: 'zzzzzz' } })).status, 404);
  for (const code of ['abc', 'abcabcd', 'abc-ab']) {
    const malformed = await admin.call(adminApi.findByRegistrationCode, { params: { code } });
    assert.equal(malformed.status, 400, code);
    assert.equal(malformed.fieldErrors, undefined);
  }
});

test('any account of a family finds its code and the whole family', async () => {
  const { head, child } = await createFamilyWithCode('helped', 'CDE CDE');
  for (const { userID } of [head, child]) {
    const shown = await admin.get(adminApi.findRegistrationCodeOfUser, { params: { userID } });
    assert.deepEqual(getUsernames(shown.users), ['helped', 'helped-child']);
    assert.equal(shown.regCode, 'cdecde');
    assert.equal(shown.isForDiscordUser, false);
    assert.equal('discordUsername' in shown, false);
    assert.equal(shown.hasUsedRegCodeForPasswordRecovery, false);
    assert.match(shown.accountCreatedAt ?? '', instantForm);
  }
});

test('looking up a user without a code is 400, an unknown user 404, a malformed id 400', async () => {
  const { userID } = await app.logIn('james');
  const statusFor = async (id: string) =>
    (await admin.call(adminApi.findRegistrationCodeOfUser, { params: { userID: id } })).status;
  assert.equal(await statusFor(userID), 400);
  assert.equal(await statusFor(unknownID), 404);
  assert.equal(await statusFor('x'), 400);
});

test('each reserved code is allocated once, and a repeated name gets two', async () => {
  const first = await admin.get(adminApi.allocateReservedCode, { params: { username: 'chat.person_1' } });
  const { regCode, ...others } = first;
  assert.deepEqual(others, {
    users: [],
    isForDiscordUser: true,
    discordUsername: 'chat.person_1',
    hasUsedRegCodeForPasswordRecovery: false,
  });
  assert.match(regCode, /^[a-z0-9]{6}$/);
  const second = await admin.get(adminApi.allocateReservedCode, { params: { username: 'chat.person_1' } });
  assert.notEqual(second.regCode, first.regCode);
  const { head } = await createFamilyWithCode('from-chat', first.regCode);
  const shown = await admin.get(adminApi.findRegistrationCodeOfUser, { params: { userID: head.userID } });
  assert.equal(shown.isForDiscordUser, true);
  assert.equal(shown.discordUsername, 'chat.person_1');
});

test('a chat name has lower-case letters, digits, dots and underscores', async () => {
  for (const username of ['Upper', 'with space', 'dash-ed', 'hash#1']) {
    assert.equal((await admin.call(adminApi.allocateReservedCode, { params: { username } })).status, 400, username);
  }
  const wrongMethod = await admin.send('GET', '/api/v3/admin/regcodes/discord/allocate/someone');
  assert.equal(wrongMethod.status, 405);
});

test('once all reserved codes are allocated, the next request is 400', async () => {
  const fresh = await startTestApp();
  const freshAdmin = await fresh.logIn('admin');
  const allocate = () => freshAdmin.call(adminApi.allocateReservedCode, { params: { username: 'many' } });
  const codes = new Set<string>();
  for (let count = 0; count < 100; count += 1) codes.add((await allocate()).body.regCode);
  assert.equal(codes.size, 100);
  assert.equal((await allocate()).status, 400);
});

test('unlocking makes the code valid for one more recovery, ends the lockout, and isn’t logged', async () => {
  const { head, child } = await createFamilyWithCode('locked-out', 'DEF DEF');
  assert.equal((await recover('locked-out', 'DEF DEF')).status, 200);
  for (let tries = 0; tries < 5; tries += 1) assert.equal((await recover('locked-out', 'DEF DEF')).status, 400);
  assert.equal((await recover('locked-out', password)).status, 403);
  const params = { userID: child.userID };
  const spent = await admin.get(adminApi.findRegistrationCodeOfUser, { params });
  assert.equal(spent.hasUsedRegCodeForPasswordRecovery, true);
  assert.equal(spent.regCode, 'defdef', 'the mark does not show in the code');
  const recorded = await countActions(admin);
  for (const round of ['first', 'second']) {
    const unlocked = await admin.get(adminApi.unlockRegistrationCode, { params });
    assert.equal(unlocked.regCode, 'defdef', round);
    assert.equal(unlocked.hasUsedRegCodeForPasswordRecovery, false);
    assert.deepEqual(getUsernames(unlocked.users), ['locked-out', 'locked-out-child']);
  }
  assert.equal(await countActions(admin), recorded);
  assert.equal((await recover('locked-out', 'DEF DEF')).status, 200);
  assert.equal((await recover('locked-out', 'DEF DEF')).status, 400, 'once only');
  assert.equal((await head.call(accountsApi.whoami)).status, 200);
});

test('unlocking a user without a code clears the failures and returns an empty code', async () => {
  await app.anonymous.get(accountsApi.create, { body: { username: 'codeless', password } });
  const { userID } = await app.logIn('codeless');
  for (let tries = 0; tries < 5; tries += 1) await recover('codeless', 'wrong secret');
  assert.equal((await recover('codeless', password)).status, 403);
  const unlocked = await admin.get(adminApi.unlockRegistrationCode, { params: { userID } });
  assert.equal(unlocked.regCode, '');
  assert.equal((await recover('codeless', password)).status, 200);
  assert.equal((await admin.call(adminApi.unlockRegistrationCode, { params: { userID: unknownID } })).status, 404);
});

test('codes are for devteam and account managers; only devteam allocates reserved codes', async () => {
  const devteam = await app.atLevel('devteam');
  const manager = await app.newcomer('account-manager');
  const moderator = await app.atLevel('moderator');
  const params = { userID: manager.userID, code: 'zzzzzz', username: 'x' };
  const calls = [
    adminApi.registrationCodeStats,
    adminApi.findByRegistrationCode,
    adminApi.findRegistrationCodeOfUser,
    adminApi.unlockRegistrationCode,
  ];
  for (const call of calls) assert.equal((await manager.call(call, { params })).status, 403, call.path);
  await admin.get(adminApi.addRole, { params: { role: 'accountmanager', userID: manager.userID } });
  for (const call of calls) {
    assert.notEqual((await manager.call(call, { params })).status, 403, call.path);
    assert.notEqual((await devteam.call(call, { params })).status, 403, call.path);
    assert.equal((await moderator.call(call, { params })).status, 403, call.path);
    assert.equal((await app.anonymous.call(call, { params })).status, 401, call.path);
  }
  assert.equal((await manager.call(adminApi.allocateReservedCode, { params })).status, 403);
  assert.equal((await devteam.call(adminApi.allocateReservedCode, { params })).status, 200);
});

/** Creates an account without a code. */
async function listFamiliesWithoutCode(username: string) {
  await app.anonymous.get(accountsApi.create, { body: { username, password } });
  return app.logIn(username);
}

const admit = (userID: string, registrationCode?: string) =>
  admin.call(adminApi.admit, {
    params: { userID },
    body: registrationCode === undefined ? undefined : { registrationCode },
  });

test('the desk can admit users without a code, who stay logged in (admin rules A36 and A37)', async () => {
  const [first, second] = [await listFamiliesWithoutCode('waits-first'), await listFamiliesWithoutCode('waits-second')];
  const waiting = await admin.get(adminApi.waitingToBeAdmitted);
  assert.deepEqual(getUsernames(waiting).slice(0, 2), ['waits-second', 'waits-first']);
  const one = { query: { userID: first.userID } };
  assert.deepEqual(getUsernames(await admin.get(adminApi.waitingToBeAdmitted, one)), ['waits-first']);
  const logged = await countActions(admin);
  const admitted = await admit(first.userID);
  assert.equal(admitted.status, 200);
  assert.deepEqual([getUsernames(admitted.body?.users ?? []), admitted.body?.regCode], [['waits-first'], '']);
  assert.equal((await first.get(accountsApi.whoami)).accessLevel, 'verified');
  assert.equal((await second.get(accountsApi.whoami)).accessLevel, 'unverified');
  assert.equal(await countActions(admin), logged + 1);
  assert.equal((await readNewestAction(admin))?.actionType, 'accessLevelVerified');
  assert.deepEqual(await admin.get(adminApi.waitingToBeAdmitted, one), []);
  assert.ok(!getUsernames(await admin.get(adminApi.waitingToBeAdmitted)).includes('waits-first'));
  assert.equal((await admin.call(adminApi.waitingToBeAdmitted, { query: { userID: unknownID } })).status, 404);
});

test('a card’s code is tied to the person admitted with it, and to no one else', async () => {
  const [owner, other] = [await listFamiliesWithoutCode('card-owner'), await listFamiliesWithoutCode('card-other')];
  assert.equal((await admit(owner.userID, 'zzzzz9')).status, 400);
  assert.ok((await admit(owner.userID, 'no code')).fieldErrors?.registrationCode ?? true);
  assert.equal((await owner.get(accountsApi.whoami)).accessLevel, 'unverified', 'a wrong code admits no one');
  assert.equal((await admit(owner.userID, ' IJK ijk ')).body?.regCode, 'ijkijk');
  assert.equal((await admit(other.userID, 'ijkijk')).status, 409);
  assert.equal((await admit(other.userID, '  ')).status, 200, 'blank is none');
});

test('verified, banned or unknown users can’t be admitted', async () => {
  const user = await listFamiliesWithoutCode('judged');
  for (const level of ['banned', 'quarantined', 'verified']) {
    await admin.send('POST', `/api/v3/mod/user/${user.userID}/setaccesslevel/${level}`);
    assert.equal((await admit(user.userID)).status, 400, level);
  }
  assert.equal((await admit(unknownID)).status, 404);
});
