import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api/index.ts';
import { startTestApp } from '../../support/app.ts';
import { asUpload, plainPicture } from '../../support/pictures.ts';
import {
  chatFields,
  counts,
  eventFields,
  type Fields,
  groupFields,
  idsOf,
  open,
  ownEventFields,
  participants,
  read,
  start,
  texts,
} from './support.ts';

const app = await startTestApp();
const [james, heidi, sam] = await Promise.all(['james', 'heidi', 'sam'].map((name) => app.logIn(name)));
const moderator = await app.atLevel('moderator');
const devteam = await app.atLevel('devteam');
const firstPost = (text: string, fields: Fields = {}) => ({ text, images: [], ...fields });

assert.ok(james && heidi && sam);

const create = (fields: Fields, person = james) => person.call(fezApi.create, { body: { ...chatFields, ...fields } });

test('the labels of all types are listed in their order, also for nobody', async () => {
  const labels = await app.nobody.get(fezApi.types);
  assert.deepEqual(labels, [
    'Private Chat',
    'Open Chat',
    'Activity',
    'Dining',
    'Gaming',
    'Meetup',
    'Music',
    'Other',
    'Shore',
    'Personal Event',
    'Private Event',
  ]);
});

describe('a new fez', () => {
  test('has its maker first, then the others, and an empty page of posts', async () => {
    const chat = await start(james, { title: 'Us three' }, [heidi, sam]);
    assert.equal(chat.owner.username, 'james');
    assert.equal(chat.fezType, 'closed');
    assert.equal(chat.visibility, 'private');
    assert.deepEqual(participants(chat), ['james', 'heidi', 'sam']);
    assert.deepEqual(chat.members?.posts, []);
    assert.deepEqual(chat.members?.paginator, { total: 0, start: 0, limit: 50 });
    assert.deepEqual([chat.members?.isMuted, chat.members?.isFavorite], [false, false]);
    assert.equal('startTime' in chat, false);
  });

  test('has a first post, read by its maker and unread by the others', async () => {
    const chat = await start(james, { firstPost: firstPost('hello') }, [heidi]);
    assert.deepEqual(texts(chat), ['hello']);
    assert.deepEqual(counts(chat), [1, 1]);
    assert.deepEqual(counts(await open(heidi, chat)), [1, 0]);
  });

  test('has times at which clocks show what was typed, wherever the ship is then, with the zone at its start', async () => {
    const group = await start(james, groupFields);
    // Six in the evening was typed on New York time; by then the ship's clocks are an hour ahead.
    assert.equal(group.startTime, '2025-03-04T22:00:00.000Z');
    assert.equal(group.endTime, '2025-03-05T00:00:00.000Z');
    assert.equal(group.timeZone, 'AST');
    assert.match(group.timeZoneID ?? '', /^America\//);
    assert.equal(group.visibility, 'public');
  });

  test('leaves out people who do not exist, repetitions and those whom a block keeps from the owner', async () => {
    const stranger = await app.newcomer('stranger');
    await james.get(usersApi.block, { params: { userID: stranger.userID } });
    const nobody = '11111111-1111-4111-8111-111111111111';
    const chat = await james.get(fezApi.create, {
      body: { ...chatFields, initialUsers: [...idsOf([heidi, heidi, james, stranger]), nobody] },
    });
    assert.deepEqual(participants(chat), ['james', 'heidi']);
    assert.equal((await read(stranger, chat)).status, 404);
  });

  test('shows only the first members as participants when there are fewer places', async () => {
    const group = await start(james, { ...groupFields, maxCapacity: 2 }, [heidi, sam]);
    assert.deepEqual(participants(group), ['james', 'heidi']);
    assert.deepEqual(
      group.members?.waitingList.map(({ username }) => username),
      ['sam'],
    );
    assert.equal(group.participantCount, 3);
  });

  test('may have a picture in its first post, but not in a chat', async () => {
    const images = [asUpload(await plainPicture())];
    const group = await start(james, { ...groupFields, firstPost: firstPost('look', { images }) });
    assert.match(group.members?.posts?.[0]?.image ?? '', /\.\w+$/);
    const refused = await create({ initialUsers: idsOf([heidi]), firstPost: firstPost('look', { images }) });
    assert.equal(refused.status, 400);
    assert.deepEqual(Object.keys(refused.fieldErrors ?? {}), ['firstPost.images']);
  });

  test('belongs to a shared account when a member of its team makes it so, who is not in it personally', async () => {
    const body = { ...chatFields, createdByModerator: true, initialUsers: idsOf([heidi, moderator]) };
    const chat = await moderator.get(fezApi.create, { body });
    assert.equal(chat.owner.username, 'moderator');
    assert.deepEqual(participants(chat), ['moderator', 'heidi']);
    const team = await devteam.get(fezApi.create, {
      body: { ...body, createdByDevTeam: true, initialUsers: idsOf([heidi]) },
    });
    assert.equal(team.owner.username, 'DevTeam');
  });
});

describe('a fez is not made', () => {
  const refusals: [string, Fields, number, string?][] = [
    ['a closed chat alone', {}, 400, 'initialUsers'],
    ['with a title of one character', { title: 'x', fezType: 'open' }, 400, 'title'],
    ['with a short info in a group', { ...groupFields, info: 'x' }, 400, 'info'],
    ['with a short place in a group', { ...groupFields, location: '' }, 400, 'location'],
    ['with a start and no end', { ...groupFields, endTime: undefined }, 400, 'general'],
    ['for longer than a day', { ...groupFields, endTime: '2025-03-05T23:00:00.001Z' }, 400, 'general'],
    ['with a capacity below 0', { ...groupFields, minCapacity: -1 }, 400, 'minCapacity'],
    ['with a visibility its type does not have', { ...groupFields, visibility: 'unlisted' }, 400, 'visibility'],
    ['with a bad first post', { ...groupFields, firstPost: firstPost('') }, 400, 'firstPost.text'],
    [
      'as a personal event with somebody else',
      { ...ownEventFields, initialUsers: [heidi.userID] },
      400,
      'initialUsers',
    ],
    ['as a personal event with a first post', { ...ownEventFields, firstPost: firstPost('hello') }, 400],
    ['with a type of another letter case', { ...groupFields, fezType: 'Gaming' }, 400],
    ['as the moderators by somebody else', { fezType: 'open', createdByModerator: true }, 403],
    ['as the team by somebody else', { fezType: 'open', createdByDevTeam: true }, 403],
  ];
  for (const [how, fields, status, field] of refusals) {
    test(how, async () => {
      const reply = await create(fields);
      assert.equal(reply.status, status, reply.reason);
      assert.deepEqual(Object.keys(reply.fieldErrors ?? {}), field ? [field] : []);
    });
  }

  test('and everything that is wrong with it is named at once', async () => {
    const reply = await create({ ...groupFields, title: 'x', info: 'x', location: 'x', maxCapacity: -1 });
    assert.deepEqual(Object.keys(reply.fieldErrors ?? {}).sort(), ['info', 'location', 'maxCapacity', 'title']);
  });

  test('by those who may not write', async () => {
    for (const level of ['unverified', 'quarantined'] as const) {
      assert.equal((await create({ fezType: 'open' }, await app.atLevel(level))).status, 403);
    }
  });
});

test('a day to the minute is not too long', async () => {
  const reply = await create({ ...groupFields, endTime: '2025-03-05T23:00:00.000Z' });
  assert.equal(reply.status, 201);
});

describe('who may read a fez', () => {
  test('a closed chat only those in it; for others, moderators included, it does not exist', async () => {
    const chat = await start(james, {}, [heidi]);
    assert.equal((await read(heidi, chat)).status, 200);
    for (const person of [sam, moderator]) assert.equal((await read(person, chat)).status, 404);
  });

  test('an open chat and private events also moderators, who leave no trace', async () => {
    for (const fields of [{ fezType: 'open' }, eventFields, ownEventFields]) {
      const chat = await start(james, { ...fields });
      const seen = await open(moderator, chat);
      assert.deepEqual(participants(seen), ['james']);
      assert.equal((await read(sam, chat)).status, 404);
    }
  });

  test('a group and an unlisted event everybody, without seeing who is in it', async () => {
    for (const fields of [groupFields, { ...eventFields, visibility: 'unlisted' }]) {
      const group = await start(james, { ...fields, firstPost: firstPost('secret') });
      const { body, status } = await read(sam, group);
      assert.equal(status, 200);
      assert.equal('members' in body, false);
      assert.equal(body.participantCount, 1);
      assert.equal(body.info, 'Boards are there.');
    }
  });

  test('nobody between whom and the owner a block stands', async () => {
    const one = await app.newcomer('blocked-one');
    const group = await start(james, groupFields);
    await one.get(usersApi.block, { params: { userID: james.userID } });
    assert.equal((await read(one, group)).status, 404);
  });

  test('the team behind a shared account that is in it, from its first moment as something new', async () => {
    const account = (await james.get(usersApi.find, { params: { searchString: 'moderator' } })).userID;
    const chat = await james.get(fezApi.create, {
      body: { ...chatFields, initialUsers: [account], firstPost: firstPost('help') },
    });
    const seen = await open(moderator, chat);
    assert.deepEqual(texts(seen), ['help']);
    assert.deepEqual(counts(seen), [1, 0]);
    assert.deepEqual(counts(await open(moderator, chat)), [1, 1]);
    // Another one of the team has a state of their own.
    assert.deepEqual(counts(await open(devteam, chat)), [1, 0]);
  });
});

test('members between whom and the reader a block stands keep their place without their name', async () => {
  const one = await app.newcomer('hidden-one');
  const group = await start(james, groupFields, [heidi, one]);
  await heidi.get(usersApi.block, { params: { userID: one.userID } });
  assert.deepEqual(participants(await open(heidi, group)), ['james', 'heidi', 'BlockedUser']);
  assert.deepEqual(participants(await open(one, group)), ['james', 'BlockedUser', 'hidden-one']);
  assert.equal((await open(heidi, group)).participantCount, 3);
});
