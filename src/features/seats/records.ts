import * as v from 'valibot';
import { instant, integerBetween, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';

/** Seats are for workshops and small rooms (schedule rule 128). */
export const maxCapacity = 1000;
/** How many people can wait for a seat at one event (schedule rule 131). */
export const maxWaiting = 1000;

/** A new limit of the seats of an event; null removes it. */
export const EventCapacityData = inputRecord('EventCapacityData', {
  capacity: v.pipe(
    v.nullable(
      integerBetween(`The capacity must be between 1 and ${maxCapacity} seats.`, { minimum: 1, maximum: maxCapacity }),
    ),
    v.description('Number of seats; null for no limit'),
  ),
});

/** Someone on the door list of an event. */
export const SeatHolderData = record('SeatHolderData', {
  user: v.pipe(UserHeader, v.description('The user')),
  since: v.pipe(instant, v.description('When they got the seat, or began to wait for one')),
  checkedInAt: v.pipe(v.optional(instant), v.description('When they were let in; absent if they haven’t been yet')),
  isHidden: v.pipe(
    v.optional(v.boolean()),
    v.description('True if a block hides the user from the caller, who gets a placeholder; absent otherwise'),
  ),
});
export type SeatHolderData = v.InferOutput<typeof SeatHolderData>;

/** The door list of an event (schedule rule 142). */
export const EventSeatsData = record('EventSeatsData', {
  eventID: v.pipe(uuid, v.description('Id of the event')),
  capacity: v.pipe(v.optional(wholeNumber), v.description('Number of seats; absent without a limit')),
  seatsTaken: v.pipe(wholeNumber, v.description('Number of seats that are taken')),
  mayLimit: v.pipe(v.boolean(), v.description('Whether the caller may change the number of seats')),
  checkedInCount: v.pipe(wholeNumber, v.description('How many of those with a seat have been let in')),
  seats: v.pipe(v.array(SeatHolderData), v.description('Users with a seat, by username')),
  waiting: v.pipe(v.array(SeatHolderData), v.description('Users who wait for a seat, in order of arrival')),
});
export type EventSeatsData = v.InferOutput<typeof EventSeatsData>;
