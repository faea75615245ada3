import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { unknownID } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const [heidi, admin] = [await app.logIn('heidi'), await app.logIn('admin')];

async function createManager(username: string) {
  const manager = await app.newcomer(username);
  await admin.send('POST', `/api/v3/admin/userroles/shutternautmanager/addrole/${manager.userID}`);
  return manager;
}
const manager = await createManager('photo-manager');

const roleParams = (userID: string, role = 'shutternaut') => ({ params: { role, userID } });
const listHolders = async () =>
  (await manager.get(usersApi.roleHolders, roleParams(''))).map(({ username }) => username);

test('a manager grants and revokes the role, with immediate effect; only granting it twice is 400', async () => {
  assert.deepEqual(await listHolders(), []);
  const response = await manager.call(usersApi.giveRole, roleParams(heidi.userID));
  assert.equal(response.status, 200);
  assert.equal(response.bytes.length, 0);
  assert.deepEqual((await heidi.get(accountsApi.whoami)).roles, ['shutternaut']);
  assert.deepEqual(await listHolders(), ['heidi']);
  assert.equal((await manager.call(usersApi.giveRole, roleParams(heidi.userID, 'Shutternaut'))).status, 400);
  assert.equal((await manager.call(usersApi.takeRole, roleParams(heidi.userID))).status, 200);
  assert.equal((await manager.call(usersApi.takeRole, roleParams(heidi.userID))).status, 200);
  assert.deepEqual((await heidi.get(accountsApi.whoami)).roles, []);
  assert.deepEqual(await listHolders(), []);
});

test('only holders of the manager role can do that: not staff, and not holders of the managed role', async () => {
  await manager.get(usersApi.giveRole, roleParams(heidi.userID));
  for (const user of [heidi, admin, await app.atLevel('moderator')]) {
    assert.equal((await user.call(usersApi.roleHolders, roleParams(''))).status, 403);
    assert.equal((await user.call(usersApi.giveRole, roleParams(manager.userID))).status, 403);
    assert.equal((await user.call(usersApi.takeRole, roleParams(heidi.userID))).status, 403);
  }
  await manager.get(usersApi.takeRole, roleParams(heidi.userID));
  assert.ok(!(await listHolders()).includes('photo-manager'));
});

test('any other role name is 400, a malformed id 400, an unknown one 404', async () => {
  for (const role of ['karaokemanager', 'shutternautmanager', 'nonsense']) {
    assert.equal((await manager.call(usersApi.roleHolders, roleParams('', role))).status, 400);
    assert.equal((await manager.call(usersApi.giveRole, roleParams(heidi.userID, role))).status, 400);
    assert.equal((await manager.call(usersApi.takeRole, roleParams(heidi.userID, role))).status, 400);
  }
  for (const declaration of [usersApi.giveRole, usersApi.takeRole]) {
    assert.equal((await manager.call(declaration, roleParams('no-id'))).status, 400);
    assert.equal((await manager.call(declaration, roleParams(unknownID))).status, 404);
  }
  assert.deepEqual((await heidi.get(accountsApi.whoami)).roles, []);
});

test('users hidden from the manager by a block aren’t listed, and look missing', async () => {
  const photographer = await app.newcomer('photographer');
  await manager.get(usersApi.giveRole, roleParams(photographer.userID));
  assert.deepEqual(await listHolders(), ['photographer']);
  await photographer.get(usersApi.block, { params: { userID: manager.userID } });
  assert.deepEqual(await listHolders(), []);
  assert.equal((await manager.call(usersApi.takeRole, roleParams(photographer.userID))).status, 404);
  const other = await createManager('other-manager');
  assert.equal((await other.call(usersApi.takeRole, roleParams(photographer.userID))).status, 200);
});
