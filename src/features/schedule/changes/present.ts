import type { EveryField } from '#contract/record.ts';
import type { ShipClock } from '#core/ship-time/index.ts';
import { readDisplayTimes } from '../events/present.ts';
import type { EventChangeData, EventOccasionData } from '../records.ts';
import type { EventChangeRow } from '../tables.ts';
import type { StoredChange } from './store.ts';

/** Returns what changed, in the words of the record. */
export function listChanges(change: EventChangeRow): EventChangeData['changes'] {
  const { kind, oldStart, oldEnd, oldLocation, newStart, newEnd, newLocation } = change;
  const isMoved = oldStart.getTime() !== newStart.getTime() || oldEnd.getTime() !== newEnd.getTime();
  return [
    ...(kind === 'changed' ? [] : [kind]),
    ...(isMoved ? (['time'] as const) : []),
    ...(oldLocation === newLocation ? [] : (['place'] as const)),
  ];
}

/** Returns a change for clients (schedule rule 120). */
export function presentChange(clock: ShipClock, change: StoredChange, highestSeen: number): EventChangeData {
  const { id, entryID, eventID, kind, title, createdAt, isLive } = change;
  return {
    changeID: id,
    noticeID: entryID,
    eventID,
    title,
    changes: listChanges(change),
    changedAt: createdAt,
    previous: presentTimeAndLocation(clock, change.oldStart, change.oldEnd, change.oldLocation),
    current:
      kind === 'cancelled'
        ? undefined
        : presentTimeAndLocation(clock, change.newStart, change.newEnd, change.newLocation),
    isNew: id > highestSeen,
    isOnSchedule: isLive,
  } satisfies EveryField<EventChangeData>;
}

function presentTimeAndLocation(clock: ShipClock, start: Date, end: Date, location: string): EventOccasionData {
  const { startTime, endTime } = readDisplayTimes(clock, { startTime: start, endTime: end });
  return { startTime, endTime, location } satisfies EveryField<EventOccasionData>;
}
