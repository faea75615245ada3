import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { moderationApi } from '../../support/moderation.ts';
import { openSocket } from '../../support/socket.ts';
import {
  addOtherAccount,
  block,
  changeMember,
  chatFields,
  createFez,
  eventFields,
  getPostCounts,
  groupFields,
  join,
  leave,
  listFezTitles,
  listParticipants,
  openFez,
  ownEventFields,
  quarantine,
  startAppWithUsers,
  tryToOpenFez,
  unlistedFields,
  updateFez,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const unknownUser = { userID: '11111111-1111-4111-8111-111111111111' };

/** The account that the moderators share. */
const sharedModerator = await james.get(usersApi.find, { params: { searchString: 'moderator' } });

describe('joining', () => {
  test('a group adds the user at the end, and its posts are unread', async () => {
    const group = await createFez(james, groupFields, [sam]);
    await writePost(james, group, 'welcome');
    const response = await join(heidi, group);
    assert.equal(response.status, 201);
    assert.equal(response.body.participantCount, 3);
    assert.equal('members' in response.body, false);
    const seen = await openFez(heidi, group);
    assert.deepEqual(listParticipants(seen), ['james', 'sam', 'heidi']);
    assert.deepEqual(getPostCounts(seen), [1, 0]);
  });

  test('gets members on request, without posts', async () => {
    const group = await createFez(james, groupFields);
    const { members } = await heidi.get(fezApi.join, { params: { fezID: group.fezID }, query: { members: true } });
    assert.deepEqual(
      members?.participants.map(({ username }) => username),
      ['james', 'heidi'],
    );
    assert.equal(members && 'posts' in members, false);
  });

  test('an unlisted event and leaving it works for users who can’t write', async () => {
    const event = await createFez(james, unlistedFields);
    const silenced = await app.newcomer('silenced');
    await quarantine(moderator, silenced);
    for (const user of [await app.atLevel('quarantined'), await app.atLevel('unverified'), silenced]) {
      assert.equal((await join(user, event)).status, 201);
      assert.equal((await leave(user, event)).status, 200);
    }
  });

  test('works in a group under review, and in one of the same family’s accounts', async () => {
    const group = await createFez(james, groupFields);
    for (const state of ['quarantined', 'locked'] as const) {
      await moderator.get(moderationApi.setFezState, { params: { fezID: group.fezID, state } });
      const { status, body } = await join(state === 'locked' ? sam : heidi, group);
      assert.equal(status, 201);
      assert.equal(body.title === groupFields.title, state === 'locked');
    }
    assert.equal((await join(await addOtherAccount(app, james, 'james-too'), group)).status, 201);
  });

  test('twice is a conflict, even concurrently', async () => {
    const group = await createFez(james, groupFields);
    assert.equal((await join(james, group)).status, 409);
    const responses = await Promise.all([join(heidi, group), join(heidi, group)]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409]);
    assert.equal((await openFez(james, group)).participantCount, 2);
  });

  test('makes a group with posts unread immediately, and never newly added', async () => {
    const newcomer = await app.newcomer('late-comer');
    const group = await createFez(james, groupFields);
    await writePost(james, group, 'welcome');
    await join(newcomer, group);
    const summary = await newcomer.get(notificationsApi.summary);
    assert.deepEqual([summary.newFezMessageCount, summary.addedToLFGIDs], [1, []]);
    assert.deepEqual(await listFezTitles(newcomer, 'joined', { onlynew: true }), [group.title]);
  });

  test('a private event is 403 for users who see it and 404 for others', async () => {
    for (const fields of [{ fezType: 'open' }, eventFields, ownEventFields]) {
      const chat = await createFez(james, fields);
      assert.equal((await join(james, chat)).status, 400);
      assert.equal((await join(moderator, chat)).status, 400);
      assert.equal((await join(sam, chat)).status, 404);
    }
    assert.equal((await join(sam, await createFez(james, {}, [heidi]))).status, 404);
  });

  test('is 404 for users in a block relationship with the owner', async () => {
    const blocked = await app.newcomer('kept-out');
    const sibling = await addOtherAccount(app, blocked, 'kept-out-too');
    const group = await createFez(james, groupFields);
    await block(james, blocked);
    for (const user of [blocked, sibling]) assert.equal((await join(user, group)).status, 404);
  });
});

describe('leaving', () => {
  test('removes the member, who then sees a group only from outside', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    const response = await leave(heidi, group);
    assert.equal(response.status, 200);
    assert.equal(response.body.participantCount, 1);
    assert.equal('members' in (await openFez(heidi, group)), false);
    assert.deepEqual(listParticipants(await openFez(james, group)), ['james']);
  });

  test('a private event leaves a view without its content', async () => {
    const event = await createFez(james, eventFields, [heidi]);
    await leave(heidi, event);
    const { body, status } = await tryToOpenFez(heidi, event);
    assert.equal(status, 200);
    assert.deepEqual([body.title, body.info, body.participantCount], ['Birthday breakfast', '', 1]);
    for (const key of ['startTime', 'endTime', 'location', 'timeZone', 'timeZoneID', 'members']) {
      assert.equal(key in body, false, key);
    }
  });

  test('an open chat hides it completely', async () => {
    const chat = await createFez(james, { fezType: 'open' }, [heidi]);
    assert.equal((await leave(heidi, chat)).status, 200);
    assert.equal((await tryToOpenFez(heidi, chat)).status, 404);
  });

  test('is rejected in a closed chat, and for non-members', async () => {
    assert.equal((await leave(heidi, await createFez(james, {}, [heidi]))).status, 400);
    const group = await createFez(james, groupFields);
    for (const user of [sam, moderator]) assert.equal((await leave(user, group)).status, 400);
    assert.equal((await leave(sam, await createFez(james, { fezType: 'open' }))).status, 404);
  });

  test('again is rejected in a group, and 404 in a private event', async () => {
    const [group, event] = [await createFez(james, groupFields, [heidi]), await createFez(james, eventFields, [heidi])];
    for (const fez of [group, event]) assert.equal((await leave(heidi, fez)).status, 200);
    assert.equal((await leave(heidi, group)).status, 400);
    assert.equal((await leave(heidi, event)).status, 404);
    assert.equal((await join(heidi, event)).status, 404);
  });

  test('returns members on request to moderators only', async () => {
    const group = await createFez(james, groupFields, [heidi, moderator]);
    const options = { params: { fezID: group.fezID }, query: { members: true } };
    assert.equal('members' in (await heidi.get(fezApi.unjoin, options)), false);
    assert.deepEqual(listParticipants(await moderator.get(fezApi.unjoin, options)), ['james']);
  });

  test('removes a moderator, but never the shared account they act for', async () => {
    const chat = await james.get(fezApi.create, {
      body: { ...chatFields, fezType: 'open', initialUsers: [moderator.userID, sharedModerator.userID] },
    });
    assert.equal((await leave(moderator, chat)).status, 200);
    assert.equal((await leave(moderator, chat)).status, 400);
    assert.deepEqual(listParticipants(await openFez(moderator, chat)), ['james', 'moderator']);
  });

  test('is rejected in one’s own personal event, which can be deleted instead', async () => {
    const event = await createFez(james, { ...ownEventFields, title: 'Kept' });
    const { status, reason } = await leave(james, event);
    assert.deepEqual([status, reason], [400, "You can't leave this event, but its owner can delete it."]);
    const out = { params: { fezID: event.fezID, userID: james.userID } };
    assert.equal((await james.call(fezApi.removeFromPersonalEvent, out)).status, 400);
    assert.equal((await leave(moderator, event)).status, 400);
    assert.equal((await leave(sam, event)).status, 404);
    assert.deepEqual(await listFezTitles(james, 'joined', { matchID: event.fezID }), ['Kept']);
    assert.equal((await james.call(fezApi.delete, { params: { fezID: event.fezID } })).status, 204);
  });

  test('doesn’t end ownership: the owner can rejoin', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    assert.equal((await leave(james, group)).body.owner.username, 'james');
    assert.equal((await changeMember(james, 'addMember', group, sam)).status, 200);
    assert.equal((await join(james, group)).status, 201);
    assert.deepEqual(listParticipants(await openFez(james, group)), ['heidi', 'sam', 'james']);
  });

  test('lets the owner of a private event manage it without seeing members and posts until they rejoin', async () => {
    const event = await createFez(james, eventFields, [heidi]);
    await leave(james, event);
    const { status, body } = await tryToOpenFez(james, event);
    assert.deepEqual([status, body.info, 'members' in body], [200, eventFields.info, false]);
    assert.equal((await join(james, event)).status, 400);
    assert.equal((await changeMember(james, 'removeMember', event, james)).status, 403);
    assert.equal((await changeMember(james, 'addMember', event, james)).status, 200);
    assert.deepEqual((await james.get(notificationsApi.summary)).addedToPrivateEventIDs, []);
    assert.deepEqual(listParticipants(await openFez(james, event)), ['heidi', 'james']);
  });

  test('lets the owner of a private event see its content: alone, in lists and after changes', async () => {
    const event = await createFez(james, eventFields, [heidi]);
    const call = { params: { fezID: event.fezID } };
    const seen = [
      (await leave(james, event)).body,
      await openFez(james, event),
      (await updateFez(james, event, eventFields)).body,
      await james.get(fezApi.cancel, call),
      ...(await james.get(fezApi.former)).fezzes.filter(({ fezID }) => fezID === event.fezID),
    ];
    assert.equal(seen.length, 5);
    for (const { info, location, startTime, endTime, timeZone, timeZoneID, members } of seen) {
      assert.deepEqual(
        [info, location, startTime, endTime],
        [event.info, event.location, event.startTime, event.endTime],
      );
      assert.deepEqual([timeZone, timeZoneID, members], [event.timeZone, event.timeZoneID, undefined]);
    }
    const { description, startTime, participants: named } = await james.get(fezApi.readPersonalEvent, call);
    assert.deepEqual([description, startTime, named], [event.info, event.startTime, []]);
  });

  test('lets the owner of an open chat see that it exists, without members and posts', async () => {
    const chat = await createFez(james, { fezType: 'open', title: 'Left open' }, [heidi]);
    await writePost(heidi, chat, 'inside');
    await leave(james, chat);
    for (const members of [false, true]) {
      const { fezzes } = await james.get(fezApi.former, { query: { members } });
      const listed = fezzes.filter(({ fezID }) => fezID === chat.fezID);
      assert.equal(listed.length, 1);
      for (const { title, participantCount, members } of [await openFez(james, chat), ...listed]) {
        assert.deepEqual([title, participantCount, members], ['Left open', 1, undefined]);
      }
    }
    const body = { text: 'from outside', images: [] };
    assert.equal((await james.call(fezApi.post, { params: { fezID: chat.fezID }, body })).status, 403);
  });

  test('and rejoining makes everything unread', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    await writePost(heidi, group, 'one');
    await leave(heidi, group);
    await join(heidi, group);
    assert.deepEqual(getPostCounts(await openFez(heidi, group)), [1, 0]);
  });
});

describe('the owner', () => {
  for (const fields of [{ fezType: 'open' }, groupFields, eventFields]) {
    test(`adds members to ${fields.fezType} and removes them`, async () => {
      const chat = await createFez(james, fields);
      const added = await changeMember(james, 'addMember', chat, heidi);
      assert.deepEqual([added.status, added.body.participantCount], [200, 2]);
      assert.equal('members' in added.body, false);
      assert.equal((await tryToOpenFez(heidi, chat)).status, 200);
      assert.equal((await changeMember(james, 'addMember', chat, heidi)).status, 409);
      assert.equal((await changeMember(james, 'removeMember', chat, heidi)).status, 200);
      assert.equal((await changeMember(james, 'removeMember', chat, heidi)).status, 400);
      assert.deepEqual(listParticipants(await openFez(james, chat)), ['james']);
    });
  }

  test('can’t add unknown users or users in a block relationship', async () => {
    const blocked = await app.newcomer('far-away');
    const chat = await createFez(james, { fezType: 'open' });
    await block(blocked, james);
    const sibling = await addOtherAccount(app, blocked, 'far-away-too');
    for (const user of [blocked, sibling, unknownUser]) {
      assert.equal((await changeMember(james, 'addMember', chat, user)).status, 404);
    }
    assert.equal((await changeMember(james, 'removeMember', chat, unknownUser)).status, 404);
  });

  test('can remove a member hidden by a later block, who can’t leave on their own', async () => {
    const blocked = await app.newcomer('blocked-later');
    const group = await createFez(james, groupFields, [blocked]);
    await block(james, blocked);
    assert.equal((await leave(blocked, group)).status, 404);
    const response = await changeMember(james, 'removeMember', group, blocked);
    assert.deepEqual([response.status, response.body.participantCount], [200, 1]);
  });

  test('is checked before the added user, and after the removed one', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    assert.equal((await changeMember(heidi, 'addMember', group, unknownUser)).status, 403);
    assert.equal((await changeMember(heidi, 'removeMember', group, unknownUser)).status, 404);
    assert.equal((await changeMember(heidi, 'removeMember', group, heidi)).status, 403);
    const chat = await createFez(james, {}, [heidi]);
    assert.equal((await changeMember(james, 'addMember', chat, unknownUser)).status, 403);
    assert.equal((await changeMember(james, 'removeMember', chat, unknownUser)).status, 404);
    assert.equal((await changeMember(james, 'removeMember', { fezID: unknownUser.userID }, heidi)).status, 404);
  });

  test('gets members on request, without posts', async () => {
    const { fezID } = await createFez(james, groupFields);
    const options = { params: { fezID, userID: heidi.userID }, query: { members: true } };
    const added = await james.get(fezApi.addMember, options);
    assert.deepEqual([listParticipants(added), added.members?.posts], [['james', 'heidi'], undefined]);
    assert.deepEqual(listParticipants(await james.get(fezApi.removeMember, options)), ['james']);
  });

  test('removes a member from a private event, who then sees only that it exists', async () => {
    const event = await createFez(james, eventFields, [heidi]);
    await changeMember(james, 'removeMember', event, heidi);
    const { status, body } = await tryToOpenFez(heidi, event);
    assert.deepEqual([status, body.title, body.info, body.location], [200, 'Birthday breakfast', '', undefined]);
    const chat = await createFez(james, { fezType: 'open' }, [heidi]);
    await changeMember(james, 'removeMember', chat, heidi);
    assert.equal((await tryToOpenFez(heidi, chat)).status, 404);
  });

  test('sees the time of the last change move with each membership change', async () => {
    const group = await createFez(james, groupFields);
    const changes = [
      () => join(heidi, group),
      () => leave(heidi, group),
      () => changeMember(james, 'addMember', group, heidi),
      () => changeMember(james, 'removeMember', group, heidi),
    ];
    for (const change of changes) {
      app.clock.advance({ minutes: 1 });
      const { body } = await change();
      assert.equal(body.lastModificationTime, app.clock.now().toISOString());
    }
  });

  test('can’t change members of a closed chat or a personal event', async () => {
    for (const chat of [await createFez(james, {}, [heidi]), await createFez(james, ownEventFields)]) {
      assert.equal((await changeMember(james, 'addMember', chat, sam)).status, 403);
      assert.equal((await changeMember(james, 'removeMember', chat, heidi)).status, 403);
    }
  });

  test('in temporary quarantine can’t add members, but can remove them, cancel and leave', async () => {
    const owner = await app.newcomer('owner-in-quarantine');
    for (const fields of [{ fezType: 'open' }, groupFields, eventFields]) {
      const fez = await createFez(owner, fields, [heidi]);
      await quarantine(moderator, owner);
      const rejected = await changeMember(owner, 'addMember', fez, sam);
      assert.deepEqual([rejected.status, rejected.reason], [403, 'Your account is paused, so you can only read.']);
      // The service checks this before it looks up the user.
      assert.equal((await changeMember(owner, 'addMember', fez, unknownUser)).status, 403);
      assert.deepEqual(listParticipants(await openFez(owner, fez)), ['owner-in-quarantine', 'heidi']);
      assert.equal((await changeMember(owner, 'removeMember', fez, heidi)).status, 200);
      assert.equal((await owner.call(fezApi.cancel, { params: { fezID: fez.fezID } })).status, 200);
      assert.equal((await leave(owner, fez)).status, 200);
      app.clock.advance({ hours: 2 });
      assert.equal((await changeMember(owner, 'addMember', fez, sam)).status, 200);
    }
  });

  test('can’t be removed, not even by themselves', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    assert.equal((await changeMember(james, 'removeMember', group, james)).status, 403);
  });

  test('is the only one allowed: members and moderators get 403, outsiders 404', async () => {
    const chat = await createFez(james, { fezType: 'open' }, [heidi]);
    for (const user of [heidi, moderator]) {
      assert.equal((await changeMember(user, 'addMember', chat, sam)).status, 403);
      assert.equal((await changeMember(user, 'removeMember', chat, james)).status, 403);
    }
    assert.equal((await changeMember(sam, 'addMember', chat, sam)).status, 404);
  });

  test('is the whole team if a shared account is the owner', async () => {
    const body = { ...groupFields, createdByModerator: true };
    const group = await moderator.get(fezApi.create, { body });
    const other = await app.atLevel('devteam');
    assert.equal((await changeMember(other, 'addMember', group, heidi)).status, 200);
    assert.equal((await changeMember(heidi, 'addMember', group, sam)).status, 403);
    assert.equal((await changeMember(other, 'removeMember', group, heidi)).status, 200);
    assert.equal((await changeMember(other, 'removeMember', group, sharedModerator)).status, 403);
    const team = await other.get(fezApi.create, { body: { ...groupFields, initialUsers: [], createdByDevTeam: true } });
    for (const call of ['addMember', 'removeMember'] as const) {
      assert.equal((await changeMember(moderator, call, team, heidi)).status, 403);
    }
  });
});

test('a removed member isn’t notified, and the fez is new to them when added again', async () => {
  const newcomer = await app.newcomer('in-and-out');
  const [group, other] = [await createFez(james, groupFields, [newcomer]), await createFez(james, groupFields)];
  await openFez(newcomer, group);
  const socket = await openSocket(app.url, '/api/v3/notification/socket', newcomer.token);
  await changeMember(james, 'removeMember', group, newcomer);
  assert.deepEqual((await newcomer.get(notificationsApi.summary)).addedToLFGIDs, []);
  await changeMember(james, 'addMember', other, newcomer);
  assert.deepEqual((await socket.next()).contentID, other.fezID);
  await changeMember(james, 'addMember', group, newcomer);
  assert.deepEqual((await socket.next()).contentID, group.fezID);
  assert.deepEqual(
    new Set((await newcomer.get(notificationsApi.summary)).addedToLFGIDs),
    new Set([group.fezID, other.fezID]),
  );
});

test('a removed member who returns has read nothing, is still muted, and has lost the favorite', async () => {
  const group = await createFez(james, groupFields, [heidi]);
  await writePost(james, group, 'one');
  await openFez(heidi, group);
  const at = { params: { fezID: group.fezID } };
  await heidi.get(fezApi.mute, at);
  await heidi.get(fezApi.addFavorite, at);
  await changeMember(james, 'removeMember', group, heidi);
  await join(heidi, group);
  const seen = await openFez(heidi, group);
  assert.deepEqual(getPostCounts(seen), [1, 0]);
  assert.deepEqual([seen.members?.isMuted, seen.members?.isFavorite], [true, false]);
  assert.deepEqual(listParticipants(seen), ['james', 'heidi']);
});

test('a fez is new to an added member until they open it, and unread until they’ve read everything', async () => {
  const newcomer = await app.newcomer('put-in');
  const chat = await createFez(james, { fezType: 'open', title: 'Put in' });
  for (const text of ['one', 'two']) await writePost(james, chat, text);
  await changeMember(james, 'addMember', chat, newcomer);
  assert.deepEqual(await listFezTitles(newcomer, 'joined', { onlynew: true }), ['Put in']);
  await openFez(newcomer, chat, { start: 0, limit: 1 });
  assert.deepEqual(await listFezTitles(newcomer, 'joined', { onlynew: true }), ['Put in']);
  await openFez(newcomer, chat);
  assert.deepEqual(await listFezTitles(newcomer, 'joined', { onlynew: true }), []);
  assert.deepEqual(await listFezTitles(newcomer, 'joined', { onlynew: false }), ['Put in']);
});
