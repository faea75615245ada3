import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import type { Feature } from '#contract/features.ts';
import { changeSettings } from '#core/settings/index.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import {
  block,
  chatFields,
  createFez,
  eventFields,
  type Fez,
  type Fields,
  fezParams,
  groupFields,
  join,
  leave,
  listFezTitles,
  openFez,
  ownEventFields,
  unblock,
  writePost,
} from './support.ts';

const app = await startTestApp();
const moderator = await app.atLevel('moderator');
const devteam = await app.atLevel('devteam');
const sharedModeratorID = (await moderator.get(usersApi.find, { params: { searchString: 'moderator' } })).userID;

/** Creates two users with empty lists. */
async function createPair(name: string) {
  return { owner: await app.newcomer(`${name}-owner`), other: await app.newcomer(`${name}-other`) };
}

/** Switches these features off for everyone, and all others on. */
const switchOff = (...features: Feature[]) =>
  transact(app.context, (context) =>
    changeSettings(context, { disabledFeatures: features.map((feature) => ({ app: 'all', feature })) }),
  );

/** Returns the same time of day, this many days later. */
const addDays = (time: string, days: number): string => new Date(Date.parse(time) + days * 86_400_000).toISOString();
const getTimesOnDay = (days: number) => ({
  startTime: addDays('2025-03-04T23:00:00.000Z', days),
  endTime: addDays('2025-03-05T01:00:00.000Z', days),
});

describe('open groups', () => {
  test('are listed for non-members, by start and title, with the number of members', async () => {
    const { owner, other } = await createPair('sorting');
    for (const [title, days] of [
      ['Sorting Z', 1],
      ['Sorting B', 2],
      ['Sorting A', 2],
    ] as const) {
      await createFez(owner, { ...groupFields, title, ...getTimesOnDay(days) });
    }
    assert.deepEqual(await listFezTitles(other, 'open', { search: 'sorting' }), [
      'Sorting Z',
      'Sorting A',
      'Sorting B',
    ]);
    assert.deepEqual(await listFezTitles(owner, 'open', { search: 'sorting' }), []);
    const { fezzes, paginator } = await other.get(fezApi.open, { query: { search: 'sorting', limit: 1, start: 1 } });
    assert.deepEqual(paginator, { total: 3, start: 1, limit: 1 });
    assert.deepEqual([fezzes[0]?.title, fezzes[0]?.participantCount], ['Sorting A', 1]);
    assert.equal(fezzes[0] && 'members' in fezzes[0], false);
  });

  test('exclude chats, events, cancelled groups and groups with a long waiting list', async () => {
    const { owner, other } = await createPair('hiding');
    const title = 'Hiding place';
    for (const fields of [{ fezType: 'open' }, { ...eventFields, visibility: 'unlisted' }, ownEventFields]) {
      await createFez(owner, { ...fields, title });
    }
    const users = [await app.newcomer('full-one'), await app.newcomer('full-two')];
    await createFez(owner, { ...groupFields, title, maxCapacity: 2 }, users);
    await createFez(owner, { ...groupFields, title: 'Hiding with room', maxCapacity: 2 }, users.slice(1));
    assert.deepEqual(await listFezTitles(other, 'open', { search: 'hiding' }), ['Hiding with room']);
  });

  test('of past days are listed on request only; up to an hour after the start isn’t past yet', async () => {
    const { owner, other } = await createPair('past');
    const now = app.clock.now().getTime();
    const startingBefore = (minutes: number) => ({
      startTime: new Date(now - minutes * 60_000).toISOString(),
      endTime: new Date(now + 3_600_000).toISOString(),
    });
    await createFez(owner, { ...groupFields, title: 'Past now', ...startingBefore(59) });
    await createFez(owner, { ...groupFields, title: 'Past long ago', ...startingBefore(61) });
    assert.deepEqual(await listFezTitles(other, 'open', { search: 'past' }), ['Past now']);
    assert.deepEqual(await listFezTitles(other, 'open', { search: 'past', hidePast: false }), [
      'Past long ago',
      'Past now',
    ]);
  });

  test('are past by the clocks on board, even after these changed', async (t) => {
    const { owner, other } = await createPair('clocks');
    const before = app.clock.now();
    t.after(() => app.clock.set(before));
    // This is eleven in the morning on board, an hour ahead of New York.
    app.clock.set('2025-03-05T15:00:00.000Z');
    for (const [title, startTime] of [
      ['Clocks at ten', '2025-03-05T14:00:00.000Z'],
      ['Clocks after ten', '2025-03-05T14:00:00.001Z'],
    ] as const) {
      const fields = { ...groupFields, title, startTime, endTime: addDays(startTime, 1) };
      assert.equal((await createFez(owner, fields)).startTime, startTime);
    }
    assert.deepEqual(await listFezTitles(other, 'open', { search: 'clocks' }), ['Clocks after ten']);
  });

  test('have a total that includes joined and full ones, but no hidden ones', async () => {
    const { owner, other } = await createPair('numbered');
    const hidden = await app.newcomer('numbered-hidden');
    const make = (user: User, fields: Fields = {}) => createFez(user, { ...groupFields, title: 'Numbered', ...fields });
    await make(owner);
    await make(other);
    await make(owner, { maxCapacity: 1 });
    await make(hidden);
    await owner.get(fezApi.cancel, fezParams(await make(owner)));
    await moderator.get(fezApi.delete, fezParams(await make(owner)));
    await block(hidden, other);
    const { fezzes, paginator } = await other.get(fezApi.open, { query: { search: 'numbered' } });
    assert.deepEqual([fezzes.map(({ owner }) => owner.username), paginator.total], [['numbered-owner'], 3]);
  });

  test('can be chosen by type, in any letter case, and by day', async () => {
    const { owner, other } = await createPair('choosing');
    await createFez(owner, { ...groupFields, title: 'Choosing chess' });
    await createFez(owner, { ...groupFields, title: 'Choosing soup', fezType: 'dining', ...getTimesOnDay(1) });
    assert.deepEqual(await listFezTitles(other, 'open', { search: 'choosing', type: 'DINING' }), ['Choosing soup']);
    assert.equal((await listFezTitles(other, 'open', { search: 'choosing', type: 'dining,gaming' })).length, 2);
    assert.deepEqual(await listFezTitles(other, 'open', { search: 'choosing', type: 'closed' }), []);
    const days = await Promise.all(
      [...Array(8).keys()].map((cruiseday) => listFezTitles(other, 'open', { search: 'choosing', cruiseday })),
    );
    const first = days.findIndex((day) => day.includes('Choosing chess'));
    assert.deepEqual(days[first], ['Choosing chess']);
    assert.deepEqual(days[first + 1], ['Choosing soup']);
    assert.equal((await other.call(fezApi.open, { query: { type: 'nothing' } })).status, 400);
  });

  test('aren’t listed in either direction if a block involves the owner', async () => {
    const { owner, other } = await createPair('blocking');
    await createFez(owner, { ...groupFields, title: 'Blocking one' });
    await block(owner, other);
    assert.deepEqual(await listFezTitles(other, 'open', { search: 'blocking' }), []);
    await unblock(owner, other);
    await block(other, owner);
    assert.deepEqual(await listFezTitles(other, 'open', { search: 'blocking' }), []);
  });

  test('accept the parameters that existing clients always send', async () => {
    const { other } = await createPair('words');
    await listFezTitles(other, 'open', { excludetype: 'closed', lfgtypes: true, limit: 50 });
  });
});

describe('the list of joined fezzes', () => {
  test('is sorted by latest activity, and includes cancelled ones', async () => {
    const { owner, other } = await createPair('joined');
    const first = await createFez(owner, { title: 'First' }, [other]);
    app.clock.advance({ minutes: 1 });
    await createFez(owner, { ...groupFields, title: 'Second' }, [other]);
    assert.deepEqual(await listFezTitles(other, 'joined'), ['Second', 'First']);
    app.clock.advance({ minutes: 1 });
    await writePost(other, first, 'hello');
    assert.deepEqual(await listFezTitles(owner, 'joined'), ['First', 'Second']);
  });

  test('shows members and counts on request', async () => {
    const { owner, other } = await createPair('members');
    const chat = await createFez(owner, {}, [other]);
    await writePost(owner, chat, 'hello');
    const [plain] = (await other.get(fezApi.joined)).fezzes;
    assert.equal(plain && 'members' in plain, false);
    const [full] = (await other.get(fezApi.joined, { query: { members: true } })).fezzes;
    assert.deepEqual([full?.members?.postCount, full?.members?.readCount], [1, 0]);
    assert.equal(full?.members && 'posts' in full.members, false);
  });

  test('can include or exclude types', async () => {
    const { owner } = await createPair('types');
    await createFez(owner, { ...chatFields, fezType: 'open', title: 'Chat' });
    await createFez(owner, { ...groupFields, title: 'Group' });
    await createFez(owner, { ...eventFields, title: 'Event' });
    const sorted = async (query: Record<string, string | boolean>) =>
      (await listFezTitles(owner, 'joined', query)).sort();
    assert.deepEqual(await sorted({ type: 'privateevent,open' }), ['Chat', 'Event']);
    assert.deepEqual(await sorted({ lfgtypes: true }), ['Group']);
    assert.deepEqual(await sorted({ lfgtypes: false }), ['Chat', 'Event']);
    assert.deepEqual(await sorted({ excludetype: 'privateEvent' }), ['Chat', 'Group']);
    assert.deepEqual(await sorted({ type: 'open', excludetype: 'open', lfgtypes: true }), ['Chat', 'Group']);
    assert.deepEqual(await sorted({ type: 'private' }), []);
  });

  test('can be searched by title, info and visible posts', async () => {
    const { owner, other } = await createPair('searching');
    const chat = await createFez(owner, { title: 'Nothing to see' }, [other]);
    const { postID } = await writePost(owner, chat, 'A lantern parade');
    assert.deepEqual(await listFezTitles(other, 'joined', { search: 'lanterns' }), ['Nothing to see']);
    assert.deepEqual(await listFezTitles(other, 'joined', { search: 'the' }), []);
    assert.deepEqual(await listFezTitles(other, 'joined', { search: ' ' }), ['Nothing to see']);
    await other.get(usersApi.mute, { params: { userID: owner.userID } });
    assert.deepEqual(await listFezTitles(other, 'joined', { search: 'lanterns' }), []);
    assert.deepEqual(await listFezTitles(other, 'joined', { search: 'nothing to see' }), ['Nothing to see']);
    await other.get(usersApi.unmute, { params: { userID: owner.userID } });
    await owner.get(fezApi.deletePost, { params: { postID } });
    assert.deepEqual(await listFezTitles(other, 'joined', { search: 'lanterns' }), []);
  });

  test('can be filtered by id, day and upcoming', async () => {
    const { owner } = await createPair('asking');
    await createFez(owner, { ...chatFields, fezType: 'open', title: 'Chat' });
    const group = await createFez(owner, { ...groupFields, title: 'Group' });
    assert.deepEqual(await listFezTitles(owner, 'joined', { matchID: group.fezID }), ['Group']);
    assert.deepEqual(await listFezTitles(owner, 'joined', { matchID: owner.userID }), []);
    assert.deepEqual(await listFezTitles(owner, 'joined', { hidePast: true }), ['Group']);
    const days = await Promise.all(
      [...Array(8).keys()].map((cruiseday) => listFezTitles(owner, 'joined', { cruiseday })),
    );
    assert.equal(days.flat().length, 1);
  });

  test('has no chats while these are disabled, and chats alone can’t be requested then', async (t) => {
    t.after(() => switchOff());
    const { owner } = await createPair('switched');
    const chat = await createFez(owner, { fezType: 'open', title: 'Chat' });
    await createFez(owner, { ...groupFields, title: 'Group' });
    await leave(owner, await createFez(owner, { fezType: 'open', title: 'Left chat' }));
    const statusOf = async (query: string) => (await owner.send('GET', `/api/v3/fez/${query}`)).status;
    switchOff('seamail');
    for (const list of ['joined', 'owned'] as const) assert.deepEqual(await listFezTitles(owner, list), ['Group']);
    assert.deepEqual(await listFezTitles(owner, 'former'), []);
    assert.deepEqual(await listFezTitles(owner, 'joined', { matchID: chat.fezID }), []);
    assert.deepEqual(await listFezTitles(owner, 'joined', { type: 'open,gaming' }), ['Group']);
    for (const query of ['joined?type=closed', 'owner?type=open,closed', 'open?type=private']) {
      assert.equal(await statusOf(query), 451, query);
    }
    switchOff('friendlyfez');
    for (const list of ['open', 'joined', 'owner', 'former']) assert.equal(await statusOf(list), 451, list);
    switchOff();
    assert.deepEqual(await listFezTitles(owner, 'joined', { type: 'open' }), ['Chat']);
    assert.deepEqual(await listFezTitles(owner, 'former'), ['Left chat']);
  });

  test('omits what a block hides until the block ends', async () => {
    const { owner, other } = await createPair('gone');
    await createFez(owner, { title: 'Between us' }, [other]);
    await block(other, owner);
    assert.deepEqual(await listFezTitles(other, 'joined'), []);
    assert.deepEqual(await listFezTitles(owner, 'joined'), ['Between us']);
    await unblock(other, owner);
    assert.deepEqual(await listFezTitles(other, 'joined'), ['Between us']);
  });

  test('shows a chat as new when a mute that hid unread posts ends', async () => {
    const { owner, other } = await createPair('unmuting');
    const chat = await createFez(owner, { title: 'Loud' }, [other]);
    await openFez(other, chat);
    await other.get(usersApi.mute, { params: { userID: owner.userID } });
    await writePost(owner, chat, 'loud');
    assert.deepEqual(await listFezTitles(other, 'joined', { onlynew: true }), []);
    await other.get(usersApi.unmute, { params: { userID: owner.userID } });
    assert.deepEqual(await listFezTitles(other, 'joined', { onlynew: true }), ['Loud']);
  });

  test('is available to a team for its shared account, with each reader’s own state', async () => {
    const { owner, other } = await createPair('inbox');
    const body = { ...chatFields, title: 'Please help', initialUsers: [sharedModeratorID] };
    const chat = await owner.get(fezApi.create, { body });
    const forTeam = { foruser: 'Moderator', search: 'please help' };
    assert.deepEqual(await listFezTitles(moderator, 'joined', { ...forTeam, onlynew: true }), ['Please help']);
    assert.deepEqual(await listFezTitles(moderator, 'joined', { search: 'please help' }), []);
    await openFez(moderator, chat);
    assert.deepEqual(await listFezTitles(moderator, 'joined', { ...forTeam, onlynew: true }), []);
    assert.deepEqual(await listFezTitles(devteam, 'joined', { ...forTeam, onlynew: true }), ['Please help']);
    assert.equal((await other.call(fezApi.joined, { query: { foruser: 'moderator' } })).status, 403);
    assert.equal((await moderator.call(fezApi.joined, { query: { foruser: 'devteam' } })).status, 403);
    const unknown = await other.call(fezApi.joined, { query: { foruser: 'someone' } });
    assert.deepEqual([unknown.status, unknown.reason], [400, 'The field foruser is not moderator or devteam.']);
  });
});

describe('the list of owned fezzes', () => {
  test('has the newest first, while the owner is a member', async () => {
    const { owner, other } = await createPair('owned');
    await createFez(owner, { fezType: 'open', title: 'Older' });
    app.clock.advance({ minutes: 1 });
    const group = await createFez(owner, { ...groupFields, title: 'Newer' }, [other]);
    assert.deepEqual(await listFezTitles(owner, 'owned'), ['Newer', 'Older']);
    assert.deepEqual(await listFezTitles(other, 'owned'), []);
    await leave(owner, group);
    assert.deepEqual(await listFezTitles(owner, 'owned'), ['Older']);
    assert.deepEqual(await listFezTitles(owner, 'owned', { search: 'newer' }), []);
  });
});

describe('the list of former fezzes', () => {
  test('has those the user left until they rejoin, but never closed chats and personal events', async () => {
    const { owner, other } = await createPair('former');
    const group = await createFez(owner, { ...groupFields, title: 'Left group' }, [other]);
    const event = await createFez(owner, { ...eventFields, title: 'Left event' }, [other]);
    for (const left of [group, event]) await leave(other, left);
    const { fezzes, paginator } = await other.get(fezApi.former);
    assert.equal(paginator.total, 2);
    const seen = fezzes.find(({ title }) => title === 'Left event');
    assert.deepEqual([seen?.info, seen?.startTime, seen?.members], ['', undefined, undefined]);
    await join(other, group);
    assert.deepEqual(await listFezTitles(other, 'former'), ['Left event']);
    await block(owner, other);
    assert.deepEqual(await listFezTitles(other, 'former'), []);
  });

  test('includes what moderators deleted, except closed chats and personal events', async () => {
    const { owner, other } = await createPair('swept');
    const kept = ['Swept open', 'Swept gaming', 'Swept privateEvent'];
    for (const fields of [chatFields, { fezType: 'open' }, groupFields, eventFields, ownEventFields] as Fields[]) {
      const { fezType = 'closed' } = fields;
      // Only moderators who are in a closed chat can delete it.
      const others = fezType === 'personalEvent' ? [] : [other, ...(fezType === 'closed' ? [moderator] : [])];
      const fez = await createFez(owner, { ...fields, title: `Swept ${fezType}` }, others);
      await moderator.get(fezApi.delete, fezParams(fez));
    }
    for (const user of [owner, other]) {
      assert.deepEqual((await listFezTitles(user, 'former')).sort(), kept.toSorted());
      for (const list of ['joined', 'owned'] as const) assert.deepEqual(await listFezTitles(user, list), []);
      assert.deepEqual(await listFezTitles(user, 'open', { search: 'swept', hidePast: false }), []);
    }
    const eventFor = async (user: User) =>
      (await user.get(fezApi.former)).fezzes.find(({ fezType }) => fezType === 'privateEvent');
    const [own, others] = [await eventFor(owner), await eventFor(other)];
    assert.deepEqual([own?.info, own?.location, own?.startTime === undefined], ['Boards are there.', 'Deck 4', false]);
    assert.deepEqual([others?.info, others?.startTime, others?.location], ['', undefined, undefined]);
  });

  test('is sorted by creation time, paged, and has members for moderators only', async () => {
    const { owner, other } = await createPair('former-order');
    const fezzes = [];
    for (const title of ['First', 'Second', 'Third']) {
      app.clock.advance({ minutes: 1 });
      fezzes.push(await createFez(owner, { ...groupFields, title }, [other, moderator]));
    }
    const [first, second, third] = fezzes as [Fez, Fez, Fez];
    await leave(other, third);
    await moderator.get(fezApi.delete, { params: { fezID: second.fezID } });
    for (const user of [other, moderator]) await leave(user, first);
    assert.deepEqual(await listFezTitles(other, 'former'), ['Third', 'Second', 'First']);
    assert.deepEqual(await listFezTitles(owner, 'former'), ['Second']);
    const query = { members: true, start: 1, limit: 1 };
    const { fezzes: listed, paginator } = await other.get(fezApi.former, { query });
    assert.deepEqual([listed.map(({ title }) => title), paginator], [['Second'], { total: 3, start: 1, limit: 1 }]);
    assert.equal(listed[0] && 'members' in listed[0], false);
    const ofModerator = (await moderator.get(fezApi.former, { query: { members: true } })).fezzes;
    const left = ofModerator.find(({ fezID }) => fezID === first.fezID);
    assert.deepEqual(
      left?.members?.participants.map(({ userID }) => userID),
      [owner.userID],
    );
  });
});
