import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { blockedUserHeader } from '#core/users/index.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { type KnownValues, runEveryGet, type SweepCall, sweep } from '../../support/sweep.ts';
import { block, listTexts, openFez, unblock } from './support.ts';
import {
  blockDuringTest,
  createTwoFamilies,
  type Family,
  type FezWithPosts,
  listUsersOf,
  type TwoFamilies,
} from './two-families.ts';

const app = await startTestApp();

/** These areas are empty in this test; `test/seen` tests for each what a block hides. */
const emptyAreas = [
  ...['forums', 'microblog', 'photostream', 'performers', 'hunts'],
  ...['boardgames', 'karaoke', 'micro-karaoke', 'quartermaster'],
];
const isOfEmptyArea = ({ name }: SweepCall): boolean => emptyAreas.some((area) => name.startsWith(`${area}.`));

/** Lists the calls that read about other users, including searches for their words. */
function listCallsAboutUsers(world: TwoFamilies, { word, primary, second }: Family, withFezzes: boolean): SweepCall[] {
  const known: KnownValues = {
    userID: [primary.userID, second.userID],
    username: [...listUsersOf(world.left), ...listUsersOf(world.right)].map((user) => user.username),
    searchString: [primary.username, word, `The ${word}`, `Real ${word}`, primary.userID],
    event_id: [world.eventID],
    fezID: withFezzes ? world.made.map(({ fez }) => fez.fezID) : [],
  };
  return runEveryGet(known, [word, `"a post by ${word}"`]).filter((call) => !isOfEmptyArea(call));
}

/**
 * Calls in which the contract names a hidden user: the caller’s own lists of blocks and notes (core rules 63 and 95).
 */
const callsNamingHiddenUsers = new Set(['users.blocks', 'users.notes', 'users.note']);

/** Returns the calls whose responses name a user of the family or contain their texts. */
async function findCallsShowing(family: Family, user: User, calls: readonly SweepCall[]): Promise<SweepCall[]> {
  const traces = [family.word, ...listUsersOf(family).map(({ userID }) => userID)];
  const telling = [...(await sweep(user, calls))].filter(([, said]) => traces.some((trace) => said.includes(trace)));
  return telling.map(([call]) => call).filter(({ name }) => !callsNamingHiddenUsers.has(name));
}

async function assertNothingOf(family: Family, user: User, calls: readonly SweepCall[]) {
  const telling = await findCallsShowing(family, user, calls);
  assert.deepEqual(
    telling.map(({ path, query }) => `${user.username} reads of ${family.word}: ${path} ${JSON.stringify(query)}`),
    [],
  );
}

const isHidden = (family: Family, userID: string | undefined) =>
  listUsersOf(family).some((user) => user.userID === userID);

/** Lists the fezzes that a user is in and that this family doesn't own. */
const listJoinedOfOthers = ({ made }: TwoFamilies, user: User, hidden: Family): FezWithPosts[] =>
  made.filter(({ memberIDs, owner }) => memberIDs.includes(user.userID) && !isHidden(hidden, owner?.userID));

const getFezIDs = (fezzes: readonly { fezID: string }[]) => fezzes.map(({ fezID }) => fezID).sort();

async function listJoinedIDs(user: User, query: Record<string, string | boolean> = {}): Promise<string[]> {
  return getFezIDs((await user.get(fezApi.joined, { query: { limit: 200, ...query } })).fezzes);
}

/** Asserts that the summary counts as many new chats as the list of new chats has (decision 36). */
async function assertSummaryAgrees(user: User) {
  const summary = await user.get(notificationsApi.summary);
  const fresh = async (query: Record<string, string | boolean>) => listJoinedIDs(user, { onlynew: true, ...query });
  const seamail = await fresh({ type: 'closed,open' });
  const groups = await fresh({ lfgtypes: true });
  const events = await fresh({ type: 'privateEvent,personalEvent' });
  assert.deepEqual(
    [
      summary.addedToSeamailCount + summary.newSeamailMessageCount,
      summary.addedToLFGCount + summary.newFezMessageCount,
      summary.addedToPrivateEventCount + summary.newPrivateEventMessageCount,
    ],
    [seamail.length, groups.length, events.length],
  );
  const added = [...summary.addedToSeamailIDs, ...summary.addedToLFGIDs, ...summary.addedToPrivateEventIDs];
  const all = [...seamail, ...groups, ...events];
  assert.deepEqual(
    added.filter((id) => !all.includes(id)),
    [],
  );
}

/** Asserts that members keep their positions, and that hidden users' posts are absent and not counted. */
async function assertShown(world: TwoFamilies, user: User, hidden: Family) {
  for (const { fez, memberIDs, posts } of listJoinedOfOthers(world, user, hidden)) {
    const { members, participantCount } = await openFez(user, fez, { limit: 200 });
    assert.equal(participantCount, memberIDs.length);
    const places = [...(members?.participants ?? []), ...(members?.waitingList ?? [])].map(({ userID }) => userID);
    const masked = memberIDs.map((userID) => (isHidden(hidden, userID) ? blockedUserHeader.userID : userID));
    assert.deepEqual(places, masked);
    const left = posts.filter(({ author }) => !isHidden(hidden, author?.userID)).map(({ text }) => text);
    assert.deepEqual(members?.posts?.map(({ text }) => text) ?? [], left);
    assert.deepEqual([members?.postCount, members?.paginator?.total], [left.length, left.length]);
    assert.ok((members?.readCount ?? 0) <= left.length);
  }
}

type FamilyPair = readonly [Family, Family];
const expandBothDirections = ({ left, right }: TwoFamilies): FamilyPair[] => [
  [left, right],
  [right, left],
];

/** Reads all lists and searches as every user, by call. */
async function takeSnapshot(world: TwoFamilies): Promise<Map<string, string>> {
  const responses = new Map<string, string>();
  for (const [own, others] of expandBothDirections(world)) {
    for (const user of listUsersOf(own)) {
      for (const [{ path, query }, said] of await sweep(user, listCallsAboutUsers(world, others, false))) {
        responses.set(`${user.username}: ${path} ${JSON.stringify(query)}`, said);
      }
    }
  }
  return responses;
}

const listDifferences = (before: Map<string, string>, after: Map<string, string>) =>
  [...before.keys()].filter((call) => before.get(call) !== after.get(call));

type UserGetter = (world: TwoFamilies) => User;
const getLeftPrimary: UserGetter = ({ left }) => left.primary;
const getRightPrimary: UserGetter = ({ right }) => right.primary;
const getLeftSecondary: UserGetter = ({ left }) => left.second;
const getRightSecondary: UserGetter = ({ right }) => right.second;

const blockCases: readonly [string, TwoFamilies, UserGetter, UserGetter][] = [
  ['one blocks the other', await createTwoFamilies(app, ['wombat', 'quokka']), getLeftPrimary, getRightPrimary],
  ['a second account blocks', await createTwoFamilies(app, ['numbat', 'bilby']), getLeftSecondary, getRightPrimary],
  [
    'a second account is blocked',
    await createTwoFamilies(app, ['potoroo', 'dingo']),
    getRightSecondary,
    getLeftSecondary,
  ],
];

for (const [what, world, blockerOf, blockedOf] of blockCases) {
  describe(`when ${what}`, () => {
    const [blocker, blocked] = [blockerOf(world), blockedOf(world)];

    test('no list, search or count shows the other family until the block ends', async (t) => {
      for (const own of [world.left, world.right]) {
        // Announcements are new only once, so they're ignored.
        for (const user of listUsersOf(own)) await user.get(announcementsApi.list);
      }
      const before = await takeSnapshot(world);
      await blockDuringTest(t, blocker, blocked);
      for (const [own, others] of expandBothDirections(world)) {
        for (const user of listUsersOf(own)) {
          await assertNothingOf(others, user, listCallsAboutUsers(world, others, false));
          assert.deepEqual(
            await listJoinedIDs(user),
            getFezIDs(listJoinedOfOthers(world, user, others).map(({ fez }) => fez)),
          );
          await assertSummaryAgrees(user);
        }
      }
      await unblock(blocker, blocked);
      assert.deepEqual(listDifferences(before, await takeSnapshot(world)), []);
    });

    test('no readable content shows the other family', async (t) => {
      await blockDuringTest(t, blocker, blocked);
      for (const [own, others] of expandBothDirections(world)) {
        for (const user of listUsersOf(own)) {
          await assertNothingOf(others, user, listCallsAboutUsers(world, others, true));
          await assertShown(world, user, others);
          await assertSummaryAgrees(user);
        }
      }
      await unblock(blocker, blocked);
      for (const [own] of expandBothDirections(world)) {
        for (const user of listUsersOf(own)) await assertSummaryAgrees(user);
        for (const { fez, posts } of world.made.filter(
          ({ isShared, memberIDs }) => isShared && memberIDs.includes(own.primary.userID),
        )) {
          assert.deepEqual(
            listTexts(await openFez(own.primary, fez, { start: 0, limit: 200 })),
            posts.map(({ text }) => text),
          );
        }
      }
    });
  });
}

test('without a block, the same calls show other users', async () => {
  const world = await createTwoFamilies(app, ['dugong', 'marlin']);
  const telling = await findCallsShowing(
    world.right,
    world.left.primary,
    listCallsAboutUsers(world, world.right, true),
  );
  const names = new Set(telling.map(({ name }) => name));
  const expected = [
    'announcements.list',
    'fez.dayPlanner',
    'fez.former',
    'fez.joined',
    'fez.open',
    'fez.owned',
    'fez.personalEventCalendar',
    'fez.personalEvents',
    'fez.read',
    'fez.readPersonalEvent',
    'profiles.readProfile',
    'profiles.readVCard',
    'schedule.downloadPhotographerReport',
    'schedule.event',
    'schedule.favorites',
    'schedule.list',
    'schedule.photographerReport',
    'users.favorites',
    'users.find',
    'users.header',
    'users.matchAllNames',
    'users.matchUsername',
    'users.roleHolders',
  ];
  assert.deepEqual(
    expected.filter((name) => !names.has(name)),
    [],
  );
});

test('a block covers accounts created later, but no one who becomes a moderator', async () => {
  const [blocker, blocked] = [await app.newcomer('manta-primary'), await app.newcomer('narwhal-primary')];
  const office = await app.logIn('admin');
  await block(blocker, blocked);
  await blocked.get(accountsApi.add, { body: { username: 'narwhal-later', password: 'password' } });
  const later = await app.logIn('narwhal-later');
  const find = async (user: User, { userID }: User) =>
    (await user.call(usersApi.header, { params: { userID } })).status;
  assert.deepEqual([await find(blocker, later), await find(later, blocker)], [404, 404]);
  await office.send('POST', `/api/v3/admin/moderator/promote/${blocked.userID}`);
  assert.deepEqual([await find(blocker, blocked), await find(blocker, later)], [200, 404]);
  await office.send('POST', `/api/v3/admin/user/demote/${blocked.userID}`);
  assert.equal(await find(blocker, blocked), 404);
});
