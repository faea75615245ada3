import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { conflict, malformed } from '#contract/errors.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { getCapacities } from './event-seats.ts';
import { removeEntry } from './move-up.ts';
import { getEvent } from './organizers.ts';
import { maxWaiting } from './records.ts';
import { countEntries, findEntry, findLatestArrival, hasFamilyEntry, insertEntry } from './store.ts';

/**
 * Takes a seat for the caller, or the last position on the waiting list if there's none (schedule rules 130 to 132).
 * Returns whether anything changed. Throws not-found; 403 for accounts that may not create content; 400 if the event has
 * no limit or is over, or if too many wait; 409 if another account of the same person is on the list.
 */
export function takeSeat(context: WriteContext, caller: Caller, eventID: string): boolean {
  assertMayCreate(context, caller);
  const { db } = context;
  const { userID, familyID } = caller;
  const { endTime } = getEvent(context, eventID);
  if (findEntry(db, eventID, userID)) return false;
  const capacity = getCapacities(context).get(eventID);
  if (capacity === undefined) throw malformed('You need no seat for this event: just come.', 'noSeats');
  const now = context.clock.now();
  if (endTime <= now) throw malformed('This event is over.', 'eventOver');
  if (hasFamilyEntry(db, eventID, familyID))
    throw conflict('seatHeld', 'You have a seat there, or wait for one, with another account of yours.');
  const { taken, waiting } = countEntries(db, eventID);
  const isFree = taken < capacity;
  if (!isFree && waiting >= maxWaiting)
    throw malformed(`${maxWaiting} people are waiting for a seat already.`, 'limitReached');
  insertEntry(db, {
    eventID,
    userID,
    arrivedAt: computeArrival(context, eventID),
    seatedAt: isFree ? now : null,
    checkedInAt: null,
  });
  return true;
}

/** The clock may have been set back, and those who came before stay in front. */
function computeArrival({ db, clock }: WriteContext, eventID: string): Date {
  const [now, latest] = [clock.now(), findLatestArrival(db, eventID)];
  return latest && latest > now ? latest : now;
}

/** Removes the caller from the seats or the waiting list. Returns whether anything changed (schedule rule 134). */
export function giveUpSeat(context: WriteContext, { userID }: Caller, eventID: string): boolean {
  getEvent(context, eventID);
  const entry = findEntry(context.db, eventID, userID);
  if (entry) removeEntry(context, entry);
  return entry !== undefined;
}
