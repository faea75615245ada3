import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profilesApi } from '#core/profiles/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { moderationApi } from '../../support/moderation.ts';

const app = await startTestApp();
const admin = await app.logIn('admin');
const serviceClient = await app.atLevel('client');

const unknownUserID = '11111111-2222-4333-8444-555555555555';
const onBehalfOf = ({ userID }: { userID: string }) => ({ headers: { 'x-client-user': userID } });
const getUsernames = (headers: readonly { username: string }[]) => headers.map(({ username }) => username);

async function block(blocker: User, blocked: User): Promise<void> {
  await blocker.get(usersApi.block, { params: { userID: blocked.userID } });
}

test('a registered client lists all users by username, except those hidden from the user it acts for', async () => {
  const [viewer, blocked] = [await app.newcomer('aa-viewer'), await app.newcomer('bb-blocked')];
  await viewer.get(profilesApi.editOwnProfile, { body: { displayName: 'The Viewer', realName: 'Vera' } });
  await block(viewer, blocked);
  const users = await serviceClient.get(clientServicesApi.userSearch, onBehalfOf(viewer));
  assert.deepEqual(
    users.find(({ username }) => username === 'aa-viewer'),
    {
      userID: viewer.userID,
      username: 'aa-viewer',
      displayName: 'The Viewer',
      userSearch: 'The Viewer (@aa-viewer) - Vera',
    },
  );
  const names = getUsernames(users);
  assert.ok(names.includes('james') && names.includes('admin'));
  assert.ok(!names.includes('bb-blocked'));
  const ascending = names.map((name) => name.toLowerCase()).sort();
  assert.deepEqual(
    names.map((name) => name.toLowerCase()),
    ascending,
  );
  assert.ok(
    !getUsernames(await serviceClient.get(clientServicesApi.userSearch, onBehalfOf(blocked))).includes('aa-viewer'),
  );
  const { userID } = await app.logIn('sam');
  assert.ok(
    getUsernames(await serviceClient.get(clientServicesApi.userSearch, onBehalfOf({ userID }))).includes('bb-blocked'),
  );
});

test('a registered client lists users whose name or picture changed since an instant', async () => {
  const viewer = await app.newcomer('since-viewer');
  app.clock.advance({ hours: 1 });
  const moment = app.clock.now();
  const [changed, blocked] = [await app.newcomer('since-changed'), await app.newcomer('since-blocked')];
  await block(viewer, blocked);
  const since = async (date: string) =>
    getUsernames(await serviceClient.get(clientServicesApi.headersSince, { params: { date }, ...onBehalfOf(viewer) }));
  assert.deepEqual(await since(moment.toISOString()), ['since-changed']);
  assert.deepEqual(await since(String(moment.getTime() / 1000)), ['since-changed']);
  const alias = await serviceClient.send(
    'GET',
    `/api/v3/client/user/updates/since/${moment.toISOString()}`,
    onBehalfOf(viewer),
  );
  assert.deepEqual(getUsernames(alias.body), ['since-changed']);
  app.clock.advance({ hours: 1 });
  const later = app.clock.now().toISOString();
  assert.deepEqual(await since(later), []);
  await changed.get(profilesApi.editOwnProfile, { body: { displayName: 'Changed Again' } });
  assert.deepEqual(await since(later), ['since-changed']);
  assert.ok((await since('2000-01-01T00:00:00Z')).includes('james'));
  const unreadable = await serviceClient.call(clientServicesApi.headersSince, {
    params: { date: 'yesterday' },
    ...onBehalfOf(viewer),
  });
  assert.equal(unreadable.status, 400);
});

test('bulk calls name an existing user who isn’t a client in a header', async () => {
  const params = { date: '2000-01-01T00:00:00Z' };
  for (const call of [clientServicesApi.userSearch, clientServicesApi.headersSince]) {
    assert.equal((await serviceClient.call(call, { params })).status, 401);
    for (const userID of ['nonsense', unknownUserID, serviceClient.userID]) {
      assert.equal((await serviceClient.call(call, { params, ...onBehalfOf({ userID }) })).status, 401, userID);
    }
  }
});

test('bulk calls are for clients only, whatever the caller’s level', async () => {
  const params = { date: '2000-01-01T00:00:00Z' };
  const { userID } = await app.logIn('james');
  for (const call of [clientServicesApi.userSearch, clientServicesApi.headersSince]) {
    for (const level of ['verified', 'moderator', 'tho', 'admin'] as const) {
      const user = await app.atLevel(level);
      assert.equal((await user.call(call, { params, ...onBehalfOf({ userID }) })).status, 403, level);
    }
    assert.equal((await app.anonymous.call(call, { params, ...onBehalfOf({ userID }) })).status, 401);
  }
});

test('the header name of bulk calls can be configured', async () => {
  const service = await startTestApp({ environment: { CLIENT_USER_HEADER: 'X-On-Behalf-Of' } });
  const caller = await service.atLevel('client');
  const { userID } = await service.logIn('james');
  assert.equal(
    (await caller.call(clientServicesApi.userSearch, { headers: { 'x-on-behalf-of': userID } })).status,
    200,
  );
  assert.equal((await caller.call(clientServicesApi.userSearch, onBehalfOf({ userID }))).status, 401);
});

test('bulk calls show nothing from a profile under review', async () => {
  const user = await app.newcomer('reviewed-person');
  await user.get(profilesApi.editOwnProfile, { body: { displayName: 'Rude Name', realName: 'Rude Real' } });
  await admin.get(moderationApi.setProfileState, { params: { userID: user.userID, state: 'quarantined' } });
  const viewer = onBehalfOf(await app.logIn('james'));
  const lists = [
    await serviceClient.call(clientServicesApi.userSearch, viewer),
    await serviceClient.call(clientServicesApi.headersSince, { params: { date: '2000-01-01T00:00:00Z' }, ...viewer }),
  ];
  for (const { bytes } of lists) {
    assert.ok(bytes.includes('reviewed-person'));
    assert.ok(!bytes.includes('Rude'));
  }
});
