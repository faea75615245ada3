import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import type { User } from '../../support/app.ts';
import { openSocket } from '../../support/socket.ts';
import {
  addOtherAccount,
  block,
  createFez,
  eventFields,
  type Fields,
  groupFields,
  join,
  listFezTitles,
  ownEventFields,
  quarantine,
  startAppWithUsers,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

const fields: Fields = {
  title: 'Card game',
  description: 'Bring cards.',
  startTime: '2025-03-04T23:00:00.000Z',
  endTime: '2025-03-05T01:00:00.000Z',
  location: 'Deck 4',
  participants: [heidi.userID],
};
const unknownFezID = '11111111-1111-4111-8111-111111111111';
const create = (user: User, changes: Fields = {}) =>
  user.get(fezApi.createPersonalEvent, { body: { ...fields, ...changes } });
const fezParams = (fezID: string) => ({ params: { fezID } });
const listEvents = async (user: User, query: Record<string, string | number | boolean> = {}) =>
  (await user.get(fezApi.personalEvents, { query })).map(({ title }) => title);

describe('creating', () => {
  test('creates a private event with these members', async () => {
    const event = await create(james);
    assert.deepEqual(
      [event.title, event.description, event.location, event.visibility, event.owner.username],
      ['Card game', 'Bring cards.', 'Deck 4', 'private', 'james'],
    );
    assert.deepEqual(
      event.participants.map(({ username }) => username),
      ['heidi'],
    );
    assert.deepEqual([event.startTime, event.timeZone], ['2025-03-04T22:00:00.000Z', 'AST']);
    const fez = await james.get(fezApi.read, fezParams(event.personalEventID));
    assert.deepEqual([fez.fezType, fez.minParticipants, fez.maxParticipants], ['privateEvent', 0, 0]);
  });

  const rejections: [string, Fields, string?][] = [
    ['with a title of one character', { title: 'x' }, 'title'],
    ['for longer than a day', { endTime: '2025-03-06T00:00:00Z' }, 'general'],
    ['for everybody to see', { visibility: 'public' }, 'visibility'],
    ['without a start', { startTime: undefined }, 'startTime'],
    ['with a description of 2049 characters', { description: 'x'.repeat(2049) }, 'description'],
    ['with a place of 201 characters', { location: 'x'.repeat(201) }, 'location'],
    [
      'with 1001 participants',
      { participants: Array(1001).fill('11111111-1111-4111-8111-111111111111') },
      'participants',
    ],
  ];
  for (const [how, changes, field] of rejections) {
    test(`${how} is rejected`, async () => {
      const response = await james.call(fezApi.createPersonalEvent, { body: { ...fields, ...changes } });
      assert.equal(response.status, 400);
      assert.deepEqual(Object.keys(response.fieldErrors ?? {}), field ? [field] : []);
    });
  }

  test('reports all errors at once', async () => {
    const wrong = { ...fields, title: 'x', visibility: 'public', endTime: '2025-03-06T00:00:00Z' };
    const { fieldErrors } = await james.call(fezApi.createPersonalEvent, { body: wrong });
    assert.deepEqual(Object.keys(fieldErrors ?? {}).sort(), ['general', 'title', 'visibility']);
  });

  test('accepts the shortest and longest description and place, and exactly one day', async () => {
    const event = await create(james, { description: 'x', location: '', endTime: '2025-03-05T23:00:00Z' });
    assert.deepEqual([event.description, event.location], ['x', '']);
    const longest = { description: 'x'.repeat(2048), location: 'x'.repeat(200) };
    const long = await create(james, longest);
    assert.deepEqual([long.description, long.location], [longest.description, longest.location]);
  });

  test('skips unknown users, duplicates, the owner and users in a block relationship', async () => {
    const stranger = await app.newcomer('event-stranger');
    await block(await addOtherAccount(app, stranger, 'event-stranger-too'), james);
    const participants = [heidi.userID, heidi.userID, james.userID, stranger.userID, unknownFezID];
    const event = await create(james, { participants });
    assert.deepEqual(
      event.participants.map(({ username }) => username),
      ['heidi'],
    );
  });

  test('and changing are rejected for users who can’t write', async () => {
    const silenced = await app.newcomer('silenced-host');
    const event = await create(silenced);
    const own = await createFez(silenced, ownEventFields);
    await quarantine(moderator, silenced);
    for (const user of [await app.atLevel('unverified'), await app.atLevel('quarantined'), silenced]) {
      assert.equal((await user.call(fezApi.createPersonalEvent, { body: fields })).status, 403);
    }
    const change = { ...fezParams(event.personalEventID), body: fields };
    assert.equal((await silenced.call(fezApi.updatePersonalEvent, change)).status, 403);
    assert.equal((await silenced.call(fezApi.deletePersonalEvent, fezParams(own.fezID))).status, 403);
  });
});

describe('the list', () => {
  test('has the caller’s private and personal events, by start, and no chats or groups', async () => {
    const [owner, other] = [await app.newcomer('list-owner'), await app.newcomer('list-other')];
    await createFez(owner, { ...eventFields, title: 'Later', startTime: '2025-03-05T00:00:00Z' }, [other]);
    await createFez(other, { ...ownEventFields, title: 'Mine' });
    await createFez(owner, groupFields, [other]);
    await createFez(owner, {}, [other]);
    assert.deepEqual(await listEvents(other), ['Mine', 'Later']);
    assert.deepEqual(await listEvents(other, { owned: true }), ['Mine']);
    assert.deepEqual(await listEvents(other, { joined: true }), ['Later']);
    assert.deepEqual(await listEvents(other, { start: 1, limit: 1 }), ['Later']);
    assert.deepEqual(await listEvents(other, { search: 'mine' }), ['Mine']);
    assert.deepEqual(await listEvents(other, { search: 'the' }), []);
    const days = await Promise.all([...Array(8).keys()].map((cruiseday) => listEvents(other, { cruiseday })));
    assert.deepEqual(days.flat(), ['Mine', 'Later']);
    const both = await other.call(fezApi.personalEvents, { query: { owned: true, joined: true } });
    assert.equal(both.status, 400);
    await block(owner, other);
    assert.deepEqual(await listEvents(other), ['Mine']);
  });
});

describe('one event', () => {
  test('has no times or description if none were given', async () => {
    const { fezID } = await createFez(james, { ...eventFields, startTime: undefined, endTime: undefined });
    const event = await james.get(fezApi.readPersonalEvent, fezParams(fezID));
    for (const key of ['startTime', 'endTime', 'timeZone', 'timeZoneID']) assert.equal(key in event, false, key);
    assert.equal('description' in (await create(james, { description: undefined })), false);
  });

  test('shows outsiders nothing if it’s private, and no participants if it’s unlisted', async () => {
    const { personalEventID } = await create(james);
    assert.equal((await sam.call(fezApi.readPersonalEvent, fezParams(personalEventID))).status, 404);
    const unlisted = await create(james, { visibility: 'unlisted' });
    const seen = await sam.get(fezApi.readPersonalEvent, fezParams(unlisted.personalEventID));
    assert.deepEqual([seen.description, seen.participants], ['Bring cards.', []]);
  });

  test('shows a former member only that it exists', async () => {
    const { personalEventID } = await create(james);
    await heidi.get(fezApi.removeFromPersonalEvent, { params: { fezID: personalEventID, userID: heidi.userID } });
    const seen = await heidi.get(fezApi.readPersonalEvent, fezParams(personalEventID));
    assert.deepEqual([seen.title, seen.participants], ['Card game', []]);
    for (const key of ['description', 'startTime', 'endTime', 'location']) assert.equal(key in seen, false, key);
  });

  test('shows members to moderators, and is 404 for a user in a block relationship', async () => {
    const event = await create(james, { visibility: 'unlisted' });
    const seen = await moderator.get(fezApi.readPersonalEvent, fezParams(event.personalEventID));
    assert.deepEqual(
      seen.participants.map(({ username }) => username),
      ['heidi'],
    );
    const blocked = await app.newcomer('event-blocked');
    await block(james, blocked);
    assert.equal((await blocked.call(fezApi.readPersonalEvent, fezParams(event.personalEventID))).status, 404);
  });

  test('is no longer newly added once it’s read', async () => {
    const goer = await app.newcomer('event-goer');
    const { personalEventID } = await create(james, { participants: [goer.userID] });
    assert.deepEqual(await listFezTitles(goer, 'joined', { onlynew: true }), ['Card game']);
    await goer.get(fezApi.readPersonalEvent, fezParams(personalEventID));
    assert.deepEqual(await listFezTitles(goer, 'joined', { onlynew: true }), []);
  });

  test('can’t be a chat or group', async () => {
    const { fezID } = await createFez(james, groupFields);
    assert.equal((await james.call(fezApi.readPersonalEvent, fezParams(fezID))).status, 404);
    assert.equal((await james.call(fezApi.deletePersonalEvent, fezParams(fezID))).status, 404);
    assert.equal((await james.call(fezApi.updatePersonalEvent, { ...fezParams(fezID), body: fields })).status, 404);
    assert.equal(
      (await james.call(fezApi.reportPersonalEvent, { ...fezParams(fezID), body: { message: '' } })).status,
      404,
    );
    const out = { params: { fezID, userID: james.userID } };
    assert.equal((await james.call(fezApi.removeFromPersonalEvent, out)).status, 404);
    assert.equal((await james.call(fezApi.readPersonalEvent, fezParams(unknownFezID))).status, 404);
    assert.equal((await james.call(fezApi.readPersonalEvent, fezParams('event'))).status, 400);
  });

  test('is available while chats and groups are disabled, but not while events are', async () => {
    const { personalEventID } = await create(james);
    const admin = await app.logIn('admin');
    const turn = (list: 'disableFeatures' | 'enableFeatures', feature: string) =>
      admin.send('POST', '/api/v3/admin/serversettings/update', { body: { [list]: [{ app: 'all', feature }] } });
    await turn('disableFeatures', 'friendlyfez');
    assert.equal((await james.call(fezApi.readPersonalEvent, fezParams(personalEventID))).status, 200);
    assert.equal((await james.call(fezApi.read, fezParams(personalEventID))).status, 451);
    await turn('enableFeatures', 'friendlyfez');
    await turn('disableFeatures', 'personalevents');
    assert.equal((await james.call(fezApi.readPersonalEvent, fezParams(personalEventID))).status, 451);
    assert.equal((await james.call(fezApi.createPersonalEvent, { body: fields })).status, 451);
    assert.equal((await james.call(fezApi.read, fezParams(personalEventID))).status, 200);
    await turn('enableFeatures', 'personalevents');
  });
});

describe('changing', () => {
  test('replaces its content, by both route variants, and keeps kind and members', async () => {
    const { personalEventID } = await create(james);
    const body = { ...fields, title: 'Dice game', description: undefined, location: undefined, participants: [] };
    const changed = await james.get(fezApi.updatePersonalEvent, { ...fezParams(personalEventID), body });
    assert.equal(changed.title, 'Dice game');
    for (const key of ['description', 'location']) assert.equal(key in changed, false, key);
    assert.equal(changed.participants.length, 1);
    const spelled = await james.send('POST', `/api/v3/personalevents/${personalEventID}/update`, { body });
    assert.equal(spelled.status, 200);
    assert.equal((await heidi.call(fezApi.updatePersonalEvent, { ...fezParams(personalEventID), body })).status, 403);
  });

  test('keeps the capacity and reverts a cancellation', async () => {
    const { fezID } = await createFez(james, { ...eventFields, minCapacity: 2, maxCapacity: 4 });
    await james.get(fezApi.cancel, fezParams(fezID));
    await james.get(fezApi.updatePersonalEvent, { ...fezParams(fezID), body: fields });
    const fez = await james.get(fezApi.read, fezParams(fezID));
    assert.deepEqual([fez.minParticipants, fez.maxParticipants, fez.cancelled], [2, 4, false]);
    assert.equal(fez.participantCount, 1);
  });

  test('is allowed for moderators, and 404 for outsiders', async () => {
    const { personalEventID } = await create(james);
    const change = { ...fezParams(personalEventID), body: { ...fields, title: 'Moderated' } };
    assert.equal((await sam.call(fezApi.updatePersonalEvent, change)).status, 404);
    assert.equal((await moderator.get(fezApi.updatePersonalEvent, change)).title, 'Moderated');
  });

  test('works for a personal event too, which stays private', async () => {
    const { fezID } = await createFez(james, ownEventFields);
    const body = { ...fields, participants: [] };
    assert.equal((await james.get(fezApi.updatePersonalEvent, { ...fezParams(fezID), body })).title, 'Card game');
    const unlisted = { ...fezParams(fezID), body: { ...body, visibility: 'unlisted' } };
    assert.equal((await james.call(fezApi.updatePersonalEvent, unlisted)).status, 400);
    assert.equal((await james.get(fezApi.read, fezParams(fezID))).fezType, 'personalEvent');
  });
});

describe('ending', () => {
  test('a private event cancels it and notifies the others', async () => {
    const { personalEventID } = await create(james);
    assert.equal((await heidi.call(fezApi.deletePersonalEvent, fezParams(personalEventID))).status, 403);
    const socket = await openSocket(app.url, '/api/v3/notification/socket', heidi.token);
    assert.equal((await james.call(fezApi.deletePersonalEvent, fezParams(personalEventID))).status, 204);
    assert.deepEqual((await socket.next()).type, { privateEventCanceled: {} });
    assert.equal((await heidi.get(fezApi.read, fezParams(personalEventID))).cancelled, true);
  });

  test('a personal event deletes it', async () => {
    const { fezID } = await createFez(james, ownEventFields);
    assert.equal((await james.send('DELETE', `/api/v3/personalevents/${fezID}`)).status, 204);
    assert.equal((await james.call(fezApi.readPersonalEvent, fezParams(fezID))).status, 404);
  });

  test('is only for the owner, not moderators, and 404 for outsiders and former members', async () => {
    const [{ personalEventID }, own] = [await create(james), await createFez(james, ownEventFields)];
    for (const fezID of [personalEventID, own.fezID]) {
      assert.equal((await moderator.call(fezApi.deletePersonalEvent, fezParams(fezID))).status, 403);
      assert.equal((await sam.call(fezApi.deletePersonalEvent, fezParams(fezID))).status, 404);
    }
    const out = { params: { fezID: personalEventID, userID: heidi.userID } };
    await heidi.get(fezApi.removeFromPersonalEvent, out);
    assert.equal((await heidi.call(fezApi.deletePersonalEvent, fezParams(personalEventID))).status, 404);
    assert.equal((await heidi.call(fezApi.removeFromPersonalEvent, out)).status, 404);
    assert.equal(
      (await heidi.call(fezApi.updatePersonalEvent, { ...fezParams(personalEventID), body: fields })).status,
      404,
    );
  });
});

test('the owner removes members, and they leave by themselves', async () => {
  const event = await create(james, { participants: [heidi.userID, sam.userID], visibility: 'unlisted' });
  const remove = (user: User, userID: string) =>
    user.call(fezApi.removeFromPersonalEvent, { params: { fezID: event.personalEventID, userID } });
  assert.equal((await remove(sam, heidi.userID)).status, 403);
  assert.equal((await remove(james, heidi.userID)).status, 204);
  const path = `/api/v3/personalevents/${event.personalEventID}/user/${sam.userID}`;
  assert.equal((await sam.send('DELETE', path)).status, 204);
  const { participants } = await james.get(fezApi.readPersonalEvent, fezParams(event.personalEventID));
  assert.deepEqual(participants, []);
  assert.equal((await join(sam, { fezID: event.personalEventID })).status, 201);
  assert.equal((await remove(james, unknownFezID)).status, 404);
  assert.equal((await remove(james, heidi.userID)).status, 400);
  assert.equal((await remove(james, james.userID)).status, 204);
  assert.deepEqual(
    (await sam.get(fezApi.readPersonalEvent, fezParams(event.personalEventID))).participants.map(
      ({ username }) => username,
    ),
    ['sam'],
  );
});

test('a personal event has no other member who could be removed', async () => {
  const { fezID } = await createFez(james, ownEventFields);
  const out = { params: { fezID, userID: heidi.userID } };
  assert.equal((await james.call(fezApi.removeFromPersonalEvent, out)).status, 403);
  assert.equal(
    (await james.call(fezApi.reportPersonalEvent, { ...fezParams(fezID), body: { message: '' } })).status,
    403,
  );
});
