import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { findUser, toCaller } from '#core/users/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { countUnreadFezzes, findNextAppointment } from '#features/fez/index.ts';
import { startTestApp, type User } from '../../support/app.ts';
import {
  block,
  changeMember,
  chatFields,
  createFez,
  eventFields,
  type Fez,
  fezParams,
  groupFields,
  join,
  leave,
  listFezTitles,
  mute,
  openFez,
  ownEventFields,
  unblock,
  unmute,
  writePost,
} from './support.ts';

const app = await startTestApp();
const james = await app.logIn('james');
const sharedModeratorID = (await james.get(usersApi.find, { params: { searchString: 'moderator' } })).userID;

/** Returns what is new for a user, and asserts that the summary agrees. */
async function getUnread(reader: User) {
  const user = findUser(app.context, reader.userID);
  assert.ok(user);
  const unread = countUnreadFezzes(app.context, toCaller(user));
  const summary = await reader.get(notificationsApi.summary);
  const { seamail, lfg, privateEvent } = unread.own;
  assert.deepEqual(
    [summary.addedToSeamailIDs, summary.addedToLFGIDs, summary.addedToPrivateEventIDs],
    [seamail.added, lfg.added, privateEvent.added],
  );
  assert.deepEqual(
    [summary.newSeamailMessageCount, summary.newFezMessageCount, summary.newPrivateEventMessageCount],
    [seamail.unread.length, lfg.unread.length, privateEvent.unread.length],
  );
  assert.equal(summary.moderatorData?.newModeratorSeamailMessageCount ?? 0, unread.inboxes.moderator.length);
  return unread;
}

const getIDs = (...fezzes: Fez[]): string[] => fezzes.map(({ fezID }) => fezID);
const nothingNew = { added: [], unread: [] };

describe('what is new for a user', () => {
  test('is counted by group; a newly added one counts only as added until it’s opened', async () => {
    const reader = await app.newcomer('reader-one');
    const chat = await createFez(james, {}, [reader]);
    const group = await createFez(james, groupFields, [reader]);
    const event = await createFez(james, eventFields, [reader]);
    await writePost(james, group, 'hello');
    await writePost(james, chat, 'hello');
    assert.deepEqual((await getUnread(reader)).own, {
      seamail: { added: getIDs(chat), unread: [] },
      lfg: { added: getIDs(group), unread: [] },
      privateEvent: { added: getIDs(event), unread: [] },
    });
    for (const fez of [chat, group, event]) await openFez(reader, fez);
    assert.deepEqual((await getUnread(reader)).own, { seamail: nothingNew, lfg: nothingNew, privateEvent: nothingNew });
    await writePost(james, event, 'hello');
    assert.deepEqual((await getUnread(reader)).own.privateEvent, { added: [], unread: getIDs(event) });
    await reader.get(fezApi.markRead, fezParams(event));
    assert.deepEqual((await getUnread(reader)).own.privateEvent, nothingNew);
  });

  test('excludes what the user created, joined or left, and what was deleted', async () => {
    const reader = await app.newcomer('reader-two');
    await createFez(reader, { ...groupFields });
    const [joined, left, deleted] = [
      await createFez(james, groupFields),
      await createFez(james, groupFields, [reader]),
      await createFez(james, groupFields, [reader]),
    ];
    await join(reader, joined);
    await leave(reader, left);
    await (await app.atLevel('moderator')).get(fezApi.delete, fezParams(deleted));
    assert.deepEqual((await getUnread(reader)).own.lfg, nothingNew);
  });

  test('follows blocks, mutes and deletions, like the lists', async () => {
    const [reader, author] = [await app.newcomer('reader-three'), await app.newcomer('author-three')];
    const chat = await createFez(james, { title: 'Lively' }, [reader, author]);
    await openFez(reader, chat);
    const { postID } = await writePost(author, chat, 'news');
    const agreed = async () => {
      const isNew = (await getUnread(reader)).own.seamail.unread.includes(chat.fezID);
      assert.equal((await listFezTitles(reader, 'joined', { onlynew: true })).includes('Lively'), isNew);
      return isNew;
    };
    assert.equal(await agreed(), true);
    await mute(reader, author);
    assert.equal(await agreed(), false);
    await unmute(reader, author);
    assert.equal(await agreed(), true);
    await block(reader, author);
    assert.equal(await agreed(), false);
    await unblock(reader, author);
    assert.equal(await agreed(), true);
    await author.get(fezApi.deletePost, { params: { postID } });
    assert.equal(await agreed(), false);
  });

  test('includes what was posted before the user joined, if anything', async () => {
    const reader = await app.newcomer('reader-joining');
    const [lively, silent] = [await createFez(james, groupFields), await createFez(james, groupFields)];
    await writePost(james, lively, 'before');
    for (const group of [lively, silent]) await join(reader, group);
    assert.deepEqual((await getUnread(reader)).own.lfg, { added: [], unread: getIDs(lively) });
    assert.equal((await listFezTitles(reader, 'joined', { onlynew: true })).length, 1);
    await openFez(reader, lively);
    assert.deepEqual((await getUnread(reader)).own.lfg, nothingNew);
    assert.deepEqual(await listFezTitles(reader, 'joined', { onlynew: true }), []);
  });

  test('excludes fezzes whose owner a block hides', async () => {
    const reader = await app.newcomer('reader-four');
    const chat = await createFez(james, {}, [reader]);
    await block(reader, james);
    assert.deepEqual((await getUnread(reader)).own.seamail, nothingNew);
    await unblock(reader, james);
    assert.deepEqual((await getUnread(reader)).own.seamail, { added: getIDs(chat), unread: [] });
  });
});

describe('a shared inbox', () => {
  test('has a new chat as new for every team member until they read it', async () => {
    const [moderator, devteam] = [await app.atLevel('moderator'), await app.atLevel('devteam')];
    const chat = await james.get(fezApi.create, { body: { ...chatFields, initialUsers: [sharedModeratorID] } });
    for (const user of [moderator, devteam]) assert.deepEqual((await getUnread(user)).inboxes.moderator, [chat.fezID]);
    assert.deepEqual((await getUnread(james)).inboxes, { moderator: [], devteam: [] });
    await openFez(moderator, chat);
    assert.deepEqual((await getUnread(moderator)).inboxes.moderator, []);
    assert.deepEqual((await getUnread(moderator)).own.seamail, nothingNew);
    assert.deepEqual((await getUnread(devteam)).inboxes.moderator, [chat.fezID]);
    await moderator.get(fezApi.mute, fezParams(chat));
    await writePost(james, chat, 'help');
    assert.deepEqual((await getUnread(moderator)).inboxes.moderator, []);
    await devteam.get(fezApi.markRead, fezParams(chat));
  });

  test('has posts in its name read for the writer and unread for the others', async () => {
    const [moderator, devteam] = [await app.atLevel('moderator'), await app.atLevel('devteam')];
    const firstPost = { text: 'official', images: [] };
    const body = { ...chatFields, createdByModerator: true, initialUsers: [james.userID], firstPost };
    const chat = await moderator.get(fezApi.create, { body });
    assert.deepEqual((await getUnread(moderator)).inboxes.moderator, []);
    assert.deepEqual((await getUnread(devteam)).inboxes.moderator, [chat.fezID]);
    await devteam.get(fezApi.markRead, fezParams(chat));
    await writePost(devteam, chat, 'more', { postAsModerator: true });
    assert.deepEqual((await getUnread(devteam)).inboxes.moderator, []);
    assert.deepEqual((await getUnread(moderator)).inboxes.moderator, [chat.fezID]);
    await moderator.get(fezApi.markRead, fezParams(chat));
  });

  test('begins with everything read for a newly promoted user', async () => {
    const body = { ...chatFields, initialUsers: [sharedModeratorID] };
    await james.get(fezApi.create, { body });
    const promoted = await app.newcomer('promoted');
    const own = await createFez(james, { title: 'Personal' }, [promoted]);
    const admin = await app.logIn('admin');
    await admin.send('POST', `/api/v3/admin/moderator/promote/${promoted.userID}`);
    const again = await app.logIn('promoted');
    assert.deepEqual((await getUnread(again)).inboxes.moderator, []);
    assert.deepEqual((await getUnread(again)).own.seamail, { added: getIDs(own), unread: [] });
    const chat = await james.get(fezApi.create, { body });
    assert.deepEqual((await getUnread(again)).inboxes.moderator, [chat.fezID]);
  });

  test('and the personal one share a chat if the user is in it both ways; reading clears both', async () => {
    const moderator = await app.atLevel('moderator');
    const chat = await james.get(fezApi.create, {
      body: { ...chatFields, initialUsers: [sharedModeratorID, moderator.userID] },
    });
    assert.ok((await getUnread(moderator)).inboxes.moderator.includes(chat.fezID));
    assert.ok((await getUnread(moderator)).own.seamail.added.includes(chat.fezID));
    await openFez(moderator, chat);
    assert.equal((await getUnread(moderator)).inboxes.moderator.includes(chat.fezID), false);
    assert.equal((await getUnread(moderator)).own.seamail.added.includes(chat.fezID), false);
  });
});

describe('the next appointment', () => {
  const next = ({ userID }: User) => findNextAppointment(app.context, userID, app.clock.now());

  test('is the user’s earliest upcoming one, at the displayed time', async () => {
    const goer = await app.newcomer('goer');
    assert.equal(next(goer), undefined);
    const group = await createFez(james, groupFields, [goer]);
    assert.deepEqual(next(goer), { fezID: group.fezID, startTime: new Date(group.startTime ?? '') });
    const sooner = { startTime: '2025-03-04T12:00:00.000Z', endTime: '2025-03-04T13:00:00.000Z' };
    const own = await createFez(goer, { ...ownEventFields, ...sooner });
    assert.equal(next(goer)?.fezID, own.fezID);
    await goer.get(fezApi.delete, fezParams(own));
    assert.equal(next(goer)?.fezID, group.fezID);
    await leave(goer, group);
    assert.equal(next(goer), undefined);
  });

  test('is never one that is cancelled, past or hidden by a block', async () => {
    const goer = await app.newcomer('goer-two');
    await createFez(james, { ...groupFields, startTime: '2025-03-03T14:00:00Z', endTime: '2025-03-03T16:00:00Z' }, [
      goer,
    ]);
    const group = await createFez(james, groupFields);
    await changeMember(james, 'addMember', group, goer);
    await block(goer, james);
    assert.equal(next(goer), undefined);
    await unblock(goer, james);
    assert.equal(next(goer)?.fezID, group.fezID);
    await james.get(fezApi.cancel, fezParams(group));
    assert.equal(next(goer), undefined);
  });
});
