import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import type { Feature } from '#contract/features.ts';
import { changeSettings, type ServerSettings } from '#core/settings/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { createTestClock } from '../../support/clock.ts';
import type { TestSocket } from '../../support/socket.ts';
import { createFez, type Fez, groupFields, join, listen, ownEventFields } from './support.ts';

/** The groups of these tests start at 23:00 UTC on the 4th; reminders are due ten minutes before. */
const app = await startTestApp({
  clock: createTestClock('2025-03-04T22:40:00.000Z'),
  environment: { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' },
});

async function runAt(time: string): Promise<void> {
  app.clock.set(`2025-03-04T${time}:00.000Z`);
  await app.runJob('send-reminders');
}

const listReminded = (socket: TestSocket): unknown[] =>
  socket.frames
    .filter(({ type }) => Object.keys(type as object)[0]?.endsWith('Starting'))
    .map(({ contentID }) => contentID);

async function cancelFez(owner: User, { fezID }: Fez): Promise<void> {
  await owner.get(fezApi.cancel, { params: { fezID } });
}

test('members are reminded once, even waiting or muted ones; others and cancelled fezzes aren’t', async () => {
  const [owner, waiting, outsider] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('sam')];
  const fez = await createFez(owner, { ...groupFields, maxCapacity: 1 });
  const own = await createFez(outsider, ownEventFields);
  await cancelFez(owner, await createFez(owner, { ...groupFields, title: 'Not today' }));
  await join(waiting, fez);
  await waiting.get(fezApi.mute, { params: { fezID: fez.fezID } });
  const sockets = await Promise.all([owner, waiting, outsider].map((user) => listen(app, user)));
  const [ownerHears, waitingHears, outsiderHears] = sockets as [TestSocket, TestSocket, TestSocket];
  await runAt('22:49');
  assert.deepEqual(listReminded(ownerHears), []);
  await runAt('22:50');
  assert.deepEqual(await ownerHears.next(), {
    type: { joinedLFGStarting: {} },
    info: 'Chess for beginners starts soon: Deck 4',
    contentID: fez.fezID,
  });
  assert.equal((await waitingHears.next()).contentID, fez.fezID);
  assert.deepEqual((await outsiderHears.next()).type, { personalEventStarting: {} });
  await runAt('22:51');
  await runAt('22:52');
  assert.deepEqual(sockets.map(listReminded), [[fez.fezID], [fez.fezID], [own.fezID]]);
  for (const socket of sockets) socket.close();
});

/** Returns the reminders that the socket gets at this time. */
async function listRemindersAt(time: string, socket: TestSocket): Promise<unknown[]> {
  const before = listReminded(socket).length;
  await runAt(time);
  await socket.ping();
  return listReminded(socket).slice(before);
}

const applySettings = (settings: Partial<ServerSettings>): void =>
  transact(app.context, (context) => changeSettings(context, settings));

test('a moved group is reminded of again; a changed lead time or a passed start causes no reminder', async () => {
  const owner = await app.logIn('verified');
  const hears = await listen(app, owner);
  app.clock.set('2025-03-04T22:40:00.000Z');
  const fez = await createFez(owner, groupFields);
  assert.deepEqual(await listRemindersAt('22:50', hears), [fez.fezID]);
  applySettings({ upcomingEventNotificationSeconds: 300 });
  assert.deepEqual(await listRemindersAt('22:55', hears), []);
  const startTime = '2025-03-04T23:30:00.000Z';
  await owner.get(fezApi.update, { params: { fezID: fez.fezID }, body: { ...groupFields, startTime } });
  assert.deepEqual(await listRemindersAt('23:25', hears), [fez.fezID]);
  const passed = await createFez(owner, { ...groupFields, startTime: '2025-03-04T23:40:00.000Z' });
  assert.deepEqual(await listRemindersAt('23:41', hears), [], `${passed.fezID} has begun`);
  applySettings({ upcomingEventNotificationSeconds: 600 });
  hears.close();
});

test('users without the features of groups or events get no reminder of them', async () => {
  const [owner, moderator] = [await app.logIn('verified'), await app.logIn('THO')];
  const sockets = [await listen(app, owner), await listen(app, moderator)] as const;
  const startsAt = (startTime: string) => ({ startTime, endTime: '2025-03-05T09:00:00.000Z' });
  app.clock.set('2025-03-04T22:00:00.000Z');
  const group = await createFez(owner, { ...groupFields, ...startsAt('2025-03-05T00:10:00.000Z') }, [moderator]);
  const own = await createFez(owner, { ...ownEventFields, ...startsAt('2025-03-05T00:10:00.000Z') });
  const remindedWithout = async (feature: Feature, instant: string) => {
    applySettings({ disabledFeatures: [{ app: 'all', feature }] });
    app.clock.set(instant);
    await app.runJob('send-reminders');
    for (const socket of sockets) await socket.ping();
    applySettings({ disabledFeatures: [] });
    return sockets.map((socket) => listReminded(socket).filter((id) => id === group.fezID || id === own.fezID));
  };
  assert.deepEqual(await remindedWithout('personalevents', '2025-03-05T00:00:00.000Z'), [[group.fezID], [group.fezID]]);
  for (const fez of [group, own]) {
    const body = { ...groupFields, fezType: fez.fezType, ...startsAt('2025-03-05T01:10:00.000Z') };
    await owner.get(fezApi.update, { params: { fezID: fez.fezID }, body });
  }
  assert.deepEqual(
    await remindedWithout('friendlyfez', '2025-03-05T01:00:00.000Z'),
    [[group.fezID], [group.fezID, group.fezID]],
    'the switch does not hold for the management office',
  );
  for (const socket of sockets) socket.close();
});

test('a group created less than ten minutes before its start gets no reminder', async () => {
  const owner = await app.logIn('verified');
  const hears = await listen(app, owner);
  app.clock.set('2025-03-04T22:53:00.000Z');
  await createFez(owner, groupFields);
  assert.deepEqual(await listRemindersAt('22:54', hears), []);
  hears.close();
});
