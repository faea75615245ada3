import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { incidentsApi } from '#features/incidents/api.ts';
import { applyUsers, createPlainUser, download, startInstance } from '../../staff/user-file/support.ts';
import { createFamily } from '../../support/accounts.ts';
import { giveRole } from '../../support/roles.ts';

test('the file for the next sailing has neither reports nor the role, and can’t grant it (moderation rules S2 and S10)', async () => {
  const instance = await startInstance();
  await createFamily(instance, 'officer', 'abcabc');
  const officer = await instance.logIn('officer');
  await giveRole(instance, officer, 'safetyofficer');
  await giveRole(instance, officer, 'huntmanager');
  await officer.get(incidentsApi.file, { body: { what: 'zanzibar' } });
  await instance.setClosed(true);
  const { list } = await download(instance);
  assert.deepEqual(list.users.find(({ username }) => username === 'officer')?.roles, ['huntmanager']);
  assert.doesNotMatch(JSON.stringify(list), /zanzibar|safetyofficer/);

  const roles = ['safetyofficer', 'huntmanager'] as const;
  const { otherErrors, userCounts } = await applyUsers(instance, [
    createPlainUser('sneaky', 'bcdbcd', { roles: [...roles], password: readOfficerHash(list, 'officer') }),
  ]);
  assert.equal(userCounts.importedCount, 1);
  assert.match(otherErrors.join(), /User sneaky: the role safetyofficer isn’t imported/);
  await instance.setClosed(false);
  const sneaky = await instance.logIn('sneaky');
  assert.deepEqual((await sneaky.get(accountsApi.whoami)).roles, ['huntmanager']);
  assert.equal((await sneaky.call(incidentsApi.list)).status, 403);
});

/** Returns a user's password hash from the file, to use for another user. */
const readOfficerHash = (list: { users: readonly { username: string; password: string }[] }, name: string): string =>
  list.users.find(({ username }) => username === name)?.password ?? '';
