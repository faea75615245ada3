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
import {
  block,
  changeMember,
  chatFields,
  createFez,
  eventFields,
  fezParams,
  getNotificationTypesDuring,
  groupFields,
  join,
  leave,
  listen,
  mute,
  ownEventFields,
  startAppWithUsers,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const admin = await app.logIn('admin');
const getAccount = async (name: string) => (await james.get(usersApi.find, { params: { searchString: name } })).userID;
const [sharedModerator, sharedTeam] = [await getAccount('moderator'), await getAccount('DevTeam')];

const listenAll = (users: readonly User[]) => Promise.all(users.map((user) => listen(app, user)));

test('an announcement reaches users of every level once per device, but no one who is logged out', async () => {
  const levels = callers.filter((caller) => caller !== 'anonymous');
  const users = await Promise.all(levels.map((level) => app.atLevel(level)));
  await james.get(accountsApi.add, { body: { username: 'james-second', password: 'password' } });
  users.push(await app.logIn('james-second'));
  const gone = await app.newcomer('notice-gone');
  const [left] = await listenAll([gone]);
  await gone.get(accountsApi.logout);
  const office = await app.atLevel('tho');
  const displayUntil = new Date(app.clock.now().getTime() + 60_000).toISOString();
  const types = await getNotificationTypesDuring(app, users, () =>
    office.get(announcementsApi.create, { body: { text: 'Welcome aboard', displayUntil } }),
  );
  assert.deepEqual(
    types,
    users.map(() => ['announcement']),
  );
  await left?.closed;
  assert.deepEqual(left?.frames, []);
});

test('notices name the author, what happened and the chat; for private chats not the chat', async () => {
  const socket = await listen(app, heidi);
  const say = async () => String((await socket.next()).info);
  const closed = await createFez(james, { title: 'Secret' }, [heidi]);
  assert.equal(await say(), 'james added you to Private Chat “Secret”');
  await writePost(james, closed, 'psst');
  assert.equal(await say(), 'james: psst');
  for (const [fields, label] of [
    [{ fezType: 'open' }, 'Open Chat'],
    [groupFields, 'Gaming'],
    [eventFields, 'Private Event'],
  ] as const) {
    const fez = await createFez(james, { ...fields, title: 'Known' }, [heidi]);
    assert.equal(await say(), `james added you to ${label} “Known”`);
    await writePost(james, fez, 'hello');
    assert.equal(await say(), `james in ${label} “Known”: hello`);
    await james.get(fezApi.cancel, fezParams(fez));
    assert.equal(await say(), `${label} “Known” was cancelled`);
  }
  socket.close();
});

test('notices don’t contain content under review', async () => {
  const fez = await createFez(james, { ...groupFields, title: 'Unspeakable' }, [heidi]);
  await moderator.get(moderationApi.setFezState, { params: { fezID: fez.fezID, state: 'quarantined' } });
  const socket = await listen(app, heidi);
  await writePost(james, fez, 'hello');
  await james.get(fezApi.cancel, fezParams(fez));
  for (const { info } of [await socket.next(), await socket.next()]) assert.doesNotMatch(String(info), /Unspeakable/);
  socket.close();
});

test('a muted chat still notifies of its cancellation and of being added again', async () => {
  const fez = await createFez(james, groupFields, [heidi]);
  await heidi.get(fezApi.mute, fezParams(fez));
  const types = await getNotificationTypesDuring(app, [heidi], async () => {
    await writePost(james, fez, 'unheard');
    await changeMember(james, 'removeMember', fez, heidi);
    await changeMember(james, 'addMember', fez, heidi);
    await writePost(james, fez, 'muted still');
    await james.get(fezApi.cancel, fezParams(fez));
    await heidi.get(fezApi.unmute, fezParams(fez));
    await writePost(james, fez, 'heard');
  });
  assert.deepEqual(types, [['addedToLFG', 'lfgCanceled', 'fezUnreadMsg']]);
});

test('no notification is sent for joining, leaving, removal, favorites, changes, un-cancelling or deletion', async () => {
  const fez = await createFez(james, groupFields, [heidi]);
  await james.get(fezApi.cancel, fezParams(fez));
  const { postID } = await writePost(heidi, fez, 'before');
  const types = await getNotificationTypesDuring(app, [james, heidi, sam], async () => {
    await james.get(fezApi.update, { ...fezParams(fez), body: { ...groupFields, title: 'After all' } });
    await join(sam, fez);
    await sam.get(fezApi.addFavorite, fezParams(fez));
    await leave(sam, fez);
    await changeMember(james, 'removeMember', fez, heidi);
    await heidi.get(fezApi.deletePost, { params: { postID } });
    await moderator.get(fezApi.delete, fezParams(fez));
    await createFez(sam, ownEventFields);
  });
  assert.deepEqual(types, [[], [], []]);
});

test('a cancellation notifies members once, but no one who has left; so do posts', async () => {
  const fez = await createFez(james, groupFields, [heidi, sam]);
  await leave(sam, fez);
  const types = await getNotificationTypesDuring(app, [james, heidi, sam], async () => {
    await writePost(james, fez, 'hello');
    for (const _ of [1, 2]) await james.get(fezApi.cancel, fezParams(fez));
  });
  assert.deepEqual(types, [[], ['fezUnreadMsg', 'lfgCanceled'], []]);
});

test('blocking the owner stops all notifications from the chat', async () => {
  const reader = await app.newcomer('notice-reader');
  const [fez, other] = [await createFez(james, groupFields, [reader, heidi]), await createFez(heidi, groupFields)];
  await block(reader, james);
  const [types] = await getNotificationTypesDuring(app, [reader], async () => {
    await writePost(heidi, fez, 'hello');
    await james.get(fezApi.cancel, fezParams(fez));
    await changeMember(heidi, 'addMember', other, reader);
  });
  assert.deepEqual(types, ['addedToLFG']);
});

test('muting the owner only stops their posts', async () => {
  const reader = await app.newcomer('notice-muter');
  await mute(reader, james);
  const [types] = await getNotificationTypesDuring(app, [reader], async () => {
    const fez = await createFez(james, groupFields, [reader, heidi]);
    await writePost(james, fez, 'unheard');
    await writePost(heidi, fez, 'heard');
    await james.get(fezApi.cancel, fezParams(fez));
  });
  assert.deepEqual(types, ['addedToLFG', 'fezUnreadMsg', 'lfgCanceled']);
});

test('a user who is in a chat both personally and through its shared account is notified once', async () => {
  const types = await getNotificationTypesDuring(app, [moderator], async () => {
    const body = { ...chatFields, initialUsers: [sharedModerator, sharedTeam, moderator.userID] };
    const fez = await james.get(fezApi.create, { body });
    await writePost(james, fez, 'hello');
  });
  assert.deepEqual(types, [['addedToSeamail', 'seamailUnreadMsg']]);
});

test('a post for the team notifies the members, but neither its author nor the rest of the team', async () => {
  const chat = await james.get(fezApi.create, {
    body: { ...chatFields, initialUsers: [sharedModerator, heidi.userID] },
  });
  const office = await app.atLevel('tho');
  const types = await getNotificationTypesDuring(app, [moderator, office, james, heidi], () =>
    writePost(moderator, chat, 'official', { postAsModerator: true }),
  );
  assert.deepEqual(types, [[], [], ['seamailUnreadMsg'], ['seamailUnreadMsg']]);
});

test('a cancellation by a team member notifies all members', async () => {
  const body = { ...groupFields, createdByModerator: true, initialUsers: [james.userID] };
  const fez = await moderator.get(fezApi.create, { body });
  const second = await app.newcomer('notice-team');
  await admin.get(adminApi.promoteToModerator, { params: { userID: second.userID } });
  const types = await getNotificationTypesDuring(app, [james, moderator, second], () =>
    second.get(fezApi.cancel, fezParams(fez)),
  );
  assert.deepEqual(types, [['lfgCanceled'], [], []]);
});

test('a chat that couldn’t be created notifies no one', async () => {
  const { sqlite } = app.context.db;
  const types = await getNotificationTypesDuring(app, [heidi], async () => {
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

test('all members are reminded before the start, except those hidden from the owner by a block', async () => {
  const [owner, member] = [await app.newcomer('notice-owner'), await app.newcomer('notice-member')];
  const reader = await app.newcomer('notice-hidden');
  await createFez(owner, groupFields, [member, reader]);
  await createFez(owner, eventFields, [member, reader]);
  await block(reader, owner);
  const types = await getNotificationTypesDuring(app, [owner, member, reader], async () => {
    // 6 pm in the time zone of that day.
    app.clock.set('2025-03-04T21:50:00.000Z');
    await app.runJob('send-reminders');
  });
  const both = ['joinedLFGStarting', 'personalEventStarting'];
  assert.deepEqual(
    types.map((ofUser) => ofUser.toSorted()),
    [both, both, []],
  );
});
