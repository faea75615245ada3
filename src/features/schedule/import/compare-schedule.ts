import type { ScheduledEvent } from '../calendar-files/read-calendar.ts';
import { contentColumns, type EventContent, type EventRow } from '../tables.ts';

/** A stored event and its new content. */
export interface EventChange {
  readonly row: EventRow;
  readonly content: EventContent;
}

/** The changes from the stored schedule to another one. */
export interface SchedulePlan {
  readonly added: readonly ScheduledEvent[];
  readonly changed: readonly EventChange[];
  /** Events that were deleted and are back. */
  readonly restored: readonly EventChange[];
  readonly deleted: readonly EventRow[];
  readonly unchanged: readonly EventRow[];
}

/** Compares by uid (schedule rule 38). If `rows` has no deleted events, restored ones count as new. */
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
    changed: live.filter(({ row, content }) => !hasSameContent(row, content)),
    restored: common.filter(({ row }) => row.deletedAt !== null),
    deleted: [...rowByUID.values()].filter(({ uid, deletedAt }) => deletedAt === null && !uids.has(uid)),
    unchanged: live.filter(({ row, content }) => hasSameContent(row, content)).map(({ row }) => row),
  };
}

/** Returns the content of a stored event. */
export const getContent = (row: EventRow): EventContent =>
  // `contentColumns` has all fields of EventContent.
  Object.fromEntries(contentColumns.map((name) => [name, row[name]])) as EventContent;

const isSameValue = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

const createFieldComparison = (names: readonly (keyof EventContent)[]) => (one: EventContent, other: EventContent) =>
  names.every((name) => isSameValue(one[name], other[name]));

/** Returns whether start and end are the same. */
export const hasSameTimes = createFieldComparison(['startTime', 'endTime']);

/** Returns whether everything except time and place is the same. */
export const hasSameWords = createFieldComparison(contentColumns.filter((name) => !/Time$|^location$/.test(name)));

/** Returns whether the content of an event is the same. */
export const hasSameContent = createFieldComparison(contentColumns);
