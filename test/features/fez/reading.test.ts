import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api/index.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import type { Person } from '../../support/app.ts';
import { asUpload, plainPicture } from '../../support/pictures.ts';
import {
  arrange,
  block,
  chatFields,
  counts,
  eventFields,
  type Fez,
  type Fields,
  groupFields,
  join,
  mute,
  open,
  ownEventFields,
  participants,
  read,
  start,
  startWithPeople,
  texts,
  titles,
  unblock,
  unjoin,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startWithPeople();
const moderators = { userID: (await james.get(usersApi.find, { params: { searchString: 'moderator' } })).userID };

const at = ({ fezID }: Pick<Fez, 'fezID'>) => ({ params: { fezID } });
const unlistedFields = { ...eventFields, visibility: 'unlisted' };

const setState = (fez: Fez, state: string) =>
  moderator.get(moderationApi.setFezState, { params: { fezID: fez.fezID, state } });

const update = (person: Person, fez: Fez, fields: Fields) =>
  person.call(fezApi.update, { ...at(fez), body: { ...chatFields, ...fields } });

const waiting = ({ members }: Fez): string[] => members?.waitingList.map(({ username }) => username) ?? [];

/** Another account of the same family. */
async function subAccount(person: Person, username: string): Promise<Person> {
  await person.get(accountsApi.add, { body: { username, password: 'password' } });
  return app.logIn(username);
}

/** A fez in which james has written this many posts that nobody else has read. */
async function withPosts(number: number, fields: Fields = {}, others: Person[] = [heidi]): Promise<Fez> {
  const fez = await start(james, fields, others);
  for (let count = 1; count <= number; count += 1) await write(james, fez, `post ${count}`);
  return fez;
}

describe('what is told of a fez', () => {
  const always = [
    'cancelled',
    'fezID',
    'fezType',
    'info',
    'lastModificationTime',
    'maxParticipants',
    'minParticipants',
    'owner',
    'participantCount',
    'title',
    'visibility',
  ];
  const keys = (fez: Fez) => Object.keys(fez).sort();

  test('has every field for somebody outside a group but who is in it', async () => {
    const group = await start(james, { ...groupFields, minCapacity: 2, maxCapacity: 5 }, [heidi]);
    const seen = await open(sam, group);
    assert.deepEqual(keys(seen), [...always, 'endTime', 'location', 'startTime', 'timeZone', 'timeZoneID'].sort());
    assert.deepEqual(
      [seen.owner.username, seen.fezType, seen.title, seen.info, seen.location, seen.visibility],
      ['james', 'gaming', 'Chess for beginners', 'Boards are there.', 'Deck 4', 'public'],
    );
    assert.deepEqual([seen.participantCount, seen.minParticipants, seen.maxParticipants], [2, 2, 5]);
    assert.equal(seen.cancelled, false);
  });

  test('leaves out place and times that it does not have', async () => {
    const timeless = { ...groupFields, startTime: undefined, endTime: undefined, location: undefined };
    assert.deepEqual(keys(await open(sam, await start(james, timeless))), always);
    assert.deepEqual(keys(await open(james, await start(james, {}, [heidi]))), [...always, 'members'].sort());
  });

  test('has a time of change that moves with what happens in it, and not by looking, marking or reporting', async () => {
    const group = await start(james, groupFields);
    const params = { fezID: group.fezID };
    let postID = 0;
    const changes: (() => Promise<unknown>)[] = [
      () => update(james, group, { ...groupFields, title: 'Chess for all' }),
      () => james.get(fezApi.cancel, { params }),
      () => join(heidi, group),
      () => unjoin(heidi, group),
      () => arrange(james, 'addMember', group, heidi),
      async () => {
        ({ postID } = await write(heidi, group, 'hello'));
      },
      () => heidi.get(fezApi.deletePost, { params: { postID } }),
      () => arrange(james, 'removeMember', group, heidi),
      () => setState(group, 'reviewed'),
    ];
    for (const change of changes) {
      app.clock.advance({ seconds: 1 });
      await change();
      assert.equal((await open(sam, group)).lastModificationTime, app.clock.now().toISOString(), String(change));
    }
    const { lastModificationTime } = await open(james, group);
    app.clock.advance({ seconds: 1 });
    await james.get(fezApi.mute, { params });
    await james.get(fezApi.addFavorite, { params });
    await sam.get(fezApi.report, { params, body: { message: 'see' } });
    assert.equal((await open(james, group)).lastModificationTime, lastModificationTime);
  });

  test('is under review for everybody while it is quarantined, the place also when it has none', async () => {
    for (const fields of [
      { fezType: 'open', title: 'Wicked' },
      { ...eventFields, title: 'Wicked', info: 'Wicked' },
    ]) {
      const fez = await start(james, { ...fields, location: undefined }, [heidi]);
      await write(heidi, fez, 'harmless');
      await setState(fez, 'quarantined');
      for (const person of [james, heidi, moderator]) {
        const seen = await open(person, fez);
        assert.doesNotMatch(JSON.stringify(seen), /Wicked/);
        assert.ok(seen.title && seen.info && seen.location);
        assert.deepEqual(texts(seen), ['harmless']);
      }
      for (const { fezzes } of [
        await heidi.get(fezApi.joined, { query: { matchID: fez.fezID } }),
        await james.get(fezApi.owned, { query: { matchID: fez.fezID } }),
      ]) {
        assert.equal(fezzes.length, 1);
        assert.doesNotMatch(JSON.stringify(fezzes), /Wicked/);
      }
      await unjoin(heidi, fez);
      const former = (await heidi.get(fezApi.former)).fezzes.filter(({ fezID }) => fezID === fez.fezID);
      assert.equal(former.length, 1);
      assert.doesNotMatch(JSON.stringify(former), /Wicked/);
    }
  });

  test('of a quarantined post is another text and no picture, also for its author and moderators', async () => {
    const images = [asUpload(await plainPicture())];
    const group = await start(james, groupFields, [heidi]);
    const { postID } = await write(heidi, group, 'Wicked', { images });
    await moderator.get(moderationApi.setFezPostState, { params: { postID, state: 'quarantined' } });
    for (const person of [james, heidi, moderator]) {
      const [post] = (await open(person, group)).members?.posts ?? [];
      assert.equal(post?.postID, postID);
      assert.notEqual(post?.text, 'Wicked');
      assert.equal(post && 'image' in post, false);
    }
  });

  test('is everything as usual while it is locked', async () => {
    const group = await withPosts(1, groupFields);
    await setState(group, 'locked');
    const seen = await open(heidi, group);
    assert.deepEqual([seen.title, texts(seen)], [groupFields.title, ['post 1']]);
    assert.equal((await update(james, group, groupFields)).status, 403);
  });
});

describe('places', () => {
  test('that become fewer send the latest to the waiting list, and those that become more bring the earliest back', async () => {
    const group = await start(james, { ...groupFields, maxCapacity: 3 }, [heidi, sam, moderator]);
    assert.deepEqual([participants(group).length, waiting(group)], [3, [moderator.username]]);
    const fewer = (await update(james, group, { ...groupFields, maxCapacity: 1 })).body;
    assert.deepEqual([participants(fewer), waiting(fewer)], [['james'], ['heidi', 'sam', moderator.username]]);
    const more = (await update(james, group, { ...groupFields, maxCapacity: 2 })).body;
    assert.deepEqual(
      [participants(more), waiting(more)],
      [
        ['james', 'heidi'],
        ['sam', moderator.username],
      ],
    );
    const all = (await update(james, group, { ...groupFields, maxCapacity: 0 })).body;
    assert.deepEqual([participants(all).length, waiting(all), all.participantCount], [4, [], 4]);
  });

  test('fewer than wanted change nothing', async () => {
    const group = await start(james, { ...groupFields, minCapacity: 9 });
    assert.deepEqual([group.minParticipants, group.cancelled], [9, false]);
    assert.equal((await join(heidi, group)).status, 201);
  });
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
      const fez = await start(james, fields, type === 'personalEvent' ? [] : [heidi]);
      const postID = type === 'personalEvent' ? undefined : (await write(james, fez, 'private')).postID;
      const address = `/api/v3/fez/${fez.fezID}`;
      const calls: [string, string, unknown?][] = [
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
      for (const [method, path, body] of calls) {
        assert.equal((await sam.send(method, path, { body })).status, 404, `${method} ${path}`);
      }
      assert.equal((await open(james, fez)).participantCount, fez.participantCount);
    });
  }

  test('see all of an unlisted event but its inside, and find it in no list', async () => {
    const event = await start(james, { ...unlistedFields, title: 'Unlisted feast' }, [heidi]);
    const seen = await open(sam, event);
    assert.deepEqual([seen.title, seen.info, seen.location], ['Unlisted feast', eventFields.info, 'Deck 4']);
    assert.ok(seen.startTime && seen.endTime && seen.timeZone && seen.timeZoneID);
    assert.equal('members' in seen, false);
    for (const list of ['open', 'joined', 'owned', 'former'] as const) {
      assert.equal(
        (await titles(sam, list, list === 'open' ? { hidePast: false } : {})).includes('Unlisted feast'),
        false,
      );
    }
    assert.deepEqual(await sam.get(fezApi.personalEvents), []);
    await unjoin(heidi, event);
    assert.equal((await open(heidi, event)).info, eventFields.info);
  });

  test('leave no trace by looking at a group', async () => {
    const group = await withPosts(2, groupFields, []);
    await open(sam, group);
    await join(sam, group);
    assert.deepEqual(counts(await open(sam, group)), [2, 0]);
  });
});

describe('a block between somebody and the owner', () => {
  test('hides the fez from every account of both families, from members too, until it ends', async () => {
    const owner = await app.newcomer('shy-owner');
    const other = await app.newcomer('shy-other');
    const relatives = [await subAccount(owner, 'shy-owner-too'), await subAccount(other, 'shy-other-too')] as const;
    const group = await start(owner, { ...groupFields, title: 'Shy' }, [other]);
    const ofRelative = await start(owner, { ...groupFields, title: 'Shy' }, [relatives[1]]);
    await block(relatives[1], owner);
    for (const person of [other, relatives[1]]) {
      for (const fez of [group, ofRelative]) assert.equal((await read(person, fez)).status, 404);
      assert.deepEqual(await titles(person, 'joined'), []);
      assert.equal((await person.get(fezApi.open, { query: { search: 'shy' } })).paginator.total, 0);
      assert.deepEqual((await person.get(notificationsApi.summary)).addedToLFGIDs, []);
    }
    // Those who stay see a place without a name, for both accounts of the family.
    assert.deepEqual(participants(await open(owner, group)), ['shy-owner', 'BlockedUser']);
    assert.deepEqual(participants(await open(owner, ofRelative)), ['shy-owner', 'BlockedUser']);
    await unblock(relatives[1], owner);
    assert.deepEqual(participants(await open(owner, group)), ['shy-owner', 'shy-other']);
    assert.deepEqual(await titles(other, 'joined'), ['Shy']);
  });

  test('hides nothing from moderators, nor what is theirs', async () => {
    const climber = await app.newcomer('climber');
    const rival = await app.newcomer('rival');
    await block(rival, climber);
    const group = await start(rival, groupFields);
    assert.equal((await read(climber, group)).status, 404);
    const admin = await app.logIn('admin');
    await admin.send('POST', `/api/v3/admin/moderator/promote/${climber.userID}`);
    const promoted = await app.logIn('climber');
    assert.equal((await read(promoted, group)).status, 200);
    assert.equal((await read(rival, await start(promoted, groupFields))).status, 200);
  });

  test('leaves in the waiting list a place without a name, and a mute leaves the name', async () => {
    const [hidden, muted] = [await app.newcomer('hidden-waiter'), await app.newcomer('muted-waiter')];
    const group = await start(james, { ...groupFields, maxCapacity: 1 }, [hidden, muted, heidi]);
    await block(heidi, hidden);
    await mute(heidi, muted);
    await write(muted, group, 'not heard');
    const seen = await open(heidi, group);
    assert.deepEqual(waiting(seen), ['BlockedUser', 'muted-waiter', 'heidi']);
    const [masked] = seen.members?.waitingList ?? [];
    assert.deepEqual([masked?.displayName, masked?.userImage, masked?.preferredPronoun], ['BlockedUser', '', '']);
    assert.notEqual(masked?.userID, hidden.userID);
    assert.deepEqual(counts(seen), [0, 0]);
    assert.deepEqual(waiting(await open(moderator, group)), ['hidden-waiter', 'muted-waiter', 'heidi']);
  });
});

describe('somebody who was in a private event', () => {
  test('sees that it exists and no more, in the list of former ones too, until they are in it again', async () => {
    const event = await start(james, { ...eventFields, title: 'Left behind' }, [heidi, sam]);
    await unjoin(heidi, event);
    await arrange(james, 'removeMember', event, sam);
    for (const person of [heidi, sam]) {
      const listed = (await person.get(fezApi.former, { query: { members: true } })).fezzes;
      for (const seen of [await open(person, event), listed.find(({ fezID }) => fezID === event.fezID)]) {
        assert.deepEqual([seen?.title, seen?.owner.username, seen?.info], ['Left behind', 'james', '']);
        assert.deepEqual([seen?.participantCount, seen?.maxParticipants], [1, 0]);
        for (const key of ['startTime', 'endTime', 'timeZone', 'timeZoneID', 'location', 'members']) {
          assert.equal(seen && key in seen, false, key);
        }
      }
    }
    assert.equal((await read(await app.logIn('verified'), event)).status, 404);
    await arrange(james, 'addMember', event, sam);
    assert.equal((await open(sam, event)).info, eventFields.info);
  });
});

describe('moderators reading along', () => {
  test('see who is in it and what was written, all of it as read, and nothing as chosen', async () => {
    const group = await withPosts(3, { ...groupFields, maxCapacity: 1 });
    const seen = await open(moderator, group);
    assert.deepEqual([participants(seen), waiting(seen), texts(seen).length], [['james'], ['heidi'], 3]);
    assert.deepEqual(counts(seen), [3, 3]);
    assert.deepEqual([seen.members?.isMuted, seen.members?.isFavorite], [false, false]);
    assert.deepEqual((await open(moderator, group, { limit: 2 })).members?.paginator, { total: 3, start: 2, limit: 2 });
  });

  test('change nothing by it: when they are put in later, all of it is unread', async () => {
    const chat = await withPosts(2, { fezType: 'open' });
    await open(moderator, chat);
    await arrange(james, 'addMember', chat, moderator);
    assert.ok((await moderator.get(notificationsApi.summary)).addedToSeamailIDs.includes(chat.fezID));
    assert.deepEqual(counts(await open(moderator, chat)), [2, 0]);
  });

  test('find nothing of what they had read or chosen before they left', async () => {
    const group = await withPosts(1, groupFields, [moderator]);
    await open(moderator, group);
    await moderator.get(fezApi.mute, at(group));
    await unjoin(moderator, group);
    await write(james, group, 'later');
    const seen = await open(moderator, group);
    assert.deepEqual(counts(seen), [2, 2]);
    assert.equal(seen.members?.isMuted, false);
  });

  test('see nothing of a closed chat unless it is addressed to their shared account', async () => {
    const chat = await withPosts(1);
    assert.equal((await read(moderator, chat)).status, 404);
    const body = { ...chatFields, initialUsers: [heidi.userID, moderators.userID] };
    const addressed = await james.get(fezApi.create, { body });
    assert.deepEqual(participants(await open(moderator, addressed)), ['james', 'heidi', 'moderator']);
  });
});

describe('members in a reply', () => {
  const isFilled = ({ members }: Fez) => members !== undefined && !('posts' in members) && !('paginator' in members);

  test('are there on request only, without posts, whatever was done', async () => {
    const group = await withPosts(1, groupFields, []);
    const withHeidi = { params: { fezID: group.fezID, userID: heidi.userID } };
    for (const members of [false, true]) {
      const query = { members };
      const replies = [
        await sam.get(fezApi.join, { ...at(group), query }),
        await james.get(fezApi.addMember, { ...withHeidi, query }),
        await james.get(fezApi.removeMember, { ...withHeidi, query }),
        await james.get(fezApi.cancel, { ...at(group), query }),
      ];
      for (const list of [fezApi.joined, fezApi.owned]) {
        replies.push(...(await james.get(list, { query: { members, matchID: group.fezID } })).fezzes);
      }
      assert.equal(replies.length, 6);
      for (const reply of replies) assert.equal(members ? isFilled(reply) : !('members' in reply), true);
      const left = await sam.get(fezApi.unjoin, { ...at(group), query });
      assert.equal('members' in left, false);
    }
  });

  test('are there for nobody who does not see the inside', async () => {
    await start(james, { ...groupFields, title: 'Looking inside' });
    const listed = async (person: Person) =>
      (await person.get(fezApi.open, { query: { search: 'inside', members: true } })).fezzes;
    const [seen] = await listed(sam);
    assert.equal(seen && 'members' in seen, false);
    const [byModerator] = await listed(moderator);
    assert.equal(byModerator && isFilled(byModerator), true);
  });
});

describe('a page of posts', () => {
  test('is by itself the one with the last post that was read', async () => {
    const usualStart = async (readCount: number, limit: number) => {
      const chat = await withPosts(6);
      if (readCount > 0) await open(heidi, chat, { start: 0, limit: readCount });
      return (await open(heidi, chat, { limit })).members?.paginator?.start;
    };
    assert.equal(await usualStart(0, 2), 0);
    assert.equal(await usualStart(1, 2), 0);
    assert.equal(await usualStart(2, 2), 0);
    assert.equal(await usualStart(3, 2), 2);
    assert.equal(await usualStart(6, 2), 4);
    assert.equal(await usualStart(6, 6), 0);
    assert.equal(await usualStart(5, 0), 0);
  });

  test('is counted in posts that the reader sees', async () => {
    const hidden = await app.newcomer('between');
    const chat = await start(james, {}, [heidi, hidden]);
    for (const number of [1, 2, 3]) {
      await write(james, chat, `seen ${number}`);
      await write(hidden, chat, `unseen ${number}`);
    }
    await mute(heidi, hidden);
    const second = await open(heidi, chat, { start: 1, limit: 1 });
    assert.deepEqual([texts(second), second.members?.paginator?.total], [['seen 2'], 3]);
    assert.deepEqual(counts(await open(heidi, chat)), [3, 2]);
  });

  test('is brought into bounds, and refused when it cannot be read', async () => {
    const chat = await withPosts(2);
    const pageAt = async (query: Record<string, number>) => (await open(james, chat, query)).members?.paginator;
    assert.deepEqual(await pageAt({ start: -3, limit: -1 }), { total: 2, start: 0, limit: 0 });
    assert.deepEqual(await pageAt({ start: 3, limit: 201 }), { total: 2, start: 2, limit: 200 });
    for (const query of ['start=x', 'limit=1.5']) {
      assert.equal((await james.send('GET', `/api/v3/fez/${chat.fezID}?${query}`)).status, 400, query);
    }
  });

  test('has no deleted posts, and those with words the reader has muted', async () => {
    const chat = await start(james, {}, [heidi]);
    const { postID } = await write(james, chat, 'gone');
    await write(james, chat, 'a pineapple');
    await james.get(fezApi.deletePost, { params: { postID } });
    await heidi.send('POST', '/api/v3/user/mutewords/add/pineapple');
    assert.deepEqual(texts(await open(heidi, chat)), ['a pineapple']);
  });
});

describe('what was read', () => {
  const isNews = async (fez: Fez) =>
    (await titles(heidi, 'joined', { onlynew: true, matchID: fez.fezID })).length === 1;

  test('is everything before the end of the page, also when the page begins behind the last post', async () => {
    const chat = await withPosts(3);
    assert.deepEqual(counts(await open(heidi, chat, { start: 2, limit: 0 })), [3, 0]);
    assert.deepEqual(counts(await open(heidi, chat, { start: 3 })), [3, 2]);
    assert.equal(await isNews(chat), false);
    assert.deepEqual(counts(await open(heidi, chat)), [3, 3]);
  });

  test('is never less by reading an earlier page', async () => {
    const chat = await withPosts(3);
    await open(heidi, chat);
    await open(heidi, chat, { start: 0, limit: 1 });
    assert.deepEqual(counts(await open(heidi, chat)), [3, 3]);
  });

  test('ends what is new once it is all, also when it fills whole pages', async () => {
    const chat = await withPosts(4);
    await open(heidi, chat, { start: 0, limit: 2 });
    assert.equal(await isNews(chat), true);
    await open(heidi, chat, { start: 2, limit: 2 });
    assert.equal(await isNews(chat), false);
    assert.deepEqual(await titles(heidi, 'joined', { onlynew: false, matchID: chat.fezID }), [chat.title]);
  });

  test('may be nothing: opening ends that one was just put in, and the posts stay unread', async () => {
    const chat = await withPosts(2);
    const news = async () => {
      const { addedToSeamailIDs, newSeamailMessageCount } = await heidi.get(notificationsApi.summary);
      return [addedToSeamailIDs.includes(chat.fezID), newSeamailMessageCount];
    };
    const [wasAdded, unread] = await news();
    assert.equal(wasAdded, true);
    await open(heidi, chat, { limit: 0 });
    assert.deepEqual(await news(), [false, Number(unread) + 1]);
    await open(heidi, chat, { limit: 1 });
    assert.deepEqual(await news(), [false, Number(unread) + 1]);
    await open(heidi, chat, { start: 1 });
    assert.deepEqual(await news(), [false, unread]);
  });
});
