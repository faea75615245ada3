import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { moderationApi } from '../../support/moderation.ts';
import { openSocket } from '../../support/socket.ts';
import {
  arrange,
  block,
  chatFields,
  counts,
  eventFields,
  groupFields,
  join,
  open,
  otherAccount,
  ownEventFields,
  participants,
  quarantine,
  read,
  start,
  startWithUsers,
  titles,
  unjoin,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startWithUsers();
const unlistedFields = { ...eventFields, visibility: 'unlisted' };
const missing = { userID: '11111111-1111-4111-8111-111111111111' };

/** The account that the moderators share. */
const shared = await james.get(usersApi.find, { params: { searchString: 'moderator' } });

describe('joining', () => {
  test('a group puts one at the end, and its posts are unread', async () => {
    const group = await start(james, groupFields, [sam]);
    await write(james, group, 'welcome');
    const response = await join(heidi, group);
    assert.equal(response.status, 201);
    assert.equal(response.body.participantCount, 3);
    assert.equal('members' in response.body, false);
    const seen = await open(heidi, group);
    assert.deepEqual(participants(seen), ['james', 'sam', 'heidi']);
    assert.deepEqual(counts(seen), [1, 0]);
  });

  test('shows members in the response on request, without posts', async () => {
    const group = await start(james, groupFields);
    const { members } = await heidi.get(fezApi.join, { params: { fezID: group.fezID }, query: { members: true } });
    assert.deepEqual(
      members?.participants.map(({ username }) => username),
      ['james', 'heidi'],
    );
    assert.equal(members && 'posts' in members, false);
  });

  test('is possible in an unlisted event, and leaving too, without being allowed to write', async () => {
    const event = await start(james, unlistedFields);
    const silenced = await app.newcomer('silenced');
    await quarantine(moderator, silenced);
    for (const user of [await app.atLevel('quarantined'), await app.atLevel('unverified'), silenced]) {
      assert.equal((await join(user, event)).status, 201);
      assert.equal((await unjoin(user, event)).status, 200);
    }
  });

  test('is possible while the moderators look at a group, and in one of one’s own other account', async () => {
    const group = await start(james, groupFields);
    for (const state of ['quarantined', 'locked'] as const) {
      await moderator.get(moderationApi.setFezState, { params: { fezID: group.fezID, state } });
      const { status, body } = await join(state === 'locked' ? sam : heidi, group);
      assert.equal(status, 201);
      assert.equal(body.title === groupFields.title, state === 'locked');
    }
    assert.equal((await join(await otherAccount(app, james, 'james-too'), group)).status, 201);
  });

  test('twice is a conflict, also at the same moment', async () => {
    const group = await start(james, groupFields);
    assert.equal((await join(james, group)).status, 409);
    const responses = await Promise.all([join(heidi, group), join(heidi, group)]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409]);
    assert.equal((await open(james, group)).participantCount, 2);
  });

  test('makes a group with posts unread at once, and never newly added', async () => {
    const newcomer = await app.newcomer('late-comer');
    const group = await start(james, groupFields);
    await write(james, group, 'welcome');
    await join(newcomer, group);
    const summary = await newcomer.get(notificationsApi.summary);
    assert.deepEqual([summary.newFezMessageCount, summary.addedToLFGIDs], [1, []]);
    assert.deepEqual(await titles(newcomer, 'joined', { onlynew: true }), [group.title]);
  });

  test('is rejected in what is private to those who see it, and unknown to others', async () => {
    for (const fields of [{ fezType: 'open' }, eventFields, ownEventFields]) {
      const chat = await start(james, fields);
      assert.equal((await join(james, chat)).status, 400);
      assert.equal((await join(moderator, chat)).status, 400);
      assert.equal((await join(sam, chat)).status, 404);
    }
    assert.equal((await join(sam, await start(james, {}, [heidi]))).status, 404);
  });

  test('is unknown to those between whom and the owner a block stands', async () => {
    const one = await app.newcomer('kept-out');
    const other = await otherAccount(app, one, 'kept-out-too');
    const group = await start(james, groupFields);
    await block(james, one);
    for (const user of [one, other]) assert.equal((await join(user, group)).status, 404);
  });
});

describe('the waiting list', () => {
  test('takes those who come when all places are taken, who may read and write, and moves up', async () => {
    const group = await start(james, { ...groupFields, maxCapacity: 2 });
    for (const user of [heidi, sam]) assert.equal((await join(user, group)).status, 201);
    const { members } = await open(sam, group);
    assert.deepEqual(
      members?.waitingList.map(({ username }) => username),
      ['sam'],
    );
    await write(sam, group, 'waiting');
    await unjoin(heidi, group);
    assert.deepEqual(participants(await open(sam, group)), ['james', 'sam']);
  });
});

describe('leaving', () => {
  test('takes one out, and a group can then be seen only from outside', async () => {
    const group = await start(james, groupFields, [heidi]);
    const response = await unjoin(heidi, group);
    assert.equal(response.status, 200);
    assert.equal(response.body.participantCount, 1);
    assert.equal('members' in (await open(heidi, group)), false);
    assert.deepEqual(participants(await open(james, group)), ['james']);
  });

  test('a private event leaves a view without what it is about', async () => {
    const event = await start(james, eventFields, [heidi]);
    await unjoin(heidi, event);
    const { body, status } = await read(heidi, event);
    assert.equal(status, 200);
    assert.deepEqual([body.title, body.info, body.participantCount], ['Birthday breakfast', '', 1]);
    for (const key of ['startTime', 'endTime', 'location', 'timeZone', 'timeZoneID', 'members']) {
      assert.equal(key in body, false, key);
    }
  });

  test('an open chat leaves nothing to be seen', async () => {
    const chat = await start(james, { fezType: 'open' }, [heidi]);
    assert.equal((await unjoin(heidi, chat)).status, 200);
    assert.equal((await read(heidi, chat)).status, 404);
  });

  test('is rejected in a closed chat, and to those who are not in it', async () => {
    assert.equal((await unjoin(heidi, await start(james, {}, [heidi]))).status, 400);
    const group = await start(james, groupFields);
    for (const user of [sam, moderator]) assert.equal((await unjoin(user, group)).status, 400);
    assert.equal((await unjoin(sam, await start(james, { fezType: 'open' }))).status, 404);
  });

  test('again is rejected in a group, and a private event is gone for whoever has left it', async () => {
    const [group, event] = [await start(james, groupFields, [heidi]), await start(james, eventFields, [heidi])];
    for (const fez of [group, event]) assert.equal((await unjoin(heidi, fez)).status, 200);
    assert.equal((await unjoin(heidi, group)).status, 400);
    assert.equal((await unjoin(heidi, event)).status, 404);
    assert.equal((await join(heidi, event)).status, 404);
  });

  test('shows members in the response on request to moderators alone', async () => {
    const group = await start(james, groupFields, [heidi, moderator]);
    const wish = { params: { fezID: group.fezID }, query: { members: true } };
    assert.equal('members' in (await heidi.get(fezApi.unjoin, wish)), false);
    assert.deepEqual(participants(await moderator.get(fezApi.unjoin, wish)), ['james']);
  });

  test('takes a moderator out, but never the shared account behind which they are', async () => {
    const chat = await james.get(fezApi.create, {
      body: { ...chatFields, fezType: 'open', initialUsers: [moderator.userID, shared.userID] },
    });
    assert.equal((await unjoin(moderator, chat)).status, 200);
    assert.equal((await unjoin(moderator, chat)).status, 400);
    assert.deepEqual(participants(await open(moderator, chat)), ['james', 'moderator']);
  });

  test('is possible in one’s own personal event, which then has nobody in it', async () => {
    const event = await start(james, { ...ownEventFields, title: 'Left alone' });
    assert.equal((await unjoin(james, event)).body.participantCount, 0);
    assert.equal((await read(james, event)).status, 200);
    assert.deepEqual(await titles(james, 'joined', { matchID: event.fezID }), []);
  });

  test('leaves the owner an owner, who may come back', async () => {
    const group = await start(james, groupFields, [heidi]);
    assert.equal((await unjoin(james, group)).body.owner.username, 'james');
    assert.equal((await arrange(james, 'addMember', group, sam)).status, 200);
    assert.equal((await join(james, group)).status, 201);
    assert.deepEqual(participants(await open(james, group)), ['heidi', 'sam', 'james']);
  });

  test('leaves the owner of what is private in charge without seeing what it is about, until they put themselves in', async () => {
    const event = await start(james, eventFields, [heidi]);
    await unjoin(james, event);
    const { status, body } = await read(james, event);
    assert.deepEqual([status, body.info, 'members' in body], [200, '', false]);
    assert.equal((await join(james, event)).status, 400);
    assert.equal((await arrange(james, 'removeMember', event, james)).status, 403);
    assert.equal((await arrange(james, 'addMember', event, james)).status, 200);
    assert.deepEqual((await james.get(notificationsApi.summary)).addedToPrivateEventIDs, []);
    assert.deepEqual(participants(await open(james, event)), ['heidi', 'james']);
  });

  test('and coming back begins with everything unread', async () => {
    const group = await start(james, groupFields, [heidi]);
    await write(heidi, group, 'one');
    await unjoin(heidi, group);
    await join(heidi, group);
    assert.deepEqual(counts(await open(heidi, group)), [1, 0]);
  });
});

describe('the owner', () => {
  for (const fields of [{ fezType: 'open' }, groupFields, eventFields]) {
    test(`puts people into ${fields.fezType} and takes them out`, async () => {
      const chat = await start(james, fields);
      const added = await arrange(james, 'addMember', chat, heidi);
      assert.deepEqual([added.status, added.body.participantCount], [200, 2]);
      assert.equal('members' in added.body, false);
      assert.equal((await read(heidi, chat)).status, 200);
      assert.equal((await arrange(james, 'addMember', chat, heidi)).status, 409);
      assert.equal((await arrange(james, 'removeMember', chat, heidi)).status, 200);
      assert.equal((await arrange(james, 'removeMember', chat, heidi)).status, 400);
      assert.deepEqual(participants(await open(james, chat)), ['james']);
    });
  }

  test('puts nobody in who does not exist or whom a block keeps away', async () => {
    const one = await app.newcomer('far-away');
    const chat = await start(james, { fezType: 'open' });
    await block(one, james);
    const other = await otherAccount(app, one, 'far-away-too');
    for (const user of [one, other, missing]) {
      assert.equal((await arrange(james, 'addMember', chat, user)).status, 404);
    }
    assert.equal((await arrange(james, 'removeMember', chat, missing)).status, 404);
  });

  test('takes out also somebody whom a block has meanwhile hidden, who cannot leave by themselves', async () => {
    const one = await app.newcomer('blocked-later');
    const group = await start(james, groupFields, [one]);
    await block(james, one);
    assert.equal((await unjoin(one, group)).status, 404);
    const response = await arrange(james, 'removeMember', group, one);
    assert.deepEqual([response.status, response.body.participantCount], [200, 1]);
  });

  test('is asked for before the person who is put in, and after the one who is taken out', async () => {
    const group = await start(james, groupFields, [heidi]);
    assert.equal((await arrange(heidi, 'addMember', group, missing)).status, 403);
    assert.equal((await arrange(heidi, 'removeMember', group, missing)).status, 404);
    assert.equal((await arrange(heidi, 'removeMember', group, heidi)).status, 403);
    const chat = await start(james, {}, [heidi]);
    assert.equal((await arrange(james, 'addMember', chat, missing)).status, 403);
    assert.equal((await arrange(james, 'removeMember', chat, missing)).status, 404);
    assert.equal((await arrange(james, 'removeMember', { fezID: missing.userID }, heidi)).status, 404);
  });

  test('shows members in the response on request, without posts', async () => {
    const { fezID } = await start(james, groupFields);
    const wish = { params: { fezID, userID: heidi.userID }, query: { members: true } };
    const added = await james.get(fezApi.addMember, wish);
    assert.deepEqual([participants(added), added.members?.posts], [['james', 'heidi'], undefined]);
    assert.deepEqual(participants(await james.get(fezApi.removeMember, wish)), ['james']);
  });

  test('takes somebody out of a private event, who then sees only that it exists', async () => {
    const event = await start(james, eventFields, [heidi]);
    await arrange(james, 'removeMember', event, heidi);
    const { status, body } = await read(heidi, event);
    assert.deepEqual([status, body.title, body.info, body.location], [200, 'Birthday breakfast', '', undefined]);
    const chat = await start(james, { fezType: 'open' }, [heidi]);
    await arrange(james, 'removeMember', chat, heidi);
    assert.equal((await read(heidi, chat)).status, 404);
  });

  test('has what everybody who comes or goes changes, as changed at that time', async () => {
    const group = await start(james, groupFields);
    const changes = [
      () => join(heidi, group),
      () => unjoin(heidi, group),
      () => arrange(james, 'addMember', group, heidi),
      () => arrange(james, 'removeMember', group, heidi),
    ];
    for (const change of changes) {
      app.clock.advance({ minutes: 1 });
      const { body } = await change();
      assert.equal(body.lastModificationTime, app.clock.now().toISOString());
    }
  });

  test('changes nobody in a closed chat or a personal event', async () => {
    for (const chat of [await start(james, {}, [heidi]), await start(james, ownEventFields)]) {
      assert.equal((await arrange(james, 'addMember', chat, sam)).status, 403);
      assert.equal((await arrange(james, 'removeMember', chat, heidi)).status, 403);
    }
  });

  test('cannot be taken out, not even by themselves', async () => {
    const group = await start(james, groupFields, [heidi]);
    assert.equal((await arrange(james, 'removeMember', group, james)).status, 403);
  });

  test('alone may do so: members and moderators may not, and outsiders know of nothing', async () => {
    const chat = await start(james, { fezType: 'open' }, [heidi]);
    for (const user of [heidi, moderator]) {
      assert.equal((await arrange(user, 'addMember', chat, sam)).status, 403);
      assert.equal((await arrange(user, 'removeMember', chat, james)).status, 403);
    }
    assert.equal((await arrange(sam, 'addMember', chat, sam)).status, 404);
  });

  test('is the whole team when a shared account is it', async () => {
    const body = { ...groupFields, createdByModerator: true };
    const group = await moderator.get(fezApi.create, { body });
    const other = await app.atLevel('devteam');
    assert.equal((await arrange(other, 'addMember', group, heidi)).status, 200);
    assert.equal((await arrange(heidi, 'addMember', group, sam)).status, 403);
    assert.equal((await arrange(other, 'removeMember', group, heidi)).status, 200);
    assert.equal((await arrange(other, 'removeMember', group, shared)).status, 403);
    const team = await other.get(fezApi.create, { body: { ...groupFields, initialUsers: [], createdByDevTeam: true } });
    for (const call of ['addMember', 'removeMember'] as const) {
      assert.equal((await arrange(moderator, call, team, heidi)).status, 403);
    }
  });
});

test('who was taken out is told nothing, and has it as new when put in again', async () => {
  const newcomer = await app.newcomer('in-and-out');
  const [group, other] = [await start(james, groupFields, [newcomer]), await start(james, groupFields)];
  await open(newcomer, group);
  const socket = await openSocket(app.url, '/api/v3/notification/socket', newcomer.token);
  await arrange(james, 'removeMember', group, newcomer);
  assert.deepEqual((await newcomer.get(notificationsApi.summary)).addedToLFGIDs, []);
  await arrange(james, 'addMember', other, newcomer);
  assert.deepEqual((await socket.next()).contentID, other.fezID);
  await arrange(james, 'addMember', group, newcomer);
  assert.deepEqual((await socket.next()).contentID, group.fezID);
  assert.deepEqual(
    new Set((await newcomer.get(notificationsApi.summary)).addedToLFGIDs),
    new Set([group.fezID, other.fezID]),
  );
});

test('who was taken out and comes back has read nothing, is still muted, and has no favorite any more', async () => {
  const group = await start(james, groupFields, [heidi]);
  await write(james, group, 'one');
  await open(heidi, group);
  const at = { params: { fezID: group.fezID } };
  await heidi.get(fezApi.mute, at);
  await heidi.get(fezApi.addFavorite, at);
  await arrange(james, 'removeMember', group, heidi);
  await join(heidi, group);
  const seen = await open(heidi, group);
  assert.deepEqual(counts(seen), [1, 0]);
  assert.deepEqual([seen.members?.isMuted, seen.members?.isFavorite], [true, false]);
  assert.deepEqual(participants(seen), ['james', 'heidi']);
});

test('whoever was put in has it as new until it is opened, and unread until all of it is read', async () => {
  const newcomer = await app.newcomer('put-in');
  const chat = await start(james, { fezType: 'open', title: 'Put in' });
  for (const text of ['one', 'two']) await write(james, chat, text);
  await arrange(james, 'addMember', chat, newcomer);
  assert.deepEqual(await titles(newcomer, 'joined', { onlynew: true }), ['Put in']);
  await open(newcomer, chat, { start: 0, limit: 1 });
  assert.deepEqual(await titles(newcomer, 'joined', { onlynew: true }), ['Put in']);
  await open(newcomer, chat);
  assert.deepEqual(await titles(newcomer, 'joined', { onlynew: true }), []);
  assert.deepEqual(await titles(newcomer, 'joined', { onlynew: false }), ['Put in']);
});
