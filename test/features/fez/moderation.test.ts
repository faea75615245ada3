import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { fileReport } from '#core/reports/index.ts';
import { fezApi } from '#features/fez/api.ts';
import type { User } from '../../support/app.ts';
import { moderationApi } from '../../support/moderation.ts';
import { createPicture, toUpload } from '../../support/pictures.ts';
import {
  changeMember as arrange,
  block,
  chatFields,
  eventFields,
  groupFields,
  listLastActions as lastActions,
  leave,
  listFezTitles,
  listTexts,
  openFez as open,
  addOtherAccount as otherAccount,
  ownEventFields,
  quarantine,
  createFez as start,
  startAppWithUsers as startWithUsers,
  writePost as write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startWithUsers();

const message = 'This is not nice.';
const reportFez = (user: User, { fezID }: { fezID: string }) =>
  user.call(fezApi.report, { params: { fezID }, body: { message } });
const reportPost = (user: User, postID: number) =>
  user.call(fezApi.reportPost, { params: { postID }, body: { message } });
const setState = (fezID: string, state: string) =>
  moderator.call(moderationApi.setFezState, { params: { fezID, state } });
const setPostState = (postID: number, state: string) =>
  moderator.call(moderationApi.setFezPostState, { params: { postID, state } });
const readFezAsModerator = (fezID: string) => moderator.get(moderationApi.fez, { params: { fezID } });
const readPostAsModerator = (postID: number) => moderator.get(moderationApi.fezPost, { params: { postID } });

/** Returns a verified user as the caller of a verb. */
const getCaller = ({ userID, username }: User): Caller => ({
  userID,
  username,
  level: 'verified',
  familyID: userID,
  roles: new Set(),
  quarantinedUntil: undefined,
});

async function findLastAction(): Promise<unknown[]> {
  const [action] = (await moderator.get(moderationApi.actionLog, { query: { limit: 1 } })).actions;
  return [action?.actionType, action?.contentType, action?.contentID, action?.targetUser.username];
}

describe('a report', () => {
  test('on a fez can come from any user who sees it, once per family, and names its owner', async () => {
    const group = await start(james, groupFields, [heidi]);
    const quarantined = await app.atLevel('quarantined');
    for (const user of [heidi, sam, quarantined]) assert.equal((await reportFez(user, group)).status, 201);
    assert.equal((await reportFez(sam, group)).status, 409);
    const { reports } = await readFezAsModerator(group.fezID);
    assert.equal(reports.length, 3);
    assert.deepEqual(
      [reports[0]?.type, reports[0]?.reportedUser.username, reports[0]?.submitterMessage],
      ['fez', 'james', message],
    );
  });

  test('on a post names its author', async () => {
    const group = await start(james, groupFields, [heidi]);
    const { postID } = await write(heidi, group, 'rude');
    assert.equal((await reportPost(james, postID)).status, 201);
    assert.equal((await reportPost(james, postID)).status, 409);
    const { reports, fezID, fezType, isDeleted } = await readPostAsModerator(postID);
    assert.deepEqual([fezID, fezType, isDeleted], [group.fezID, 'gaming', false]);
    assert.deepEqual([reports[0]?.type, reports[0]?.reportedUser.username], ['fezPost', 'heidi']);
  });

  test('isn’t possible on a closed chat itself or a personal event', async () => {
    const chat = await start(james, {}, [heidi]);
    assert.equal((await reportFez(heidi, chat)).status, 403);
    assert.equal((await reportFez(james, await start(james, ownEventFields))).status, 403);
  });

  test('on a fez is possible after leaving it, but not without having seen it', async () => {
    for (const fields of [{ fezType: 'open' }, eventFields]) {
      const chat = await start(james, fields, [heidi]);
      await leave(heidi, chat);
      assert.equal((await reportFez(heidi, chat)).status, 201);
      assert.equal((await reportFez(sam, chat)).status, 404);
    }
  });

  test('on a private event may come through /personalevents, and counts once', async () => {
    const event = await start(james, eventFields, [heidi]);
    const call = { params: { fezID: event.fezID }, body: { message } };
    assert.equal((await heidi.call(fezApi.reportPersonalEvent, call)).status, 201);
    assert.equal((await reportFez(heidi, event)).status, 409);
    assert.equal((await readFezAsModerator(event.fezID)).reports[0]?.type, 'fez');
    const group = { ...call, params: { fezID: (await start(james, groupFields)).fezID } };
    assert.equal((await heidi.call(fezApi.reportPersonalEvent, group)).status, 404);
  });

  test('is filed under the primary account, once for the whole family', async () => {
    const user = await app.newcomer('reporting');
    const other = await otherAccount(app, user, 'reporting-too');
    const group = await start(james, groupFields);
    const { postID } = await write(james, group, 'rude');
    for (const again of [false, true]) {
      assert.equal((await reportFez(again ? user : other, group)).status, again ? 409 : 201);
      assert.equal((await reportPost(again ? other : user, postID)).status, again ? 409 : 201);
    }
    for (const { reports } of [await readFezAsModerator(group.fezID), await readPostAsModerator(postID)]) {
      assert.deepEqual(
        reports.map(({ author }) => author.username),
        ['reporting'],
      );
    }
  });

  test('requires a message, which can be empty, and is open to users in quarantine', async () => {
    const group = await start(james, groupFields);
    const { postID } = await write(james, group, 'rude');
    const call = { params: { fezID: group.fezID } };
    assert.equal((await heidi.call(fezApi.report, { ...call, body: {} })).status, 400);
    assert.equal((await heidi.call(fezApi.report, { ...call, body: { message: '' } })).status, 201);
    const silenced = await app.newcomer('silenced-reporter');
    await quarantine(moderator, silenced);
    for (const user of [silenced, await app.atLevel('unverified')]) {
      assert.equal((await reportFez(user, group)).status, 201);
      assert.equal((await reportPost(user, postID)).status, 201);
    }
    const messages = (await readFezAsModerator(group.fezID)).reports.map(({ submitterMessage }) => submitterMessage);
    assert.deepEqual(messages, [message, message, '']);
  });

  test('isn’t possible on content that’s deleted or hidden by a block', async () => {
    const [reader, author] = [await app.newcomer('blocking'), await app.newcomer('blocked')];
    const [own, other] = [await start(author, groupFields), await start(james, groupFields, [author])];
    const posts = [await write(author, own, 'in own'), await write(author, other, 'in other')];
    await block(reader, author);
    assert.equal((await reportFez(reader, own)).status, 404);
    for (const { postID } of posts) assert.equal((await reportPost(reader, postID)).status, 404);
    assert.equal((await reportFez(reader, other)).status, 201);
    const [{ postID } = { postID: 0 }] = posts;
    await author.get(fezApi.deletePost, { params: { postID } });
    assert.equal((await reportPost(james, postID)).status, 404);
    await moderator.get(fezApi.delete, { params: { fezID: own.fezID } });
    assert.equal((await reportFez(james, own)).status, 404);
  });

  test('on a post is possible after leaving, but not without having seen it', async () => {
    const chat = await start(james, { fezType: 'open' }, [heidi]);
    const { postID } = await write(james, chat, 'rude');
    await leave(heidi, chat);
    assert.equal((await reportPost(heidi, postID)).status, 201);
    assert.equal((await reportPost(sam, postID)).status, 404);
  });

  test('never quarantines automatically, however many there are', async () => {
    const group = await start(james, groupFields);
    const { postID } = await write(james, group, 'rude');
    for (const user of [heidi, sam, await app.newcomer('third'), await app.newcomer('fourth')]) {
      await reportFez(user, group);
      await reportPost(user, postID);
    }
    assert.equal((await readFezAsModerator(group.fezID)).moderationStatus, 'normal');
    assert.equal((await readPostAsModerator(postID)).moderationStatus, 'normal');
  });
});

describe('a quarantined fez', () => {
  test('shows placeholder texts, to moderators too, and is found by no search', async () => {
    const group = await start(james, { ...groupFields, title: 'Outrageous' }, [heidi]);
    assert.equal((await setState(group.fezID, 'quarantined')).status, 200);
    assert.deepEqual(await findLastAction(), ['quarantine', 'fez', group.fezID, 'james']);
    for (const fez of [await open(james, group), await open(sam, group), (await readFezAsModerator(group.fezID)).fez]) {
      assert.notEqual(fez.title, 'Outrageous');
      assert.notEqual(fez.info, groupFields.info);
      assert.notEqual(fez.location, groupFields.location);
    }
    assert.deepEqual(await listFezTitles(sam, 'open', { search: 'outrageous' }), []);
    await write(heidi, group, 'still here');
    const body = { ...chatFields, ...groupFields };
    const change = await james.call(fezApi.update, { params: { fezID: group.fezID }, body });
    assert.equal(change.status, 403);
    await setState(group.fezID, 'normal');
    assert.equal((await open(sam, group)).title, 'Outrageous');
  });

  test('read as an event shows moderators the original text and all members', async () => {
    const event = await start(james, { ...eventFields, title: 'Outrageous' }, [heidi]);
    await reportFez(heidi, event);
    await setState(event.fezID, 'quarantined');
    const judged = await moderator.get(moderationApi.personalEvent, { params: { fezID: event.fezID } });
    assert.equal(judged.personalEvent.title, 'Outrageous');
    assert.equal(judged.moderationStatus, 'quarantined');
    assert.deepEqual(
      judged.personalEvent.participants.map(({ username }) => username),
      ['james', 'heidi'],
    );
    assert.equal(judged.reports.length, 1);
    const byAlias = await moderator.send('GET', `/api/v3/mod/privateevent/${event.fezID}`);
    assert.deepEqual(byAlias.body, judged);
  });

  test('shows placeholder texts even without a location, and as an event', async () => {
    const event = await start(james, { ...eventFields, location: undefined }, [heidi]);
    await setState(event.fezID, 'quarantined');
    assert.ok((await open(heidi, event)).location);
    const seen = await heidi.get(fezApi.readPersonalEvent, { params: { fezID: event.fezID } });
    assert.notEqual(seen.title, eventFields.title);
    assert.notEqual(seen.description, eventFields.info);
    assert.ok(seen.location);
  });
});

describe('a moderator', () => {
  test('can set each state, even the current one, and each is logged under its own action', async () => {
    const group = await start(james, groupFields);
    const { postID } = await write(james, group, 'hello');
    const states = [
      ['locked', 'locked', 'lock'],
      ['locked', 'locked', 'lock'],
      ['reviewed', 'modReviewed', 'markReviewed'],
      ['quarantined', 'quarantined', 'quarantine'],
      ['normal', 'normal', 'unlock'],
    ] as const;
    for (const [word, state, action] of states) {
      assert.equal((await setState(group.fezID, word)).status, 200);
      assert.equal((await setPostState(postID, word)).status, 200);
      assert.equal((await readFezAsModerator(group.fezID)).moderationStatus, state);
      assert.equal((await readPostAsModerator(postID)).moderationStatus, state);
      assert.deepEqual(await lastActions(moderator, 2), [
        [action, 'fezPost', String(postID)],
        [action, 'fez', group.fezID],
      ]);
    }
  });

  test('can’t set other states, and sets that of their own fez without a log entry', async () => {
    const group = await start(moderator, groupFields);
    for (const word of ['autoQuarantined', 'modReviewed', 'deleted']) {
      assert.equal((await setState(group.fezID, word)).status, 400);
    }
    const before = await lastActions(moderator, 1);
    assert.equal((await setState(group.fezID, 'locked')).status, 200);
    assert.deepEqual(await lastActions(moderator, 1), before);
  });

  test('is the only one to read reported fezzes and posts and set their state', async () => {
    const group = await start(james, groupFields);
    const { postID } = await write(james, group, 'hello');
    const params = { fezID: group.fezID, postID, state: 'locked' };
    for (const call of ['fez', 'fezPost', 'personalEvent', 'setFezState', 'setFezPostState'] as const) {
      assert.equal((await james.call(moderationApi[call], { params })).status, 403, call);
      assert.equal((await app.anonymous.call(moderationApi[call], { params })).status, 401, call);
    }
  });

  test('can read any fez as an event, deleted or not, with reports of both types, newest first', async () => {
    const { fezID } = await start(james, groupFields, [heidi]);
    const params = { params: { fezID } };
    await reportFez(heidi, { fezID });
    app.clock.advance({ minutes: 1 });
    // No call files reports of this type any more, but old ones exist.
    const content = { type: 'personalEvent', id: fezID, authorID: james.userID } as const;
    transact(app.context, (context) => fileReport(context, getCaller(sam), content, 'older kind'));
    await moderator.get(fezApi.delete, params);
    const judged = await moderator.get(moderationApi.personalEvent, params);
    assert.equal(judged.isDeleted, true);
    assert.deepEqual(
      judged.reports.map(({ type }) => type),
      ['personalEvent', 'fez'],
    );
    const chat = await start(james, { fezType: 'open' }, [heidi]);
    const judgedChat = await moderator.get(moderationApi.personalEvent, { params: { fezID: chat.fezID } });
    assert.deepEqual([judgedChat.personalEvent.title, 'startTime' in judgedChat.personalEvent], [chat.title, false]);
    const missing = { params: { fezID: james.userID } };
    assert.equal((await moderator.call(moderationApi.personalEvent, missing)).status, 404);
    assert.equal((await moderator.call(moderationApi.fezPost, { params: { postID: 99999 } })).status, 404);
  });
});

describe('a closed chat', () => {
  const calls = ['fez', 'fezPost', 'personalEvent', 'setFezState', 'setFezPostState'] as const;
  const statusesFor = (user: User, params: Record<string, string | number>) =>
    Promise.all(calls.map(async (call) => (await user.call(moderationApi[call], { params })).status));

  test('is 404 for a moderator who isn’t a member, for reading and setting states, despite reports', async () => {
    const chat = await start(james, {}, [heidi]);
    const { postID } = await write(james, chat, 'between us');
    const params = { fezID: chat.fezID, postID, state: 'quarantined' };
    // No call files such reports, but old ones may exist.
    const reported = [
      { type: 'fez', id: chat.fezID, authorID: james.userID },
      { type: 'fezPost', id: String(postID), authorID: james.userID },
    ] as const;
    for (const content of reported) {
      transact(app.context, (context) => fileReport(context, getCaller(heidi), content, message));
    }
    assert.deepEqual(await statusesFor(moderator, params), [404, 404, 404, 404, 404]);
    assert.deepEqual(
      [(await open(heidi, chat)).title, listTexts(await open(heidi, chat))],
      [chat.title, ['between us']],
    );
  });

  test('can be read and set by moderators who are members, or whose shared account is', async () => {
    const devteam = await app.atLevel('devteam');
    const team = await start(moderator, { createdByModerator: true }, [heidi]);
    for (const [user, chat] of [
      [moderator, await start(james, {}, [moderator])],
      [devteam, team],
    ] as const) {
      const { postID } = await write(user, chat, 'in sight');
      const params = { fezID: chat.fezID, postID, state: 'reviewed' };
      assert.deepEqual(await statusesFor(user, params), [200, 200, 200, 200, 200]);
    }
    assert.equal((await readFezAsModerator(team.fezID)).fez.title, chatFields.title);
  });
});

describe('a locked fez', () => {
  test('accepts no posts, not even from moderators', async () => {
    const group = await start(james, groupFields);
    await setState(group.fezID, 'locked');
    const body = { text: 'hello', images: [] };
    for (const user of [james, moderator]) {
      assert.equal((await user.call(fezApi.post, { params: { fezID: group.fezID }, body })).status, 403);
    }
    assert.equal((await open(james, group)).title, groupFields.title);
    // The service reports the missing membership first.
    const outside = await sam.call(fezApi.post, { params: { fezID: group.fezID }, body });
    assert.deepEqual([outside.status, outside.reason], [403, 'You are not a member of this group.']);
  });
});

test('changing a reviewed fez resets it to normal', async () => {
  const group = await start(james, groupFields);
  await setState(group.fezID, 'reviewed');
  assert.equal((await readFezAsModerator(group.fezID)).moderationStatus, 'modReviewed');
  await james.get(fezApi.update, { params: { fezID: group.fezID }, body: { ...chatFields, ...groupFields } });
  assert.equal((await readFezAsModerator(group.fezID)).moderationStatus, 'normal');
});

test('a quarantined post shows a placeholder without a picture, and moderators the original text', async () => {
  const group = await start(james, groupFields, [heidi]);
  const images = [toUpload(await createPicture())];
  const { postID } = await write(james, group, 'impertinent', { images });
  assert.equal((await setPostState(postID, 'quarantined')).status, 200);
  assert.deepEqual(await findLastAction(), ['quarantine', 'fezPost', String(postID), 'james']);
  const seen = await open(heidi, group);
  assert.notDeepEqual(listTexts(seen), ['impertinent']);
  assert.equal(seen.members?.posts?.[0] && 'image' in seen.members.posts[0], false);
  assert.deepEqual(await listFezTitles(heidi, 'joined', { search: 'impertinent' }), []);
  const { fezPost } = await readPostAsModerator(postID);
  assert.deepEqual([fezPost.text, typeof fezPost.image], ['impertinent', 'string']);
  assert.equal((await james.call(fezApi.deletePost, { params: { postID } })).status, 403);
});

test('moderators read the earlier texts of a fez, oldest first', async () => {
  const group = await start(james, groupFields, [heidi]);
  const change = (title: string) =>
    james.get(fezApi.update, { params: { fezID: group.fezID }, body: { ...chatFields, ...groupFields, title } });
  for (const title of ['Second', 'Second', 'Third']) await change(title);
  await leave(heidi, group);
  await arrange(james, 'addMember', group, sam);
  await arrange(james, 'removeMember', group, sam);
  const { edits } = await readFezAsModerator(group.fezID);
  assert.deepEqual(
    edits.map(({ title, author }) => [title, author.username]),
    [
      [groupFields.title, 'james'],
      ['Second', 'james'],
      ['Third', 'heidi'],
      ['Third', 'james'],
    ],
  );
  assert.deepEqual([edits[0]?.info, edits[0]?.location, edits[0]?.fezID], ['Boards are there.', 'Deck 4', group.fezID]);
});

test('moderators can read deleted fezzes and posts, but not set their state', async () => {
  const chat = await start(james, { fezType: 'open' }, [heidi]);
  const { postID } = await write(james, chat, 'gone');
  await james.get(fezApi.deletePost, { params: { postID } });
  assert.equal((await readPostAsModerator(postID)).isDeleted, true);
  assert.equal((await setPostState(postID, 'locked')).status, 404);
  await moderator.get(fezApi.delete, { params: { fezID: chat.fezID } });
  const judged = await readFezAsModerator(chat.fezID);
  assert.deepEqual([judged.isDeleted, 'members' in judged.fez], [true, false]);
  assert.equal((await setState(chat.fezID, 'locked')).status, 404);
  assert.equal((await moderator.call(moderationApi.fez, { params: { fezID: james.userID } })).status, 404);
});
