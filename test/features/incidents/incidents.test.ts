import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { incidentsApi } from '#features/incidents/api.ts';
import { insertOpening } from '#features/incidents/store.ts';
import { adminApi } from '#staff/admin/api.ts';
import { moderationApi } from '#staff/moderation/api.ts';
import { unknownID } from '../../support/accounts.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { giveRole } from '../../support/roles.ts';
import { openSocket } from '../../support/socket.ts';

const app = await startTestApp();
const admin = await app.logIn('admin');
const james = await app.logIn('james');
const officer = await giveRole(app, await app.newcomer('olga'), 'safetyofficer');
const colleague = await giveRole(app, await app.newcomer('otto'), 'safetyofficer');

const answers = {
  what: 'Someone\r\nfollowed me.',
  who: 'a man',
  where: 'Deck 5',
  when: 'at night',
  wish: 'Talk to him',
};
const fileIncident = (user: User, body: Partial<typeof answers> & { mayContact?: boolean } = {}) =>
  user.get(incidentsApi.file, { body: { ...answers, ...body } });
const incidentParams = ({ id }: { id: string }) => ({ params: { incidentID: id } });
const open = (user: User, incident: { id: string }) => user.get(incidentsApi.read, incidentParams(incident));

describe('filing a report (moderation rule S1)', () => {
  test('returns it as stored, with normalized line breaks', async () => {
    const response = await james.call(incidentsApi.file, { body: { ...answers, mayContact: true } });
    assert.equal(response.status, 201);
    const { id: _id, ...rest } = response.body;
    assert.deepEqual(rest, {
      ...answers,
      what: 'Someone\nfollowed me.',
      createdAt: app.clock.now().toISOString(),
      mayContact: true,
      isClosed: false,
    });
  });

  test('accepts what happened alone, and omits what wasn’t given', async () => {
    const user = await app.newcomer('brief');
    const { id: _id, createdAt: _at, ...rest } = await user.get(incidentsApi.file, { body: { what: ' x ', who: ' ' } });
    assert.deepEqual(rest, { what: 'x', mayContact: false, isClosed: false });
  });

  test('requires what happened, within the limits', async () => {
    const user = await app.newcomer('wordy');
    for (const [body, field] of [
      [{}, 'what'],
      [{ what: ' ' }, 'what'],
      [{ what: 'x'.repeat(5001) }, 'what'],
      [{ what: 'x', who: 'x'.repeat(1001) }, 'who'],
      [{ what: 'x', wish: 'x'.repeat(1001) }, 'wish'],
    ] as const) {
      const { status, fieldErrors } = await user.call(incidentsApi.file, { body });
      assert.deepEqual([status, Object.keys(fieldErrors ?? {})], [400, [field]]);
    }
  });

  test('is open to all logged-in users who aren’t banned', async () => {
    for (const level of ['unverified', 'quarantined', 'moderator', 'devteam', 'tho', 'admin'] as const) {
      const user = await app.atLevel(level);
      const { status } = await user.call(incidentsApi.file, { body: { what: 'Something' } });
      assert.equal(status, 201, level);
    }
    assert.equal((await app.anonymous.call(incidentsApi.file, { body: { what: 'Something' } })).status, 401);
    const banned = await app.newcomer('rowdy');
    await admin.get(moderationApi.setAccessLevel, { params: { userID: banned.userID, level: 'banned' } });
    assert.equal((await banned.call(incidentsApi.file, { body: { what: 'Something' } })).status, 401);
  });

  test('is limited to ten an hour per family', async () => {
    const user = await app.newcomer('eager');
    await user.get(accountsApi.add, { body: { username: 'eager-too', password: 'password' } });
    const other = await app.logIn('eager-too');
    for (let filed = 0; filed < 10; filed += 1) await fileIncident(filed % 2 === 0 ? user : other);
    assert.equal((await other.call(incidentsApi.file, { body: answers })).status, 429);
    assert.equal(
      (await app.newcomer('patient').then((one) => one.call(incidentsApi.file, { body: answers }))).status,
      201,
    );
    app.clock.advance({ minutes: 61 });
    assert.equal((await other.call(incidentsApi.file, { body: answers })).status, 201);
  });

  test('twice with one key files one report', async () => {
    const user = await app.newcomer('twice');
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [
      await user.call(incidentsApi.file, { body: answers, headers }),
      await user.call(incidentsApi.file, { body: answers, headers }),
    ];
    assert.deepEqual(second.body, first.body);
    assert.equal((await user.get(incidentsApi.own)).paginator.total, 1);
  });
});

describe('the role (moderation rule S2)', () => {
  test('is granted and revoked by admins only', async () => {
    const office = await app.logIn('THO');
    const { userID, ...someone } = await app.newcomer('candidate');
    const params = { role: 'safetyofficer', userID };
    for (const user of [office, await app.atLevel('devteam'), await app.atLevel('moderator'), officer]) {
      assert.equal((await user.call(adminApi.addRole, { params })).status, 403, user.username);
      assert.equal((await user.call(adminApi.removeRole, { params })).status, 403, user.username);
    }
    assert.deepEqual((await someone.get(accountsApi.whoami)).roles, []);
    assert.equal((await admin.call(adminApi.addRole, { params })).status, 200);
    assert.equal((await office.call(adminApi.removeRole, { params })).status, 403);
    assert.deepEqual((await someone.get(accountsApi.whoami)).roles, ['safetyofficer']);
    assert.equal((await someone.call(incidentsApi.list)).status, 200);
    assert.equal((await admin.call(adminApi.removeRole, { params })).status, 200);
    assert.equal((await someone.call(incidentsApi.list)).status, 403);
  });

  test('can’t be granted by managers of other roles', async () => {
    const manager = await giveRole(app, await app.newcomer('leader'), 'shutternautmanager');
    const path = `/api/v3/users/userrole/safetyofficer/addrole/${manager.userID}`;
    assert.equal((await manager.send('POST', path)).status, 400);
  });

  test('isn’t replaced by any level or other role', async () => {
    const incident = await fileIncident(await app.newcomer('quiet'));
    const others = [
      await app.newcomer('other'),
      await giveRole(app, await app.newcomer('helper'), 'accountmanager'),
      ...(await Promise.all((['moderator', 'devteam', 'tho', 'admin'] as const).map((level) => app.atLevel(level)))),
    ];
    for (const user of others) {
      for (const response of [
        await user.call(incidentsApi.list),
        await user.call(incidentsApi.read, incidentParams(incident)),
        await user.call(incidentsApi.read, { params: { incidentID: unknownID } }),
        await user.call(incidentsApi.note, { ...incidentParams(incident), body: { text: 'Hm' } }),
        await user.call(incidentsApi.close, incidentParams(incident)),
      ]) {
        assert.equal(response.status, 403, user.username);
      }
    }
    assert.deepEqual((await open(officer, incident)).openings.length, 1);
  });
});

test('safety officers see the reporter, regardless of blocks (moderation rule S3)', async () => {
  const reporter = await app.newcomer('blocker');
  await reporter.get(usersApi.block, { params: { userID: officer.userID } });
  const { reporter: named } = await open(officer, await fileIncident(reporter));
  assert.equal(named.username, 'blocker');
  assert.equal((await officer.get(notificationsApi.summary)).newIncidentCount !== undefined, true);
});

describe('a case (moderation rule S4)', () => {
  test('is closed once, by the first user to close it', async () => {
    const incident = await fileIncident(await app.newcomer('done'));
    const closedAt = app.clock.now().toISOString();
    assert.equal((await officer.call(incidentsApi.close, incidentParams(incident))).status, 200);
    app.clock.advance({ minutes: 5 });
    assert.equal((await colleague.call(incidentsApi.close, incidentParams(incident))).status, 200);
    const { isClosed, closedAt: since, closedBy } = await open(officer, incident);
    assert.deepEqual([isClosed, since, closedBy?.username], [true, closedAt, 'olga']);
  });

  test('has notes, oldest first, even after it was closed', async () => {
    const incident = await fileIncident(await app.newcomer('noted'));
    const note = (user: User, text: string) =>
      user.call(incidentsApi.note, { ...incidentParams(incident), body: { text } });
    const first = await note(officer, 'Spoke to\r\nboth.');
    assert.equal(first.status, 201);
    await officer.get(incidentsApi.close, incidentParams(incident));
    const second = await note(colleague, 'They met again.');
    const { notes } = await open(officer, incident);
    assert.deepEqual(notes, [first.body, second.body]);
    assert.deepEqual(
      notes.map(({ author, text }) => [author.username, text]),
      [
        ['olga', 'Spoke to\nboth.'],
        ['otto', 'They met again.'],
      ],
    );
    for (const text of ['', 'x'.repeat(5001)]) assert.equal((await note(officer, text)).status, 400);
  });

  test('that does not exist is 404', async () => {
    const unknown = { params: { incidentID: unknownID } };
    assert.equal((await officer.call(incidentsApi.read, unknown)).status, 404);
    assert.equal((await officer.call(incidentsApi.close, unknown)).status, 404);
    assert.equal((await officer.call(incidentsApi.note, { ...unknown, body: { text: 'x' } })).status, 404);
  });
});

test('the list shows no content; it’s newest first, open or closed (moderation rule S5)', async () => {
  const reporter = await app.newcomer('listed');
  const [older, newer] = [await fileIncident(reporter), await fileIncident(reporter)];
  await open(officer, older);
  await colleague.get(incidentsApi.note, { ...incidentParams(older), body: { text: 'Mine' } });
  await officer.get(incidentsApi.close, incidentParams(older));
  const find = async (user: User, query = {}) => {
    const { incidents } = await user.get(incidentsApi.list, { query });
    return incidents.filter(({ id }) => id === older.id || id === newer.id);
  };
  const [first, second] = await find(officer);
  const createdAt = app.clock.now().toISOString();
  assert.deepEqual(first, { id: newer.id, createdAt, isClosed: false, isNew: true, noteCount: 0, openedBy: [] });
  const { openedBy, ...rest } = second ?? {};
  assert.deepEqual(rest, { id: older.id, createdAt, isClosed: true, isNew: false, noteCount: 1 });
  assert.deepEqual(
    openedBy?.map(({ username }) => username),
    ['olga'],
  );
  assert.equal((await find(colleague))[1]?.isNew, true);
  assert.deepEqual(
    (await find(officer, { open: true })).map(({ id }) => id),
    [newer.id],
  );
  assert.deepEqual(
    (await find(officer, { open: false })).map(({ id }) => id),
    [older.id],
  );
  const { paginator, incidents } = await officer.get(incidentsApi.list, { query: { start: 1, limit: 1 } });
  assert.deepEqual([paginator.start, paginator.limit, incidents.length], [1, 1, 1]);
});

describe('opening a case (moderation rule S6)', () => {
  test('is logged in it each time, visible to all safety officers', async () => {
    const incident = await fileIncident(await app.newcomer('watched'));
    await open(officer, incident);
    app.clock.advance({ minutes: 1 });
    await open(colleague, incident);
    app.clock.advance({ minutes: 1 });
    const { openings } = await open(officer, incident);
    const now = app.clock.now().getTime();
    assert.deepEqual(
      openings.map(({ user, openedAt }) => [user.username, now - Date.parse(openedAt)]),
      [
        ['olga', 0],
        ['otto', 60_000],
        ['olga', 120_000],
      ],
    );
  });

  test('shows the last 500 openings', async () => {
    const incident = await fileIncident(await app.newcomer('popular'));
    transact(app.context, ({ db }) => {
      const opening = { incidentID: incident.id, userID: colleague.userID, openedAt: app.clock.now() };
      for (let times = 0; times < 510; times += 1) insertOpening(db, opening);
    });
    assert.equal((await open(officer, incident)).openings.length, 500);
  });
});

describe('a new report (moderation rule S7)', () => {
  const isIncident = (frame: object): boolean => JSON.stringify(frame).includes('incidentFiled');
  const socketOf = (user: User, since = '') => openSocket(app.url, `/api/v3/notification/socket${since}`, user.token);

  test('notifies only safety officers, live and later, without content', async () => {
    const moderator = await app.atLevel('moderator');
    const reporter = await app.newcomer('shouted');
    const former = await giveRole(app, await app.newcomer('former'), 'safetyofficer');
    const others = await Promise.all([admin, moderator, james, reporter].map((user) => socketOf(user)));
    const socket = await socketOf(officer);
    const incident = await fileIncident(reporter);
    const frame = await socket.next(isIncident);
    assert.deepEqual(frame, {
      type: { incidentFiled: {} },
      info: 'A confidential incident report is waiting for you.',
      contentID: incident.id,
    });
    for (const other of others) {
      await other.ping();
      assert.deepEqual(other.frames.filter(isIncident), []);
    }
    const isThis = (one: object) => isIncident(one) && 'contentID' in one && one.contentID === incident.id;
    const away = await socketOf(colleague, '?since=0');
    await away.next(isThis);
    await admin.get(adminApi.removeRole, { params: { role: 'safetyofficer', userID: former.userID } });
    const late = await Promise.all([former, admin, moderator, reporter].map((user) => socketOf(user, '?since=0')));
    for (const other of late) {
      await other.ping();
      assert.deepEqual(other.frames.filter(isIncident), []);
    }
    for (const one of [socket, away, ...others, ...late]) one.close();
  });

  test('counts for each safety officer until they open it, or it is closed', async () => {
    const newcomer = await giveRole(app, await app.newcomer('fresh'), 'safetyofficer');
    const count = async (user: User) => (await user.get(notificationsApi.summary)).newIncidentCount;
    const before = (await count(newcomer)) ?? 0;
    const reporter = await app.newcomer('counted');
    const [one, two] = [await fileIncident(reporter), await fileIncident(reporter)];
    assert.equal(await count(newcomer), before + 2);
    await open(newcomer, one);
    assert.equal(await count(newcomer), before + 1);
    await officer.get(incidentsApi.close, incidentParams(two));
    assert.equal((await count(newcomer)) ?? 0, before);
    for (const user of [james, reporter, admin, await app.atLevel('moderator')]) {
      assert.ok(!('newIncidentCount' in (await user.get(notificationsApi.summary))), user.username);
    }
    const params = { role: 'safetyofficer', userID: newcomer.userID };
    await fileIncident(reporter);
    await admin.get(adminApi.removeRole, { params });
    assert.equal(await count(newcomer), undefined);
    await admin.get(adminApi.addRole, { params });
    assert.equal(await count(newcomer), before + 1);
  });
});

describe("one's own reports (moderation rules S8 and S9)", () => {
  test('are listed in full, newest first, without what safety officers do', async () => {
    const reporter = await app.newcomer('reader');
    const [older, newer] = [await fileIncident(reporter), await fileIncident(reporter, { what: 'Again' })];
    await open(officer, older);
    await officer.get(incidentsApi.note, { ...incidentParams(older), body: { text: 'A secret note' } });
    await officer.get(incidentsApi.close, incidentParams(older));
    const { paginator, incidents, hasReaders } = await reporter.get(incidentsApi.own);
    assert.deepEqual(incidents, [newer, { ...older, isClosed: true }]);
    assert.deepEqual([paginator, hasReaders], [{ total: 2, start: 0, limit: 50 }, true]);
    const second = await reporter.get(incidentsApi.own, { query: { start: 1 } });
    assert.deepEqual(
      second.incidents.map(({ id }) => id),
      [older.id],
    );
  });

  test('aren’t shown to the family’s other accounts', async () => {
    const reporter = await app.newcomer('one-of-two');
    await fileIncident(reporter);
    await reporter.get(accountsApi.add, { body: { username: 'two-of-two', password: 'password' } });
    const other = await app.logIn('two-of-two');
    assert.deepEqual((await other.get(incidentsApi.own)).incidents, []);
  });

  test('show whether anyone reads them', async () => {
    const empty = await startTestApp();
    const user = await empty.newcomer('lonely');
    assert.equal((await user.get(incidentsApi.own)).hasReaders, false);
    await fileIncident(user);
    await giveRole(empty, await empty.newcomer('first'), 'safetyofficer');
    assert.equal((await user.get(incidentsApi.own)).hasReaders, true);
  });
});

test('while it’s off, no one files, reads or is notified of reports (moderation rule S1)', async () => {
  const incident = await fileIncident(await app.newcomer('before'));
  const pair = [{ app: 'all', feature: 'incidents' }];
  await admin.get(adminApi.changeServerSettings, { body: { disableFeatures: pair } });
  assert.equal((await james.call(incidentsApi.file, { body: answers })).status, 451);
  assert.equal((await james.call(incidentsApi.own)).status, 451);
  assert.equal((await officer.call(incidentsApi.read, incidentParams(incident))).status, 451);
  assert.ok(!('newIncidentCount' in (await officer.get(notificationsApi.summary))));
  const socket = await openSocket(app.url, '/api/v3/notification/socket?since=0', officer.token);
  await fileIncident(admin);
  await socket.ping();
  assert.ok(!JSON.stringify(socket.frames).includes('incidentFiled'));
  socket.close();
  await admin.get(adminApi.changeServerSettings, { body: { enableFeatures: pair } });
  assert.ok(((await officer.get(notificationsApi.summary)).newIncidentCount ?? 0) > 0);
});
