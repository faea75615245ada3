import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Endpoint, listRouteVariants } from '#contract/endpoint.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import type { ReportModerationData } from '#core/reports/records.ts';
import { forumsApi } from '#features/forums/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { findCategoryID } from '../features/forums/support.ts';
import { giveRegistrationCodes } from '../support/accounts.ts';
import { startTestApp, type User } from '../support/app.ts';
import { moderationApi } from '../support/moderation.ts';
import { addAccount, countActions } from './support.ts';

const app = await startTestApp();
const [admin, moderator] = [await app.logIn('admin'), await app.atLevel('moderator')];
const thresholds = { forumAutoQuarantineThreshold: 3, postAutoQuarantineThreshold: 3, userAutoQuarantineThreshold: 3 };
await admin.send('POST', '/api/v3/admin/serversettings/update', { body: thresholds });
const crowd: User[] = [];
for (let number = 1; number <= 7; number += 1) crowd.push(await app.newcomer(`crowd-${number}`));
await giveRegistrationCodes(app, ...crowd);

/** Content that many users report, and the calls with which moderators read and reset it. */
interface Reportable {
  readonly report: Endpoint;
  readonly read: Endpoint;
  readonly setState: Endpoint;
  readonly params: Record<string, string | number>;
}

let madeCount = 0;

async function startThread(author: User) {
  madeCount += 1;
  return author.get(forumsApi.create, {
    params: { categoryID: await findCategoryID(moderator, 'General') },
    body: { title: `Thread ${madeCount}`, firstPost: { text: 'first', images: [] } },
  });
}

const kinds: Readonly<Record<string, () => Promise<Reportable>>> = {
  'a microblog post': async () => {
    const { postID } = await (await app.logIn('james')).get(microblogApi.create, { body: { text: 'x', images: [] } });
    const { microblogPost: read, setMicroblogPostState: setState } = moderationApi;
    return { report: microblogApi.report, read, setState, params: { postID } };
  },
  'a thread': async () => {
    const { forumID } = await startThread(await app.logIn('james'));
    const { forum: read, setForumState: setState } = moderationApi;
    return { report: forumsApi.report, read, setState, params: { forumID } };
  },
  'a forum post': async () => {
    const { posts } = await startThread(await app.logIn('james'));
    const { forumPost: read, setForumPostState: setState } = moderationApi;
    return { report: forumsApi.reportPost, read, setState, params: { postID: posts[0]?.postID ?? 0 } };
  },
  'a profile': async () => {
    madeCount += 1;
    const { userID } = await app.newcomer(`reported-${madeCount}`);
    const { profile: read, setProfileState: setState } = moderationApi;
    return { report: profilesApi.reportUser, read, setState, params: { userID } };
  },
};

const reportBy = async (user: User, { report, params }: Reportable): Promise<number> =>
  (await user.call(report, { params, body: { message: '' } })).status;

async function readAsModerator({ read, params }: Reportable) {
  const [path = ''] = listRouteVariants(read).map((variant) => variant.path);
  return (await moderator.send('GET', path, { params })).body;
}

const readState = async (reported: Reportable): Promise<string> => (await readAsModerator(reported)).moderationStatus;

for (const [name, make] of Object.entries(kinds)) {
  test(`${name} reported by many is hidden, and again after as many reports (moderation rule R5)`, async () => {
    const reported = await make();
    const recorded = await countActions(admin);
    const [first, second, third, fourth, fifth, ...late] = crowd;
    assert.ok(first && second && third && fourth && fifth);
    const together = [first, second, third, fourth];
    assert.deepEqual(await Promise.all(together.map((user) => reportBy(user, reported))), [201, 201, 201, 201]);
    assert.equal(await readState(reported), 'autoQuarantined');
    assert.equal(await countActions(admin), recorded, 'no user did it, so nothing is recorded (moderation rule R7)');
    await moderator.get(reported.setState, { params: { ...reported.params, state: 'normal' } });
    await reportBy(fifth, reported);
    assert.equal(await readState(reported), 'normal', 'five reports are no multiple of three');
    await Promise.all(late.map((user) => reportBy(user, reported)));
    assert.equal(await readState(reported), 'autoQuarantined', 'the sixth was');
  });

  test(`${name}: all accounts of a family count once`, async () => {
    const reported = await make();
    madeCount += 1;
    const head = await app.newcomer(`family-${madeCount}`);
    await giveRegistrationCodes(app, head);
    const children = [
      await addAccount(app, head, `child-${madeCount}`),
      await addAccount(app, head, `kid-${madeCount}`),
    ];
    const statuses = await Promise.all([head, ...children].map((user) => reportBy(user, reported)));
    assert.deepEqual(statuses.sort(), [201, 409, 409]);
    assert.equal(await readState(reported), 'normal');
  });

  test(`${name}: reports from accounts without a code hide nothing and are marked (decision 95)`, async () => {
    const reported = await make();
    const puppets: User[] = [];
    for (let number = 1; number <= 6; number += 1) {
      madeCount += 1;
      const username = `puppet-${madeCount}`;
      await app.anonymous.get(accountsApi.create, { body: { username, password: 'password' } });
      puppets.push(await app.logIn(username));
    }
    const [first, second, third] = crowd;
    assert.ok(first && second && third);
    assert.deepEqual(
      await Promise.all(puppets.map((user) => reportBy(user, reported))),
      puppets.map(() => 201),
    );
    await reportBy(first, reported);
    await reportBy(second, reported);
    const { reports, moderationStatus } = await readAsModerator(reported);
    assert.equal(moderationStatus, 'normal', 'two families with a code are no three');
    const marks = reports.map(({ author, authorHasNoCode }: Report) => [author.username, authorHasNoCode]);
    const expected = [
      ...puppets.map(({ username }) => [username, true]),
      ...[first, second].map(({ username }) => [username, undefined]),
    ];
    assert.deepEqual(marks.sort(), expected.sort());
    await reportBy(third, reported);
    assert.equal(await readState(reported), 'autoQuarantined');
    await moderator.get(reported.setState, { params: { ...reported.params, state: 'normal' } });
    await reportBy(await app.logIn('heidi'), reported);
    assert.equal(await readState(reported), 'normal', 'a report that does not count hides nothing a second time');
  });
}

type Report = ReportModerationData;
