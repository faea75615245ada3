import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profilesApi } from '#core/profiles/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { startTestApp, type User } from '../support/app.ts';
import { moderationApi } from '../support/moderation.ts';
import { addAccount, countActions, getUsernames, instantForm, readNewestAction, unknownID } from './support.ts';

const app = await startTestApp();
const admin = await app.logIn('admin');
const moderator = await app.atLevel('moderator');

async function report(reporter: User, userID: string, message: string): Promise<void> {
  await reporter.get(profilesApi.reportUser, { params: { userID }, body: { message } });
}

test('the log is paged, newest first, with the total number of actions', async () => {
  const user = await app.newcomer('logged-about');
  const params = { userID: user.userID };
  await admin.get(adminApi.promoteToModerator, { params });
  await admin.get(adminApi.promoteToDevteam, { params });
  await admin.get(adminApi.demote, { params });
  const { actions, paginator } = await moderator.get(moderationApi.actionLog, { query: { start: 1, limit: 2 } });
  assert.deepEqual(
    actions.map(({ actionType }) => actionType),
    ['accessLevelDevTeam', 'accessLevelModerator'],
  );
  assert.equal(paginator.start, 1);
  assert.equal(paginator.limit, 2);
  const all = await moderator.get(moderationApi.actionLog, { query: { limit: 200 } });
  assert.equal(paginator.total, all.actions.length);
  assert.match(actions[0]?.timestamp ?? '', instantForm);
});

test('a page of the log has 50 entries by default, and up to 200', async () => {
  const limitFor = async (query: Record<string, number>) =>
    (await moderator.get(moderationApi.actionLog, { query })).paginator.limit;
  assert.equal(await limitFor({}), 50);
  assert.equal(await limitFor({ limit: 5000 }), 200);
  assert.equal(await limitFor({ limit: -3 }), 0);
  assert.equal((await moderator.get(moderationApi.actionLog, { query: { start: -3 } })).paginator.start, 0);
});

test('a user is shown with the whole family and all reports against its accounts', async () => {
  const head = await app.newcomer('reported-head');
  const child = await addAccount(app, head, 'reported-child');
  const james = await app.logIn('james');
  const heidi = await app.logIn('heidi');
  await report(james, head.userID, 'rude');
  app.clock.advance({ minutes: 1 });
  await report(heidi, child.userID, '');
  const user = await moderator.get(moderationApi.user, { params: { userID: child.userID } });
  assert.equal(user.header.username, 'reported-head');
  assert.deepEqual(getUsernames(user.subAccounts), ['reported-child']);
  assert.equal(user.accessLevel, 'verified');
  assert.equal('tempQuarantineEndTime' in user, false);
  assert.deepEqual(
    user.reports.map(({ reportedID, submitterMessage }) => [reportedID, submitterMessage]),
    [
      [child.userID, ''],
      [head.userID, 'rude'],
    ],
  );
  const [newest] = user.reports;
  assert.equal(newest?.type, 'userProfile');
  assert.equal(newest?.reportedUser.username, 'reported-child');
  assert.equal(newest?.author.username, 'heidi');
  assert.equal(newest?.isClosed, false);
  assert.equal(newest && 'handledBy' in newest, false);
});

test('a report is filed under the reporter’s primary account', async () => {
  const head = await app.newcomer('reporter-head');
  const child = await addAccount(app, head, 'reporter-child');
  const target = await app.newcomer('reported-by-child');
  await report(child, target.userID, 'spam');
  const { reports } = await moderator.get(moderationApi.profile, { params: { userID: target.userID } });
  assert.deepEqual(getUsernames(reports.map(({ author }) => author)), ['reporter-head']);
});

test('a profile is shown as stored, with its earlier versions, newest first', async () => {
  const user = await app.newcomer('wordy');
  await user.get(profilesApi.editOwnProfile, { body: { displayName: 'First Name', about: 'the first text' } });
  app.clock.advance({ minutes: 1 });
  await user.get(profilesApi.editOwnProfile, { body: { displayName: 'Second Name' } });
  const params = { userID: user.userID };
  const shown = await moderator.get(moderationApi.profile, { params });
  assert.equal(shown.profile.displayName, 'Second Name');
  assert.equal('about' in shown.profile, false);
  assert.equal(shown.moderationStatus, 'normal');
  assert.deepEqual(
    shown.edits.map(({ profileData, author }) => [profileData?.displayName, author.username]),
    [
      ['First Name', 'wordy'],
      [undefined, 'wordy'],
    ],
  );
  assert.deepEqual(shown.reports, []);
});

test('a quarantined profile is hidden from users, visible to moderators, and its owner can’t edit it', async () => {
  const user = await app.newcomer('hidden-profile');
  await user.get(profilesApi.editOwnProfile, { body: { displayName: 'Hidden Name' } });
  const params = { userID: user.userID };
  const before = await countActions(admin);
  const response = await moderator.call(moderationApi.setProfileState, { params: { ...params, state: 'quarantined' } });
  assert.equal(response.status, 200);
  assert.equal(response.bytes.length, 0);
  const james = await app.logIn('james');
  const header = (await james.send('GET', `/api/v3/users/${user.userID}/header`)).body;
  assert.equal('displayName' in header, false);
  assert.equal((await user.call(profilesApi.editOwnProfile, { body: {} })).status, 403);
  const shown = await moderator.get(moderationApi.profile, { params });
  assert.equal(shown.moderationStatus, 'quarantined');
  assert.equal(shown.profile.displayName, 'Hidden Name');
  assert.equal(shown.profile.header.displayName, 'Hidden Name');
  const judged = await moderator.get(moderationApi.user, { params });
  assert.equal(judged.header.displayName, 'Hidden Name');
  assert.equal(await countActions(admin), before + 1);
});

test('every state can be set from every other and repeated, and each is logged under its own name', async () => {
  const { userID } = await app.newcomer('stateful');
  const recorded = { locked: 'lock', reviewed: 'markReviewed', quarantined: 'quarantine', normal: 'unlock' };
  const stored = { locked: 'locked', reviewed: 'modReviewed', quarantined: 'quarantined', normal: 'normal' };
  const before = await countActions(admin);
  for (const state of ['locked', 'reviewed', 'quarantined', 'normal', 'normal'] as const) {
    await moderator.get(moderationApi.setProfileState, { params: { userID, state } });
    const { moderationStatus } = await moderator.get(moderationApi.profile, { params: { userID } });
    assert.equal(moderationStatus, stored[state]);
    const action = await readNewestAction(moderator);
    assert.equal(action?.actionType, recorded[state]);
    assert.equal(action?.contentID, userID);
  }
  assert.equal(await countActions(admin), before + 5);
});

test('a state in another letter case, or by its name in records, is 400', async () => {
  const { userID } = await app.logIn('james');
  for (const state of ['modReviewed', 'autoQuarantined', 'Locked', 'nonsense']) {
    const response = await moderator.call(moderationApi.setProfileState, { params: { userID, state } });
    assert.equal(response.status, 400, state);
  }
});

test('moderators setting the state of their own profile isn’t logged', async () => {
  const before = await countActions(admin);
  await moderator.get(moderationApi.setProfileState, { params: { userID: moderator.userID, state: 'reviewed' } });
  assert.equal(await countActions(admin), before);
});

test('a moderator in temporary quarantine can still set states', async () => {
  const user = await app.newcomer('restrained-moderator');
  await admin.get(adminApi.promoteToModerator, { params: { userID: user.userID } });
  const { userID } = await app.logIn('james');
  // The moderator is quarantined through a sibling account, the only way in which that can happen.
  const sibling = await addAccount(app, user, 'restrained-sibling');
  await admin.get(moderationApi.quarantineTemporarily, { params: { userID: sibling.userID, hours: 1 } });
  const edit = await user.send('POST', `/api/v3/user/${userID}/profile`, { body: {} });
  assert.equal(edit.status, 403);
  const response = await user.call(moderationApi.setProfileState, { params: { userID, state: 'normal' } });
  assert.equal(response.status, 200);
});

test('moderation is for moderators; unknown users are 404 and malformed ids 400', async () => {
  const james = await app.logIn('james');
  const params = { userID: james.userID, state: 'normal' };
  for (const call of [
    moderationApi.actionLog,
    moderationApi.profile,
    moderationApi.user,
    moderationApi.setProfileState,
  ]) {
    assert.equal((await james.call(call, { params })).status, 403, call.path);
    assert.equal((await app.anonymous.call(call, { params })).status, 401, call.path);
  }
  for (const call of [moderationApi.profile, moderationApi.user, moderationApi.setProfileState]) {
    assert.equal((await moderator.call(call, { params: { ...params, userID: unknownID } })).status, 404, call.path);
    assert.equal((await moderator.call(call, { params: { ...params, userID: 'x' } })).status, 400, call.path);
  }
});
