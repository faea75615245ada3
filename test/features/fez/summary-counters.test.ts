import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import type { Feature } from '#contract/features.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { changeSettings, type ServerSettings } from '#core/settings/index.ts';
import { importTimeZones } from '#core/ship-time/index.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import {
  changeMember,
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
  writePost,
} from './support.ts';

const app = await startTestApp({ environment: { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' } });
const james = await app.logIn('james');
const readSummary = (user: User) => user.get(notificationsApi.summary);
const applySettings = (settings: Partial<ServerSettings>) =>
  transact(app.context, (context) => changeSettings(context, settings));

describe('the counters of chats', () => {
  const unread = async (user: User) => {
    const { newSeamailMessageCount, addedToSeamailCount } = await readSummary(user);
    return [addedToSeamailCount, newSeamailMessageCount];
  };

  test('count chats, not posts', async () => {
    const reader = await app.newcomer('counter-many');
    const chats = [await createFez(james, {}, [reader]), await createFez(james, {}, [reader])];
    assert.deepEqual(await unread(reader), [2, 0]);
    for (const chat of chats) await openFez(reader, chat);
    for (const text of ['one', 'two', 'three']) for (const chat of chats) await writePost(james, chat, text);
    assert.deepEqual(await unread(reader), [0, 2]);
  });

  test('stay when a chat is muted, and count nothing new while it is', async () => {
    const reader = await app.newcomer('counter-muted');
    const chat = await createFez(james, {}, [reader]);
    await openFez(reader, chat);
    await writePost(james, chat, 'before');
    await reader.get(fezApi.mute, fezParams(chat));
    assert.deepEqual(await unread(reader), [0, 1]);
    await openFez(reader, chat);
    await writePost(james, chat, 'while muted');
    assert.deepEqual(await unread(reader), [0, 0]);
    assert.deepEqual(await listFezTitles(reader, 'joined', { onlynew: true }), []);
  });

  test('drop a chat with its last unread post, and never fall below zero', async () => {
    const reader = await app.newcomer('counter-deleted');
    const chat = await createFez(james, {}, [reader]);
    const read = await writePost(james, chat, 'read');
    await openFez(reader, chat);
    const posts = [await writePost(james, chat, 'one'), await writePost(james, chat, 'two'), read];
    const left = [];
    for (const { postID } of posts) {
      await james.get(fezApi.deletePost, { params: { postID } });
      left.push(await unread(reader));
    }
    assert.deepEqual(left, [
      [0, 1],
      [0, 0],
      [0, 0],
    ]);
  });

  test('count a chat as unread for a returning member, and as added for an added one', async () => {
    const reader = await app.newcomer('counter-back');
    const group = await createFez(james, groupFields, [reader]);
    await writePost(james, group, 'old news');
    await openFez(reader, group);
    await leave(reader, group);
    await join(reader, group);
    const { newFezMessageCount, addedToLFGIDs } = await readSummary(reader);
    assert.deepEqual([newFezMessageCount, addedToLFGIDs], [1, []]);
    await leave(reader, group);
    await changeMember(james, 'addMember', group, reader);
    const again = await readSummary(reader);
    assert.deepEqual([again.newFezMessageCount, again.addedToLFGIDs, again.addedToLFGCount], [0, [group.fezID], 1]);
    await changeMember(james, 'removeMember', group, reader);
    const removed = await readSummary(reader);
    assert.deepEqual([removed.newFezMessageCount, removed.addedToLFGIDs, removed.addedToLFGCount], [0, [], 0]);
  });

  test('of private events are in both fields', async () => {
    const reader = await app.newcomer('counter-event');
    const event = await createFez(james, eventFields, [reader]);
    await openFez(reader, event);
    await writePost(james, event, 'bring cake');
    const { newPrivateEventMessageCount, PrivateEventMessageCount } = await readSummary(reader);
    assert.deepEqual([newPrivateEventMessageCount, PrivateEventMessageCount], [1, 1]);
  });

  test('exclude chats while they’re disabled, and include them again afterwards', async () => {
    const reader = await app.newcomer('counter-off');
    await createFez(james, {}, [reader]);
    const group = await createFez(james, groupFields, [reader]);
    applySettings({ disabledFeatures: [{ app: 'all', feature: 'seamail' }] });
    const off = await readSummary(reader);
    assert.deepEqual([off.addedToSeamailIDs, off.addedToLFGIDs], [[], [group.fezID]]);
    applySettings({ disabledFeatures: [{ app: 'ios', feature: 'seamail' }] });
    assert.equal((await readSummary(reader)).addedToSeamailCount, 1);
    applySettings({ disabledFeatures: [] });
  });

  test('exclude whatever is disabled, also next appointments and shared inboxes', async () => {
    const reader = await app.newcomer('counter-all-off');
    const all = {
      seamail: await createFez(james, {}, [reader]),
      lfg: await createFez(james, groupFields, [reader]),
      event: await createFez(james, { ...eventFields, startTime: '2025-03-04T22:00:00.000Z' }, [reader]),
    };
    const withOff = async (...off: Feature[]) => {
      applySettings({ disabledFeatures: off.map((feature) => ({ app: 'all', feature })) });
      const { addedToSeamailIDs, addedToLFGIDs, addedToPrivateEventIDs, nextJoinedLFGID } = await readSummary(reader);
      const ids = [...addedToSeamailIDs, ...addedToLFGIDs, ...addedToPrivateEventIDs, nextJoinedLFGID];
      const nameOf = (id: unknown) => Object.entries(all).find(([, { fezID }]) => fezID === id)?.[0];
      return ids.map(nameOf).join(' ');
    };
    assert.equal(await withOff(), 'seamail lfg event event');
    assert.equal(await withOff('seamail'), 'lfg event event');
    assert.equal(await withOff('personalevents'), 'seamail lfg lfg');
    assert.equal(await withOff('friendlyfez'), '');
    applySettings({ disabledFeatures: [] });
  });

  test('of shared inboxes are for their teams, and disappear with the shared account', async () => {
    const accountOf = async (searchString: string) =>
      (await james.get(usersApi.find, { params: { searchString } })).userID;
    const accounts = { moderator: await accountOf('moderator'), team: await accountOf('DevTeam') };
    const [moderator, devteam] = [await app.atLevel('moderator'), await app.atLevel('devteam')];
    const inboxes = async (user: User) => {
      const { moderatorData } = await readSummary(user);
      return [moderatorData?.newModeratorSeamailMessageCount, moderatorData?.newDevTeamSeamailMessageCount];
    };
    const body: Fields = { ...chatFields, fezType: 'open', initialUsers: Object.values(accounts) };
    const chat = await james.get(fezApi.create, { body });
    assert.deepEqual(
      [await inboxes(moderator), await inboxes(devteam)],
      [
        [1, 0],
        [1, 1],
      ],
    );
    assert.deepEqual(await inboxes(james), [undefined, undefined]);
    await openFez(moderator, chat);
    await moderator.get(fezApi.addFavorite, fezParams(chat));
    assert.deepEqual(await inboxes(moderator), [0, 0]);
    await changeMember(james, 'removeMember', chat, { userID: accounts.moderator });
    assert.deepEqual(
      [await inboxes(moderator), await inboxes(devteam)],
      [
        [0, 0],
        [0, 1],
      ],
    );
    await changeMember(james, 'addMember', chat, { userID: accounts.moderator });
    assert.deepEqual(await inboxes(moderator), [1, 0], 'put in again it is new again');
    assert.equal((await openFez(moderator, chat)).members?.isFavorite, false);
    assert.deepEqual(await inboxes(devteam), [1, 1]);
    const admin = await app.logIn('admin');
    await admin.get(adminApi.demote, { params: { userID: devteam.userID } });
    assert.deepEqual(await inboxes(devteam), [undefined, undefined]);
  });

  test('of a shared inbox don’t change when a member is promoted to another team', async () => {
    const user = await app.newcomer('rising');
    const admin = await app.logIn('admin');
    const params = { userID: user.userID };
    await admin.get(adminApi.promoteToModerator, { params });
    const find = async (searchString: string) => (await james.get(usersApi.find, { params: { searchString } })).userID;
    const initialUsers = [await find('moderator'), await find('DevTeam')];
    await james.get(fezApi.create, { body: { ...chatFields, initialUsers } });
    const inbox = async () => (await readSummary(user)).moderatorData?.newModeratorSeamailMessageCount;
    assert.equal(await inbox(), 1);
    await admin.get(adminApi.promoteToDevteam, { params });
    assert.equal(await inbox(), 1);
  });

  test('of a shared inbox are empty for a user who returns to the team', async () => {
    const admin = await app.logIn('admin');
    const user = await app.newcomer('once-more');
    const params = { userID: user.userID };
    const inbox = async () => (await readSummary(user)).moderatorData?.newModeratorSeamailMessageCount;
    await admin.get(adminApi.promoteToModerator, { params });
    const { userID } = await james.get(usersApi.find, { params: { searchString: 'moderator' } });
    await james.get(fezApi.create, { body: { ...chatFields, initialUsers: [userID] } });
    assert.equal(await inbox(), 1);
    await admin.get(adminApi.demote, { params });
    await admin.get(adminApi.promoteToModerator, { params });
    assert.equal(await inbox(), 0);
  });
});

describe('the next appointment in the summary', () => {
  const next = async (user: User) => {
    const { nextJoinedLFGID, nextJoinedLFGTime } = await readSummary(user);
    return [nextJoinedLFGID, nextJoinedLFGTime];
  };
  const none = [undefined, undefined];
  const shown = async (user: User, fez: Fez) => [fez.fezID, (await openFez(user, fez)).startTime];
  const change = (fez: Fez, fields: Fields) =>
    james.get(fezApi.update, { ...fezParams(fez), body: { ...groupFields, ...fields } });

  test('is there for members, even waiting ones, at the displayed time, and follows each change', async () => {
    const [waiting, outsider] = [await app.newcomer('next-waiting'), await app.newcomer('next-outsider')];
    const group = await createFez(james, { ...groupFields, maxCapacity: 1 }, [waiting]);
    assert.deepEqual(await next(waiting), await shown(waiting, group));
    assert.deepEqual(await next(outsider), none);
    assert.equal('nextJoinedLFGID' in (await readSummary(outsider)), false);
    await change(group, { startTime: '2025-03-04T15:00:00.000Z', endTime: '2025-03-04T16:00:00.000Z' });
    assert.deepEqual(await next(waiting), await shown(waiting, group));
    await james.get(fezApi.cancel, fezParams(group));
    assert.deepEqual(await next(waiting), none);
    await change(group, {});
    assert.deepEqual(await next(waiting), await shown(waiting, group));
    await change(group, { startTime: undefined, endTime: undefined });
    assert.deepEqual(await next(waiting), none);
    await change(group, {});
    await (await app.atLevel('moderator')).get(fezApi.delete, fezParams(group));
    assert.deepEqual(await next(waiting), none);
  });

  test('changes to the next one when it starts, and is never a chat', async () => {
    const goer = await app.newcomer('next-goer');
    await createFez(james, {}, [goer]);
    const times = (hour: string) => ({ startTime: `2025-03-03T${hour}:00:00Z`, endTime: `2025-03-03T${hour}:30:00Z` });
    const first = await createFez(goer, { ...ownEventFields, ...times('17') });
    const second = await createFez(james, { ...eventFields, ...times('18') }, [goer]);
    app.clock.set('2025-03-03T16:59:59.000Z');
    assert.equal((await next(goer))[0], first.fezID);
    app.clock.set('2025-03-03T17:00:00.000Z');
    assert.equal((await next(goer))[0], second.fezID);
    app.clock.set('2025-03-03T18:00:00.000Z');
    assert.deepEqual(await next(goer), none);
  });

  test('is shown by the ship’s clock, immediately after that changes', async () => {
    const goer = await app.newcomer('next-clocks');
    const group = await createFez(james, groupFields, [goer]);
    const before = await next(goer);
    const table = '20250301T050000Z\tEST\tAmerica/New_York\n20250304T070000Z\tCST\tAmerica/Chicago';
    importTimeZones(app.context, table, { force: true, dryRun: false });
    const after = await next(goer);
    assert.notDeepEqual(after, before);
    assert.deepEqual(after, await shown(goer, group));
  });

  test('uses the cruise week only with that setting; disabled notices don’t hide it', async () => {
    const goer = await app.newcomer('next-weekly');
    const group = await createFez(james, groupFields, [goer]);
    const nextWith = async (upcomingLFGNotificationSetting: ServerSettings['upcomingLFGNotificationSetting']) => {
      applySettings({ upcomingLFGNotificationSetting });
      return (await next(goer))[0];
    };
    assert.deepEqual([await nextWith('disabled'), await nextWith('cruiseWeek')], [group.fezID, group.fezID]);
    // This is a Monday after the sailing; the group met on a Tuesday.
    app.clock.set('2025-06-02T15:00:00.000Z');
    assert.deepEqual(
      [await nextWith('current'), await nextWith('disabled'), await nextWith('cruiseWeek')],
      [undefined, undefined, group.fezID],
    );
  });
});
