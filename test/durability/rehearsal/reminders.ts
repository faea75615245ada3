import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Clock } from '#platform/time/clock.ts';
import type { Sailor, World } from '../soak/world.ts';

/** An event of the made-up day, and who follows it. */
export interface FollowedEvent {
  readonly id: string;
  readonly startsAt: Date;
  readonly followers: readonly Sailor[];
}

/** A reminder as it came, by the clock of the rehearsal. */
interface Arrival {
  readonly userID: string;
  readonly eventID: string;
  readonly at: Date;
}

/** A time during which no one could be reminded. */
export interface Outage {
  readonly from: Date;
  readonly until: Date;
}

/** What became of the reminders. */
export interface ReminderTally {
  /** That had to come, and did once and on time. */
  readonly kept: number;
  /** One sentence each. */
  readonly faults: readonly string[];
  /** That were due while the other machine took over, or while this machine stood still for too long. */
  readonly excused: number;
}

/** Hears the reminders of all. */
export interface Reminders {
  /** Opens what is closed. */
  open(): Promise<void>;
  /** Judges what was due from this moment on, when all were connected and followed their events. */
  judge(events: readonly FollowedEvent[], since: Date, outages: readonly Outage[]): ReminderTally;
  close(): void;
}

const minuteMilliseconds = 60_000;
/** A reminder is due so long before the start (`upcomingEventNotificationSeconds`). */
const leadMilliseconds = 10 * minuteMilliseconds;
/** The service looks every minute. In a rehearsal no job runs more often than ten times a second. */
const lookMilliseconds = 100;

/** Hears what the service reminds the sailors of. */
export function hearReminders({ sailors, service }: World, clock: Clock, speed: number): Reminders {
  const arrivals: Arrival[] = [];
  const sockets = new Map<Sailor, WebSocket>();

  async function connect(sailor: Sailor): Promise<void> {
    if (sockets.get(sailor)?.readyState === WebSocket.OPEN) return;
    const address = `${service.url.replace(/^http/, 'ws')}/api/v3/notification/socket`;
    const socket = new WebSocket(address, { headers: { authorization: `Bearer ${sailor.token}` } });
    sockets.set(sailor, socket);
    socket.on('error', () => {});
    socket.on('message', (data) => {
      const { type, contentID } = JSON.parse(String(data));
      if ('followedEventStarting' in Object(type))
        arrivals.push({ userID: sailor.userID, eventID: String(contentID), at: clock.now() });
    });
    await once(socket, 'open');
  }

  return {
    async open() {
      await Promise.all(sailors.map(connect));
    },
    judge(events, since, outages) {
      const tolerance = Math.max(minuteMilliseconds, lookMilliseconds * speed) + minuteMilliseconds;
      const verdicts = events.flatMap(({ id, startsAt, followers }) => {
        const due = new Date(startsAt.getTime() - leadMilliseconds);
        const span = { from: due, until: new Date(due.getTime() + tolerance) };
        if (due < since || span.until > clock.now()) return [];
        const isExcused = outages.some((outage) => outage.from <= span.until && outage.until >= span.from);
        return followers.map(({ userID, name }) => {
          const came = arrivals.filter((arrival) => arrival.userID === userID && arrival.eventID === id);
          return judgeOne(name, came, { dueAt: due, startsAt }, isExcused);
        });
      });
      const count = (verdict: string) => verdicts.filter((each) => each === verdict).length;
      const faults = verdicts.filter((verdict) => verdict !== 'kept' && verdict !== 'excused');
      return { kept: count('kept'), excused: count('excused'), faults };
    },
    close() {
      for (const socket of sockets.values()) socket.terminate();
    },
  };
}

/** `kept`, `excused`, or a sentence that says what was wrong. */
function judgeOne(
  name: string,
  came: readonly Arrival[],
  { dueAt, startsAt }: { readonly dueAt: Date; readonly startsAt: Date },
  isExcused: boolean,
): string {
  const [first, ...more] = came;
  const starts = startsAt.toISOString();
  if (more.length > 0) return `${name} was reminded ${came.length} times of what starts ${starts}.`;
  if (first && first.at >= dueAt && first.at < startsAt) return 'kept';
  if (isExcused) return 'excused';
  return first
    ? `${name} was reminded at ${first.at.toISOString()} of what starts ${starts}.`
    : `${name} was not reminded of what starts ${starts}.`;
}
