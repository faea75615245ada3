import type { LevelChange } from '#area/area.ts';
import type { WriteContext } from '#area/context.ts';
import type { ScheduleFollower } from '#area/schedule-changes.ts';
import { getCurrentSchedule } from '#features/schedule/index.ts';
import { getCapacities } from './event-seats.ts';
import { notifyGranted, signalNewPositions } from './notifications.ts';
import {
  countEntries,
  deleteEntry,
  listEntriesOf,
  listEventsWithWaitingList,
  listWaiting,
  saveGranted,
} from './store.ts';
import type { EventSeatRow } from './tables.ts';

/**
 * Gives the free seats of an event to those who have waited longest, and notifies them. Shows those who still wait
 * their
 * new positions. Does nothing for a deleted event (schedule rules 135 and 138).
 */
export function fillFreeSeats(context: WriteContext, eventID: string): void {
  const { db } = context;
  const { taken, waiting } = countEntries(db, eventID);
  const event = waiting === 0 ? undefined : getCurrentSchedule(context).byID.get(eventID);
  if (!event) return;
  const capacity = getCapacities(context).get(eventID);
  const free = capacity === undefined ? waiting : Math.max(0, Math.min(waiting, capacity - taken));
  const [now, isOver] = [context.clock.now(), event.endTime <= context.clock.now()];
  const entries = listWaiting(db, eventID, waiting);
  const granted = entries.slice(0, free);
  for (const { id } of granted) saveGranted(db, id, now, !isOver);
  if (isOver) return;
  const toUserIDs = (rows: readonly EventSeatRow[]) => rows.map(({ userID }) => userID);
  notifyGranted(context, event, toUserIDs(granted));
  signalNewPositions(context, event, toUserIDs(entries.slice(free)));
}

/** Removes an entry of a list. If that frees a seat, the next one gets it. */
export function removeEntry(context: WriteContext, { id, eventID }: EventSeatRow): void {
  deleteEntry(context.db, id);
  fillFreeSeats(context, eventID);
}

/** Banned accounts lose their seats (schedule rule 140). */
export function releaseSeatsOfBanned(context: WriteContext, { userID, after }: LevelChange): void {
  if (after !== 'banned') return;
  for (const entry of listEntriesOf(context.db, userID)) removeEntry(context, entry);
}

/**
 * Seats stay with an event that leaves the schedule. When it comes back, what became free meanwhile goes to those who
 * wait (schedule rule 138).
 */
export const fillSeatsOfRestored: ScheduleFollower = (context, changes) => {
  const restored = changes.filter(({ before, after }) => !before && after);
  const waitedFor = restored.length > 0 ? listEventsWithWaitingList(context.db) : new Set();
  for (const { eventID } of restored) if (waitedFor.has(eventID)) fillFreeSeats(context, eventID);
  return undefined;
};
