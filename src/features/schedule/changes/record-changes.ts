import type { Context, WriteContext } from '#area/context.ts';
import { getCruise, getCruiseEnd, getCruiseStart, getShipClock } from '#core/ship-time/index.ts';
import { hasSameTimes, type SchedulePlan } from '../import/compare-schedule.ts';
import type { EventContent, EventRow } from '../tables.ts';
import { notifyOfChanges } from './notice.ts';
import { insertChanges, type NewEventChange } from './store.ts';

/**
 * Stores which events moved, changed place, were cancelled or came back, and notifies the users who have them in their
 * plan (schedule rule 119). The cost depends on the events, not on how many follow them.
 */
export function recordEventChanges(context: WriteContext, entryID: number, plan: SchedulePlan): void {
  const changes = [...listChangesToNotify(plan)].filter((change) => !isOver(context, change));
  if (changes.length === 0) return;
  insertChanges(context.db, entryID, changes, context.clock.now());
  notifyOfChanges(context, entryID);
}

function* listChangesToNotify({ changed, restored, deleted }: SchedulePlan): Iterable<NewEventChange> {
  for (const { row, content } of changed) {
    if (!hasSameTimes(row, content) || row.location !== content.location)
      yield buildEventChange('changed', row, content);
  }
  for (const row of deleted) yield buildEventChange('cancelled', row, row);
  for (const { row, content } of restored) yield buildEventChange('restored', row, content);
}

const buildEventChange = (kind: NewEventChange['kind'], row: EventRow, content: EventContent): NewEventChange => ({
  eventID: row.id,
  kind,
  oldStart: row.startTime,
  oldEnd: row.endTime,
  oldLocation: row.location,
  newStart: content.startTime,
  newEnd: content.endTime,
  newLocation: content.location,
});

/** During the sailing, events that were over before a change and are over after it interest no one. */
function isOver(context: Context, { oldEnd, newEnd }: NewEventChange): boolean {
  const portNow = getShipClock(context).toPort(context.clock.now());
  const cruise = getCruise(context);
  const isUnderWay = portNow >= getCruiseStart(cruise) && portNow < getCruiseEnd(cruise);
  return isUnderWay && oldEnd <= portNow && newEnd <= portNow;
}
