import assert from 'node:assert/strict';
import { get, send } from '../ask.ts';
import { forEachConcurrently } from '../at-once.ts';
import type { Actor, Sailor, World, WorldTime } from '../world.ts';
import { type Action, chooseSailor } from './choose.ts';

const hourMilliseconds = 60 * 60_000;
const formatInstant = (instant: number): string => `${new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '')}`;

/** Returns a calendar file with one event, which begins at this time. */
export const writeSchedule = (start: number, location: string): string => {
  const times = [`DTSTART:${formatInstant(start)}`, `DTEND:${formatInstant(start + hourMilliseconds)}`];
  const event = ['BEGIN:VEVENT', 'UID:soak', 'SUMMARY:Workshop', `LOCATION:${location}`, ...times, 'END:VEVENT'];
  return ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR', ''].join('\n');
};

/** Adds an event with so few seats that users have to wait for one; returns its id. */
export async function holdWorkshop({ client }: Actor, time: WorldTime): Promise<string> {
  const start = time.meetingsFrom.getTime() + 24 * hourMilliseconds;
  const schedule = writeSchedule(start, 'Lido');
  for (const [path, body] of [['update', { schedule }], ['update/apply']] as const) {
    const { status, reason } = await client.send('POST', `/api/v3/admin/schedule/${path}`, { body });
    assert.equal(status, 200, reason);
  }
  const { body } = await client.send('GET', '/api/v3/events/soak');
  await client.send('POST', `/api/v3/events/${body.eventID}/capacity`, { body: { capacity: 2 } });
  return body.eventID;
}

/** Moves the workshop into the next 24 hours or out of them, after checking the schedule; its holders are notified. */
export async function moveWorkshop(world: World): Promise<readonly Sailor[]> {
  const { admin, random, time } = world;
  if (time.isScheduleShared) return [];
  const start = time.began.getTime() + random.oneOf([6, 12, 36]) * hourMilliseconds;
  await send(world, admin, 'admin/schedule/update', {
    schedule: writeSchedule(start, random.oneOf(['Lido', 'Deck 5'])),
  });
  await get(world, admin, 'admin/schedule/checks');
  await send(world, admin, 'admin/schedule/update/apply');
  return world.sailors;
}

const changeSeat =
  (path: 'seat' | 'seat/remove'): Action =>
  async (world) => {
    const sailor = chooseSailor(world);
    await send(world, sailor, `events/${world.workshopID}/${path}`);
    return [sailor];
  };

export const takeSeat = changeSeat('seat');
export const giveUpSeat = changeSeat('seat/remove');

const maxSeats = 4;

/** Changes the number of seats; no user loses one. */
export async function limitSeats(world: World): Promise<readonly Sailor[]> {
  await send(world, world.admin, `events/${world.workshopID}/capacity`, { capacity: 1 + world.random.below(maxSeats) });
  return [];
}

interface Listed {
  readonly user: { readonly userID: string };
}

/** Throws unless the door list agrees with what each user sees at the event (schedule rules 133 and 142). */
export async function compareSeats(world: World): Promise<void> {
  const path = `/api/v3/events/${world.workshopID}`;
  const { body } = await world.admin.client.send('GET', `${path}/seats`);
  const idsOf = (holders: readonly Listed[]): string[] => holders.map(({ user }) => user.userID);
  const [seats, waiting] = [idsOf(body.seats), idsOf(body.waiting)];
  await forEachConcurrently(world.sailors, async ({ client, name, userID }) => {
    const { body: event } = await client.send('GET', path);
    const position = waiting.indexOf(userID) + 1;
    const expected = position > 0 ? ['waiting', position] : [seats.includes(userID) ? 'seat' : undefined, undefined];
    assert.deepEqual([event.seat, event.waitingPosition], expected, `the seat of ${name}`);
  });
}
