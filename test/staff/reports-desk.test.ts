import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { findCategoryID } from '../features/forums/support.ts';
import { startTestApp, type User } from '../support/app.ts';
import { moderationApi } from '../support/moderation.ts';
import { addAccount, countActions, unknownID } from './support.ts';

const app = await startTestApp();
const [admin, moderator, other] = [
  await app.logIn('admin'),
  await app.atLevel('moderator'),
  await app.atLevel('devteam'),
];
const [james, heidi, sam] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('sam')];

const createContent = (text: string) => ({ text, images: [] });

/** Files each report a minute after the previous one, so that their order is known. */
async function report(reporter: User, endpoint: Parameters<User['call']>[0], params: Record<string, string | number>) {
  app.clock.advance({ minutes: 1 });
  await reporter.get(endpoint, { params, body: { message: `from ${reporter.username}` } });
}

async function writePost(author: User): Promise<{ postID: number }> {
  const { postID } = await author.get(microblogApi.create, { body: createContent('something') });
  return { postID };
}

/** The reports on one thing as moderators see them, newest first. */
async function listReportsOn(id: string | number) {
  const reports = await moderator.get(moderationApi.reports);
  return reports.filter(({ reportedID }) => reportedID === String(id));
}

async function findFirstReportOn(id: string | number) {
  const [report] = await listReportsOn(id);
  assert.ok(report, `a report on ${id}`);
  return report;
}

const countOpen = async (user: User) => (await user.get(notificationsApi.summary)).moderatorData?.openReportCount;

describe('the list of reports (moderation rule R9)', () => {
  test('lists reports of every type of content, newest first, with the reported user', async () => {
    const { postID } = await writePost(james);
    const thread = await james.get(forumsApi.create, {
      params: { categoryID: await findCategoryID(moderator, 'General') },
      body: { title: 'Reported', firstPost: createContent('first') },
    });
    const [first] = thread.posts;
    assert.ok(first);
    const fez = await james.get(fezApi.create, {
      body: {
        fezType: 'activity',
        title: 'Bingo',
        info: 'Cards are there',
        minCapacity: 0,
        maxCapacity: 0,
        initialUsers: [],
      },
    });
    const fezPost = await james.get(fezApi.post, { params: { fezID: fez.fezID }, body: createContent('hello') });
    const before = (await moderator.get(moderationApi.reports)).length;
    await report(heidi, microblogApi.report, { postID });
    await report(heidi, forumsApi.report, { forumID: thread.forumID });
    await report(heidi, forumsApi.reportPost, { postID: first.postID });
    await report(heidi, fezApi.report, { fezID: fez.fezID });
    await report(heidi, fezApi.reportPost, { postID: fezPost.postID });
    await report(heidi, profilesApi.reportUser, { userID: james.userID });
    const reports = await moderator.get(moderationApi.reports);
    assert.equal(reports.length, before + 6);
    assert.deepEqual(
      reports.slice(0, 6).map(({ type, reportedID }) => [type, reportedID]),
      [
        ['userProfile', james.userID],
        ['fezPost', String(fezPost.postID)],
        ['fez', fez.fezID],
        ['forumPost', String(first.postID)],
        ['forum', thread.forumID],
        ['microblogPost', String(postID)],
      ],
    );
    for (const { author, reportedUser, submitterMessage, isClosed, ...rest } of reports.slice(0, 6)) {
      assert.deepEqual([author.username, reportedUser.username, submitterMessage], ['heidi', 'james', 'from heidi']);
      assert.deepEqual([isClosed, 'handledBy' in rest], [false, false]);
    }
  });

  test('can be filtered by open or closed reports', async () => {
    const [waiting, done] = [await writePost(james), await writePost(james)];
    for (const { postID } of [waiting, done]) await report(heidi, microblogApi.report, { postID });
    const { id } = await findFirstReportOn(done.postID);
    await moderator.get(moderationApi.closeReports, { params: { reportID: id } });
    const all = await moderator.get(moderationApi.reports);
    for (const open of [true, false]) {
      assert.deepEqual(
        await moderator.get(moderationApi.reports, { query: { open } }),
        all.filter(({ isClosed }) => isClosed !== open),
      );
    }
    assert.deepEqual([...new Set(all.map(({ isClosed }) => isClosed))].toSorted(), [false, true]);
  });

  test('is available to moderators only', async () => {
    assert.equal((await james.call(moderationApi.reports)).status, 403);
    assert.equal((await app.anonymous.call(moderationApi.reports)).status, 401);
  });
});

describe('taking and closing reports', () => {
  let postID = 0;
  beforeEach(async () => {
    ({ postID } = await writePost(james));
    await report(heidi, microblogApi.report, { postID });
    await report(sam, microblogApi.report, { postID });
  });

  const take = async (user: User, reportID: string) =>
    (await user.call(moderationApi.handleReports, { params: { reportID } })).status;
  const close = async (user: User, reportID: string) =>
    (await user.call(moderationApi.closeReports, { params: { reportID } })).status;
  const stateOf = async () =>
    (await listReportsOn(postID)).map(({ handledBy, isClosed }) => [handledBy?.username, isClosed]);

  test('assigns all open reports on the same content, and no others', async () => {
    const elsewhere = await writePost(james);
    await report(heidi, microblogApi.report, elsewhere);
    const { id, updateTime } = await findFirstReportOn(postID);
    const open = (await countOpen(moderator)) ?? 0;
    app.clock.advance({ minutes: 1 });
    assert.equal(await take(moderator, id), 200);
    assert.deepEqual(await stateOf(), [
      [moderator.username, false],
      [moderator.username, false],
    ]);
    assert.notEqual((await findFirstReportOn(postID)).updateTime, updateTime);
    assert.equal('handledBy' in (await findFirstReportOn(elsewhere.postID)), false);
    assert.equal(await countOpen(moderator), open - 2, 'each report counts');
    assert.equal(await countOpen(other), open - 2, 'for every moderator');
  });

  test('lets another moderator take over; a later report is open again', async () => {
    const { id } = await findFirstReportOn(postID);
    await take(moderator, id);
    assert.equal(await take(other, id), 200);
    assert.deepEqual(await stateOf(), [
      [other.username, false],
      [other.username, false],
    ]);
    const open = (await countOpen(moderator)) ?? 0;
    await report(admin, microblogApi.report, { postID });
    assert.equal(await countOpen(moderator), open + 1);
  });

  test('closes all of them and keeps the handler; they can’t be reopened', async () => {
    const { id } = await findFirstReportOn(postID);
    await take(moderator, id);
    assert.equal(await close(other, id), 200);
    const closed = [
      [moderator.username, true],
      [moderator.username, true],
    ];
    assert.deepEqual(await stateOf(), closed);
    assert.equal(await take(other, id), 200, 'nothing is open, which is no error');
    assert.deepEqual(await stateOf(), closed);
    const again = { params: { postID }, body: { message: 'once more' } };
    assert.equal((await sam.call(microblogApi.report, again)).status, 409, 'once for ever (moderation rule R2)');
  });

  test('closes unassigned reports too, and stops counting them as open', async () => {
    const open = (await countOpen(moderator)) ?? 0;
    await close(moderator, (await findFirstReportOn(postID)).id);
    assert.deepEqual(await stateOf(), [
      [undefined, true],
      [undefined, true],
    ]);
    assert.equal(await countOpen(moderator), open - 2);
  });

  test('shows the same reports with the content as in the list', async () => {
    await take(moderator, (await findFirstReportOn(postID)).id);
    const judged = await moderator.get(moderationApi.microblogPost, { params: { postID } });
    assert.deepEqual(judged.reports, await listReportsOn(postID));
  });

  test('isn’t logged, and requires a moderator and an existing report', async () => {
    const { id } = await findFirstReportOn(postID);
    const recorded = await countActions(admin);
    assert.deepEqual([await take(moderator, id), await close(moderator, id)], [200, 200]);
    assert.equal(await countActions(admin), recorded);
    assert.deepEqual([await take(james, id), await close(james, id)], [403, 403]);
    assert.deepEqual([await take(moderator, unknownID), await close(moderator, unknownID)], [404, 404]);
    assert.deepEqual([await take(moderator, 'x'), await close(moderator, 'x')], [400, 400]);
  });
});

test('a sub-account’s report counts for its family: a second one is 409 (moderation rules R1 and R2)', async () => {
  const { postID } = await writePost(james);
  const head = await app.newcomer('complainer');
  const child = await addAccount(app, head, 'complaining-child');
  await report(child, microblogApi.report, { postID });
  assert.equal((await findFirstReportOn(postID)).author.username, 'complainer');
  const second = await head.call(microblogApi.report, { params: { postID }, body: { message: '' } });
  assert.equal(second.status, 409);
  assert.equal((await listReportsOn(postID)).length, 1);
});

test('a family can report 100 times an hour, independent of others (core rule 125)', async () => {
  const { postID } = await writePost(james);
  const swamper = await app.newcomer('swamper');
  const send = (user: User) => user.call(microblogApi.report, { params: { postID }, body: { message: '' } });
  assert.equal((await send(swamper)).status, 201);
  for (let count = 1; count < 100; count += 1) assert.equal((await send(swamper)).status, 409);
  assert.equal((await send(swamper)).status, 429);
  const params = { userID: james.userID };
  assert.equal((await swamper.call(profilesApi.reportUser, { params, body: { message: '' } })).status, 429);
  assert.equal((await send(heidi)).status, 201);
});
