import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { changeSettings, type ServerSettings } from '#core/settings/index.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { moderationApi } from '../../support/moderation.ts';
import { type Frame, openSocket, type TestSocket } from '../../support/socket.ts';
import {
  block,
  changeMember,
  chatFields,
  createFez,
  eventFields,
  type Fez,
  groupFields,
  join,
  leave,
  listen,
  mute,
  openFezSocket,
  startAppWithUsers,
  unblock,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const admin = await app.logIn('admin');
const sharedModeratorID = (await james.get(usersApi.find, { params: { searchString: 'moderator' } })).userID;
const notificationPath = '/api/v3/notification/socket';
const getPath = ({ fezID }: Pick<Fez, 'fezID'>) => `/api/v3/fez/${fezID}/socket`;
const hasText = (text: string) => (frame: Frame) => frame.text === text;

/** Returns what arrived over a socket: the texts of posts, and who joined or left. */
const getContent = ({ frames }: TestSocket) =>
  frames.map(({ text, user, joined }) => text ?? [(user as { username: string }).username, joined]);

/** Changes settings while `work` runs. */
async function withSettings(
  settings: Partial<ServerSettings>,
  defaults: Partial<ServerSettings>,
  work: () => Promise<void>,
) {
  const change = (values: Partial<ServerSettings>) =>
    transact(app.context, (context) => changeSettings(context, values));
  change(settings);
  await work().finally(() => change(defaults));
}

describe('the socket of a fez is rejected', () => {
  test('with 451 while its feature is disabled, except for the management office', async () => {
    const office = await app.atLevel('tho');
    const [chat, group] = [await createFez(james, {}, [heidi, office]), await createFez(james, groupFields, [heidi])];
    const off = (feature: 'friendlyfez' | 'seamail') => ({ disabledFeatures: [{ app: 'all', feature } as const] });
    await withSettings(off('seamail'), { disabledFeatures: [] }, async () => {
      await assert.rejects(openFezSocket(app, heidi, chat), /rejected with 451/);
      (await openFezSocket(app, heidi, group)).close();
      (await openFezSocket(app, office, chat)).close();
    });
    await withSettings(off('friendlyfez'), { disabledFeatures: [] }, async () => {
      for (const fez of [chat, group]) await assert.rejects(openFezSocket(app, heidi, fez), /rejected with 451/);
      (await listen(app, heidi)).close();
    });
  });

  test('with 403 while the server isn’t open to the account, like the notification socket', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    await withSettings({ minAccessLevel: 'moderator' }, { minAccessLevel: 'banned' }, async () => {
      await assert.rejects(openFezSocket(app, heidi, group), /rejected with 403/);
      await assert.rejects(listen(app, heidi), /rejected with 403/);
      (await listen(app, moderator)).close();
    });
  });

  test('with 404 after a block of its owner, a deletion, or leaving a private chat or event', async () => {
    const [event, group] = [await createFez(james, eventFields, [heidi]), await createFez(james, groupFields, [sam])];
    await leave(heidi, event);
    await assert.rejects(openFezSocket(app, heidi, event), /rejected with 404/);
    await block(sam, james);
    await assert.rejects(openFezSocket(app, sam, group), /rejected with 404/);
    await unblock(sam, james);
    (await openFezSocket(app, sam, group)).close();
    await moderator.get(fezApi.delete, { params: { fezID: group.fezID } });
    await assert.rejects(openFezSocket(app, sam, group), /rejected with 404/);
    await assert.rejects(openFezSocket(app, sam, { fezID: 'nonsense' }), /rejected with 400/);
  });

  test('with 401 without a token, after a logout and for banned users, like the notification socket', async () => {
    const [gone, banned] = [await app.newcomer('access-gone'), await app.newcomer('access-banned')];
    const group = await createFez(james, groupFields, [gone, banned]);
    await gone.get(accountsApi.logout);
    await admin.get(moderationApi.setAccessLevel, { params: { userID: banned.userID, level: 'banned' } });
    for (const token of [undefined, 'nonsense', gone.token, banned.token]) {
      for (const path of [getPath(group), notificationPath]) {
        await assert.rejects(openSocket(app.url, path, token), /rejected with 401/, `${token} at ${path}`);
      }
    }
  });
});

describe('open sockets', () => {
  test('are all closed by a logout, on every device and topic; others’ sockets stay open', async () => {
    const user = await app.newcomer('access-leaving');
    const group = await createFez(james, groupFields, [user]);
    const sockets = [
      await openFezSocket(app, user, group),
      await openFezSocket(app, user, group),
      await listen(app, user),
    ];
    const other = await openFezSocket(app, james, group);
    await user.get(accountsApi.logout);
    for (const socket of sockets) assert.equal(await socket.closed, 1008);
    await writePost(james, group, 'still here');
    assert.equal((await other.next()).text, 'still here');
  });

  test('are closed when a moderator changes the level of their family', async () => {
    const user = await app.newcomer('access-level');
    await user.get(accountsApi.add, { body: { username: 'access-second', password: 'password' } });
    const second = await app.logIn('access-second');
    const group = await createFez(james, groupFields, [user]);
    const sockets = [await openFezSocket(app, user, group), await listen(app, user), await listen(app, second)];
    await moderator.get(moderationApi.setAccessLevel, { params: { userID: user.userID, level: 'quarantined' } });
    for (const socket of sockets) assert.equal(await socket.closed, 1008);
  });

  test('ignore client messages, and answer pings', async () => {
    const chat = await createFez(james, {}, [heidi]);
    const [quiet, notified] = [await openFezSocket(app, heidi, chat), await listen(app, heidi)];
    for (const frame of ['{"text":"forged"}', 'not JSON', Buffer.from([1, 2])]) {
      quiet.send(frame);
      notified.send(frame);
    }
    await quiet.ping();
    await notified.ping();
    await writePost(james, chat, 'after that');
    assert.equal((await quiet.next()).text, 'after that');
    assert.deepEqual((await notified.next()).type, { seamailUnreadMsg: {} });
  });

  test('of one user all receive every frame', async () => {
    const chat = await createFez(james, {}, [heidi]);
    const sockets = [await openFezSocket(app, heidi, chat), await openFezSocket(app, heidi, chat)];
    const devices = [await listen(app, heidi), await listen(app, heidi)];
    await writePost(james, chat, 'to all devices');
    for (const socket of sockets) assert.equal((await socket.next()).text, 'to all devices');
    for (const device of devices) assert.equal((await device.next()).contentID, chat.fezID);
  });
});

describe('the open socket of a fez', () => {
  test('sends nothing after its user has left, and resumes once they are back', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    const [socket, owner] = [await openFezSocket(app, heidi, group), await openFezSocket(app, james, group)];
    await leave(heidi, group);
    await writePost(james, group, 'without heidi');
    await owner.next(hasText('without heidi'));
    await join(heidi, group);
    await writePost(james, group, 'with heidi');
    await socket.next(hasText('with heidi'));
    assert.deepEqual(getContent(socket), [['heidi', true], 'with heidi']);
  });

  test('sends nothing to a removed member', async () => {
    const event = await createFez(james, eventFields, [heidi]);
    const [removed, owner] = [await openFezSocket(app, heidi, event), await openFezSocket(app, james, event)];
    await changeMember(james, 'removeMember', event, heidi);
    await writePost(james, event, 'among us');
    await owner.next(hasText('among us'));
    await removed.ping();
    assert.deepEqual(getContent(removed), []);
  });

  test('sends nothing to a former moderator who was reading along or for a shared account', async () => {
    const user = await app.newcomer('access-demoted');
    await admin.get(adminApi.promoteToModerator, { params: { userID: user.userID } });
    const group = await createFez(james, groupFields);
    const chat = await james.get(fezApi.create, { body: { ...chatFields, initialUsers: [sharedModeratorID] } });
    const sockets = [await openFezSocket(app, user, group), await openFezSocket(app, user, chat)];
    const owners = [await openFezSocket(app, james, group), await openFezSocket(app, james, chat)];
    await admin.get(adminApi.demote, { params: { userID: user.userID } });
    for (const [index, fez] of [group, chat].entries()) {
      await writePost(james, fez, 'for moderators only');
      await owners[index]?.next(hasText('for moderators only'));
    }
    for (const socket of sockets) await socket.ping();
    assert.deepEqual(sockets.map(getContent), [[], []]);
  });

  test('sends nothing while chats are disabled, except to the management office', async () => {
    const office = await app.atLevel('tho');
    const chat = await createFez(james, {}, [heidi, office]);
    const [socket, device, exempt] = [
      await openFezSocket(app, heidi, chat),
      await listen(app, heidi),
      await openFezSocket(app, office, chat),
    ];
    await withSettings(
      { disabledFeatures: [{ app: 'all', feature: 'seamail' }] },
      { disabledFeatures: [] },
      async () => {
        await writePost(office, chat, 'among the office');
        assert.equal((await exempt.next()).text, 'among the office');
      },
    );
    await writePost(james, chat, 'for everybody');
    await socket.next(hasText('for everybody'));
    await device.ping();
    assert.deepEqual([getContent(socket), device.frames.length], [['for everybody'], 1]);
  });

  test('sends nothing while there’s a block between its user and the owner', async () => {
    const group = await createFez(james, groupFields, [heidi, sam]);
    const [socket, owner] = [await openFezSocket(app, heidi, group), await openFezSocket(app, james, group)];
    await block(james, heidi);
    await writePost(sam, group, 'hidden with the group');
    await leave(sam, group);
    await owner.next(({ joined }) => joined === false);
    await unblock(james, heidi);
    await writePost(james, group, 'seen again');
    await socket.next(hasText('seen again'));
    assert.deepEqual(getContent(socket), ['seen again']);
  });

  test('shows muted users joining and leaving, but not blocked ones', async () => {
    const [blocked, muted] = [await app.newcomer('access-blocked'), await app.newcomer('access-muted')];
    const group = await createFez(james, groupFields, [heidi]);
    await block(heidi, blocked);
    await mute(heidi, muted);
    const socket = await openFezSocket(app, heidi, group);
    for (const user of [blocked, muted]) await join(user, group);
    for (const user of [blocked, muted]) await leave(user, group);
    await writePost(james, group, 'end');
    await socket.next(hasText('end'));
    assert.deepEqual(getContent(socket), [['access-muted', true], ['access-muted', false], 'end']);
  });

  test('sends nothing about changed text or capacity, cancellation or deletion', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    const [socket, params] = [await openFezSocket(app, heidi, group), { fezID: group.fezID }];
    const { postID } = await writePost(james, group, 'first');
    await james.get(fezApi.update, { params, body: { ...groupFields, title: 'Go instead', maxCapacity: 1 } });
    await james.get(fezApi.update, { params, body: { ...groupFields, maxCapacity: 5 } });
    await james.get(fezApi.deletePost, { params: { postID } });
    await james.get(fezApi.cancel, { params });
    await heidi.get(fezApi.mute, { params });
    await writePost(james, group, 'last');
    await socket.next(hasText('last'));
    await moderator.get(fezApi.delete, { params });
    await socket.ping();
    assert.deepEqual(getContent(socket), ['first', 'last']);
  });

  test('sends nothing for a post that was rejected or couldn’t be stored', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    const [socket, device] = [await openFezSocket(app, heidi, group), await listen(app, heidi)];
    const params = { fezID: group.fezID };
    const post = (text: string) => james.call(fezApi.post, { params, body: { text, images: [] } });
    const setState = (state: string) => moderator.get(moderationApi.setFezState, { params: { ...params, state } });
    assert.equal((await post('')).status, 400);
    await setState('locked');
    assert.equal((await post('locked')).status, 403);
    await setState('normal');
    const { sqlite } = app.context.db;
    sqlite.exec("CREATE TEMP TRIGGER full BEFORE INSERT ON event_log BEGIN SELECT RAISE(ABORT, 'as planned'); END");
    const failed = await post('lost').finally(() => sqlite.exec('DROP TRIGGER full'));
    assert.equal(failed.status, 500);
    assert.equal((await post('kept')).status, 200);
    await device.next();
    assert.equal((await socket.next()).text, 'kept');
    for (const each of [socket, device]) {
      await each.ping();
      assert.equal(each.frames.length, 1);
    }
  });

  test('sends a post once even if its author retries the call with the same key', async () => {
    const chat = await createFez(james, {}, [heidi]);
    const [socket, device] = [await openFezSocket(app, heidi, chat), await listen(app, heidi)];
    const call = { params: { fezID: chat.fezID }, body: { text: 'once', images: [] } };
    const headers = { 'idempotency-key': 'post-once' };
    for (const _ of [1, 2]) await james.get(fezApi.post, { ...call, headers });
    await writePost(james, chat, 'end');
    await socket.next(hasText('end'));
    assert.deepEqual(getContent(socket), ['once', 'end']);
    assert.deepEqual([(await device.next()).info, (await device.next()).info], ['james: once', 'james: end']);
  });
});
