import { writeAuditLog } from '#area/audit-log.ts';
import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { getCapacities } from './event-seats.ts';
import { fillFreeSeats } from './move-up.ts';
import { assertMayLimitSeats, getEvent } from './organizers.ts';
import { saveCapacity } from './store.ts';

/**
 * Limits the seats of an event, or removes the limit with null. No one loses a seat; those who wait get what becomes
 * free, without a limit all of them (schedule rules 128, 136 and 137). Throws not-found, and 403 for others than its
 * organizers.
 */
export function changeCapacity(context: WriteContext, caller: Caller, eventID: string, capacity: number | null): void {
  assertMayCreate(context, caller);
  const { row } = getEvent(context, eventID);
  assertMayLimitSeats(context, caller, eventID);
  const before = getCapacities(context).get(eventID) ?? null;
  if (before === capacity) return;
  setCapacity(context, eventID, capacity);
  writeAuditLog(context, 'the seats of an event were limited', {
    event: row.title,
    ...(before !== null && { before }),
    ...(capacity !== null && { after: capacity }),
  });
}

/** Stores the limit of an event and gives out what's free. */
export function setCapacity(context: WriteContext, eventID: string, capacity: number | null): void {
  saveCapacity(context.db, eventID, capacity);
  fillFreeSeats(context, eventID);
}
