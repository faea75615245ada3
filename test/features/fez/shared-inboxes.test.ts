import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import type { User } from '../../support/app.ts';
import {
  addOtherAccount,
  block,
  changeMember,
  chatFields,
  createFez,
  type Fez,
  type Fields,
  fezParams,
  getPostCounts,
  groupFields,
  leave,
  listFezTitles,
  listParticipants,
  listTexts,
  mute,
  openFez,
  startAppWithUsers,
  tryToOpenFez,
  unmute,
  writePost,
} from './support.ts';

const { app, james, heidi, moderator } = await startAppWithUsers();
const devteam = await app.atLevel('devteam');
const admin = await app.logIn('admin');

const getID = async (searchString: string) => (await james.get(usersApi.find, { params: { searchString } })).userID;
const sharedAccounts = { moderator: { userID: await getID('moderator') }, devteam: { userID: await getID('DevTeam') } };

/** Creates a chat of james with a team, and perhaps other users. */
const startChatWith = (
  team: keyof typeof sharedAccounts,
  fields: Fields = {},
  others: readonly User[] = [],
): Promise<Fez> =>
  james.get(fezApi.create, {
    body: {
      ...chatFields,
      ...fields,
      initialUsers: [sharedAccounts[team].userID, ...others.map(({ userID }) => userID)],
    },
  });

/** Returns the counts of both inboxes in the summary. */
async function readInboxCounts(user: User) {
  const { moderatorData } = await user.get(notificationsApi.summary);
  return [moderatorData?.newModeratorSeamailMessageCount, moderatorData?.newDevTeamSeamailMessageCount];
}

/** Whether this chat of a team has something new. */
const isNew = async (user: User, { fezID }: Fez, foruser = 'moderator') =>
  (await listFezTitles(user, 'joined', { foruser, matchID: fezID, onlynew: true })).length === 1;

const promote = (user: User, level: 'moderator' | 'devteam') =>
  admin.send('POST', `/api/v3/admin/${level}/promote/${user.userID}`);

/** Creates a team member whose inbox has nothing new. */
async function createTeammate(username: string): Promise<User> {
  const user = await app.newcomer(username);
  await promote(user, 'moderator');
  return app.logIn(username);
}

describe('a shared account', () => {
  test('can’t be logged in to', async () => {
    for (const username of ['moderator', 'DevTeam']) {
      for (const password of ['password', '', username]) {
        const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
        const { status } = await app.anonymous.send('POST', '/api/v3/auth/login', { headers: { authorization } });
        assert.equal(status, 401, `${username}:${password}`);
      }
    }
  });

  test('gives its team, and no one else, access to closed chats without a request', async () => {
    const [toModerators, toDevteam] = [await startChatWith('moderator'), await startChatWith('devteam')];
    for (const user of [moderator, devteam, admin]) assert.equal((await tryToOpenFez(user, toModerators)).status, 200);
    for (const user of [devteam, admin]) assert.equal((await tryToOpenFez(user, toDevteam)).status, 200);
    assert.equal((await tryToOpenFez(moderator, toDevteam)).status, 404);
    assert.equal((await tryToOpenFez(heidi, toModerators)).status, 404);
    assert.equal(
      (await tryToOpenFez(await addOtherAccount(app, moderator, 'private-moderator'), toModerators)).status,
      404,
    );
  });

  test('adds its chats to the team’s inbox, and removes them when it’s removed', async () => {
    const mate = await createTeammate('mate-added');
    const chat = await createFez(james, { fezType: 'open' }, [heidi]);
    await writePost(james, chat, 'before');
    assert.deepEqual(await readInboxCounts(mate), [0, 0]);
    await changeMember(james, 'addMember', chat, sharedAccounts.moderator);
    assert.deepEqual([await readInboxCounts(mate), await isNew(mate, chat)], [[1, 0], true]);
    assert.deepEqual(getPostCounts(await openFez(mate, chat)), [1, 0]);
    assert.deepEqual(getPostCounts(await openFez(mate, chat)), [1, 1]);
    await writePost(james, chat, 'unread');
    await changeMember(james, 'removeMember', chat, sharedAccounts.moderator);
    assert.deepEqual([await readInboxCounts(mate), await isNew(mate, chat)], [[0, 0], false]);
    assert.deepEqual(await listFezTitles(mate, 'joined', { foruser: 'moderator', matchID: chat.fezID }), []);
    assert.equal((await mate.call(fezApi.markRead, fezParams(chat))).status, 403);
  });
});

describe('a team member’s read position, mutes and favorites', () => {
  test('don’t make them a member: their own lists and the members stay the same', async () => {
    const mate = await createTeammate('mate-alone');
    const chat = await startChatWith('moderator');
    await openFez(mate, chat);
    await mate.get(fezApi.addFavorite, fezParams(chat));
    for (const list of ['joined', 'owned', 'former'] as const) assert.deepEqual(await listFezTitles(mate, list), []);
    const seen = await openFez(mate, chat);
    assert.deepEqual([seen.participantCount, listParticipants(seen)], [2, ['james', 'moderator']]);
    assert.equal((await mate.call(fezApi.unjoin, fezParams(chat))).status, 400);
  });

  for (const choice of ['mute', 'addFavorite'] as const) {
    test(`don’t count as reading: after ${choice} a chat is as new as before`, async () => {
      const mate = await createTeammate(`mate-${choice.toLowerCase()}`);
      const chat = await startChatWith('moderator');
      assert.equal((await mate.call(fezApi[choice], fezParams(chat))).status, 201);
      assert.deepEqual([await readInboxCounts(mate), await isNew(mate, chat)], [[1, 0], true]);
      await openFez(mate, chat);
      assert.deepEqual([await readInboxCounts(mate), await isNew(mate, chat)], [[0, 0], false]);
    });
  }

  test('determine the order of the inbox: by activity, muted chats last', async () => {
    const mate = await createTeammate('mate-order');
    const search = 'orderly';
    const listed = (user: User) => listFezTitles(user, 'joined', { foruser: 'moderator', search });
    const chats = [];
    for (const title of ['Orderly one', 'Orderly two', 'Orderly three']) {
      app.clock.advance({ minutes: 1 });
      chats.push(await startChatWith('moderator', { title }));
    }
    await mate.get(fezApi.mute, fezParams(chats[2] as Fez));
    assert.deepEqual(await listed(mate), ['Orderly two', 'Orderly one', 'Orderly three']);
    assert.deepEqual(await listed(moderator), ['Orderly three', 'Orderly two', 'Orderly one']);
  });

  test('hide users they mute only from them: in the chat, counts, searches and news', async () => {
    const [mate, other] = [await createTeammate('mate-muting'), await createTeammate('mate-hearing')];
    const chat = await startChatWith('moderator', { title: 'Heard' }, [heidi]);
    for (const user of [mate, other]) await openFez(user, chat);
    await mute(mate, heidi);
    await writePost(heidi, chat, 'a didgeridoo');
    const search = { foruser: 'moderator', search: 'didgeridoo' };
    assert.deepEqual([await isNew(mate, chat), await readInboxCounts(mate)], [false, [0, 0]]);
    assert.deepEqual([await isNew(other, chat), await readInboxCounts(other)], [true, [1, 0]]);
    assert.deepEqual(
      [await listFezTitles(mate, 'joined', search), await listFezTitles(other, 'joined', search)],
      [[], ['Heard']],
    );
    assert.deepEqual([listTexts(await openFez(mate, chat)), getPostCounts(await openFez(mate, chat))], [[], [0, 0]]);
    assert.deepEqual(listTexts(await openFez(other, chat)), ['a didgeridoo']);
    await unmute(mate, heidi);
    assert.deepEqual([await isNew(mate, chat), await readInboxCounts(mate)], [true, [1, 0]]);
  });

  test('aren’t affected by blocks, even those from before they joined the team', async () => {
    const author = await app.newcomer('blocking-author');
    const mate = await app.newcomer('mate-blocked');
    await block(author, mate);
    await block(mate, heidi);
    await promote(mate, 'moderator');
    const chat = await startChatWith('moderator', { title: 'Blocked' }, [author, heidi]);
    await writePost(author, chat, 'still there');
    await writePost(heidi, chat, 'and here');
    const again = await app.logIn('mate-blocked');
    assert.deepEqual(await listFezTitles(again, 'joined', { foruser: 'moderator', search: 'still' }), ['Blocked']);
    const seen = await openFez(again, chat);
    assert.deepEqual(
      [listTexts(seen), getPostCounts(seen)],
      [
        ['still there', 'and here'],
        [2, 0],
      ],
    );
    assert.deepEqual(listParticipants(seen), ['james', 'moderator', 'blocking-author', 'heidi']);
  });
});

describe('the lists of a shared account', () => {
  test('are available to its team, in any letter case, for every kind of list', async () => {
    for (const list of [fezApi.joined, fezApi.owned, fezApi.former]) {
      const statusOf = async (user: User, foruser: string) => (await user.call(list, { query: { foruser } })).status;
      const statuses = async (foruser: string) => [
        await statusOf(james, foruser),
        await statusOf(moderator, foruser),
        await statusOf(devteam, foruser),
        await statusOf(admin, foruser),
      ];
      assert.deepEqual(await statuses('MODERATOR'), [403, 200, 200, 200]);
      assert.deepEqual(await statuses('DevTeam'), [403, 403, 200, 200]);
    }
  });

  test('contain what it created and was a member of, and nothing of its readers', async () => {
    const body = { ...chatFields, ...groupFields, title: 'Team meeting', createdByModerator: true };
    const made = await moderator.get(fezApi.create, { body });
    const left = await startChatWith('moderator', { fezType: 'open', title: 'Solved' });
    await changeMember(james, 'removeMember', left, sharedAccounts.moderator);
    await createFez(moderator, { ...groupFields, title: 'Private party' });
    const lists = async (list: 'joined' | 'owned' | 'former', user: User) =>
      (await listFezTitles(user, list, { foruser: 'moderator' })).filter((title) => /Team|Solved|party/.test(title));
    for (const user of [moderator, devteam]) {
      assert.deepEqual(await lists('joined', user), ['Team meeting']);
      assert.deepEqual(await lists('owned', user), ['Team meeting']);
      assert.deepEqual(await lists('former', user), ['Solved']);
    }
    assert.deepEqual(await listFezTitles(moderator, 'owned', { matchID: made.fezID }), []);
  });

  test('and everything else disappear for users who leave the team, and are read if they return', async () => {
    const mate = await createTeammate('mate-leaving');
    const chat = await startChatWith('moderator');
    await mate.get(fezApi.addFavorite, fezParams(chat));
    const own = await createFez(james, { title: 'Of their own' }, [mate]);
    await admin.get(adminApi.demote, { params: { userID: mate.userID } });
    const demoted = await app.logIn('mate-leaving');
    assert.equal((await demoted.call(fezApi.joined, { query: { foruser: 'moderator' } })).status, 403);
    for (const call of ['read', 'markRead', 'mute', 'removeFavorite'] as const) {
      assert.equal((await demoted.call(fezApi[call], fezParams(chat))).status, 404, call);
    }
    assert.deepEqual(await listFezTitles(demoted, 'joined'), ['Of their own']);
    assert.deepEqual(await listFezTitles(demoted, 'joined', { favorite: true }), []);
    assert.deepEqual(await readInboxCounts(demoted), [undefined, undefined]);
    assert.deepEqual((await demoted.get(notificationsApi.summary)).addedToSeamailIDs, [own.fezID]);
    await writePost(james, chat, 'meanwhile');
    await promote(demoted, 'moderator');
    const again = await app.logIn('mate-leaving');
    assert.deepEqual([await isNew(again, chat), await readInboxCounts(again)], [false, [0, 0]]);
    assert.deepEqual(getPostCounts(await openFez(again, chat)), [1, 1]);
  });
});

describe('a user in a chat both personally and for a shared account', () => {
  test('reads it once for both, leaves it only personally, and still finds it in the inbox', async () => {
    const mate = await createTeammate('mate-twice');
    const chat = await startChatWith('moderator', { fezType: 'open', title: 'Twice' }, [mate]);
    await openFez(mate, chat);
    await writePost(james, chat, 'news');
    const unread = async () => [
      (await mate.get(notificationsApi.summary)).newSeamailMessageCount,
      ...(await readInboxCounts(mate)),
    ];
    assert.deepEqual(await unread(), [1, 1, 0]);
    await leave(mate, chat);
    assert.deepEqual(await unread(), [0, 1, 0]);
    assert.deepEqual(await listFezTitles(mate, 'joined'), []);
    assert.deepEqual(getPostCounts(await openFez(mate, chat)), [1, 0]);
    assert.deepEqual(await unread(), [0, 0, 0]);
  });

  test('has chats of both teams in both inboxes, until they are opened', async () => {
    const mate = await createTeammate('mate-of-both');
    await promote(mate, 'devteam');
    const both = await app.logIn('mate-of-both');
    const initialUsers = [sharedAccounts.moderator.userID, sharedAccounts.devteam.userID];
    const chat = await james.get(fezApi.create, { body: { ...chatFields, initialUsers } });
    assert.deepEqual(await readInboxCounts(both), [1, 1]);
    for (const team of ['moderator', 'devteam']) assert.equal(await isNew(both, chat, team), true);
    await openFez(both, chat);
    assert.deepEqual(await readInboxCounts(both), [0, 0]);
  });

  test('has chats one team created for the other as new, unless they created them', async () => {
    const [maker, mate] = [await createTeammate('mate-making'), await createTeammate('mate-receiving')];
    for (const user of [maker, mate]) await promote(user, 'devteam');
    for (const [field, other] of [
      ['createdByModerator', 'devteam'],
      ['createdByDevTeam', 'moderator'],
    ] as const) {
      const body = { ...chatFields, [field]: true, initialUsers: [sharedAccounts[other].userID] };
      const chat = await maker.get(fezApi.create, { body });
      assert.deepEqual([await isNew(mate, chat, other), await isNew(maker, chat, other)], [true, false], field);
      await openFez(mate, chat);
      assert.deepEqual([await isNew(mate, chat, other), await readInboxCounts(mate)], [false, [0, 0]]);
    }
  });
});
