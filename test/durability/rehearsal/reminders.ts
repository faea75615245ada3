import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Sailor, World } from '../soak/world.ts';
import { type FollowedEvent, type Programme, readIDs, type Span } from './programme.ts';

/** A received reminder, with its time on the ship's clock. */
export interface ReceivedReminder {
  readonly userID: string;
  readonly eventID: string;
  readonly at: Date;
}

/** How many reminders came as expected, late or not at all. */
export interface ReminderTally {
  /** Due reminders that arrived once and on time. */
  readonly kept: number;
  /** What was wrong, one sentence each. */
  readonly faults: readonly string[];
  /** Reminders due while no machine was serving, or while this machine had paused for too long. */
  readonly excused: number;
}

/** Records the reminders of all sailors. */
export interface Reminders {
  /** Opens closed sockets again. */
  open(): Promise<void>;
  /** Marks a period in which the service couldn't send reminders. */
  excuse(outage: Span): void;
  judge(programme: Programme): Promise<ReminderTally>;
  close(): void;
}

const minuteMilliseconds = 60_000;
/** A reminder is due this long before the start (`upcomingEventNotificationSeconds`). */
const leadMilliseconds = 10 * minuteMilliseconds;

/** Records the reminders that sailors receive. */
export function recordReminders({ sailors, service, time }: World): Reminders {
  const arrivals: ReceivedReminder[] = [];
  const outages: Span[] = [];
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
        arrivals.push({ userID: sailor.userID, eventID: String(contentID), at: time.now() });
    });
    await once(socket, 'open');
  }

  return {
    async open() {
      await Promise.all(sailors.map(connect));
    },
    excuse: (outage) => void outages.push(outage),
    async judge({ events }) {
      const idsByUID = await readIDs(sailors);
      const terms = { arrivals, outages, now: time.now() };
      const verdicts = events.flatMap((event) => judgeEvent(event, idsByUID.get(event.uid) ?? '', terms));
      const count = (verdict: string) => verdicts.filter((each) => each === verdict).length;
      const faults = verdicts.filter((verdict) => verdict !== 'kept' && verdict !== 'excused');
      return { kept: count('kept'), excused: count('excused'), faults };
    },
    close() {
      for (const socket of sockets.values()) socket.terminate();
    },
  };
}

type Follower = Pick<Sailor, 'userID' | 'name'>;

/** The data for judging reminders. */
export interface ReminderEvidence {
  readonly arrivals: readonly ReceivedReminder[];
  readonly outages: readonly Span[];
  readonly now: Date;
}

/** Judges the reminders of one event: `kept`, `excused`, or a sentence that describes the fault. */
export function judgeEvent(
  { startsAt, followers }: Pick<FollowedEvent, 'startsAt'> & { readonly followers: ReadonlyMap<Follower, Date> },
  eventID: string,
  terms: ReminderEvidence,
): string[] {
  const dueAt = new Date(startsAt.getTime() - leadMilliseconds);
  if (startsAt > terms.now) return [];
  const isExcused = terms.outages.some(({ from, until }) => from <= startsAt && until >= dueAt);
  return [...followers].flatMap(([{ userID, name }, since]) => {
    if (since > dueAt) return [];
    const came = terms.arrivals.filter((arrival) => arrival.userID === userID && arrival.eventID === eventID);
    return [judgeReminder(name, came, { dueAt, startsAt }, isExcused)];
  });
}

function judgeReminder(
  name: string,
  came: readonly ReceivedReminder[],
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
