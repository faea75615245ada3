import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { assertMayCreate, findUser, getVisibleUser, maySee, presentHeaderFor } from '#core/users/index.ts';
import { compareTexts } from '#platform/text/lines.ts';
import { getCapacities } from './event-seats.ts';
import { signalNewPositions } from './notifications.ts';
import { assertMayCheckIn, getEvent, mayLimitSeats } from './organizers.ts';
import type { EventSeatsData, SeatHolderData } from './records.ts';
import { maxWaiting } from './records.ts';
import { findEntry, listEntries, listWaiting, saveCheckIn, saveGranted } from './store.ts';
import type { EventSeatRow } from './tables.ts';

/**
 * Returns who has a seat at an event and who waits. Users hidden by a block are placeholders, so that the numbers are
 * right (schedule rules 142 and 143). Throws not-found, and 403 for others than organizers and staff.
 */
export function showDoorList(context: Context, caller: Caller, eventID: string): EventSeatsData {
  getEvent(context, eventID);
  assertMayCheckIn(context, caller, eventID);
  const entries = listEntries(context.db, [eventID]);
  const seated = entries.filter(({ seatedAt }) => seatedAt !== null);
  const present = (entry: EventSeatRow) => presentHolder(context, caller, entry);
  return {
    eventID,
    capacity: getCapacities(context).get(eventID),
    seatsTaken: seated.length,
    mayLimit: mayLimitSeats(context, caller, eventID),
    checkedInCount: seated.filter(({ checkedInAt }) => checkedInAt !== null).length,
    seats: seated.flatMap(present).sort((one, other) => compareTexts(one.user.username, other.user.username)),
    waiting: entries.filter(({ seatedAt }) => seatedAt === null).flatMap(present),
  };
}

function presentHolder(context: Context, caller: Caller, entry: EventSeatRow): SeatHolderData[] {
  const user = findUser(context, entry.userID);
  if (!user) return [];
  const { seatedAt, arrivedAt, checkedInAt } = entry;
  return [
    {
      user: presentHeaderFor(context, caller, user),
      isHidden: maySee(context, caller, user) ? undefined : true,
      since: seatedAt ?? arrivedAt,
      checkedInAt: checkedInAt ?? undefined,
    },
  ];
}

/** Someone at the door. */
interface SeatHolder {
  readonly eventID: string;
  readonly userID: string;
}

/**
 * Records that someone was let in. If they were waiting, they get a seat, even above the limit: people at the door see
 * who came (schedule rule 144). Returns whether anything changed. Throws not-found, and 403 for others than
 * organizers and staff.
 */
export function checkIn(context: WriteContext, caller: Caller, holder: SeatHolder): boolean {
  const entry = getEntry(context, caller, holder);
  if (entry.checkedInAt !== null) return false;
  const now = context.clock.now();
  saveCheckIn(context.db, entry.id, now);
  if (entry.seatedAt === null) {
    saveGranted(context.db, entry.id, now, false);
    const stillWaiting = listWaiting(context.db, entry.eventID, maxWaiting);
    signalNewPositions(
      context,
      getEvent(context, entry.eventID),
      stillWaiting.map(({ userID }) => userID),
    );
  }
  return true;
}

/** Undoes a check-in; the seat stays. Returns whether anything changed (schedule rule 144). */
export function undoCheckIn(context: WriteContext, caller: Caller, holder: SeatHolder): boolean {
  const entry = getEntry(context, caller, holder);
  if (entry.checkedInAt === null) return false;
  saveCheckIn(context.db, entry.id, null);
  return true;
}

function getEntry(context: WriteContext, caller: Caller, { eventID, userID }: SeatHolder): EventSeatRow {
  assertMayCreate(context, caller);
  getEvent(context, eventID);
  assertMayCheckIn(context, caller, eventID);
  getVisibleUser(context, caller, userID);
  const entry = findEntry(context.db, eventID, userID);
  if (!entry) throw notFound('seat of this person');
  return entry;
}
