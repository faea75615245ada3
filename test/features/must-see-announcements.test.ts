import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { verifyAnnouncements } from '#features/announcements/verify.ts';
import { adminApi } from '#staff/admin/api.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import { inHours } from '../support/announcements.ts';
import { startTestApp, type TestApp, type User } from '../support/app.ts';
import { assertDriftRepaired } from '../support/drift.ts';
import { openSocket } from '../support/socket.ts';

async function announce(app: TestApp, body: Record<string, unknown> = {}): Promise<number> {
  const office = await app.atLevel('tho');
  const content = { text: 'Muster drill at four', displayUntil: inHours(app, 5), mustSee: true, ...body };
  await office.get(announcementsApi.create, { body: content });
  const [newest] = await office.get(announcementsApi.list, { query: { inactives: true } });
  return newest?.id ?? 0;
}

const getParams = (announcementID: number) => ({ params: { announcementID } });
const dismiss = async (user: User, id: number) => (await user.call(announcementsApi.seen, getParams(id))).status;
const listUnseen = async (user: User) => (await user.get(notificationsApi.summary)).mustSeeAnnouncementIDs;
const read = async (user: User, id: number) =>
  (await user.get(announcementsApi.list)).find((announcement) => announcement.id === id);
const readAsManager = async (app: TestApp, id: number) =>
  (await app.atLevel('tho')).get(announcementsApi.read, getParams(id));
const edit = async (app: TestApp, id: number, body: Record<string, unknown>) =>
  (await app.atLevel('tho')).get(announcementsApi.edit, {
    ...getParams(id),
    body: { text: 'Changed', displayUntil: inHours(app, 5), ...body },
  });

test('a must-see announcement is unseen until each account dismisses it (fez rules 96, 97 and 99)', async () => {
  const app = await startTestApp();
  const [james, office] = [await app.logIn('james'), await app.atLevel('tho')];
  const ordinary = await announce(app, { mustSee: false });
  const id = await announce(app);
  assert.deepEqual(await listUnseen(james), [id]);
  assert.deepEqual(await listUnseen(office), [id]);
  assert.equal('mustSeeAnnouncementIDs' in (await app.anonymous.get(notificationsApi.summary)), false);
  const shown = await read(james, id);
  assert.deepEqual([shown?.mustSee, shown?.isSeen, shown?.seenCount], [true, false, undefined]);
  assert.deepEqual(await listUnseen(james), [id], 'listing dismisses nothing');
  assert.deepEqual([await dismiss(james, id), await dismiss(james, id)], [201, 200]);
  assert.equal('mustSeeAnnouncementIDs' in (await james.get(notificationsApi.summary)), false);
  assert.deepEqual(await listUnseen(office), [id]);
  assert.equal((await read(james, id))?.isSeen, true);
  const plain = await read(james, ordinary);
  assert.ok(plain && !('mustSee' in plain) && !('isSeen' in plain), 'an ordinary one has no new field');
  const unknown = (await app.anonymous.get(announcementsApi.list)).find((one) => one.id === id);
  assert.ok(unknown?.mustSee && !('isSeen' in unknown));
});

test('only a current must-see announcement can be dismissed (fez rules 97 and 101)', async () => {
  const app = await startTestApp();
  const james = await app.logIn('james');
  const [ordinary, deleted, short] = [
    await announce(app, { mustSee: false }),
    await announce(app),
    await announce(app, { displayUntil: inHours(app, 1) }),
  ];
  await (await app.atLevel('tho')).get(announcementsApi.delete, getParams(deleted));
  assert.deepEqual(await listUnseen(james), [short]);
  app.clock.advance({ hours: 2 });
  assert.equal(await listUnseen(james), undefined);
  for (const id of [ordinary, deleted, short, 999_999]) assert.equal(await dismiss(james, id), 404);
  assert.equal((await app.anonymous.call(announcementsApi.seen, getParams(short))).status, 401);
  const quarantined = await app.atLevel('quarantined');
  await edit(app, short, {});
  assert.equal(await dismiss(quarantined, short), 201);
});

test('an edit changes must-see only if it has the field; restoring shows it again to those who hadn’t dismissed it (fez rules 96 and 101)', async () => {
  const app = await startTestApp();
  const [james, kirk] = [await app.logIn('james'), await app.atLevel('verified')];
  const id = await announce(app);
  await dismiss(james, id);
  assert.equal((await edit(app, id, {})).mustSee, true);
  assert.equal((await edit(app, id, { mustSee: null })).mustSee, true);
  await (await app.atLevel('tho')).get(announcementsApi.delete, getParams(id));
  assert.deepEqual([await listUnseen(james), await listUnseen(kirk)], [undefined, undefined]);
  await edit(app, id, {});
  assert.deepEqual([await listUnseen(james), await listUnseen(kirk)], [undefined, [id]]);
  assert.equal('mustSee' in (await edit(app, id, { mustSee: false })), false);
  assert.equal(await listUnseen(kirk), undefined);
  assert.equal((await edit(app, id, { mustSee: true })).mustSee, true);
  assert.deepEqual([await listUnseen(james), await listUnseen(kirk)], [undefined, [id]]);
});

test('users who can announce see how many of its audience have seen it, by hour (fez rule 98)', async () => {
  const app = await startTestApp();
  app.clock.set('2025-03-03T15:20:00.000Z');
  const id = await announce(app);
  const none = await readAsManager(app, id);
  assert.deepEqual([none.seenCount, none.seenByHour], [0, []]);
  assert.ok((none.audienceCount ?? 0) > 2);
  await dismiss(await app.logIn('james'), id);
  app.clock.advance({ hours: 2 });
  await dismiss(await app.atLevel('verified'), id);
  await dismiss(await app.atLevel('moderator'), id);
  await dismiss(await app.logIn('james'), id);
  const counted = await readAsManager(app, id);
  assert.equal(counted.seenCount, 3);
  assert.deepEqual(counted.seenByHour, [
    { hour: '2025-03-03T15:00:00.000Z', count: 1 },
    { hour: '2025-03-03T17:00:00.000Z', count: 2 },
  ]);
  const ofTeam = await read(await app.atLevel('devteam'), id);
  assert.equal(ofTeam?.seenCount, 3);
  const ofModerator = await read(await app.atLevel('moderator'), id);
  assert.deepEqual(
    [ofModerator?.isSeen, ofModerator?.seenCount, ofModerator?.seenByHour],
    [true, undefined, undefined],
  );
});

test('accounts created after its end aren’t in its audience; banned ones only if they’ve seen it (fez rule 98)', async () => {
  const app = await startTestApp();
  const [seen, unseen] = [await app.newcomer('cousteau'), await app.newcomer('earhart')];
  const id = await announce(app, { displayUntil: inHours(app, 1) });
  const before = (await readAsManager(app, id)).audienceCount ?? 0;
  await app.newcomer('magellan');
  assert.equal((await readAsManager(app, id)).audienceCount, before + 1);
  await dismiss(seen, id);
  const admin = await app.atLevel('admin');
  for (const user of [seen, unseen])
    await admin.get(moderationApi.setAccessLevel, { params: { userID: user.userID, level: 'banned' } });
  assert.equal((await readAsManager(app, id)).audienceCount, before);
  app.clock.advance({ hours: 2 });
  await app.newcomer('drake');
  assert.equal((await readAsManager(app, id)).audienceCount, before);
});

test('the list of announcements to dismiss has no others, and marks nothing as seen (fez rule 100)', async () => {
  const app = await startTestApp();
  const james = await app.logIn('james');
  const [first, second] = [await announce(app), await announce(app)];
  await announce(app, { mustSee: false });
  const list = async (user: Pick<User, 'get'>) =>
    (await user.get(announcementsApi.list, { query: { mustsee: true } })).map(({ id }) => id);
  assert.deepEqual(await list(james), [second, first]);
  await dismiss(james, second);
  assert.deepEqual(await list(james), [first]);
  assert.deepEqual(await list(app.anonymous), [second, first]);
  assert.equal((await james.get(notificationsApi.summary)).newAnnouncementCount, 3);
  const office = await app.atLevel('tho');
  const all = await office.get(announcementsApi.list, { query: { mustsee: true, inactives: true } });
  assert.equal(all.length, 3);
});

test('many concurrent dismissals count each account once (fez rule 97)', async () => {
  const app = await startTestApp();
  const users = [await app.logIn('james'), await app.atLevel('verified'), await app.atLevel('moderator')];
  const id = await announce(app);
  const statuses = await Promise.all(users.flatMap((user) => [1, 2, 3, 4].map(() => dismiss(user, id))));
  assert.deepEqual(statuses.toSorted(), [...Array(9).fill(200), 201, 201, 201]);
  assert.equal((await readAsManager(app, id)).seenCount, 3);
});

test('users get the same frame as for others, live and in the replay, even after dismissing it (fez rule 96)', async () => {
  const app = await startTestApp();
  const james = await app.logIn('james');
  const socket = await openSocket(app.url, '/api/v3/notification/socket?since=0', james.token);
  const id = await announce(app);
  const { seq, ...frame } = await socket.next();
  assert.deepEqual(frame, { type: { announcement: {} }, info: 'Muster drill at four', contentID: String(id) });
  socket.close();
  await dismiss(james, id);
  const later = await openSocket(app.url, `/api/v3/notification/socket?since=${Number(seq) - 1}`, james.token);
  assert.equal((await later.next()).contentID, String(id));
  later.close();
});

test('while the feature is off, there’s nothing to dismiss and no new field (fez rule 102)', async () => {
  const app = await startTestApp();
  const [james, devteam] = [await app.logIn('james'), await app.atLevel('devteam')];
  const id = await announce(app);
  const turn = async (list: 'disableFeatures' | 'enableFeatures') =>
    (await app.atLevel('admin')).get(adminApi.changeServerSettings, {
      body: { [list]: [{ app: 'all', feature: 'mustsee' }] },
    });
  await turn('disableFeatures');
  assert.equal(await dismiss(james, id), 451);
  assert.equal('mustSeeAnnouncementIDs' in (await james.get(notificationsApi.summary)), false);
  for (const user of [james, devteam]) {
    const shown = await read(user, id);
    assert.ok(shown && !('mustSee' in shown) && !('isSeen' in shown) && !('seenCount' in shown));
  }
  const body = { text: 'Ordinary', displayUntil: inHours(app, 5), mustSee: true };
  await devteam.get(announcementsApi.create, { body });
  await devteam.get(announcementsApi.edit, { ...getParams(id), body: { ...body, mustSee: false } });
  assert.equal((await james.get(announcementsApi.list, { query: { mustsee: true } })).length, 2);
  await turn('enableFeatures');
  assert.deepEqual(await listUnseen(james), [id], 'the edit changed nothing, and the new one is ordinary');
});

test('verify finds a wrong count by hour and an uncounted dismissal (fez rule 103)', async () => {
  const app = await startTestApp();
  const id = await announce(app);
  for (const user of [await app.logIn('james'), await app.atLevel('verified')]) await dismiss(user, id);
  await assertDriftRepaired(app, 'UPDATE announcement_hours SET count = 7', /saw announcement .* 7 for 2/);
  assert.equal((await readAsManager(app, id)).seenCount, 2);
  const other = await announce(app);
  await dismiss(await app.logIn('james'), other);
  await assertDriftRepaired(app, `DELETE FROM announcement_hours WHERE announcement_id = ${other}`, /not counted/);
  assert.equal((await readAsManager(app, other)).seenCount, 1);
});

test('verify counts all accounts once rather than for each hour', async () => {
  const app = await startTestApp();
  await dismiss(await app.logIn('james'), await announce(app));
  const { sqlite } = app.context.db;
  const prepare = mock.method(sqlite, 'prepare');
  assert.deepEqual([...verifyAnnouncements(app.context)].flat(), []);
  const sources = prepare.mock.calls.map(({ arguments: [source] }) => source);
  prepare.mock.restore();
  const counts = sources.filter((source) => source.includes('accounts that saw announcement'));
  assert.equal(counts.length, 1);
  for (const source of counts) {
    const steps = sqlite
      .prepare<unknown[], { id: number; parent: number; detail: string }>(`EXPLAIN QUERY PLAN ${source}`)
      .all(...Array.from(source.matchAll(/\?/g), () => 0));
    const repeated = steps.filter(({ detail }) => detail.startsWith('CORRELATED')).map(({ id }) => id);
    assert.notEqual(repeated.length, 0);
    for (const { parent, detail } of steps) {
      assert.ok(!(repeated.includes(parent) && detail.includes('announcement_dismissals')), detail);
    }
  }
});
