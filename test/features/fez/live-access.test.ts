import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { changeSettings, type ServerSettings } from '#core/settings/index.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import type { User } from '../../support/app.ts';
import { moderationApi } from '../../support/moderation.ts';
import { type Frame, openSocket, type TestSocket } from '../../support/socket.ts';
import {
  arrange,
  block,
  chatFields,
  eventFields,
  type Fez,
  groupFields,
  join,
  mute,
  start,
  startWithUsers,
  unblock,
  unjoin,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startWithUsers();
const admin = await app.logIn('admin');
const moderators = (await james.get(usersApi.find, { params: { searchString: 'moderator' } })).userID;
const notificationPath = '/api/v3/notification/socket';
const pathOf = ({ fezID }: Pick<Fez, 'fezID'>) => `/api/v3/fez/${fezID}/socket`;
const watch = ({ token }: User, fez: Pick<Fez, 'fezID'>) => openSocket(app.url, pathOf(fez), token);
const listen = ({ token }: User) => openSocket(app.url, notificationPath, token);
const says = (text: string) => (frame: Frame) => frame.text === text;

/** What a socket was told: the texts of posts, and who came or went. */
const told = ({ frames }: TestSocket) =>
  frames.map(({ text, user, joined }) => text ?? [(user as { username: string }).username, joined]);

/** Changes settings for as long as `work` runs. */
async function during(settings: Partial<ServerSettings>, usual: Partial<ServerSettings>, work: () => Promise<void>) {
  const change = (values: Partial<ServerSettings>) =>
    transact(app.context, (context) => changeSettings(context, values));
  change(settings);
  await work().finally(() => change(usual));
}

describe('the socket of a fez is rejected', () => {
  test('with 451 while its feature is switched off, but for the management office', async () => {
    const office = await app.atLevel('tho');
    const [chat, group] = [await start(james, {}, [heidi, office]), await start(james, groupFields, [heidi])];
    const off = (feature: 'friendlyfez' | 'seamail') => ({ disabledFeatures: [{ app: 'all', feature } as const] });
    await during(off('seamail'), { disabledFeatures: [] }, async () => {
      await assert.rejects(watch(heidi, chat), /rejected with 451/);
      (await watch(heidi, group)).close();
      (await watch(office, chat)).close();
    });
    await during(off('friendlyfez'), { disabledFeatures: [] }, async () => {
      for (const fez of [chat, group]) await assert.rejects(watch(heidi, fez), /rejected with 451/);
      (await listen(heidi)).close();
    });
  });

  test('with 403 while the server is not open to the account, as that of notifications is', async () => {
    const group = await start(james, groupFields, [heidi]);
    await during({ minAccessLevel: 'moderator' }, { minAccessLevel: 'banned' }, async () => {
      await assert.rejects(watch(heidi, group), /rejected with 403/);
      await assert.rejects(listen(heidi), /rejected with 403/);
      (await listen(moderator)).close();
    });
  });

  test('with 404 behind a block of its owner, after a deletion and to somebody who has left something private', async () => {
    const [event, group] = [await start(james, eventFields, [heidi]), await start(james, groupFields, [sam])];
    await unjoin(heidi, event);
    await assert.rejects(watch(heidi, event), /rejected with 404/);
    await block(sam, james);
    await assert.rejects(watch(sam, group), /rejected with 404/);
    await unblock(sam, james);
    (await watch(sam, group)).close();
    await moderator.get(fezApi.delete, { params: { fezID: group.fezID } });
    await assert.rejects(watch(sam, group), /rejected with 404/);
    await assert.rejects(watch(sam, { fezID: 'nonsense' }), /rejected with 400/);
  });

  test('with 401 without a token, after a logout and to banned people, as that of notifications is', async () => {
    const [gone, banned] = [await app.newcomer('access-gone'), await app.newcomer('access-banned')];
    const group = await start(james, groupFields, [gone, banned]);
    await gone.get(accountsApi.logout);
    await admin.get(moderationApi.setAccessLevel, { params: { userID: banned.userID, level: 'banned' } });
    for (const token of [undefined, 'nonsense', gone.token, banned.token]) {
      for (const path of [pathOf(group), notificationPath]) {
        await assert.rejects(openSocket(app.url, path, token), /rejected with 401/, `${token} at ${path}`);
      }
    }
  });
});

describe('open sockets', () => {
  test('are all closed by a logout, for each device and on every topic, and those of others stay', async () => {
    const user = await app.newcomer('access-leaving');
    const group = await start(james, groupFields, [user]);
    const sockets = [await watch(user, group), await watch(user, group), await listen(user)];
    const other = await watch(james, group);
    await user.get(accountsApi.logout);
    for (const socket of sockets) assert.equal(await socket.closed, 1008);
    await write(james, group, 'still here');
    assert.equal((await other.next()).text, 'still here');
  });

  test('are closed when a moderator changes the level of their family', async () => {
    const user = await app.newcomer('access-level');
    await user.get(accountsApi.add, { body: { username: 'access-second', password: 'password' } });
    const second = await app.logIn('access-second');
    const group = await start(james, groupFields, [user]);
    const sockets = [await watch(user, group), await listen(user), await listen(second)];
    await moderator.get(moderationApi.setAccessLevel, { params: { userID: user.userID, level: 'quarantined' } });
    for (const socket of sockets) assert.equal(await socket.closed, 1008);
  });

  test('ignore what the client sends, and answer its pings', async () => {
    const chat = await start(james, {}, [heidi]);
    const [quiet, notified] = [await watch(heidi, chat), await listen(heidi)];
    for (const frame of ['{"text":"forged"}', 'not JSON', Buffer.from([1, 2])]) {
      quiet.send(frame);
      notified.send(frame);
    }
    await quiet.ping();
    await notified.ping();
    await write(james, chat, 'after that');
    assert.equal((await quiet.next()).text, 'after that');
    assert.deepEqual((await notified.next()).type, { seamailUnreadMsg: {} });
  });

  test('of one person all get every frame', async () => {
    const chat = await start(james, {}, [heidi]);
    const sockets = [await watch(heidi, chat), await watch(heidi, chat)];
    const devices = [await listen(heidi), await listen(heidi)];
    await write(james, chat, 'to all devices');
    for (const socket of sockets) assert.equal((await socket.next()).text, 'to all devices');
    for (const device of devices) assert.equal((await device.next()).contentID, chat.fezID);
  });
});

describe('the open socket of a fez', () => {
  test('is silent after its user has left, and speaks again once they are back', async () => {
    const group = await start(james, groupFields, [heidi]);
    const [socket, owner] = [await watch(heidi, group), await watch(james, group)];
    await unjoin(heidi, group);
    await write(james, group, 'without heidi');
    await owner.next(says('without heidi'));
    await join(heidi, group);
    await write(james, group, 'with heidi');
    await socket.next(says('with heidi'));
    assert.deepEqual(told(socket), [['heidi', true], 'with heidi']);
  });

  test('is silent for somebody who was taken out', async () => {
    const event = await start(james, eventFields, [heidi]);
    const [removed, owner] = [await watch(heidi, event), await watch(james, event)];
    await arrange(james, 'removeMember', event, heidi);
    await write(james, event, 'among us');
    await owner.next(says('among us'));
    await removed.ping();
    assert.deepEqual(told(removed), []);
  });

  test('is silent for somebody who was a moderator, reading along or behind the shared account', async () => {
    const user = await app.newcomer('access-demoted');
    await admin.get(adminApi.promoteToModerator, { params: { userID: user.userID } });
    const group = await start(james, groupFields);
    const chat = await james.get(fezApi.create, { body: { ...chatFields, initialUsers: [moderators] } });
    const sockets = [await watch(user, group), await watch(user, chat)];
    const owners = [await watch(james, group), await watch(james, chat)];
    await admin.get(adminApi.demote, { params: { userID: user.userID } });
    for (const [index, fez] of [group, chat].entries()) {
      await write(james, fez, 'for moderators only');
      await owners[index]?.next(says('for moderators only'));
    }
    for (const socket of sockets) await socket.ping();
    assert.deepEqual(sockets.map(told), [[], []]);
  });

  test('shows nothing while chats are switched off, but to the management office', async () => {
    const office = await app.atLevel('tho');
    const chat = await start(james, {}, [heidi, office]);
    const [socket, device, exempt] = [await watch(heidi, chat), await listen(heidi), await watch(office, chat)];
    await during({ disabledFeatures: [{ app: 'all', feature: 'seamail' }] }, { disabledFeatures: [] }, async () => {
      await write(office, chat, 'among the office');
      assert.equal((await exempt.next()).text, 'among the office');
    });
    await write(james, chat, 'for everybody');
    await socket.next(says('for everybody'));
    await device.ping();
    assert.deepEqual([told(socket), device.frames.length], [['for everybody'], 1]);
  });

  test('shows nothing at all while a block stands between its user and the owner', async () => {
    const group = await start(james, groupFields, [heidi, sam]);
    const [socket, owner] = [await watch(heidi, group), await watch(james, group)];
    await block(james, heidi);
    await write(sam, group, 'hidden with the group');
    await unjoin(sam, group);
    await owner.next(({ joined }) => joined === false);
    await unblock(james, heidi);
    await write(james, group, 'seen again');
    await socket.next(says('seen again'));
    assert.deepEqual(told(socket), ['seen again']);
  });

  test('shows that muted people come and go, and not that blocked ones do', async () => {
    const [blocked, muted] = [await app.newcomer('access-blocked'), await app.newcomer('access-muted')];
    const group = await start(james, groupFields, [heidi]);
    await block(heidi, blocked);
    await mute(heidi, muted);
    const socket = await watch(heidi, group);
    for (const user of [blocked, muted]) await join(user, group);
    for (const user of [blocked, muted]) await unjoin(user, group);
    await write(james, group, 'end');
    await socket.next(says('end'));
    assert.deepEqual(told(socket), [['access-muted', true], ['access-muted', false], 'end']);
  });

  test('shows no change of text or capacity, no cancellation and no deletion', async () => {
    const group = await start(james, groupFields, [heidi]);
    const [socket, params] = [await watch(heidi, group), { fezID: group.fezID }];
    const { postID } = await write(james, group, 'first');
    await james.get(fezApi.update, { params, body: { ...groupFields, title: 'Go instead', maxCapacity: 1 } });
    await james.get(fezApi.update, { params, body: { ...groupFields, maxCapacity: 5 } });
    await james.get(fezApi.deletePost, { params: { postID } });
    await james.get(fezApi.cancel, { params });
    await heidi.get(fezApi.mute, { params });
    await write(james, group, 'last');
    await socket.next(says('last'));
    await moderator.get(fezApi.delete, { params });
    await socket.ping();
    assert.deepEqual(told(socket), ['first', 'last']);
  });

  test('shows nothing of a post that was rejected or could not be stored', async () => {
    const group = await start(james, groupFields, [heidi]);
    const [socket, device] = [await watch(heidi, group), await listen(heidi)];
    const params = { fezID: group.fezID };
    const post = (text: string) => james.call(fezApi.post, { params, body: { text, images: [] } });
    const setState = (state: string) => moderator.get(moderationApi.setFezState, { params: { ...params, state } });
    assert.equal((await post('')).status, 400);
    await setState('locked');
    assert.equal((await post('locked')).status, 403);
    await setState('normal');
    const { sqlite } = app.context.db;
    sqlite.exec(
      "CREATE TEMP TRIGGER full BEFORE INSERT ON live_deliveries BEGIN SELECT RAISE(ABORT, 'as planned'); END",
    );
    const failed = await post('lost').finally(() => sqlite.exec('DROP TRIGGER full'));
    assert.equal(failed.status, 500);
    assert.equal((await post('kept')).status, 200);
    await device.next();
    assert.equal((await socket.next()).text, 'kept');
    for (const one of [socket, device]) {
      await one.ping();
      assert.equal(one.frames.length, 1);
    }
  });

  test('shows a post once although its author repeats the call with the same key', async () => {
    const chat = await start(james, {}, [heidi]);
    const [socket, device] = [await watch(heidi, chat), await listen(heidi)];
    const call = { params: { fezID: chat.fezID }, body: { text: 'once', images: [] } };
    const headers = { 'idempotency-key': 'post-once' };
    for (const _ of [1, 2]) await james.get(fezApi.post, { ...call, headers });
    await write(james, chat, 'end');
    await socket.next(says('end'));
    assert.deepEqual(told(socket), ['once', 'end']);
    assert.deepEqual([(await device.next()).info, (await device.next()).info], ['james: once', 'james: end']);
  });
});
