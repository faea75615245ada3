import assert from 'node:assert/strict';
import { performersApi } from '#features/performers/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { deskApi } from '#features/schedule/desk/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { seatsApi } from '#features/seats/api.ts';
import { startTestApp, type TestApp, type User } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { giveRole } from '../../support/roles.ts';
import { buildForm, createPassengerWithCode } from '../performers/support.ts';
import { buildCalendarOf, type FileEvent, forcedOptions } from '../schedule/support.ts';

/** A ship with two workshops in the afternoon, and one in the past. */
export interface Workshops extends TestApp {
  readonly desk: User;
  /** The passenger who hosts the pottery workshop. */
  readonly host: User;
  /** Returns the path parameters of an event, by uid. */
  findEventParams(uid: string): Promise<{ params: { event_id: string } }>;
  /** Sets the number of seats of an event. */
  limit(uid: string, capacity: number | null): Promise<void>;
  /** Replaces the schedule. */
  bring(events: Readonly<Record<string, FileEvent>>): void;
  newcomers(...names: readonly string[]): Promise<User[]>;
}

const workshopFields = { end: '20250303T190000', lines: ['CATEGORIES:WORKSHOP', 'LOCATION:Room 5'] };

/** The calendar that the ship starts with. The current time in tests is 10:00. */
export const programEvents: Readonly<Record<string, FileEvent>> = {
  pottery: { start: '20250303T180000', ...workshopFields },
  knots: { start: '20250303T183000', ...workshopFields },
  breakfast: { start: '20250303T080000', end: '20250303T090000' },
};

export async function startWorkshops(): Promise<Workshops> {
  const app = await startTestApp({ environment: { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' } });
  const bring: Workshops['bring'] = (events) => importSchedule(app.context, buildCalendarOf(events), forcedOptions);
  bring(programEvents);
  const at: Workshops['findEventParams'] = async (uid) => {
    const event = (await app.anonymous.get(scheduleApi.list)).find((one) => one.uid === uid);
    assert.ok(event, `there is an event ${uid}`);
    return { params: { event_id: event.eventID } };
  };
  const desk = await app.atLevel('devteam');
  const host = await giveRole(app, await createPassengerWithCode(app, 'hannah', 'abcabc'), 'performerselfeditor');
  await host.get(performersApi.holdEvent, { ...(await at('pottery')), body: buildForm('Hannah') });
  return {
    ...app,
    desk,
    host,
    findEventParams: at,
    bring,
    limit: async (uid, capacity) =>
      void (await desk.get(seatsApi.changeCapacity, { ...(await at(uid)), body: { capacity } })),
    newcomers: (...names) => Promise.all(names.map((name) => app.newcomer(name))),
  };
}

/** Reads an event's seats as this user. */
export async function getSeats(client: Client, at: { params: { event_id: string } }) {
  const { capacity, seatsTaken, seat, waitingPosition } = await client.get(scheduleApi.event, at);
  return { capacity, seatsTaken, seat, waitingPosition };
}

/** Reads an event's seats in a list of events. */
export async function getListedSeats(client: Client, { params }: { params: { event_id: string } }) {
  const event = (await client.get(scheduleApi.list)).find(({ eventID }) => eventID === params.event_id);
  const { capacity, seatsTaken, seat, waitingPosition } = event ?? {};
  return { capacity, seatsTaken, seat, waitingPosition };
}

/** Lets everyone take a seat, one by one. */
export async function seatAll(users: readonly User[], at: { params: { event_id: string } }): Promise<void> {
  for (const user of users) await user.get(seatsApi.take, at);
}

/** Undoes the newest schedule change at the desk. */
export async function undoNewest(desk: User): Promise<void> {
  const [newest] = await desk.get(deskApi.scheduleLog);
  await desk.get(deskApi.undoScheduleChange, { params: { schedule_log_id: newest?.entryID ?? 0 } });
}
