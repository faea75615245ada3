import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import type { User } from '../../support/app.ts';
import { moderationApi } from '../../support/moderation.ts';
import {
  block,
  createFez,
  type Fez,
  groupFields,
  listFezTitles,
  mute,
  startAppWithUsers,
  tryToOpenFez,
  unmute,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const admin = await app.logIn('admin');

const reportPost = (user: User, postID: number, fields: Record<string, unknown> = {}) =>
  user.send('POST', `/api/v3/fez/post/${postID}/report`, { body: { message: 'Threats', ...fields } });
const previewReport = (user: User, postID: number) => user.send('GET', `/api/v3/fez/post/${postID}/report`);
const getTexts = (posts: readonly { readonly text: string }[] | undefined) => posts?.map(({ text }) => text);

/** Returns the reports on this message, as moderators see them. */
async function getReports(postID: number) {
  const reports = await moderator.get(moderationApi.reports);
  return reports.filter(({ type, reportedID }) => type === 'fezPost' && reportedID === String(postID));
}

/** Creates a closed chat in which james has written this many messages. */
async function startChat(count: number, others: readonly User[] = [heidi]): Promise<[Fez, number[]]> {
  const chat = await createFez(james, {}, others);
  const ids: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    ids.push((await writePost(james, chat, `message ${number}`)).postID);
  }
  return [chat, ids];
}

const listMessagesInRange = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `message ${from + at}`);

describe('a report from a closed chat (moderation rule R13)', () => {
  test('contains the message and the ten before it', async () => {
    const [, ids] = await startChat(14);
    const reported = ids[12] ?? 0;
    assert.equal((await reportPost(heidi, reported)).status, 201);
    const [found, ...others] = await getReports(reported);
    assert.equal(others.length, 0);
    assert.deepEqual(getTexts(found?.disclosedPosts), listMessagesInRange(3, 13));
    assert.deepEqual(
      [found?.submitterMessage, found?.reportedUser.username, found?.author.username],
      ['Threats', 'james', 'heidi'],
    );
    assert.deepEqual(found?.disclosedPosts?.at(-1)?.author.username, 'james');
    assert.equal((await reportPost(heidi, reported)).status, 409);
  });

  test('omits what its sender doesn’t see: deleted posts, and those by people they block or mute', async () => {
    const [reporter, blocked, muted] = [
      await app.newcomer('disclose-reporter'),
      await app.newcomer('disclose-blocked'),
      await app.newcomer('disclose-muted'),
    ];
    const chat = await createFez(james, {}, [reporter, blocked, muted]);
    await writePost(blocked, chat, 'of a blocked one');
    await writePost(muted, chat, 'of a muted one');
    const deleted = await writePost(james, chat, 'taken back');
    await writePost(james, chat, 'before');
    const { postID } = await writePost(james, chat, 'reported');
    const later = await writePost(james, chat, 'after');
    await james.get(fezApi.deletePost, { params: { postID: deleted.postID } });
    await block(reporter, blocked);
    await mute(reporter, muted);
    await reportPost(reporter, postID);
    const [found] = await getReports(postID);
    assert.deepEqual(getTexts(found?.disclosedPosts), ['before', 'reported']);
    assert.equal((await reportPost(blocked, later.postID)).status, 201);
    assert.ok(getTexts((await getReports(later.postID))[0]?.disclosedPosts)?.includes('of a muted one'));
  });

  test('is only possible for members; for others the message doesn’t exist', async () => {
    const [chat, [postID = 0]] = await startChat(1);
    for (const outsider of [sam, moderator, admin]) {
      assert.equal((await reportPost(outsider, postID)).status, 404);
      assert.equal((await previewReport(outsider, postID)).status, 404);
    }
    const ofChat = await heidi.send('POST', `/api/v3/fez/${chat.fezID}/report`, { body: { message: '' } });
    assert.deepEqual([ofChat.status, ofChat.body.code], [403, 'notReportable'], 'the chat as such');
    const { userID } = await james.get(usersApi.find, { params: { searchString: 'moderator' } });
    const withTeam = await createFez(james, {}, [{ userID } as User]);
    const toTeam = await writePost(james, withTeam, 'to the team');
    assert.equal((await reportPost(moderator, toTeam.postID)).status, 201, 'a member behind a shared account');
  });

  test('stays as it was sent if the message is deleted', async () => {
    const [, ids] = await startChat(2);
    const reported = ids[1] ?? 0;
    await reportPost(heidi, reported);
    for (const postID of ids) await james.get(fezApi.deletePost, { params: { postID } });
    assert.deepEqual(getTexts((await getReports(reported))[0]?.disclosedPosts), listMessagesInRange(1, 2));
  });

  test('counts as open, is handled and closed like others, and hides nothing', async () => {
    const reporters = await Promise.all([1, 2, 3, 4].map((number) => app.newcomer(`hides-${number}`)));
    const [chat, [postID = 0]] = await startChat(1, [heidi, ...reporters]);
    const openCount = async () => (await moderator.get(notificationsApi.summary)).moderatorData?.openReportCount ?? 0;
    const before = await openCount();
    for (const reporter of reporters) assert.equal((await reportPost(reporter, postID)).status, 201);
    assert.equal(await openCount(), before + 4);
    const { members } = await heidi.get(fezApi.read, { params: { fezID: chat.fezID } });
    assert.deepEqual(getTexts(members?.posts), ['message 1']);
    const [{ id: reportID = '' } = {}] = await getReports(postID);
    await moderator.get(moderationApi.handleReports, { params: { reportID } });
    await moderator.get(moderationApi.closeReports, { params: { reportID } });
    assert.equal(await openCount(), before);
    assert.ok((await getReports(postID)).every(({ isClosed }) => isClosed));
  });
});

describe('before sending, the reporter gets exactly what the report will disclose (moderation rule R14)', () => {
  test('the same messages', async () => {
    const [, ids] = await startChat(12);
    const reported = ids[11] ?? 0;
    const { body } = await previewReport(heidi, reported);
    await reportPost(heidi, reported);
    const [found] = await getReports(reported);
    assert.deepEqual(found?.disclosedPosts, body.posts);
  });

  test('and no more than the messages it names, whatever has become visible since', async () => {
    const [reporter, other] = [await app.newcomer('names-reporter'), await app.newcomer('names-other')];
    const chat = await createFez(james, {}, [reporter, other]);
    await writePost(other, chat, 'hidden then');
    await writePost(james, chat, 'shown');
    const { postID } = await writePost(james, chat, 'reported');
    await mute(reporter, other);
    const { body } = await previewReport(reporter, postID);
    assert.deepEqual(getTexts(body.posts), ['shown', 'reported']);
    await unmute(reporter, other);
    const disclosedPostIDs = body.posts.map((post: { postID: number }) => post.postID);
    await reportPost(reporter, postID, { disclosedPostIDs });
    assert.deepEqual(getTexts((await getReports(postID))[0]?.disclosedPosts), ['shown', 'reported']);
  });

  test('the reported message at least, and none of another chat or after it', async () => {
    const [, ids] = await startChat(3);
    const [elsewhere] = (await startChat(1))[1];
    const reported = ids[1] ?? 0;
    assert.equal((await reportPost(heidi, reported, { disclosedPostIDs: [elsewhere, ids[2]] })).status, 201);
    assert.deepEqual(getTexts((await getReports(reported))[0]?.disclosedPosts), ['message 2']);
    const tooMany = await reportPost(heidi, ids[0] ?? 0, { disclosedPostIDs: Array.from({ length: 12 }, () => 1) });
    assert.equal(tooMany.status, 400);
  });

  test('nothing for messages that moderators can read; their reports are as before', async () => {
    for (const fields of [groupFields, { fezType: 'open' }]) {
      const chat = await createFez(james, fields, [heidi]);
      const { postID } = await writePost(james, chat, 'in the open');
      assert.deepEqual((await previewReport(heidi, postID)).body, { posts: [] });
      assert.equal((await reportPost(heidi, postID, { disclosedPostIDs: [postID] })).status, 201);
      const [found] = await getReports(postID);
      assert.ok(found && !('disclosedPosts' in found));
    }
  });
});

test('moderators see the copy, and nothing else of the chat (moderation rule R15)', async () => {
  const [chat, ids] = await startChat(2);
  const reported = ids[1] ?? 0;
  await reportPost(heidi, reported);
  const later = await writePost(james, chat, 'a secret');
  assert.equal((await tryToOpenFez(moderator, chat)).status, 404);
  const paths = [
    `mod/fez/${chat.fezID}`,
    `mod/personalevent/${chat.fezID}`,
    ...[...ids, later.postID].map((postID) => `mod/fezpost/${postID}`),
  ];
  for (const path of paths) assert.equal((await moderator.send('GET', `/api/v3/${path}`)).status, 404, path);
  const changes = [
    `mod/fezpost/${reported}/setstate/quarantined`,
    `fez/post/${reported}/delete`,
    `fez/post/${reported}/love`,
    `fez/${chat.fezID}/join`,
  ];
  for (const path of changes) assert.equal((await moderator.send('POST', `/api/v3/${path}`)).status, 404, path);
  assert.deepEqual(await listFezTitles(moderator, 'joined', { search: 'message' }), []);
  const { body } = await moderator.send('GET', '/api/v3/mod/reports');
  assert.ok(!JSON.stringify(body).includes('a secret'));
});

test('while the feature is off, closed chats are as before (moderation rule R16)', async () => {
  const [, ids] = await startChat(2);
  const [first = 0, second = 0] = ids;
  await reportPost(heidi, first);
  const pair = [{ app: 'all', feature: 'chatreports' }];
  await admin.get(adminApi.changeServerSettings, { body: { disableFeatures: pair } });
  const { status, body } = await reportPost(heidi, second);
  assert.deepEqual([status, body.code], [403, 'notReportable']);
  assert.equal((await previewReport(heidi, second)).status, 451);
  const [found] = await getReports(first);
  assert.ok(found && !('disclosedPosts' in found));
  await admin.get(adminApi.changeServerSettings, { body: { enableFeatures: pair } });
  assert.deepEqual(getTexts((await getReports(first))[0]?.disclosedPosts), ['message 1']);
});

test('verify finds copies without the reported message (moderation rule R16)', async () => {
  const [, ids] = await startChat(2);
  const reported = ids[1] ?? 0;
  await reportPost(heidi, reported);
  assert.deepEqual(await findInconsistencies(app.context), []);
  const [{ id = '' } = {}] = await getReports(reported);
  const run = (sql: string) => transact(app.context, ({ db }) => db.sqlite.exec(sql));
  run(`DELETE FROM disclosed_posts WHERE report_id = '${id}' AND post_id = ${reported}`);
  assert.deepEqual(
    (await findInconsistencies(app.context)).map(({ what, stored }) => [what, stored]),
    [[`report ${id}`, 'copies without the reported message']],
  );
  run(`DELETE FROM disclosed_posts WHERE report_id = '${id}'`);
  assert.deepEqual(await findInconsistencies(app.context), []);
});
