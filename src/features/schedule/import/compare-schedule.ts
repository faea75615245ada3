import type { ScheduledEvent } from '../calendar-files/read-calendar.ts';
import type { EventRow } from '../tables.ts';

/** A stored event and what a calendar file says of it now. */
export interface EventChange {
  readonly row: EventRow;
  readonly event: ScheduledEvent;
}

/** What turns the stored schedule into that of a file. */
export interface SchedulePlan {
  readonly added: readonly ScheduledEvent[];
  readonly changed: readonly EventChange[];
  /** Had been deleted and are back. */
  readonly restored: readonly EventChange[];
  readonly deleted: readonly EventRow[];
  readonly unchanged: readonly EventRow[];
}

/** Compares by uid (schedule rule 38); `rows` are all stored events, deleted ones included. */
export function compareSchedule(rows: readonly EventRow[], events: readonly ScheduledEvent[]): SchedulePlan {
  const rowByUID = new Map(rows.map((row) => [row.uid, row]));
  const uids = new Set(events.map(({ uid }) => uid));
  const common = events.flatMap((event) => {
    const row = rowByUID.get(event.uid);
    return row ? [{ row, event }] : [];
  });
  const live = common.filter(({ row }) => row.deletedAt === null);
  return {
    added: events.filter(({ uid }) => !rowByUID.has(uid)),
    changed: live.filter(isDifferent),
    restored: common.filter(({ row }) => row.deletedAt !== null),
    deleted: rows.filter(({ uid, deletedAt }) => deletedAt === null && !uids.has(uid)),
    unchanged: live.filter((pair) => !isDifferent(pair)).map(({ row }) => row),
  };
}

function isDifferent({ row, event }: EventChange): boolean {
  return (
    row.title !== event.title ||
    row.description !== event.description ||
    row.location !== event.location ||
    row.eventType !== event.eventType ||
    row.startTime.getTime() !== event.startTime.getTime() ||
    row.endTime.getTime() !== event.endTime.getTime()
  );
}
