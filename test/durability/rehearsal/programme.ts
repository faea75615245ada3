import assert from 'node:assert/strict';
import type { Random } from '#crowd/random.ts';
import { forEachConcurrently } from '../soak/at-once.ts';
import type { Sailor, World } from '../soak/world.ts';

/** An event of the made-up sailing, and its followers. */
export interface FollowedEvent {
  readonly uid: string;
  /** When the event starts, by the clock of the home port. */
  portTime: Date;
  /** When the event starts, by the clock on board. */
  startsAt: Date;
  /** Followers, each with the moment since which they follow it. */
  readonly followers: Map<Sailor, Date>;
}

/** The schedule of the made-up sailing. */
export interface Programme {
  readonly events: readonly FollowedEvent[];
  /** Formats the schedule as a calendar file. */
  write(): string;
  /** Delays the start of an event by this time. */
  move(event: FollowedEvent, milliseconds: number): void;
  /** Lets each sailor follow some events that start within a period. */
  follow(world: World, random: Random, within: Span): Promise<void>;
}

/** A period by the ship's clock. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

const minuteMilliseconds = 60_000;
const eventMinutes = 30;
/** How many events each sailor follows at a time. */
const eventsPerPerson = 6;

const format = (moment: Date): string => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/**
 * Creates a programme with events at a regular interval; `onBoard` converts a time of the home port's clock to ship
 * time.
 */
export function createProgramme(
  { from, until }: Span,
  minutesBetween: number,
  onBoard: (portTime: Date) => Date,
): Programme {
  const count = Math.floor((until.getTime() - from.getTime()) / minutesBetween / minuteMilliseconds);
  const events = Array.from({ length: count }, (_, index): FollowedEvent => {
    const portTime = new Date(from.getTime() + index * minutesBetween * minuteMilliseconds);
    return { uid: `rehearsal-${index}`, portTime, startsAt: onBoard(portTime), followers: new Map() };
  });

  const writeEvent = ({ uid, portTime }: FollowedEvent): string[] => [
    ...['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:Event ${uid}`, 'LOCATION:Lido', `DTSTART:${format(portTime)}`],
    `DTEND:${format(new Date(portTime.getTime() + eventMinutes * minuteMilliseconds))}`,
    'END:VEVENT',
  ];

  return {
    events,
    write: () => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flatMap(writeEvent), 'END:VCALENDAR', ''].join('\r\n'),
    move(event, milliseconds) {
      event.portTime = new Date(event.portTime.getTime() + milliseconds);
      event.startsAt = onBoard(event.portTime);
    },
    async follow({ sailors, time }, random, within) {
      const idsByUID = await readIDs(sailors);
      const inTime = events.filter(({ startsAt }) => startsAt > within.from && startsAt < within.until);
      const chosen = sailors.map((sailor) => ({ sailor, events: random.pick(inTime, eventsPerPerson) }));
      await forEachConcurrently(chosen, async ({ sailor, events }) => {
        for (const { uid, followers } of events) {
          if (followers.has(sailor)) continue;
          const { status, reason } = await sailor.client.send('POST', `/api/v3/events/${idsByUID.get(uid)}/favorite`);
          assert.ok(status < 300, reason);
          followers.set(sailor, time.now());
        }
      });
    },
  };
}

/** Maps the uid of each event to the service's own id. */
export async function readIDs([first]: readonly Sailor[]): Promise<ReadonlyMap<string, string>> {
  assert.ok(first, 'there are sailors');
  const { body } = await first.client.send('GET', '/api/v3/events');
  return new Map(body.map(({ uid, eventID }: { uid: string; eventID: string }) => [uid, eventID]));
}
