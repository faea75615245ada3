import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import { createPicture, toUpload } from '../../support/pictures.ts';
import {
  addOtherAccount,
  block,
  chatFields,
  countPictures,
  createFez,
  eventFields,
  type Fields,
  getIDs,
  getPostCounts,
  groupFields,
  listFezTitles,
  listLastActions,
  listParticipants,
  listTexts,
  openFez,
  ownEventFields,
  quarantine,
  runWhileNewPostsFail,
  startAppWithUsers,
  tryToOpenFez,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const devteam = await app.atLevel('devteam');
const unknownID = '11111111-1111-4111-8111-111111111111';
const getFirstPost = (text: string, fields: Fields = {}) => ({ text, images: [], ...fields });

const create = (fields: Fields, user = james) => user.call(fezApi.create, { body: { ...chatFields, ...fields } });

test('lists the labels of all types in order, even without a login', async () => {
  const labels = await app.anonymous.get(fezApi.types);
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
  test('lists its creator first, then the others, and an empty page of posts', async () => {
    const chat = await createFez(james, { title: 'Us three' }, [heidi, sam]);
    assert.equal(chat.owner.username, 'james');
    assert.equal(chat.fezType, 'closed');
    assert.equal(chat.visibility, 'private');
    assert.deepEqual(listParticipants(chat), ['james', 'heidi', 'sam']);
    assert.deepEqual(chat.members?.posts, []);
    assert.deepEqual(chat.members?.paginator, { total: 0, start: 0, limit: 50 });
    assert.deepEqual([chat.members?.isMuted, chat.members?.isFavorite], [false, false]);
    assert.equal('startTime' in chat, false);
  });

  test('can have a first post, read by its creator and unread by the others', async () => {
    const chat = await createFez(james, { firstPost: getFirstPost('hello') }, [heidi]);
    assert.deepEqual(listTexts(chat), ['hello']);
    assert.deepEqual(getPostCounts(chat), [1, 1]);
    assert.deepEqual(getPostCounts(await openFez(heidi, chat)), [1, 0]);
  });

  test('has times at which clocks on board show what was typed, with the zone at its start', async () => {
    const group = await createFez(james, groupFields);
    // The user typed six in the evening on New York time; by then the ship's clocks are an hour ahead.
    assert.equal(group.startTime, '2025-03-04T22:00:00.000Z');
    assert.equal(group.endTime, '2025-03-05T00:00:00.000Z');
    assert.equal(group.timeZone, 'AST');
    assert.match(group.timeZoneID ?? '', /^America\//);
    assert.equal(group.visibility, 'public');
  });

  test('skips unknown users, duplicates and users in a block relationship with the owner', async () => {
    const stranger = await app.newcomer('stranger');
    await block(await addOtherAccount(app, stranger, 'other-stranger'), james);
    const named = [...getIDs([heidi, heidi, james, stranger]), heidi.userID.toUpperCase(), unknownID];
    const chat = await james.get(fezApi.create, { body: { ...chatFields, initialUsers: named } });
    assert.deepEqual(listParticipants(chat), ['james', 'heidi']);
    assert.equal(chat.participantCount, 2);
    assert.equal((await tryToOpenFez(stranger, chat)).status, 404);
    const alone = await create({ initialUsers: [stranger.userID, unknownID, james.userID] });
    assert.deepEqual([alone.status, Object.keys(alone.fieldErrors ?? {})], [400, ['initialUsers']]);
  });

  test('can have a picture in its first post, but not in a chat', async () => {
    const images = [toUpload(await createPicture())];
    const group = await createFez(james, { ...groupFields, firstPost: getFirstPost('look', { images }) });
    assert.match(group.members?.posts?.[0]?.image ?? '', /\.\w+$/);
    const rejected = await create({ initialUsers: getIDs([heidi]), firstPost: getFirstPost('look', { images }) });
    assert.equal(rejected.status, 400);
    assert.deepEqual(Object.keys(rejected.fieldErrors ?? {}), ['firstPost.images']);
  });

  test('can belong to a shared account if its creator is on the team, who isn’t a member personally', async () => {
    const body = { ...chatFields, createdByModerator: true, initialUsers: getIDs([heidi, moderator]) };
    const chat = await moderator.get(fezApi.create, { body });
    assert.equal(chat.owner.username, 'moderator');
    assert.deepEqual(listParticipants(chat), ['moderator', 'heidi']);
    const asked = { foruser: 'moderator', matchID: chat.fezID };
    assert.deepEqual(await listFezTitles(moderator, 'joined', asked), [chat.title]);
    assert.deepEqual(await listFezTitles(moderator, 'joined', { ...asked, onlynew: true }), []);
    assert.deepEqual(await listFezTitles(heidi, 'joined', { matchID: chat.fezID, onlynew: true }), [chat.title]);
    const team = await devteam.get(fezApi.create, {
      body: { ...body, createdByDevTeam: true, initialUsers: getIDs([heidi]) },
    });
    assert.equal(team.owner.username, 'DevTeam');
  });

  test('isn’t in the moderation log, but a first post as a shared account is', async () => {
    const before = await listLastActions(moderator, 1);
    const fields = { ...groupFields, createdByModerator: true };
    await moderator.get(fezApi.create, { body: { ...chatFields, ...fields } });
    assert.deepEqual(await listLastActions(moderator, 1), before);
    const body = { ...chatFields, ...fields, firstPost: getFirstPost('official') };
    const group = await moderator.get(fezApi.create, { body });
    const [post] = group.members?.posts ?? [];
    assert.equal(post?.author.username, 'moderator');
    assert.deepEqual(await listLastActions(moderator, 1), [['post', 'fezPost', String(post?.postID)]]);
  });

  test('has a shared account’s first post read for its writer and unread for the rest of the team', async () => {
    const fields = { fezType: 'open', createdByModerator: true, firstPost: getFirstPost('official') };
    const chat = await moderator.get(fezApi.create, { body: { ...chatFields, ...fields } });
    assert.deepEqual(getPostCounts(chat), [1, 1]);
    assert.deepEqual(getPostCounts(await openFez(devteam, chat)), [1, 0]);
  });

  test('has a first post by the requested author, like any other post', async () => {
    const options = { fezType: 'open', firstPost: getFirstPost('official', { postAsModerator: true }) };
    const chat = await moderator.get(fezApi.create, { body: { ...chatFields, ...options } });
    assert.equal(chat.owner.username, moderator.username);
    assert.equal(chat.members?.posts?.[0]?.author.username, 'moderator');
    assert.deepEqual(getPostCounts(chat), [1, 1]);
    const { body } = await create(options);
    assert.equal(body.members?.posts?.[0]?.author.username, 'james');
  });

  test('can have only its owner as member unless it’s a closed chat', async () => {
    for (const fields of [{ fezType: 'open' }, groupFields, eventFields, ownEventFields]) {
      const { status, body } = await create(fields);
      assert.deepEqual([status, listParticipants(body), body.members?.waitingList], [201, ['james'], []]);
    }
  });

  const accepted: [string, Fields][] = [
    ['a title of two and one of a hundred characters, whatever these take', { title: '👩‍👩‍👧‍👦'.repeat(100) }],
    ['an info of 2048 characters', { info: 'x'.repeat(2048) }],
    ['a place of three characters', { location: 'Bar' }],
    ['no place, no times and null for any of them', { location: null, startTime: null, endTime: undefined }],
    ['an end without a start', { startTime: undefined }],
    ['an end before the start', { endTime: '2025-03-04T22:00:00Z' }],
    ['a minimum of members above the maximum', { minCapacity: 5, maxCapacity: 2 }],
    ['a thousand users to begin with', { initialUsers: Array(1000).fill(unknownID) }],
    ['the visibility that it has anyway', { visibility: 'public' }],
  ];
  for (const [what, fields] of accepted) {
    test(`can have ${what}`, async () => {
      const { status, reason } = await create({ ...groupFields, ...fields });
      assert.equal(status, 201, reason);
    });
  }

  test('accepts the shortest and longest info and place for a chat', async () => {
    const { status, body } = await create({ fezType: 'open', info: 'x', location: '', visibility: 'private' });
    assert.deepEqual([status, body.info, body.location], [201, 'x', '']);
    const long = await create({ fezType: 'open', info: 'x'.repeat(2048), location: 'x'.repeat(200) });
    assert.equal(long.status, 201, long.reason);
  });
});

describe('times', () => {
  test('typed in another time zone keep their wall-clock time wherever the ship is then', async () => {
    const before = app.clock.now();
    app.clock.set('2025-03-05T12:00:00Z');
    // This is six in the evening in Puerto Rico, on a day when the ship is back on New York time.
    const body = { ...eventFields, startTime: '2025-03-07T22:00:00Z', endTime: '2025-03-07T23:30:00.5+00:00' };
    const { status, body: event } = await create(body);
    assert.equal(status, 201);
    assert.deepEqual(
      [event.startTime, event.endTime, event.timeZone, event.timeZoneID],
      ['2025-03-07T23:00:00.000Z', '2025-03-08T00:30:00.500Z', 'EST', 'America/New_York'],
    );
    app.clock.set('2025-03-07T12:00:00Z');
    assert.equal((await openFez(james, event)).startTime, event.startTime);
    app.clock.set(before);
  });

  test('on both sides of a clock change are shown by the clocks of their time', async () => {
    // The user typed ten in the evening to four in the morning; clocks go forward an hour in between.
    const night = { startTime: '2025-03-04T03:00:00Z', endTime: '2025-03-04T09:00:00Z' };
    const { body } = await create({ ...eventFields, ...night });
    assert.deepEqual([body.startTime, body.endTime], ['2025-03-04T03:00:00.000Z', '2025-03-04T08:00:00.000Z']);
    assert.equal(body.timeZone, 'EST');
  });
});

describe('creating a fez is rejected', () => {
  const rejections: [string, Fields, number, string?][] = [
    ['a closed chat alone', {}, 400, 'initialUsers'],
    ['with a title of one character', { title: 'x', fezType: 'open' }, 400, 'title'],
    ['with a short info in a group', { ...groupFields, info: 'x' }, 400, 'info'],
    ['with a short place in a group', { ...groupFields, location: '' }, 400, 'location'],
    ['with a start and no end', { ...groupFields, endTime: undefined }, 400, 'general'],
    ['for longer than a day', { ...groupFields, endTime: '2025-03-05T23:00:00.001Z' }, 400, 'general'],
    ['with a capacity below 0', { ...groupFields, minCapacity: -1 }, 400, 'minCapacity'],
    ['with a visibility its type does not have', { ...groupFields, visibility: 'unlisted' }, 400, 'visibility'],
    ['with a bad first post', { ...groupFields, firstPost: getFirstPost('') }, 400, 'firstPost.text'],
    ['as a personal event with another user', { ...ownEventFields, initialUsers: [heidi.userID] }, 400, 'initialUsers'],
    ['as a personal event with a first post', { ...ownEventFields, firstPost: getFirstPost('hello') }, 400],
    ['with a type of another letter case', { ...groupFields, fezType: 'Gaming' }, 400, 'fezType'],
    ['as the moderators by another user', { fezType: 'open', createdByModerator: true }, 403],
    ['as the team by another user', { fezType: 'open', createdByDevTeam: true }, 403],
    ['with a title of 101 characters', { fezType: 'open', title: 'x'.repeat(101) }, 400, 'title'],
    ['with an info of 2049 characters', { ...groupFields, info: 'x'.repeat(2049) }, 400, 'info'],
    ['without a capacity', { fezType: 'open', maxCapacity: undefined }, 400, 'maxCapacity'],
    ['without a list of users', { fezType: 'open', initialUsers: undefined }, 400, 'initialUsers'],
    ['with an info of 2049 characters in a chat', { fezType: 'open', info: 'x'.repeat(2049) }, 400, 'info'],
    ['with a place of 201 characters', { ...groupFields, location: 'x'.repeat(201) }, 400, 'location'],
    ['with a place of 201 characters in a chat', { fezType: 'open', location: 'x'.repeat(201) }, 400, 'location'],
    ['with 1001 users', { fezType: 'open', initialUsers: Array(1001).fill(unknownID) }, 400, 'initialUsers'],
    ['with a user without a proper id', { fezType: 'open', initialUsers: ['heidi'] }, 400],
    ['with a visibility that nothing has', { ...eventFields, visibility: 'secret' }, 400, 'visibility'],
    ['as a chat for everybody to see', { fezType: 'open', visibility: 'public' }, 400, 'visibility'],
    ['as a chat with a start and no end', { fezType: 'open', startTime: '2025-03-04T23:00:00Z' }, 400, 'general'],
    ['as a personal event that is unlisted', { ...ownEventFields, visibility: 'unlisted' }, 400, 'visibility'],
    ['as an event for everybody to see', { ...eventFields, visibility: 'public' }, 400, 'visibility'],
  ];
  for (const [how, fields, status, field] of rejections) {
    test(how, async () => {
      const response = await create(fields);
      assert.equal(response.status, status, response.reason);
      assert.deepEqual(Object.keys(response.fieldErrors ?? {}), field ? [field] : []);
    });
  }

  test('with all errors at once', async () => {
    const response = await create({ ...groupFields, title: 'x', info: 'x', location: 'x', maxCapacity: -1 });
    assert.deepEqual(Object.keys(response.fieldErrors ?? {}).sort(), ['info', 'location', 'maxCapacity', 'title']);
    const picture = toUpload(await createPicture());
    const post = getFirstPost('', { images: [picture, picture] });
    const event = { ...eventFields, title: 'x', visibility: 'public', endTime: undefined, minCapacity: -1 };
    const all = await create({ ...event, firstPost: post });
    assert.deepEqual(Object.keys(all.fieldErrors ?? {}).sort(), [
      'firstPost.images',
      'firstPost.text',
      'general',
      'minCapacity',
      'title',
      'visibility',
    ]);
  });

  test('for users who can’t create content', async () => {
    const silenced = await app.newcomer('silenced');
    await quarantine(moderator, silenced);
    for (const user of [await app.atLevel('unverified'), await app.atLevel('quarantined'), silenced]) {
      assert.equal((await create({ fezType: 'open' }, user)).status, 403);
      // The service reports unparsable fields first.
      assert.equal((await create({ fezType: 'open', title: 'x' }, user)).status, 400);
    }
    app.clock.advance({ hours: 2 });
    assert.equal((await create({ fezType: 'open' }, silenced)).status, 201);
  });

  test('without a login, and by a banned user', async () => {
    const banned = await app.newcomer('banned-one');
    const office = await app.logIn('THO');
    await office.send('POST', `/api/v3/mod/user/${banned.userID}/setaccesslevel/banned`);
    assert.equal((await create({ fezType: 'open' }, banned)).status, 401);
    assert.equal((await app.anonymous.call(fezApi.create, { body: chatFields })).status, 401);
  });

  test('if a moderator creates it for the team as well as for the moderators', async () => {
    const fields = { fezType: 'open', createdByModerator: true, createdByDevTeam: true };
    assert.equal((await create(fields, moderator)).status, 403);
    assert.equal((await create(fields, devteam)).body.owner.username, 'DevTeam');
  });

  test('as a shared account’s closed chat with only the caller, who isn’t a member', async () => {
    const response = await create({ createdByModerator: true, initialUsers: [moderator.userID] }, moderator);
    assert.deepEqual([response.status, Object.keys(response.fieldErrors ?? {})], [400, ['initialUsers']]);
  });

  test('if its first post is invalid, and stores neither fez nor picture', async () => {
    const pictures = await countPictures(app);
    const owner = await app.newcomer('unlucky');
    const good = toUpload(await createPicture());
    const bad = { image: Buffer.from('no picture').toString('base64') };
    const withImages = (...images: unknown[]) =>
      create({ ...groupFields, firstPost: getFirstPost('look', { images }) }, owner);
    const undrawn = await withImages(bad);
    assert.deepEqual([undrawn.status, Object.keys(undrawn.fieldErrors ?? {})], [400, ['firstPost.images.0.image']]);
    assert.equal((await withImages(good, good)).status, 400);
    await runWhileNewPostsFail(app, async () => assert.equal((await withImages(good)).status, 500));
    assert.deepEqual(await listFezTitles(owner, 'owned'), []);
    assert.equal(await countPictures(app), pictures);
    assert.equal((await withImages(good)).status, 201);
    assert.equal(await countPictures(app), pictures + 1);
  });
});

test('an event of exactly one day isn’t too long', async () => {
  const response = await create({ ...groupFields, endTime: '2025-03-05T23:00:00.000Z' });
  assert.equal(response.status, 201);
});
