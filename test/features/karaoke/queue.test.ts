import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { karaokeApi } from '#features/karaoke/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { startTestApp, type TestApp, type TestAppOptions, type User } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { assertDriftRepaired } from '../../support/drift.ts';
import { moderationApi } from '../../support/moderation.ts';
import { giveRole } from '../../support/roles.ts';
import { openSocket } from '../../support/socket.ts';
import { findSong, reload } from './support.ts';

interface Evening {
  readonly app: TestApp;
  readonly manager: User;
  readonly songID: string;
}

/** Starts a karaoke evening with an open queue. */
async function startEvening(options: TestAppOptions = {}): Promise<Evening> {
  const app = await startTestApp(options);
  await reload(app, await app.logIn('admin'), [
    ['Ann', 'Sailing Home'],
    ['Bea', 'Deep Water'],
  ]);
  const manager = await giveRole(app, await app.newcomer('host'), 'karaokemanager');
  await manager.get(karaokeApi.openQueue);
  const { songID } = await findSong(manager, 'Sailing');
  return { app, manager, songID };
}

const tryToJoinQueue = (user: User, body: Record<string, unknown>) => user.call(karaokeApi.joinQueue, { body });
const joinQueue = async (user: User, title: string): Promise<number> => {
  const { ownEntry } = await user.get(karaokeApi.joinQueue, { body: { title } });
  return ownEntry?.id ?? 0;
};
/** Lists the singer on stage and the waiting ones, by username. */
async function listSingers(client: Client): Promise<(string | undefined)[]> {
  const { called, waiting } = await client.get(karaokeApi.queue);
  assert.deepEqual(
    [called, ...waiting].map((entry, index) => entry?.position ?? index),
    [0, ...waiting.keys().map((index) => index + 1)],
  );
  return [called, ...waiting].map((entry) => entry?.singer?.username);
}
const callNext = (manager: User, body?: Record<string, unknown>) =>
  manager.call(karaokeApi.callNextSinger, { body: body ?? {} });
const callWaitingSinger = async (manager: User) => {
  const { called } = await manager.get(karaokeApi.queue);
  return manager.get(karaokeApi.callNextSinger, { body: { calledID: called?.id ?? 0 } });
};
const listSung = async ({ anonymous }: TestApp) =>
  (await anonymous.get(karaokeApi.performances)).songs.map(({ songName, performers }) => [songName, performers]);
const readPosition = async (user: User) => (await user.get(notificationsApi.summary)).karaokeQueuePosition;
const entryParams = (entryID: number) => ({ params: { entryID } });

async function startWithThree() {
  const evening = await startEvening();
  const singers = [];
  for (const name of ['ada', 'bob', 'eve']) {
    const user = await evening.app.newcomer(name);
    singers.push({ user, id: await joinQueue(user, `Song of ${name}`) });
  }
  const [ada, bob, eve] = singers;
  assert.ok(ada && bob && eve);
  return { ...evening, ada, bob, eve };
}

test('only managers run the queue, whatever the level; everyone reads it (libraries rules K12 and K14)', async () => {
  const { app, manager } = await startEvening();
  const admin = await app.atLevel('admin');
  const calls = [karaokeApi.openQueue, karaokeApi.closeQueue] as const;
  for (const endpoint of calls) assert.equal((await admin.call(endpoint)).status, 403);
  assert.equal((await callNext(admin)).status, 403);
  assert.equal((await admin.call(karaokeApi.moveSinger, { params: { entryID: 1, position: 1 } })).status, 403);
  const ada = await app.newcomer('ada');
  await joinQueue(ada, 'Mine');
  assert.equal((await manager.get(karaokeApi.closeQueue)).isOpen, false);
  assert.deepEqual(await listSingers(app.anonymous), [undefined, 'ada'], 'closing takes no one off it');
  assert.equal((await manager.get(karaokeApi.openQueue)).isOpen, true);
});

test('people join at the end, with a song from the library or a title (libraries rule K15)', async () => {
  const { app, manager, songID } = await startEvening();
  const [ada, bob] = [await app.newcomer('ada'), await app.newcomer('bob')];
  const joined = await tryToJoinQueue(ada, { songID });
  assert.equal(joined.status, 201);
  const { ownEntry, waiting } = await ada.get(karaokeApi.queue);
  assert.deepEqual(waiting, [ownEntry]);
  assert.deepEqual([ownEntry?.title, ownEntry?.artist, ownEntry?.songID], ['Sailing Home', 'Ann', songID]);
  assert.equal((await tryToJoinQueue(bob, { title: 'My own' })).status, 201);
  assert.deepEqual(await listSingers(app.anonymous), [undefined, 'ada', 'bob']);
  assert.equal('ownEntry' in (await manager.get(karaokeApi.queue)), false);
  assert.equal((await tryToJoinQueue(ada, { title: 'Changed' })).status, 200);
  assert.deepEqual(await listSingers(app.anonymous), [undefined, 'ada', 'bob'], 'the position stays');
  const changed = (await ada.get(karaokeApi.queue)).ownEntry;
  assert.deepEqual(
    [changed?.title, changed && 'songID' in changed, changed && 'artist' in changed],
    ['Changed', false, false],
  );
  for (const body of [
    {},
    { songID, title: 'Both' },
    { title: '' },
    { title: ' ' },
    { title: 'x'.repeat(101) },
    { title: 'a\nb' },
  ])
    assert.equal((await tryToJoinQueue(bob, body)).status, 400, JSON.stringify(body));
  assert.equal((await tryToJoinQueue(bob, { songID: crypto.randomUUID() })).status, 404);
  assert.equal((await tryToJoinQueue(await app.atLevel('quarantined'), { title: 'No' })).status, 403);
  assert.equal((await app.anonymous.call(karaokeApi.joinQueue, { body: { title: 'No' } })).status, 401);
  await manager.get(karaokeApi.closeQueue);
  assert.equal((await tryToJoinQueue(manager, { title: 'Late' })).reason, 'The karaoke queue is closed.');
  assert.equal((await tryToJoinQueue(bob, { title: 'Changed too' })).status, 200);
});

test('a full queue rejects others (libraries rule K15)', async () => {
  const { app } = await startEvening();
  const ada = await app.newcomer('ada');
  await joinQueue(ada, 'First');
  // Inserts rows, since a hundred accounts would take long to register.
  const [row] = app.context.db.sqlite.prepare('SELECT user_id AS userID FROM karaoke_queue').all() as {
    userID: string;
  }[];
  assert.ok(row);
  transact(app.context, ({ db }) => {
    for (let index = 2; index <= 100; index += 1)
      db.sqlite
        .prepare('INSERT INTO karaoke_queue (user_id, family_id, position, title) VALUES (?, ?, ?, ?)')
        .run(row.userID, crypto.randomUUID(), index, 'Filler');
  });
  assert.equal(
    (await tryToJoinQueue(await app.newcomer('bob'), { title: 'Too many' })).reason,
    'The queue is full: 100 people are waiting.',
  );
  assert.equal((await tryToJoinQueue(ada, { title: 'Changed' })).status, 200);
});

test('joining and leaving are limited together, per family (libraries rule K15)', async () => {
  const { app } = await startEvening();
  const ada = await app.newcomer('ada');
  for (let index = 0; index < 10; index += 1) {
    assert.equal((await tryToJoinQueue(ada, { title: 'Mine' })).status, 201);
    assert.equal((await ada.call(karaokeApi.leaveQueue)).status, 204);
  }
  assert.equal((await tryToJoinQueue(ada, { title: 'Mine' })).status, 429);
  assert.equal((await tryToJoinQueue(await app.newcomer('bob'), { title: 'Mine' })).status, 201);
});

test('a person has one entry, under one account (libraries rule K16)', async () => {
  const { app } = await startEvening();
  const ada = await app.newcomer('ada');
  await ada.get(accountsApi.add, { body: { username: 'adas2nd', password: ada.password } });
  const second = await app.logIn('adas2nd', ada.password);
  await joinQueue(ada, 'Mine');
  assert.equal((await tryToJoinQueue(second, { title: 'Also mine' })).status, 409);
  assert.equal((await ada.call(karaokeApi.leaveQueue)).status, 204);
  assert.equal((await ada.call(karaokeApi.leaveQueue)).status, 200);
  await joinQueue(second, 'Now here');
  assert.equal((await ada.send('DELETE', '/api/v3/karaoke/queue')).status, 204, 'removing works from any account');
  assert.deepEqual(await listSingers(app.anonymous), [undefined]);
  assert.deepEqual(await listSung(app), []);
});

test('an account that falls below verified leaves the queue (libraries rule K16)', async () => {
  const { app, ada, bob } = await startWithThree();
  const office = await app.atLevel('tho');
  await office.get(moderationApi.setAccessLevel, { params: { userID: ada.user.userID, level: 'banned' } });
  await office.get(moderationApi.setAccessLevel, { params: { userID: bob.user.userID, level: 'quarantined' } });
  assert.deepEqual(await listSingers(app.anonymous), [undefined, 'eve']);
});

test('next logs the singer on stage and calls the first in line; typed titles aren’t logged (libraries rule K17)', async () => {
  const { app, manager, songID } = await startEvening();
  const [ada, bob] = [await app.newcomer('ada'), await app.newcomer('bob')];
  await tryToJoinQueue(ada, { songID });
  await joinQueue(bob, 'My own');
  await callWaitingSinger(manager);
  assert.deepEqual(await listSingers(app.anonymous), ['ada', 'bob']);
  assert.deepEqual(await listSung(app), []);
  await callWaitingSinger(manager);
  assert.deepEqual(await listSingers(app.anonymous), ['bob']);
  assert.deepEqual(await listSung(app), [['Sailing Home', '@ada']]);
  const { called, waiting } = await callWaitingSinger(manager);
  assert.deepEqual([called, waiting], [undefined, []]);
  assert.equal((await listSung(app)).length, 1);
  assert.equal((await callNext(manager, { calledID: 0 })).status, 200, 'with no one waiting nothing happens');
});

test('a song that a reload has removed isn’t logged (libraries rule K17)', async () => {
  const { app, manager, songID } = await startEvening();
  await tryToJoinQueue(await app.newcomer('ada'), { songID });
  await callWaitingSinger(manager);
  await reload(app, await app.logIn('admin'), [['Bea', 'Deep Water']]);
  await callWaitingSinger(manager);
  assert.deepEqual(await listSung(app), []);
});

test('two managers who press the button at once advance the queue once (libraries rule K17)', async () => {
  const { app, manager, ada } = await startWithThree();
  const other = await giveRole(app, await app.newcomer('cohost'), 'karaokemanager');
  const together = await Promise.all([manager, other, manager, other].map((one) => callNext(one, { calledID: 0 })));
  assert.deepEqual(together.map(({ status }) => status).toSorted(), [200, 409, 409, 409]);
  assert.deepEqual(await listSingers(app.anonymous), ['ada', 'bob', 'eve']);
  app.clock.advance({ minutes: 4 });
  const unsaid = await Promise.all([manager, other].map((one) => callNext(one)));
  assert.deepEqual(unsaid.map(({ status }) => status).toSorted(), [200, 409]);
  assert.deepEqual(await listSingers(app.anonymous), ['bob', 'eve']);
  assert.equal((await callNext(manager, { calledID: ada.id })).status, 409);
});

test('a singer is notified once when next and once when called, even later (libraries rule K18)', async () => {
  const { app, manager, ada, bob } = await startWithThree();
  const seqPath = '/api/v3/notification/socket?since=0';
  const socket = await openSocket(app.url, '/api/v3/notification/socket', bob.user.token);
  const frames = async () => {
    await socket.ping();
    return socket.frames
      .splice(0)
      .filter(({ type }) => 'karaokeNext' in (type as object))
      .map(({ info }) => info);
  };
  await callWaitingSinger(manager);
  assert.deepEqual(await frames(), ['You’re next to sing “Song of bob”.']);
  await manager.get(karaokeApi.moveSinger, { params: { entryID: bob.id, position: 2 } });
  await manager.get(karaokeApi.moveSinger, { params: { entryID: bob.id, position: 1 } });
  assert.deepEqual(await frames(), [], 'being next again is no news');
  const away = await openSocket(app.url, seqPath, bob.user.token);
  const replayed = await away.next();
  assert.deepEqual([replayed.type, replayed.contentID], [{ karaokeNext: {} }, String(bob.id)]);
  away.close();
  await manager.get(karaokeApi.skipSinger, entryParams(ada.id));
  assert.deepEqual(await frames(), ['It’s your turn to sing “Song of bob”. Come to the stage!']);
  await callWaitingSinger(manager);
  const over = await openSocket(app.url, seqPath, bob.user.token);
  await over.ping();
  assert.deepEqual(over.frames, [], 'nothing is replayed that is over');
  over.close();
  socket.close();
});

test('singers and managers are notified of every change, others aren’t (libraries rule K19)', async () => {
  const { app, manager, eve } = await startWithThree();
  const users = [eve.user, manager, await app.newcomer('zoe')];
  const sockets = await Promise.all(
    users.map(({ token }) => openSocket(app.url, '/api/v3/notification/socket', token)),
  );
  await callWaitingSinger(manager);
  for (const socket of sockets) await socket.ping();
  const heard = sockets.map(({ frames }) => frames.map(({ type }) => Object.keys(type as object)[0]));
  assert.deepEqual(heard, [['karaokeQueueChanged'], ['karaokeQueueChanged'], []]);
  for (const socket of sockets) socket.close();
});

test('skip removes a singer without logging, for managers and moderators; from the stage it calls the next (libraries rule K20)', async () => {
  const { app, manager, ada, bob, eve } = await startWithThree();
  const moderator = await app.atLevel('moderator');
  assert.equal((await eve.user.call(karaokeApi.skipSinger, entryParams(bob.id))).status, 403);
  await moderator.get(karaokeApi.skipSinger, entryParams(bob.id));
  assert.deepEqual(await listSingers(app.anonymous), [undefined, 'ada', 'eve']);
  await callWaitingSinger(manager);
  await manager.get(karaokeApi.skipSinger, entryParams(ada.id));
  assert.deepEqual(await listSingers(app.anonymous), ['eve']);
  assert.equal((await manager.call(karaokeApi.skipSinger, entryParams(ada.id))).status, 404);
  assert.deepEqual(await listSung(app), []);
});

test('move puts a singer at a position; from the stage, the next is called first (libraries rule K21)', async () => {
  const { app, manager, ada, bob, eve } = await startWithThree();
  const move = (entryID: number, to: number) =>
    manager.call(karaokeApi.moveSinger, { params: { entryID, position: to } });
  await move(eve.id, 1);
  assert.deepEqual(await listSingers(app.anonymous), [undefined, 'eve', 'ada', 'bob']);
  await move(eve.id, 999);
  await move(bob.id, -5);
  assert.deepEqual(await listSingers(app.anonymous), [undefined, 'bob', 'ada', 'eve']);
  await callWaitingSinger(manager);
  await move(bob.id, 3);
  assert.deepEqual(await listSingers(app.anonymous), ['ada', 'eve', 'bob']);
  await move(eve.id, 0);
  assert.equal((await move(999_999, 1)).status, 404);
  for (const { id } of [eve, bob]) await manager.get(karaokeApi.skipSinger, entryParams(id));
  await move(ada.id, 3);
  assert.deepEqual(await listSingers(app.anonymous), ['ada'], 'no one else waits');
});

test('leaving the stage or the line closes the gap (libraries rules K16 and K21)', async () => {
  const { app, manager, ada, bob } = await startWithThree();
  await bob.user.call(karaokeApi.leaveQueue);
  assert.deepEqual(await listSingers(app.anonymous), [undefined, 'ada', 'eve']);
  await callWaitingSinger(manager);
  await ada.user.call(karaokeApi.leaveQueue);
  assert.deepEqual(await listSingers(app.anonymous), [undefined, 'eve']);
});

test('a queue without activity for eight hours is closed and emptied (libraries rule K22)', async () => {
  const { app } = await startWithThree();
  app.clock.advance({ hours: 7 });
  await app.runJob('clear-old-karaoke-queue');
  assert.equal((await app.anonymous.get(karaokeApi.queue)).waiting.length, 3);
  app.clock.advance({ hours: 2 });
  await app.runJob('clear-old-karaoke-queue');
  assert.deepEqual(await app.anonymous.get(karaokeApi.queue), { isOpen: false, waiting: [] });
});

test('verify finds a gap in the positions (libraries rule K22)', async () => {
  const { app } = await startWithThree();
  await assertDriftRepaired(app, 'UPDATE karaoke_queue SET position = 9 WHERE position = 3', /position of entry .* 9/);
  assert.deepEqual(await listSingers(app.anonymous), [undefined, 'ada', 'bob', 'eve']);
});

test('people hidden by a block keep their position, without name and song (libraries rule K23)', async () => {
  const { app, manager, ada, bob, eve } = await startWithThree();
  await ada.user.get(usersApi.block, { params: { userID: eve.user.userID } });
  assert.deepEqual(await listSingers(ada.user), [undefined, 'ada', 'bob', undefined]);
  assert.deepEqual(await listSingers(eve.user), [undefined, undefined, 'bob', 'eve']);
  const { waiting } = await ada.user.get(karaokeApi.queue);
  assert.deepEqual(waiting[2], { id: eve.id, position: 3 });
  for (const client of [bob.user, manager, await app.atLevel('moderator'), app.anonymous])
    assert.deepEqual(await listSingers(client), [undefined, 'ada', 'bob', 'eve']);
});

test('the summary has the caller’s position (libraries rule K24)', async () => {
  const { manager, ada, bob, eve } = await startWithThree();
  const positions = async () => [
    await readPosition(ada.user),
    await readPosition(bob.user),
    await readPosition(eve.user),
  ];
  assert.deepEqual(await positions(), [1, 2, 3]);
  await callWaitingSinger(manager);
  assert.deepEqual(await positions(), [0, 1, 2]);
  await callWaitingSinger(manager);
  assert.deepEqual(await positions(), [undefined, 0, 1]);
  assert.equal('karaokeQueuePosition' in (await ada.user.get(notificationsApi.summary)), false);
});

test('while the feature is off, no one can see or join it, or is notified (libraries rule K26)', async () => {
  const { app, manager, ada, bob } = await startWithThree();
  await callWaitingSinger(manager);
  const admin = await app.logIn('admin');
  for (const feature of ['karaokequeue', 'karaoke']) {
    const pair = [{ app: 'all', feature }];
    await admin.get(adminApi.changeServerSettings, { body: { disableFeatures: pair } });
    assert.equal((await ada.user.call(karaokeApi.queue)).status, 451);
    assert.equal((await tryToJoinQueue(ada.user, { title: 'No' })).status, 451);
    assert.equal((await callNext(manager)).status, 451);
    assert.equal(await readPosition(ada.user), undefined);
    const socket = await openSocket(app.url, '/api/v3/notification/socket?since=0', bob.user.token);
    // The switch doesn't affect the office, only the users who would be notified.
    await admin.call(karaokeApi.skipSinger, entryParams(ada.id));
    await socket.ping();
    assert.deepEqual(
      socket.frames.filter(({ type }) => type && 'karaokeNext' in (type as object)),
      [],
    );
    socket.close();
    await admin.get(adminApi.changeServerSettings, { body: { enableFeatures: pair } });
  }
});
