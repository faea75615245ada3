import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { area } from '#area/area.ts';
import { createVersionByKey } from '#area/caches.ts';
import { transact } from '#area/context.ts';
import type { CounterContribution } from '#area/counters.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { stopCheckingSummaries } from '#core/notifications/check-summaries.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { changeSettings } from '#core/settings/index.ts';
import { userFavorites } from '#core/users/tables.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { areas } from '../../src/app/areas.ts';
import { announce, inHours } from '../support/announcements.ts';
import { startTestApp, type User } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createTestClock } from '../support/clock.ts';

/** The fixture area's counters, and how often they were requested, by user id; callers without a login are `no one`. */
const countersByUser = new Map<string, CounterContribution>();
const requestCounts = new Map<string, number>();

/** The counters depend on the favorites of users. */
const getVersion = createVersionByKey([{ table: userFavorites, key: userFavorites.userID }]);

const fixtureArea = area({
  name: 'fixture',
  api: {},
  handlers: () => ({}),
  counters: (context) => ({
    version: (viewer) => getVersion(context, viewer?.userID ?? 'anonymous'),
    count(viewer) {
      const userID = viewer?.userID ?? 'anonymous';
      requestCounts.set(userID, (requestCounts.get(userID) ?? 0) + 1);
      return countersByUser.get(userID) ?? {};
    },
  }),
});

const app = await startTestApp({ areas: [...areas, fixtureArea] });
const { context, clock, anonymous } = app;
stopCheckingSummaries(context);
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
const [moderator, sam] = [await app.atLevel('moderator'), await app.logIn('sam')];

const readSummary = (client: Client) => client.get(notificationsApi.summary);
const countRequests = (user: User) => requestCounts.get(user.userID) ?? 0;

/** Returns how often a user's counters were requested from the areas during `work`. */
async function countRequestsDuring(user: User, work: () => unknown): Promise<number> {
  const before = countRequests(user);
  await work();
  await readSummary(user);
  return countRequests(user) - before;
}

/** Writes rows that the area counts for these users. */
const invalidate = (...users: readonly User[]) =>
  transact(context, ({ db: { queries } }) => {
    for (const { userID } of users) {
      queries.insert(userFavorites).values({ userID, favoriteID: sam.userID, createdAt: clock.now() }).run();
      queries.delete(userFavorites).where(eq(userFavorites.userID, userID)).run();
    }
  });
const invalidateAll = () => invalidate(james, heidi, moderator);

const defaultFields = {
  disabledFeatures: [],
  activeAnnouncementIDs: [],
  newAnnouncementCount: 0,
  microblogMentionCount: 0,
  newMicroblogMentionCount: 0,
  forumMentionCount: 0,
  newForumMentionCount: 0,
  addedToSeamailCount: 0,
  addedToLFGCount: 0,
  addedToPrivateEventCount: 0,
  addedToSeamailIDs: [],
  addedToLFGIDs: [],
  addedToPrivateEventIDs: [],
  newSeamailMessageCount: 0,
  newFezMessageCount: 0,
  newPrivateEventMessageCount: 0,
  PrivateEventMessageCount: 0,
  microKaraokeFinishedSongCount: 0,
  alertWords: [],
};

describe('the summary', () => {
  test('has all required fields with neutral values for callers who aren’t logged in', async () => {
    clock.set('2025-03-03T15:00:00.000Z');
    assert.deepEqual(await readSummary(anonymous), {
      ...defaultFields,
      serverTime: '2025-03-03T15:00:00.000Z',
      serverTimeOffset: -5 * 60 * 60,
      serverTimeZoneID: 'America/New_York',
      serverTimeZone: 'EST',
    });
  });

  test('has the same fields for a new user', async () => {
    assert.deepEqual(await readSummary(await app.newcomer('fresh')), await readSummary(anonymous));
  });

  test('treats an invalid token as no login, and is the same at both addresses', async () => {
    const headers = { authorization: 'Bearer nonsense' };
    const response = await anonymous.call(notificationsApi.summary, { headers });
    assert.deepEqual([response.status, response.body], [200, await readSummary(anonymous)]);
    assert.deepEqual((await james.send('GET', '/api/v3/notification/user')).body, await readSummary(james));
  });

  test('has the time of the call and the zone in force on board', async () => {
    const fields = async () => {
      const { serverTime, serverTimeOffset, serverTimeZoneID, serverTimeZone } = await readSummary(james);
      return [serverTime, serverTimeOffset, serverTimeZoneID, serverTimeZone];
    };
    const before = clock.now();
    clock.set('2025-03-04T06:59:59.500Z');
    assert.deepEqual(await fields(), ['2025-03-04T06:59:59.500Z', -18_000, 'America/New_York', 'EST']);
    clock.set('2025-03-04T07:00:00.000Z');
    assert.deepEqual(await fields(), ['2025-03-04T07:00:00.000Z', -14_400, 'America/Puerto_Rico', 'AST']);
    clock.set(before);
    assert.deepEqual(await fields(), [before.toISOString(), -18_000, 'America/New_York', 'EST']);
  });

  test('names the WiFi to logged-in users, and disabled features to everyone, immediately', async () => {
    const pair = { app: 'ios', feature: 'karaoke' } as const;
    await Promise.all([readSummary(james), readSummary(anonymous)]);
    transact(context, (context) =>
      changeSettings(context, {
        shipWifiSSID: 'Lido Deck',
        disabledFeatures: [pair, { app: 'all', feature: 'hunts' }],
      }),
    );
    const [mine, theirs] = [await readSummary(james), await readSummary(anonymous)];
    assert.equal(mine.shipWifiSSID, 'Lido Deck');
    assert.equal('shipWifiSSID' in theirs, false);
    for (const { disabledFeatures } of [mine, theirs]) {
      assert.deepEqual(disabledFeatures, [
        { appName: 'ios', featureName: 'karaoke' },
        { appName: 'all', featureName: 'hunts' },
      ]);
    }
    transact(context, (context) => changeSettings(context, { shipWifiSSID: '', disabledFeatures: [] }));
    assert.equal('shipWifiSSID' in (await readSummary(james)), false);
  });
});

describe('announcements in the summary', () => {
  const ofAnnouncements = async (client: Client) => {
    const { activeAnnouncementIDs, newAnnouncementCount } = await readSummary(client);
    return [activeAnnouncementIDs, newAnnouncementCount];
  };

  async function withdraw(...ids: number[]): Promise<void> {
    const tho = await app.atLevel('tho');
    for (const announcementID of ids) await tho.get(announcementsApi.delete, { params: { announcementID } });
  }

  test('count as unread until the user lists them; the summary marks nothing as read', async () => {
    for (const client of [james, heidi, anonymous]) assert.deepEqual(await ofAnnouncements(client), [[], 0]);
    const first = await announce(app, 'one');
    const second = await announce(app, 'two');
    for (const _ of [1, 2]) assert.deepEqual(await ofAnnouncements(james), [[second, first], 2]);
    assert.deepEqual(await ofAnnouncements(anonymous), [[second, first], 0]);
    await james.get(announcementsApi.list);
    assert.deepEqual(await ofAnnouncements(james), [[second, first], 0]);
    assert.deepEqual(await ofAnnouncements(heidi), [[second, first], 2]);
    await withdraw(second);
    assert.deepEqual(await ofAnnouncements(heidi), [[first], 1]);
    await withdraw(first);
    for (const client of [james, heidi, anonymous]) assert.deepEqual(await ofAnnouncements(client), [[], 0]);
  });

  test('disappear when they expire, and an edit doesn’t make them unread', async () => {
    const announcementID = await announce(app, 'soon over', 1);
    await james.get(announcementsApi.list);
    assert.deepEqual(await ofAnnouncements(james), [[announcementID], 0]);
    clock.advance({ hours: 1 });
    for (const client of [james, heidi]) assert.deepEqual(await ofAnnouncements(client), [[], 0]);
    const again = { params: { announcementID }, body: { text: 'again', displayUntil: inHours(app, 1) } };
    await (await app.atLevel('tho')).get(announcementsApi.edit, again);
    assert.deepEqual(await ofAnnouncements(james), [[announcementID], 0]);
    await withdraw(announcementID);
  });
});

describe('the summary for moderators', () => {
  test('has counters that others don’t get', async () => {
    const { moderatorData } = await readSummary(moderator);
    assert.deepEqual(moderatorData, {
      openReportCount: 0,
      newModeratorSeamailMessageCount: 0,
      newDevTeamSeamailMessageCount: 0,
      newModeratorForumMentionCount: 0,
      newDevTeamForumMentionCount: 0,
    });
    for (const level of ['quarantined', 'verified', 'client'] as const) {
      assert.equal('moderatorData' in (await readSummary(await app.atLevel(level))), false, level);
    }
    for (const level of ['devteam', 'tho', 'admin'] as const) {
      assert.equal('moderatorData' in (await readSummary(await app.atLevel(level))), true, level);
    }
    assert.equal('moderatorData' in (await readSummary(anonymous)), false);
  });

  test('counts every report that is neither closed nor assigned', async () => {
    const params = { userID: heidi.userID };
    for (const user of [james, await app.logIn('sam')]) {
      await user.get(profilesApi.reportUser, { params, body: { message: 'look at this' } });
    }
    const open = async () => (await readSummary(moderator)).moderatorData?.openReportCount;
    assert.equal(await open(), 2);
    const { sqlite } = context.db;
    sqlite.prepare('UPDATE reports SET handled_by_id = ? WHERE author_id = ?').run(moderator.userID, james.userID);
    assert.equal(await open(), 1);
    sqlite.prepare('UPDATE reports SET is_closed = 1').run();
    assert.equal(await open(), 0);
  });

  test('has these counters as soon as a user is promoted', async () => {
    const user = await app.newcomer('promoted');
    assert.equal('moderatorData' in (await readSummary(user)), false);
    const admin = await app.logIn('admin');
    assert.equal((await admin.send('POST', `/api/v3/admin/moderator/promote/${user.userID}`)).status, 200);
    assert.equal('moderatorData' in (await readSummary(await app.logIn('promoted'))), true);
  });
});

describe('an area’s counters', () => {
  const id = '11111111-2222-4333-8444-555555555555';

  test('reach the user they belong to, with the derived counts', async () => {
    countersByUser.set(james.userID, {
      counters: { addedToSeamailIDs: [id], addedToLFGIDs: [id, id], newPrivateEventMessageCount: 3 },
      moderatorCounters: { newModeratorForumMentionCount: 7 },
    });
    countersByUser.set(moderator.userID, { moderatorCounters: { newModeratorForumMentionCount: 4 } });
    await Promise.all([readSummary(james), readSummary(heidi)]);
    invalidate(james, moderator);
    const mine = await readSummary(james);
    assert.deepEqual([mine.addedToSeamailIDs, mine.addedToSeamailCount], [[id], 1]);
    assert.deepEqual([mine.addedToLFGCount, mine.addedToPrivateEventCount], [2, 0]);
    assert.deepEqual([mine.newPrivateEventMessageCount, mine.PrivateEventMessageCount], [3, 3]);
    assert.equal('moderatorData' in mine, false);
    assert.equal((await readSummary(moderator)).moderatorData?.newModeratorForumMentionCount, 4);
    assert.equal((await readSummary(heidi)).addedToSeamailCount, 0);
    countersByUser.clear();
    invalidateAll();
  });

  test('are cached, and recomputed for the users they changed for', async () => {
    await Promise.all([readSummary(james), readSummary(heidi)]);
    assert.equal(await countRequestsDuring(james, () => readSummary(james)), 0);
    assert.equal(await countRequestsDuring(james, () => invalidate(heidi)), 0);
    assert.equal(await countRequestsDuring(james, () => invalidate(james)), 1);
    assert.equal(await countRequestsDuring(james, invalidateAll), 1);
  });

  test('aren’t recomputed when another area changes', async () => {
    await readSummary(james);
    const before = (await readSummary(james)).activeAnnouncementIDs.length;
    assert.equal(await countRequestsDuring(james, () => announce(app, 'of another area')), 0);
    assert.equal((await readSummary(james)).activeAnnouncementIDs.length, before + 1);
  });

  test('are recomputed after a change that was partly rolled back', async () => {
    const failing = () =>
      transact(context, () => {
        invalidate(james);
        throw new Error('as planned');
      });
    assert.equal(await countRequestsDuring(james, () => assert.throws(failing, /as planned/)), 1);
  });

  test('are recomputed once their area says that they expired', async () => {
    countersByUser.set(james.userID, { validUntil: new Date(clock.now().getTime() + 30_000) });
    invalidate(james);
    await readSummary(james);
    assert.equal(await countRequestsDuring(james, () => clock.advance({ seconds: 29 })), 0);
    countersByUser.clear();
    assert.equal(await countRequestsDuring(james, () => clock.advance({ seconds: 1 })), 1);
  });

  test('are recomputed after the viewer blocks or mutes someone', async () => {
    const path = `/api/v3/users/${heidi.userID}`;
    for (const action of ['mute', 'unmute', 'block', 'unblock']) {
      assert.ok((await countRequestsDuring(james, () => james.send('POST', `${path}/${action}`))) > 0, action);
    }
  });
});

test('the summary is recomputed at the next change of time zone', async () => {
  const late = await startTestApp({ clock: createTestClock('2025-03-04T06:50:00.000Z') });
  assert.equal((await readSummary(late.anonymous)).serverTimeZone, 'EST');
  late.clock.advance({ minutes: 10 });
  assert.equal((await readSummary(late.anonymous)).serverTimeZone, 'AST');
});
