import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import type { User } from '../../support/app.ts';
import { callers } from '../../support/declared.ts';
import { moderationApi } from '../../support/moderation.ts';
import { openSocket, type TestSocket } from '../../support/socket.ts';
import {
  arrange,
  block,
  chatFields,
  eventFields,
  type Fez,
  groupFields,
  join,
  mute,
  ownEventFields,
  start,
  startWithUsers,
  unjoin,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startWithUsers();
const admin = await app.logIn('admin');
const accountOf = async (name: string) => (await james.get(usersApi.find, { params: { searchString: name } })).userID;
const [moderators, team] = [await accountOf('moderator'), await accountOf('DevTeam')];

const listen = ({ token }: User) => openSocket(app.url, '/api/v3/notification/socket', token);
const listenAll = (users: readonly User[]) => Promise.all(users.map(listen));
const at = ({ fezID }: Fez) => ({ params: { fezID } });

/** The types of everything a socket was told so far. */
async function heard(socket: TestSocket): Promise<string[]> {
  await socket.ping();
  return socket.frames.map(({ type }) => Object.keys(type as object).join());
}

/** What each of these people was told while `action` was done. */
async function heardDuring(users: readonly User[], action: () => Promise<unknown>): Promise<string[][]> {
  const sockets = await listenAll(users);
  await action();
  const types = await Promise.all(sockets.map(heard));
  for (const socket of sockets) socket.close();
  return types;
}

test('an announcement reaches people of every level, also further accounts, each device once, and nobody logged out', async () => {
  const levels = callers.filter((caller) => caller !== 'nobody');
  const users = await Promise.all(levels.map((level) => app.atLevel(level)));
  await james.get(accountsApi.add, { body: { username: 'james-second', password: 'password' } });
  users.push(await app.logIn('james-second'));
  const gone = await app.newcomer('notice-gone');
  const [left] = await listenAll([gone]);
  await gone.get(accountsApi.logout);
  const office = await app.atLevel('tho');
  const displayUntil = new Date(app.clock.now().getTime() + 60_000).toISOString();
  const types = await heardDuring(users, () =>
    office.get(announcementsApi.create, { body: { text: 'Welcome aboard', displayUntil } }),
  );
  assert.deepEqual(
    types,
    users.map(() => ['announcement']),
  );
  await left?.closed;
  assert.deepEqual(left?.frames, []);
});

test('notices say who, what and which chat; those of a private chat only who and what', async () => {
  const socket = await listen(heidi);
  const say = async () => String((await socket.next()).info);
  const closed = await start(james, { title: 'Secret' }, [heidi]);
  assert.equal(await say(), 'james added you to Private Chat “Secret”');
  await write(james, closed, 'psst');
  assert.equal(await say(), 'james: psst');
  for (const [fields, label] of [
    [{ fezType: 'open' }, 'Open Chat'],
    [groupFields, 'Gaming'],
    [eventFields, 'Private Event'],
  ] as const) {
    const fez = await start(james, { ...fields, title: 'Known' }, [heidi]);
    assert.equal(await say(), `james added you to ${label} “Known”`);
    await write(james, fez, 'hello');
    assert.equal(await say(), `james in ${label} “Known”: hello`);
    await james.get(fezApi.cancel, at(fez));
    assert.equal(await say(), `${label} “Known” was cancelled`);
  }
  socket.close();
});

test('what is under review is not spread by notices', async () => {
  const fez = await start(james, { ...groupFields, title: 'Unspeakable' }, [heidi]);
  await moderator.get(moderationApi.setFezState, { params: { fezID: fez.fezID, state: 'quarantined' } });
  const socket = await listen(heidi);
  await write(james, fez, 'hello');
  await james.get(fezApi.cancel, at(fez));
  for (const { info } of [await socket.next(), await socket.next()]) assert.doesNotMatch(String(info), /Unspeakable/);
  socket.close();
});

test('those who wait for a place are told everything that participants are told', async () => {
  const fez = await start(james, { ...groupFields, maxCapacity: 1 }, [heidi]);
  const types = await heardDuring([heidi], async () => {
    await write(james, fez, 'hello');
    await james.get(fezApi.cancel, at(fez));
  });
  assert.deepEqual(types, [['fezUnreadMsg', 'lfgCanceled']]);
});

test('whoever muted a chat still hears that it is cancelled and that they were put in again', async () => {
  const fez = await start(james, groupFields, [heidi]);
  await heidi.get(fezApi.mute, at(fez));
  const types = await heardDuring([heidi], async () => {
    await write(james, fez, 'unheard');
    await arrange(james, 'removeMember', fez, heidi);
    await arrange(james, 'addMember', fez, heidi);
    await write(james, fez, 'muted still');
    await james.get(fezApi.cancel, at(fez));
    await heidi.get(fezApi.unmute, at(fez));
    await write(james, fez, 'heard');
  });
  assert.deepEqual(types, [['addedToLFG', 'lfgCanceled', 'fezUnreadMsg']]);
});

test('nobody is told of joining, leaving, removal, favorites, changes, taking back a cancellation and deletions', async () => {
  const fez = await start(james, groupFields, [heidi]);
  await james.get(fezApi.cancel, at(fez));
  const { postID } = await write(heidi, fez, 'before');
  const types = await heardDuring([james, heidi, sam], async () => {
    await james.get(fezApi.update, { ...at(fez), body: { ...groupFields, title: 'After all' } });
    await join(sam, fez);
    await sam.get(fezApi.addFavorite, at(fez));
    await unjoin(sam, fez);
    await arrange(james, 'removeMember', fez, heidi);
    await heidi.get(fezApi.deletePost, { params: { postID } });
    await moderator.get(fezApi.delete, at(fez));
    await start(sam, ownEventFields);
  });
  assert.deepEqual(types, [[], [], []]);
});

test('a cancellation that is repeated is told again; whoever left hears neither that nor of posts', async () => {
  const fez = await start(james, groupFields, [heidi, sam]);
  await unjoin(sam, fez);
  const types = await heardDuring([james, heidi, sam], async () => {
    await write(james, fez, 'hello');
    for (const _ of [1, 2]) await james.get(fezApi.cancel, at(fez));
  });
  assert.deepEqual(types, [[], ['fezUnreadMsg', 'lfgCanceled', 'lfgCanceled'], []]);
});

test('a block of the owner keeps every notice of the chat away, whoever posts in it', async () => {
  const reader = await app.newcomer('notice-reader');
  const [fez, other] = [await start(james, groupFields, [reader, heidi]), await start(heidi, groupFields)];
  await block(reader, james);
  const [types] = await heardDuring([reader], async () => {
    await write(heidi, fez, 'hello');
    await james.get(fezApi.cancel, at(fez));
    await arrange(heidi, 'addMember', other, reader);
  });
  assert.deepEqual(types, ['addedToLFG']);
});

test('a mute of the owner keeps their posts away, and nothing else', async () => {
  const reader = await app.newcomer('notice-muter');
  await mute(reader, james);
  const [types] = await heardDuring([reader], async () => {
    const fez = await start(james, groupFields, [reader, heidi]);
    await write(james, fez, 'unheard');
    await write(heidi, fez, 'heard');
    await james.get(fezApi.cancel, at(fez));
  });
  assert.deepEqual(types, ['addedToLFG', 'fezUnreadMsg', 'lfgCanceled']);
});

test('somebody who is in a chat personally and behind its shared account is told once', async () => {
  const types = await heardDuring([moderator], async () => {
    const body = { ...chatFields, initialUsers: [moderators, team, moderator.userID] };
    const fez = await james.get(fezApi.create, { body });
    await write(james, fez, 'hello');
  });
  assert.deepEqual(types, [['addedToSeamail', 'seamailUnreadMsg']]);
});

test('a post for the team is told to the members, its writer and the rest of the team excepted', async () => {
  const chat = await james.get(fezApi.create, { body: { ...chatFields, initialUsers: [moderators, heidi.userID] } });
  const office = await app.atLevel('tho');
  const types = await heardDuring([moderator, office, james, heidi], () =>
    write(moderator, chat, 'official', { postAsModerator: true }),
  );
  assert.deepEqual(types, [[], [], ['seamailUnreadMsg'], ['seamailUnreadMsg']]);
});

test('a cancellation by one of the team is told to all members', async () => {
  const body = { ...groupFields, createdByModerator: true, initialUsers: [james.userID] };
  const fez = await moderator.get(fezApi.create, { body });
  const second = await app.newcomer('notice-team');
  await admin.get(adminApi.promoteToModerator, { params: { userID: second.userID } });
  const types = await heardDuring([james, moderator, second], () => second.get(fezApi.cancel, at(fez)));
  assert.deepEqual(types, [['lfgCanceled'], [], []]);
});

test('nothing is told of a chat that could not be made', async () => {
  const { sqlite } = app.context.db;
  const types = await heardDuring([heidi], async () => {
    const body = { ...chatFields, initialUsers: [heidi.userID], firstPost: { text: '', images: [] } };
    assert.equal((await james.call(fezApi.create, { body })).status, 400);
    sqlite.exec("CREATE TEMP TRIGGER full BEFORE INSERT ON fez_posts BEGIN SELECT RAISE(ABORT, 'as planned'); END");
    const whole = { ...body, firstPost: { text: 'hello', images: [] } };
    const failed = await james.call(fezApi.create, { body: whole }).finally(() => sqlite.exec('DROP TRIGGER full'));
    assert.equal(failed.status, 500);
    assert.equal((await james.call(fezApi.create, { body: whole })).status, 201);
  });
  assert.deepEqual(types, [['addedToSeamail', 'seamailUnreadMsg']]);
});

test('all members are told shortly before something starts, but those behind a block of its owner', async () => {
  const [owner, member] = [await app.newcomer('notice-owner'), await app.newcomer('notice-member')];
  const reader = await app.newcomer('notice-hidden');
  await start(owner, groupFields, [member, reader]);
  await start(owner, eventFields, [member, reader]);
  await block(reader, owner);
  const types = await heardDuring([owner, member, reader], async () => {
    // Six in the evening in the zone of that day.
    app.clock.set('2025-03-04T21:50:00.000Z');
    await app.runJob('send-reminders');
  });
  const both = ['joinedLFGStarting', 'personalEventStarting'];
  assert.deepEqual(
    types.map((one) => one.toSorted()),
    [both, both, []],
  );
});
