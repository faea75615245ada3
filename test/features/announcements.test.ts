import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { importTimeZones } from '#core/ship-time/index.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { listActiveAnnouncements } from '#features/announcements/list-announcements.ts';
import { insertAnnouncement } from '#features/announcements/store.ts';
import { inHours } from '../support/announcements.ts';
import { startTestApp, type TestUserLevel, type User } from '../support/app.ts';
import { openSocket } from '../support/socket.ts';

const app = await startTestApp();
const getTimeInHours = (hours: number) => inHours(app, hours);
const announce = async (level: 'devteam' | 'tho' | 'admin', body: Record<string, unknown>) =>
  (await app.atLevel(level)).call(announcementsApi.create, { body: { displayUntil: getTimeInHours(5), ...body } });
const listTexts = async () => (await app.anonymous.get(announcementsApi.list)).map(({ text }) => text);

const readNewest = async () => {
  const [first] = await app.anonymous.get(announcementsApi.list);
  assert.ok(first);
  return first;
};
const readSummary = async (user: User) => {
  const { activeAnnouncementIDs, newAnnouncementCount } = await user.get(notificationsApi.summary);
  return { active: activeAnnouncementIDs, unread: newAnnouncementCount };
};

test('an announcement is shown to everyone, newest first, until it expires', async () => {
  // By then the announcements of other tests have ended.
  app.clock.advance({ days: 1 });
  assert.equal((await announce('tho', { text: 'first\r\nli\rne', displayUntil: getTimeInHours(1) })).status, 201);
  assert.equal((await announce('tho', { text: 'second' })).status, 201);
  assert.deepEqual(await listTexts(), ['second', 'first\nli\rne']);
  app.clock.advance({ hours: 2 });
  assert.deepEqual(await listTexts(), ['second']);
});

test('past and deleted announcements are listed only for the team, on request', async () => {
  const tho = await app.atLevel('tho');
  await announce('tho', { text: 'taken back' });
  const [{ id } = { id: 0 }] = await tho.get(announcementsApi.list);
  const params = { announcementID: id };
  assert.equal((await tho.call(announcementsApi.delete, { params })).status, 204);
  assert.equal((await tho.call(announcementsApi.delete, { params })).status, 404);
  assert.equal((await listTexts()).includes('taken back'), false);
  const query = { inactives: true };
  const all = await tho.get(announcementsApi.list, { query });
  assert.equal(all.find((announcement) => announcement.id === id)?.isDeleted, true);
  const ordinary = await (await app.logIn('james')).get(announcementsApi.list, { query });
  assert.equal(
    ordinary.some((announcement) => announcement.id === id),
    false,
  );
  assert.equal((await tho.get(announcementsApi.read, { params })).text, 'taken back');
});

test('an edit changes text and end, keeps the author and restores a deleted announcement', async () => {
  const devteam = await app.atLevel('devteam');
  const tho = await app.atLevel('tho');
  await announce('devteam', { text: 'draft' });
  const [{ id, author } = { id: 0, author: { username: '' } }] = await devteam.get(announcementsApi.list);
  const params = { announcementID: id };
  await tho.call(announcementsApi.delete, { params });
  const body = { text: 'final', displayUntil: getTimeInHours(3), postAsUser: 'tho' };
  const edited = await tho.get(announcementsApi.edit, { params, body });
  assert.equal(edited.text, 'final');
  assert.equal(edited.isDeleted, false);
  assert.equal(edited.author.username, author.username);
  assert.equal(edited.displayUntil, body.displayUntil);
});

test('the caller’s level determines in whose name they can announce', async () => {
  const allowed = {
    devteam: ['self', 'devteam', 'ADMIN'],
    tho: ['self', 'THO', 'admin'],
    admin: ['self', 'devteam', 'tho', 'admin'],
  };
  for (const [level, names] of Object.entries(allowed)) {
    for (const postAsUser of ['self', 'devteam', 'tho', 'admin', 'moderator', 'james']) {
      const isAllowed = names.some((name) => name.toLowerCase() === postAsUser);
      const response = await announce(level as 'tho', { text: `as ${postAsUser}`, postAsUser });
      assert.equal(response.status, isAllowed ? 201 : 403, `${level} as ${postAsUser}`);
    }
  }
});

test('an announcement has the chosen author, by default the caller', async () => {
  const { username } = await app.atLevel('devteam');
  const chosen: readonly ['devteam' | 'tho' | 'admin', string | null | undefined, string][] = [
    ['devteam', 'devteam', 'DevTeam'],
    ['devteam', 'Admin', 'admin'],
    ['devteam', 'self', username],
    ['devteam', username.toUpperCase(), username],
    ['devteam', undefined, username],
    ['devteam', null, username],
    ['tho', 'admin', 'admin'],
    ['admin', 'tho', 'THO'],
    ['admin', 'devteam', 'DevTeam'],
  ];
  for (const [level, postAsUser, author] of chosen) {
    assert.equal((await announce(level, { text: 'whose?', postAsUser })).status, 201);
    assert.equal((await readNewest()).author.username, author, `${level} as ${postAsUser}`);
  }
  assert.equal((await announce('admin', { text: 'no one\u2019s', postAsUser: '' })).status, 403);
});

test('a rejected announcement leaves nothing behind', async () => {
  await announce('tho', { text: 'accepted' });
  const before = await readNewest();
  const james = await app.logIn('james');
  const socket = await openSocket(app.url, '/api/v3/notification/socket', james.token);
  await announce('tho', { text: 'as the team', postAsUser: 'devteam' });
  await announce('tho', { text: 'too late', displayUntil: getTimeInHours(-1) });
  await socket.ping();
  assert.deepEqual(socket.frames, []);
  assert.deepEqual(await readNewest(), before);
  socket.close();
});

test('an announcement requires a text and a future end', async () => {
  const past = await announce('tho', { text: 'too late', displayUntil: getTimeInHours(-1) });
  assert.ok(past.fieldErrors?.displayUntil);
  assert.ok((await announce('tho', { text: '' })).fieldErrors?.text);
  assert.ok((await announce('tho', { text: 'x'.repeat(2000) })).fieldErrors?.text);
  assert.ok((await announce('tho', { text: 'now', displayUntil: getTimeInHours(0) })).fieldErrors?.displayUntil);
  assert.equal((await announce('tho', { text: 'x'.repeat(1999) })).status, 201);
});

test('all errors in an announcement are reported at once, even if it’s an edit of an unknown one', async () => {
  const tho = await app.atLevel('tho');
  await announce('tho', { text: 'to be edited' });
  const { id } = await readNewest();
  const bodies = [
    { text: '', displayUntil: getTimeInHours(-1) },
    { displayUntil: getTimeInHours(-1) },
    { text: 'x'.repeat(2000) },
  ];
  for (const body of bodies) {
    const created = await tho.call(announcementsApi.create, { body });
    const edited = await tho.call(announcementsApi.edit, { params: { announcementID: id }, body });
    const unknown = await tho.call(announcementsApi.edit, { params: { announcementID: 999_999 }, body });
    for (const { status, fieldErrors } of [created, edited, unknown]) {
      assert.deepEqual([status, Object.keys(fieldErrors ?? {})], [400, ['text', 'displayUntil']]);
    }
  }
  const past = { params: { announcementID: 999_999 }, body: { text: 'too late', displayUntil: getTimeInHours(-1) } };
  const { status, fieldErrors } = await tho.call(announcementsApi.edit, past);
  assert.deepEqual([status, fieldErrors], [400, { displayUntil: 'The displayUntil must be in the future.' }]);
});

test('users with an open socket are notified of new announcements, not of edits', async () => {
  const james = await app.logIn('james');
  const socket = await openSocket(app.url, '/api/v3/notification/socket', james.token);
  await announce('tho', { text: 'hear, hear' });
  const [newest] = await james.get(announcementsApi.list);
  assert.deepEqual(await socket.next(), {
    type: { announcement: {} },
    info: 'hear, hear',
    contentID: String(newest?.id),
  });
  const tho = await app.atLevel('tho');
  const params = { announcementID: newest?.id ?? 0 };
  await tho.get(announcementsApi.edit, { params, body: { text: 'changed', displayUntil: getTimeInHours(3) } });
  await announce('tho', { text: 'the next one' });
  assert.equal((await socket.next()).info, 'the next one', 'an edit sends no notification');
  socket.close();
});

test('an announcement has exactly the fields that clients know', async () => {
  const tho = await app.atLevel('tho');
  await announce('tho', { text: 'the one before' });
  const { id: idBefore } = await readNewest();
  await announce('tho', { text: 'in full', displayUntil: getTimeInHours(2) });
  const created = app.clock.now().toISOString();
  const shown = await readNewest();
  assert.deepEqual(shown, {
    id: idBefore + 1,
    author: { userID: tho.userID, username: 'THO' },
    text: 'in full',
    updatedAt: created,
    displayUntil: getTimeInHours(2),
    isDeleted: false,
  });
  app.clock.advance({ minutes: 5 });
  const params = { announcementID: shown.id };
  const edited = await tho.get(announcementsApi.edit, {
    params,
    body: { text: 'one\r\ntwo\rthree', displayUntil: getTimeInHours(1) },
  });
  const changed = {
    text: 'one\ntwo\rthree',
    updatedAt: app.clock.now().toISOString(),
    displayUntil: getTimeInHours(1),
  };
  assert.deepEqual(edited, { ...shown, ...changed });
  assert.deepEqual(await tho.get(announcementsApi.read, { params }), edited);
});

test('announcing is for the team, reading one for the office; a missing one is 404', async () => {
  await announce('tho', { text: 'to be read and deleted' });
  const { id } = await readNewest();
  const [params, absent] = [{ announcementID: id }, { announcementID: 999_999 }];
  const body = { text: 'text', displayUntil: getTimeInHours(1) };
  const statuses = async (level: TestUserLevel) => {
    const user = await app.atLevel(level);
    const responses = [
      await user.call(announcementsApi.read, { params }),
      await user.call(announcementsApi.create, { body }),
      await user.call(announcementsApi.edit, { params: absent, body }),
      await user.call(announcementsApi.delete, { params: absent }),
    ];
    return responses.map(({ status }) => status);
  };
  assert.deepEqual(await statuses('moderator'), [403, 403, 403, 403]);
  assert.deepEqual(await statuses('devteam'), [403, 201, 404, 404]);
  assert.deepEqual(await statuses('tho'), [200, 201, 404, 404]);
  assert.deepEqual(await statuses('admin'), [200, 201, 404, 404]);
  assert.equal((await app.anonymous.call(announcementsApi.read, { params })).status, 401);
  const alias = await (await app.atLevel('devteam')).send('DELETE', `/api/v3/notification/announcement/${id}`);
  assert.equal(alias.status, 204);
});

test('listed announcements count as seen, except those the team lists for its work or reads one by one', async () => {
  const [james, devteam, tho] = [await app.logIn('james'), await app.atLevel('devteam'), await app.atLevel('tho')];
  const everybody = [james, devteam, tho];
  for (const user of everybody) await user.get(announcementsApi.list);
  await announce('admin', { text: 'unseen' });
  const { id } = await readNewest();
  for (const user of everybody) assert.equal((await readSummary(user)).unread, 1);
  await devteam.get(announcementsApi.list, { query: { inactives: true } });
  await tho.get(announcementsApi.read, { params: { announcementID: id } });
  await james.send('GET', '/api/v3/notification/user');
  for (const user of everybody) assert.equal((await readSummary(user)).unread, 1);
  await james.get(announcementsApi.list, { query: { inactives: true } });
  await devteam.get(announcementsApi.list, { query: { inactives: false } });
  assert.deepEqual(
    [(await readSummary(james)).unread, (await readSummary(devteam)).unread, (await readSummary(tho)).unread],
    [0, 0, 1],
  );
});

test('seen announcements stay seen through deletion, later lists and restoring edits', async () => {
  const [james, tho] = [await app.logIn('james'), await app.atLevel('tho')];
  await announce('tho', { text: 'comes back' });
  const { id } = await readNewest();
  await james.get(announcementsApi.list);
  const params = { announcementID: id };
  await tho.get(announcementsApi.delete, { params });
  await james.get(announcementsApi.list);
  const socket = await openSocket(app.url, '/api/v3/notification/socket', james.token);
  await tho.get(announcementsApi.edit, { params, body: { text: 'back', displayUntil: getTimeInHours(1) } });
  const { active, unread } = await readSummary(james);
  assert.deepEqual([active[0], unread], [id, 0]);
  await tho.get(announcementsApi.delete, { params });
  await socket.ping();
  assert.deepEqual(socket.frames, [], 'a restoring edit or a deletion sends no notification');
  socket.close();
});

test('a cached list immediately shows announcements that are new, changed, deleted, restored or over', async () => {
  app.clock.advance({ days: 1 });
  const tho = await app.atLevel('tho');
  assert.deepEqual(await listTexts(), []);
  await announce('tho', { text: 'short', displayUntil: getTimeInHours(1) });
  await announce('tho', { text: 'long', displayUntil: getTimeInHours(3) });
  assert.deepEqual(await listTexts(), ['long', 'short']);
  const params = { announcementID: (await readNewest()).id };
  await tho.get(announcementsApi.edit, { params, body: { text: 'longer', displayUntil: getTimeInHours(2) } });
  assert.deepEqual(await listTexts(), ['longer', 'short']);
  await tho.get(announcementsApi.delete, { params });
  assert.deepEqual(await listTexts(), ['short']);
  await tho.get(announcementsApi.edit, { params, body: { text: 'restored', displayUntil: getTimeInHours(2) } });
  assert.deepEqual(await listTexts(), ['restored', 'short']);
  app.clock.advance({ hours: 1 });
  assert.deepEqual(await listTexts(), ['restored']);
  app.clock.advance({ hours: 1 });
  assert.deepEqual(await listTexts(), []);
});

test('an announcement that was rolled back is never shown', async () => {
  await announce('tho', { text: 'kept' });
  assert.equal((await readNewest()).text, 'kept');
  const author = { authorID: (await app.atLevel('tho')).userID, updatedAt: app.clock.now() };
  const displayUntil = new Date(app.clock.now().getTime() + 3_600_000);
  const row = { ...author, text: 'undone', displayUntil, createdAt: author.updatedAt };
  const undone = () =>
    transact(app.context, (context) => {
      insertAnnouncement(context, row);
      assert.equal(listActiveAnnouncements(context)[0]?.text, 'undone');
      throw new Error('undone');
    });
  assert.throws(undone, /undone/);
  assert.equal((await readNewest()).text, 'kept');
});

test('an announcement’s end follows the ship’s clock, in list and summary', async () => {
  const james = await app.logIn('james');
  const setClocks = (changes: string) =>
    importTimeZones(app.context, `20250301T050000Z\tEST\tAmerica/New_York\n${changes}`, { force: true, dryRun: false });
  const isShown = async () => {
    const ids = (await app.anonymous.get(announcementsApi.list)).map(({ id }) => id);
    assert.deepEqual((await readSummary(james)).active, ids);
    return ids.includes(announcementID);
  };
  setClocks('20250306T060000Z\tCST\tAmerica/Chicago');
  app.clock.set('2025-03-05T12:00:00.000Z');
  await announce('tho', { text: 'until half past eight', displayUntil: '2025-03-06T14:30:00.000Z' });
  const { id: announcementID, displayUntil } = await readNewest();
  assert.equal(displayUntil, '2025-03-06T14:30:00.000Z');
  setClocks('');
  assert.equal((await readNewest()).displayUntil, '2025-03-06T13:30:00.000Z');
  app.clock.set('2025-03-06T13:29:59.000Z');
  assert.equal(await isShown(), true);
  app.clock.set('2025-03-06T13:30:00.000Z');
  assert.equal(await isShown(), false);
  setClocks('20250306T060000Z\tCST\tAmerica/Chicago');
  assert.equal(await isShown(), true);
});

test('the summary and the list show the same in the hour that occurs twice', async () => {
  const zones = ['20250301T050000Z\tEST\tAmerica/New_York', '20250304T070000Z\tAST\tAmerica/Puerto_Rico'];
  const table = [...zones, '20250307T060000Z\tEST\tAmerica/New_York'].join('\n');
  importTimeZones(app.context, table, { force: true, dryRun: false });
  app.clock.set('2025-03-07T05:31:00.000Z');
  const james = await app.logIn('james');
  await announce('tho', { text: 'until 1:37', displayUntil: '2025-03-07T05:37:00.000Z' });
  for (const minutes of [0, 5, 2, 20, 6, 30, 8]) {
    app.clock.advance({ minutes });
    const ids = (await app.anonymous.get(announcementsApi.list)).map(({ id }) => id);
    assert.deepEqual((await readSummary(james)).active, ids, app.clock.now().toISOString());
  }
});
