import assert from 'node:assert/strict';
import type { Random } from '#crowd/random.ts';
import { forEach } from '../soak/checkpoint.ts';
import type { Sailor, World } from '../soak/world.ts';
import type { FollowedEvent } from './reminders.ts';

const minuteMilliseconds = 60_000;
const minutesBetweenEvents = 10;

const format = (moment: Date): string => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const startsOf = (from: Date, hours: number): Date[] =>
  Array.from(
    { length: (hours * 60) / minutesBetweenEvents },
    (_, index) => new Date(from.getTime() + index * minutesBetweenEvents * minuteMilliseconds),
  );

/** The schedule of a day: an event every ten minutes. */
export function writeProgramme(from: Date, hours: number): string {
  const events = startsOf(from, hours).flatMap((start, index) => [
    ...['BEGIN:VEVENT', `UID:rehearsal-${index}`, `SUMMARY:Event ${index}`, 'LOCATION:Lido'],
    ...[`DTSTART:${format(start)}`, `DTEND:${format(new Date(start.getTime() + 30 * minuteMilliseconds))}`],
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
}

const eventsOfEach = 6;

/** Lets each sailor follow some events that start within a time; returns who follows what. */
export async function followEvents(
  { sailors }: World,
  random: Random,
  within: { readonly from: Date; readonly until: Date },
): Promise<FollowedEvent[]> {
  const [first] = sailors;
  assert.ok(first, 'there are sailors');
  const { body } = await first.client.send('GET', '/api/v3/events');
  const all: { eventID: string; startTime: string }[] = body;
  const events = all.filter(({ startTime }) => new Date(startTime) > within.from && new Date(startTime) < within.until);
  const followers = new Map<string, Sailor[]>(events.map(({ eventID }) => [eventID, []]));
  const chosen = sailors.map((sailor) => ({ sailor, events: random.pick(events, eventsOfEach) }));
  await forEach(chosen, async ({ sailor, events }) => {
    for (const { eventID } of events) {
      const { status, reason } = await sailor.client.send('POST', `/api/v3/events/${eventID}/favorite`);
      assert.ok(status < 300, reason);
      followers.get(eventID)?.push(sailor);
    }
  });
  return events.map(({ eventID, startTime }) => ({
    id: eventID,
    startsAt: new Date(startTime),
    followers: followers.get(eventID) ?? [],
  }));
}
