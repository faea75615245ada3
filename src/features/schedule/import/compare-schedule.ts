import type { ScheduledEvent } from '../calendar-files/read-calendar.ts';
import type { EventRow } from '../tables.ts';

/** What a calendar file says of an event, but for its identity; as stored. */
export type EventContent = Omit<ScheduledEvent, 'uid'>;

/** A stored event and what is to be said of it. */
export interface EventChange {
  readonly row: EventRow;
  readonly content: EventContent;
}

/** What turns the stored schedule into another. */
export interface SchedulePlan {
  readonly added: readonly ScheduledEvent[];
  readonly changed: readonly EventChange[];
  /** Had been deleted and are back. */
  readonly restored: readonly EventChange[];
  readonly deleted: readonly EventRow[];
  readonly unchanged: readonly EventRow[];
}

/** Compares by uid (schedule rule 38). Without the deleted ones among `rows`, what comes back counts as new. */
export function compareSchedule(rows: Iterable<EventRow>, events: readonly ScheduledEvent[]): SchedulePlan {
  const rowByUID = new Map([...rows].map((row) => [row.uid, row]));
  const uids = new Set(events.map(({ uid }) => uid));
  const common = events.flatMap(({ uid, ...content }) => {
    const row = rowByUID.get(uid);
    return row ? [{ row, content }] : [];
  });
  const live = common.filter(({ row }) => row.deletedAt === null);
  return {
    added: events.filter(({ uid }) => !rowByUID.has(uid)),
    changed: live.filter(({ row, content }) => !saysTheSame(row, content)),
    restored: common.filter(({ row }) => row.deletedAt !== null),
    deleted: [...rowByUID.values()].filter(({ uid, deletedAt }) => deletedAt === null && !uids.has(uid)),
    unchanged: live.filter(({ row, content }) => saysTheSame(row, content)).map(({ row }) => row),
  };
}

/** What is said of a stored event. */
export const contentOf = ({ title, description, location, eventType, startTime, endTime }: EventRow): EventContent => ({
  title,
  description,
  location,
  eventType,
  startTime,
  endTime,
});

/** Do title, description and type stay as they are? */
export const hasSameWords = (one: EventContent, other: EventContent): boolean =>
  one.title === other.title && one.description === other.description && one.eventType === other.eventType;

/** Do start and end stay as they are? */
export const hasSameTimes = (one: EventContent, other: EventContent): boolean =>
  one.startTime.getTime() === other.startTime.getTime() && one.endTime.getTime() === other.endTime.getTime();

/** Is the same said of an event? */
export const saysTheSame = (one: EventContent, other: EventContent): boolean =>
  hasSameWords(one, other) && hasSameTimes(one, other) && one.location === other.location;
