import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { transact } from '#area/context.ts';
import { notifyOnce } from '#core/notifications/index.ts';
import { changeSettings, type ServerSettings } from '#core/settings/index.ts';
import { importTimeZones } from '#core/ship-time/index.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { startTestApp, type TestApp, type User } from '../../support/app.ts';
import { createTestClock } from '../../support/clock.ts';
import { giveRole } from '../../support/roles.ts';
import { openSocket, type TestSocket } from '../../support/socket.ts';
import { buildCalendarOf, type FileEvent, forcedOptions } from './support.ts';

const buildLidoLines = (start: string): FileEvent => ({ start, lines: ['LOCATION:Lido'] });
const defaultEvents = { lido: buildLidoLines('20250303T180000Z') };
const environment = { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' };
const socketPath = '/api/v3/notification/socket';
const beforeReminder = '2025-03-03T17:49:00.000Z';
const dueAt = '2025-03-03T17:50:00.000Z';
const startsAt = '2025-03-03T18:00:00.000Z';

interface Ship extends TestApp {
  readonly james: User;
  readonly socket: TestSocket;
}

/**
 * Starts a service with one event at 18:00, which james follows with an open socket; the current time is before the
 * reminder.
 */
async function startShipWithEvent(
  options: { events?: Record<string, FileEvent>; dataFolder?: string; now?: string } = {},
): Promise<Ship> {
  const { events = defaultEvents, dataFolder, now = beforeReminder } = options;
  const app = await startTestApp({
    environment,
    clock: createTestClock(now),
    ...(dataFolder !== undefined && { dataFolder }),
  });
  importSchedule(app.context, buildCalendarOf(events), forcedOptions);
  const james = await app.logIn('james');
  for (const { eventID } of await app.anonymous.get(scheduleApi.list)) await followEvent(james, eventID);
  return { ...app, james, socket: await openSocket(app.url, socketPath, james.token) };
}

const followEvent = (user: User, eventID: string) =>
  user.get(scheduleApi.addFavorite, { params: { event_id: eventID } });

/** Runs the job at this instant and returns the texts it sent to the socket; a frame sent afterwards marks their end. */
async function runRemindersAt(ship: Ship, instant: string, socket = ship.socket): Promise<string[]> {
  ship.clock.set(instant);
  await ship.runJob('send-reminders');
  const userIDs = [ship.james.userID, (await ship.logIn('heidi')).userID, (await ship.logIn('sam')).userID];
  notifyOnce(ship.context, userIDs, { type: 'announcement', info: 'end', contentID: '' });
  const texts: string[] = [];
  for (;;) {
    const { info, type } = await socket.next();
    // The notification about the moved event is separate (schedule rule 122).
    if (JSON.stringify(type) === '{"eventsChanged":{}}') continue;
    if (info === 'end') return texts;
    texts.push(String(info));
  }
}

const text = 'Event lido starts soon: Lido';

const listOutcomes = (app: TestApp) =>
  app.context.db.sqlite
    .prepare<[], { start: number; outcome: string }>(
      'SELECT starts_at AS start, outcome FROM reminders ORDER BY starts_at',
    )
    .all()
    .map(({ start, outcome }) => [new Date(start).toISOString(), outcome]);

function applySettings(app: TestApp, settings: Partial<ServerSettings>): void {
  transact(app.context, (context) => changeSettings(context, settings));
}

test('a reminder of a followed event is sent once, ten minutes before it starts', async () => {
  const ship = await startShipWithEvent();
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T17:49:59.999Z'), []);
  ship.clock.set('2025-03-03T17:50:30.000Z');
  await ship.runJob('send-reminders');
  const [event] = await ship.anonymous.get(scheduleApi.list);
  const frame = await ship.socket.next();
  assert.deepEqual(frame, { type: { followedEventStarting: {} }, info: text, contentID: event?.eventID });
  for (const instant of ['2025-03-03T17:50:30.000Z', '2025-03-03T17:51:30.000Z', '2025-03-03T18:10:00.000Z']) {
    assert.deepEqual(await runRemindersAt(ship, instant), []);
  }
  assert.deepEqual(listOutcomes(ship), [[startsAt, 'sent']]);
});

test('photographers of the event are reminded too, others aren’t, and reminders aren’t replayed', async () => {
  const ship = await startShipWithEvent();
  const [event] = await ship.anonymous.get(scheduleApi.list);
  const heidi = await giveRole(ship, await ship.logIn('heidi'), 'shutternaut');
  await heidi.get(scheduleApi.addPhotographer, { params: { event_id: event?.eventID ?? '' } });
  const sam = await ship.logIn('sam');
  const [heidis, sams] = [
    await openSocket(ship.url, `${socketPath}?since=0`, heidi.token),
    await openSocket(ship.url, socketPath, sam.token),
  ];
  assert.deepEqual(await runRemindersAt(ship, dueAt), [text]);
  const first = await heidis.next();
  assert.deepEqual([first.info, 'seq' in first], [text, false]);
  assert.equal((await sams.next()).info, 'end');
  const late = await openSocket(ship.url, `${socketPath}?since=0`, heidi.token);
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T17:52:00.000Z', late), []);
});

test('a reminder that’s ten minutes late is sent, one that’s twenty minutes late recorded as skipped', async () => {
  const events = {
    old: { start: '20250303T174000Z' },
    young: { start: '20250303T175000Z' },
    next: { start: '20250303T182000Z' },
  };
  const ship = await startShipWithEvent({ events, now: '2025-03-03T17:00:00.000Z' });
  assert.deepEqual(await runRemindersAt(ship, dueAt), ['Event young starts soon']);
  assert.deepEqual(listOutcomes(ship), [
    ['2025-03-03T17:40:00.000Z', 'skipped'],
    ['2025-03-03T17:50:00.000Z', 'sent'],
  ]);
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T17:51:00.000Z'), []);
});

test('a restart on the same folder neither loses nor repeats a reminder', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'gangway-reminders-'));
  after(() => rm(dataFolder, { recursive: true, force: true }));
  const events = { ...defaultEvents, pool: { start: '20250303T180500Z' } };
  const first = await startShipWithEvent({ events, dataFolder });
  assert.deepEqual(await runRemindersAt(first, dueAt), [text]);
  await first.close();
  const second = await startShipWithEvent({ events, dataFolder, now: dueAt });
  assert.deepEqual(await runRemindersAt(second, '2025-03-03T18:04:00.000Z'), ['Event pool starts soon']);
  assert.deepEqual(listOutcomes(second), [
    [startsAt, 'sent'],
    ['2025-03-03T18:05:00.000Z', 'sent'],
  ]);
});

test('if nothing was stored before a failure, the next run sends the reminder', async () => {
  const ship = await startShipWithEvent();
  ship.clock.set(dueAt);
  ship.context.db.sqlite.exec(
    "CREATE TEMP TRIGGER no_record BEFORE INSERT ON reminders BEGIN SELECT RAISE(ABORT, 'as planned'); END",
  );
  await ship.runJob('send-reminders');
  ship.context.db.sqlite.exec('DROP TRIGGER no_record');
  assert.deepEqual(listOutcomes(ship), []);
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T17:51:00.000Z'), [text]);
});

test('a failing reminder doesn’t stop the others, and is retried', async () => {
  const events = { ...defaultEvents, pool: { start: '20250303T180000Z' }, theater: { start: '20250303T180000Z' } };
  const ship = await startShipWithEvent({ events });
  const failing = (await ship.anonymous.get(scheduleApi.list))[1]?.eventID;
  ship.context.db.sqlite.exec(`
    CREATE TEMP TRIGGER one_reminder_fails BEFORE UPDATE ON reminders WHEN new.subject_id = '${failing}'
    BEGIN SELECT RAISE(ABORT, 'as planned'); END`);
  assert.equal((await runRemindersAt(ship, dueAt)).length, 3);
  const sent = () => listOutcomes(ship).filter(([, outcome]) => outcome === 'sent').length;
  assert.equal(sent(), 2);
  ship.context.db.sqlite.exec('DROP TRIGGER one_reminder_fails');
  assert.equal((await runRemindersAt(ship, '2025-03-03T17:51:00.000Z')).length, 1);
  assert.equal(sent(), 3);
});

test('a moved event is reminded of again at its new time, a deleted one isn’t', async () => {
  const ship = await startShipWithEvent();
  assert.deepEqual(await runRemindersAt(ship, dueAt), [text]);
  importSchedule(ship.context, buildCalendarOf({ lido: buildLidoLines('20250303T190000Z') }), forcedOptions);
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T18:49:00.000Z'), []);
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T18:50:00.000Z'), [text]);
  importSchedule(ship.context, buildCalendarOf({ lido: { start: '20250303T200000Z' } }), forcedOptions);
  importSchedule(ship.context, buildCalendarOf({ other: { start: '20250303T230000Z' } }), forcedOptions);
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T19:50:00.000Z'), []);
});

test('changing the ship’s clock moves the reminder; setting the server’s clock back repeats none', async () => {
  const ship = await startShipWithEvent({ now: '2025-03-03T16:00:00.000Z' });
  // From noon on the ship is an hour ahead, so 13:00 on board comes an hour earlier.
  importTimeZones(
    ship.context,
    '20250301T050000Z\tEST\tAmerica/New_York\n20250303T160000Z\tAST\tAmerica/Puerto_Rico\n',
    forcedOptions,
  );
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T16:50:00.000Z'), [text]);
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T16:40:00.000Z'), []);
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T16:51:00.000Z'), []);
  assert.deepEqual(await runRemindersAt(ship, dueAt), []);
});

test('outside the sailing its first week repeats, unless the setting says to use the current time', async () => {
  const ship = await startShipWithEvent({ now: '2025-08-11T16:00:00.000Z' });
  assert.deepEqual(await runRemindersAt(ship, '2025-08-11T16:49:00.000Z'), []);
  assert.deepEqual(await runRemindersAt(ship, '2025-08-11T16:50:00.000Z'), [text]);
  assert.deepEqual(await runRemindersAt(ship, '2025-08-11T16:51:00.000Z'), []);
  assert.deepEqual(await runRemindersAt(ship, '2025-08-18T16:50:00.000Z'), [text]);
  applySettings(ship, { upcomingEventNotificationSetting: 'current' });
  assert.deepEqual(await runRemindersAt(ship, '2025-08-25T16:50:00.000Z'), []);
});

test('nothing is sent while notices are disabled, and the lead time is a setting', async () => {
  const ship = await startShipWithEvent();
  applySettings(ship, { upcomingEventNotificationSetting: 'disabled' });
  assert.deepEqual(await runRemindersAt(ship, dueAt), []);
  assert.deepEqual(listOutcomes(ship), []);
  applySettings(ship, { upcomingEventNotificationSetting: 'current', upcomingEventNotificationSeconds: 120 });
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T17:57:00.000Z'), []);
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T17:58:00.000Z'), [text]);
});

test('a changed lead time or setting doesn’t repeat reminders of the same start', async () => {
  const ship = await startShipWithEvent();
  assert.deepEqual(await runRemindersAt(ship, dueAt), [text]);
  applySettings(ship, { upcomingEventNotificationSeconds: 300 });
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T17:55:00.000Z'), []);
  applySettings(ship, { upcomingEventNotificationSetting: 'current', upcomingEventNotificationSeconds: 240 });
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T17:56:00.000Z'), []);
  assert.deepEqual(listOutcomes(ship), [[startsAt, 'sent']]);
});

test('a reminder that was too late is sent if another lead time makes it due in time', async () => {
  const ship = await startShipWithEvent({ now: '2025-03-03T16:00:00.000Z' });
  applySettings(ship, { upcomingEventNotificationSeconds: 3600 });
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T17:30:00.000Z'), []);
  assert.deepEqual(listOutcomes(ship), [[startsAt, 'skipped']]);
  applySettings(ship, { upcomingEventNotificationSeconds: 600 });
  assert.deepEqual(await runRemindersAt(ship, dueAt), [text]);
});

test('no reminder is sent after the start', async () => {
  const ship = await startShipWithEvent();
  applySettings(ship, { upcomingEventNotificationSeconds: 120 });
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T18:01:00.000Z'), []);
  assert.deepEqual(listOutcomes(ship), [[startsAt, 'skipped']]);
});

test('an event created after its reminder was due gets none', async () => {
  const ship = await startShipWithEvent({ now: '2025-03-03T17:53:00.000Z' });
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T17:54:00.000Z'), []);
  importSchedule(ship.context, buildCalendarOf({ lido: buildLidoLines('20250303T180800Z') }), forcedOptions);
  assert.deepEqual(await runRemindersAt(ship, '2025-03-03T17:58:00.000Z'), [text], 'moved, it is due again');
});

test('users without the schedule feature get no reminders of it', async () => {
  const ship = await startShipWithEvent();
  applySettings(ship, { disabledFeatures: [{ app: 'all', feature: 'schedule' }] });
  const tho = await ship.logIn('THO');
  await tho.send('POST', `/api/v3/events/${(await tho.get(scheduleApi.list))[0]?.eventID}/favorite`);
  const hears = await openSocket(ship.url, socketPath, tho.token);
  assert.deepEqual(await runRemindersAt(ship, dueAt), []);
  assert.equal((await hears.next()).info, text, 'the switch does not hold for the management office');
});
