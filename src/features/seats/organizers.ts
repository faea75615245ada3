import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden, notFound } from '#contract/errors.ts';
import { listEventIDsOfOwnPerformer } from '#features/performers/index.ts';
import { getCurrentSchedule, type LiveEvent } from '#features/schedule/index.ts';

/** Returns the event with this id. Throws not-found. */
export function getEvent(context: Context, eventID: string): LiveEvent {
  const event = getCurrentSchedule(context).byID.get(eventID);
  if (!event) throw notFound('event');
  return event;
}

const isOrganizer = (context: Context, caller: Caller, eventID: string): boolean =>
  listEventIDsOfOwnPerformer(context, caller).includes(eventID);

/** Whether the caller may limit the event's seats: it's theirs, or they run the programme (schedule rule 128). */
export const mayLimitSeats = (context: Context, caller: Caller, eventID: string): boolean =>
  isAtLeast(caller.level, 'devteam') || isOrganizer(context, caller, eventID);

/** Throws 403 unless the caller may limit the event's seats. */
export function assertMayLimitSeats(context: Context, caller: Caller, eventID: string): void {
  if (mayLimitSeats(context, caller, eventID)) return;
  throw forbidden('notOrganizer', "Only the event's hosts can limit its seats.");
}

/** Throws 403 unless the caller may be at the door: it's their event, or they are staff (schedule rule 142). */
export function assertMayCheckIn(context: Context, caller: Caller, eventID: string): void {
  if (isAtLeast(caller.level, 'moderator') || isOrganizer(context, caller, eventID)) return;
  throw forbidden('notOrganizer', "Only the event's hosts can see who has a seat.");
}
