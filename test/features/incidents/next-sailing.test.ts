import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { incidentsApi } from '#features/incidents/api.ts';
import { applyUsers, download, plainUser, startBox } from '../../staff/user-file/support.ts';
import { createFamily } from '../../support/accounts.ts';
import { giveRole } from '../../support/roles.ts';

test('the file for the next sailing has neither reports nor the role, and grants it to no one (moderation rules S2 and S10)', async () => {
  const box = await startBox();
  await createFamily(box, 'officer', 'abcabc');
  const officer = await box.logIn('officer');
  await giveRole(box, officer, 'safetyofficer');
  await giveRole(box, officer, 'huntmanager');
  await officer.get(incidentsApi.file, { body: { what: 'zanzibar' } });
  await box.setClosed(true);
  const { list } = await download(box);
  assert.deepEqual(list.users.find(({ username }) => username === 'officer')?.roles, ['huntmanager']);
  assert.doesNotMatch(JSON.stringify(list), /zanzibar|safetyofficer/);

  const roles = ['safetyofficer', 'huntmanager'] as const;
  const { otherErrors, userCounts } = await applyUsers(box, [
    plainUser('sneaky', 'bcdbcd', { roles: [...roles], password: officerHash(list, 'officer') }),
  ]);
  assert.equal(userCounts.importedCount, 1);
  assert.match(otherErrors.join(), /User sneaky: the role safetyofficer isn’t imported/);
  await box.setClosed(false);
  const sneaky = await box.logIn('sneaky');
  assert.deepEqual((await sneaky.get(accountsApi.whoami)).roles, ['huntmanager']);
  assert.equal((await sneaky.call(incidentsApi.list)).status, 403);
});

/** Returns a user's password hash from the file, to use for another user. */
const officerHash = (list: { users: readonly { username: string; password: string }[] }, name: string): string =>
  list.users.find(({ username }) => username === name)?.password ?? '';
