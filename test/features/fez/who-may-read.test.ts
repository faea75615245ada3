import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import type { User } from '../../support/app.ts';
import {
  addOtherAccount,
  block,
  changeMember,
  chatFields,
  createFez,
  createFezWithPosts,
  eventFields,
  type Fields,
  fezParams,
  getPostCounts,
  groupFields,
  join,
  leave,
  listFezTitles,
  listParticipants,
  listTexts,
  listWaiting,
  mute,
  openFez,
  ownEventFields,
  startAppWithUsers,
  tryToOpenFez,
  unblock,
  unlistedFields,
  unmute,
  updateFez,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const sharedModerator = { userID: (await james.get(usersApi.find, { params: { searchString: 'moderator' } })).userID };

type CallWithBody = [method: string, path: string, body?: unknown];

async function assertAllMissing(user: User, calls: readonly CallWithBody[]): Promise<void> {
  for (const [method, path, body] of calls) {
    assert.equal((await user.send(method, path, { body })).status, 404, `${user.username}: ${method} ${path}`);
  }
}

describe('who can read a fez', () => {
  test('only members read a closed chat; for others, even moderators, it doesn’t exist', async () => {
    const chat = await createFez(james, {}, [heidi]);
    assert.equal((await tryToOpenFez(heidi, chat)).status, 200);
    for (const user of [sam, moderator]) assert.equal((await tryToOpenFez(user, chat)).status, 404);
  });

  test('moderators read open chats and private events too, and leave no trace', async () => {
    for (const fields of [{ fezType: 'open' }, eventFields, ownEventFields]) {
      const chat = await createFez(james, { ...fields });
      const seen = await openFez(moderator, chat);
      assert.deepEqual(listParticipants(seen), ['james']);
      assert.equal((await tryToOpenFez(sam, chat)).status, 404);
    }
  });

  test('everyone reads a group or unlisted event, without seeing its members', async () => {
    for (const fields of [groupFields, { ...eventFields, visibility: 'unlisted' }]) {
      const group = await createFez(james, { ...fields, firstPost: { text: 'secret', images: [] } });
      const { body, status } = await tryToOpenFez(sam, group);
      assert.equal(status, 200);
      assert.equal('members' in body, false);
      assert.equal(body.participantCount, 1);
      assert.equal(body.info, 'Boards are there.');
    }
  });

  test('users in a block relationship with the owner can’t', async () => {
    const blocked = await app.newcomer('blocked-one');
    const group = await createFez(james, groupFields);
    await blocked.get(usersApi.block, { params: { userID: james.userID } });
    assert.equal((await tryToOpenFez(blocked, group)).status, 404);
  });

  test('the team of a member that is a shared account can, and it’s new to them', async () => {
    const devteam = await app.atLevel('devteam');
    const chat = await james.get(fezApi.create, {
      body: { ...chatFields, initialUsers: [sharedModerator.userID], firstPost: { text: 'help', images: [] } },
    });
    const seen = await openFez(moderator, chat);
    assert.deepEqual(listTexts(seen), ['help']);
    assert.deepEqual(getPostCounts(seen), [1, 0]);
    assert.deepEqual(getPostCounts(await openFez(moderator, chat)), [1, 1]);
    // Another team member has a separate read mark.
    assert.deepEqual(getPostCounts(await openFez(devteam, chat)), [1, 0]);
  });
});

test('members in a block relationship with the reader appear as a placeholder', async () => {
  const hidden = await app.newcomer('hidden-one');
  const group = await createFez(james, groupFields, [heidi, hidden]);
  await heidi.get(usersApi.block, { params: { userID: hidden.userID } });
  assert.deepEqual(listParticipants(await openFez(heidi, group)), ['james', 'heidi', 'BlockedUser']);
  assert.deepEqual(listParticipants(await openFez(hidden, group)), ['james', 'BlockedUser', 'hidden-one']);
  assert.equal((await openFez(heidi, group)).participantCount, 3);
});

describe('outsiders', () => {
  const privates: [string, Fields][] = [
    ['closed', {}],
    ['open', { fezType: 'open' }],
    ['privateEvent', eventFields],
    ['personalEvent', ownEventFields],
  ];
  for (const [type, fields] of privates) {
    test(`find nothing by any call on a private ${type}`, async () => {
      const fez = await createFez(james, fields, type === 'personalEvent' ? [] : [heidi]);
      const postID = type === 'personalEvent' ? undefined : (await writePost(james, fez, 'private')).postID;
      const address = `/api/v3/fez/${fez.fezID}`;
      const calls: CallWithBody[] = [
        ['GET', address],
        ['POST', `${address}/update`, { ...chatFields, ...fields }],
        ['POST', `${address}/cancel`],
        ['POST', `${address}/delete`],
        ['POST', `${address}/join`],
        ['POST', `${address}/unjoin`],
        ['POST', `${address}/user/${sam.userID}/add`],
        ['POST', `${address}/user/${heidi.userID}/remove`],
        ['POST', `${address}/post`, { text: 'hello', images: [] }],
        ['POST', `${address}/report`, { message: '' }],
        ['POST', `${address}/mute`],
        ['POST', `${address}/mute/remove`],
        ['POST', `${address}/favorite`],
        ['POST', `${address}/favorite/remove`],
        ['POST', `${address}/markRead`],
      ];
      if (postID !== undefined) {
        calls.push(['DELETE', `/api/v3/fez/post/${postID}`], ['POST', `${address}/post/${postID}/delete`]);
        calls.push(['POST', `/api/v3/fez/post/${postID}/report`, { message: '' }]);
      }
      // Even for moderators, a closed chat that they aren't in doesn't exist.
      await assertAllMissing(sam, calls);
      if (type === 'closed') await assertAllMissing(moderator, calls);
      assert.equal((await openFez(james, fez)).participantCount, fez.participantCount);
    });
  }

  test('see all of an unlisted event except members and posts, and find it in no list', async () => {
    const event = await createFez(james, { ...unlistedFields, title: 'Unlisted feast' }, [heidi]);
    const seen = await openFez(sam, event);
    assert.deepEqual([seen.title, seen.info, seen.location], ['Unlisted feast', eventFields.info, 'Deck 4']);
    assert.ok(seen.startTime && seen.endTime && seen.timeZone && seen.timeZoneID);
    assert.equal('members' in seen, false);
    for (const list of ['open', 'joined', 'owned', 'former'] as const) {
      assert.equal(
        (await listFezTitles(sam, list, list === 'open' ? { hidePast: false } : {})).includes('Unlisted feast'),
        false,
      );
    }
    assert.deepEqual(await sam.get(fezApi.personalEvents), []);
    await leave(heidi, event);
    assert.equal((await openFez(heidi, event)).info, eventFields.info);
  });

  test('find a group by its id in any letter case, until it is deleted', async () => {
    const group = await createFez(james, groupFields);
    const statusOf = async (fezID: string) => (await sam.send('GET', `/api/v3/fez/${fezID}`)).status;
    assert.equal(await statusOf(group.fezID.toUpperCase()), 200);
    for (const fezID of [sam.userID, '00000000-0000-0000-0000-000000000000']) {
      assert.equal(await statusOf(fezID), 404, fezID);
    }
    for (const fezID of ['1', group.fezID.slice(1), `${group.fezID}0`]) assert.equal(await statusOf(fezID), 400, fezID);
    await moderator.get(fezApi.delete, fezParams(group));
    for (const user of [james, sam, moderator]) assert.equal((await tryToOpenFez(user, group)).status, 404);
  });

  test('don’t change anything by reading a group', async () => {
    const group = await createFezWithPosts(james, 2, groupFields);
    await openFez(sam, group);
    await join(sam, group);
    assert.deepEqual(getPostCounts(await openFez(sam, group)), [2, 0]);
  });
});

describe('a block between a user and the owner', () => {
  test('hides the fez from all accounts of both families, even members, until it ends', async () => {
    const owner = await app.newcomer('shy-owner');
    const other = await app.newcomer('shy-other');
    const relatives = [
      await addOtherAccount(app, owner, 'shy-owner-too'),
      await addOtherAccount(app, other, 'shy-other-too'),
    ] as const;
    const group = await createFez(owner, { ...groupFields, title: 'Shy' }, [other]);
    const ofRelative = await createFez(owner, { ...groupFields, title: 'Shy' }, [relatives[1]]);
    await block(relatives[1], owner);
    for (const user of [other, relatives[1]]) {
      for (const fez of [group, ofRelative]) assert.equal((await tryToOpenFez(user, fez)).status, 404);
      assert.deepEqual(await listFezTitles(user, 'joined'), []);
      assert.equal((await user.get(fezApi.open, { query: { search: 'shy' } })).paginator.total, 0);
      assert.deepEqual((await user.get(notificationsApi.summary)).addedToLFGIDs, []);
    }
    // The remaining members see a seat without a name, for both accounts of the family.
    assert.deepEqual(listParticipants(await openFez(owner, group)), ['shy-owner', 'BlockedUser']);
    assert.deepEqual(listParticipants(await openFez(owner, ofRelative)), ['shy-owner', 'BlockedUser']);
    await unblock(relatives[1], owner);
    assert.deepEqual(listParticipants(await openFez(owner, group)), ['shy-owner', 'shy-other']);
    assert.deepEqual(await listFezTitles(other, 'joined'), ['Shy']);
  });

  test('hides nothing from moderators, and nothing they own', async () => {
    const climber = await app.newcomer('climber');
    const rival = await app.newcomer('rival');
    await block(rival, climber);
    const group = await createFez(rival, groupFields);
    assert.equal((await tryToOpenFez(climber, group)).status, 404);
    const admin = await app.logIn('admin');
    await admin.send('POST', `/api/v3/admin/moderator/promote/${climber.userID}`);
    const promoted = await app.logIn('climber');
    assert.equal((await tryToOpenFez(promoted, group)).status, 200);
    assert.equal((await tryToOpenFez(rival, await createFez(promoted, groupFields))).status, 200);
  });

  test('shows a nameless member in the waiting list; a mute shows the name', async () => {
    const [hidden, muted] = [await app.newcomer('hidden-waiter'), await app.newcomer('muted-waiter')];
    const group = await createFez(james, { ...groupFields, maxCapacity: 1 }, [hidden, muted, heidi]);
    await block(heidi, hidden);
    await mute(heidi, muted);
    await writePost(muted, group, 'not heard');
    const seen = await openFez(heidi, group);
    assert.deepEqual(listWaiting(seen), ['BlockedUser', 'muted-waiter', 'heidi']);
    const [masked] = seen.members?.waitingList ?? [];
    assert.deepEqual([masked?.displayName, masked?.userImage, masked?.preferredPronoun], ['BlockedUser', '', '']);
    assert.notEqual(masked?.userID, hidden.userID);
    assert.deepEqual(getPostCounts(seen), [0, 0]);
    assert.deepEqual(listWaiting(await openFez(moderator, group)), ['hidden-waiter', 'muted-waiter', 'heidi']);
  });
});

describe('a user who was in a private event', () => {
  test('sees only that it exists, also in the list of former ones, until they rejoin', async () => {
    const event = await createFez(james, { ...eventFields, title: 'Left behind' }, [heidi, sam]);
    await leave(heidi, event);
    await changeMember(james, 'removeMember', event, sam);
    for (const user of [heidi, sam]) {
      const listed = (await user.get(fezApi.former, { query: { members: true } })).fezzes;
      for (const seen of [await openFez(user, event), listed.find(({ fezID }) => fezID === event.fezID)]) {
        assert.deepEqual([seen?.title, seen?.owner.username, seen?.info], ['Left behind', 'james', '']);
        assert.deepEqual([seen?.participantCount, seen?.maxParticipants], [1, 0]);
        for (const key of ['startTime', 'endTime', 'timeZone', 'timeZoneID', 'location', 'members']) {
          assert.equal(seen && key in seen, false, key);
        }
      }
    }
    assert.equal((await tryToOpenFez(await app.logIn('verified'), event)).status, 404);
    await changeMember(james, 'addMember', event, sam);
    assert.equal((await openFez(sam, event)).info, eventFields.info);
  });
});

describe('moderators reading along', () => {
  test('see members and posts, all as read, with no favorites or mutes', async () => {
    const group = await createFezWithPosts(james, 3, { ...groupFields, maxCapacity: 1 }, [heidi]);
    const seen = await openFez(moderator, group);
    assert.deepEqual([listParticipants(seen), listWaiting(seen), listTexts(seen).length], [['james'], ['heidi'], 3]);
    assert.deepEqual(getPostCounts(seen), [3, 3]);
    assert.deepEqual([seen.members?.isMuted, seen.members?.isFavorite], [false, false]);
    assert.deepEqual((await openFez(moderator, group, { limit: 2 })).members?.paginator, {
      total: 3,
      start: 2,
      limit: 2,
    });
  });

  test('don’t change anything: if they’re added later, everything is unread', async () => {
    const chat = await createFezWithPosts(james, 2, { fezType: 'open' }, [heidi]);
    await openFez(moderator, chat);
    await changeMember(james, 'addMember', chat, moderator);
    assert.ok((await moderator.get(notificationsApi.summary)).addedToSeamailIDs.includes(chat.fezID));
    assert.deepEqual(getPostCounts(await openFez(moderator, chat)), [2, 0]);
  });

  test('don’t see the read position or choices from before they left', async () => {
    const group = await createFezWithPosts(james, 1, groupFields, [moderator]);
    await openFez(moderator, group);
    await moderator.get(fezApi.mute, fezParams(group));
    await leave(moderator, group);
    await writePost(james, group, 'later');
    const seen = await openFez(moderator, group);
    assert.deepEqual(getPostCounts(seen), [2, 2]);
    assert.equal(seen.members?.isMuted, false);
  });

  test('see and count posts of users they mute, until they become members', async () => {
    const muted = await app.newcomer('muted-by-moderator');
    const group = await createFezWithPosts(james, 1, groupFields, [muted]);
    await writePost(muted, group, 'unloved');
    await mute(moderator, muted);
    const seen = await openFez(moderator, group);
    assert.deepEqual(
      [listTexts(seen), getPostCounts(seen)],
      [
        ['post 1', 'unloved'],
        [2, 2],
      ],
    );
    assert.deepEqual(listTexts(await openFez(moderator, group, { start: 1, limit: 1 })), ['unloved']);
    const listed = await moderator.get(fezApi.open, { query: { members: true } });
    assert.deepEqual(listed.fezzes.filter(({ fezID }) => fezID === group.fezID).map(getPostCounts), [[2, 2]]);
    assert.deepEqual(getPostCounts((await updateFez(moderator, group, groupFields)).body), [2, 2]);
    const { body } = await moderator.call(fezApi.join, { ...fezParams(group), query: { members: true } });
    assert.deepEqual([getPostCounts(body), listTexts(await openFez(moderator, group))], [[1, 0], ['post 1']]);
    await unmute(moderator, muted);
  });

  test('see nothing of a closed chat unless their shared account is a member', async () => {
    const chat = await createFezWithPosts(james, 1, {}, [heidi]);
    assert.equal((await tryToOpenFez(moderator, chat)).status, 404);
    const body = { ...chatFields, initialUsers: [heidi.userID, sharedModerator.userID] };
    const addressed = await james.get(fezApi.create, { body });
    assert.deepEqual(listParticipants(await openFez(moderator, addressed)), ['james', 'heidi', 'moderator']);
  });
});
