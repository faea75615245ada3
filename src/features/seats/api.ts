import { token } from '#contract/access.ts';
import { endpoint, removalOf } from '#contract/endpoint.ts';
import { creationRejections } from '#contract/error-codes.ts';
import { uuid } from '#contract/fields.ts';
import { hour, type RateLimit } from '#contract/rate-limit.ts';
import { EventData } from '#features/schedule/records.ts';
import { EventCapacityData, EventSeatsData } from './records.ts';

const eventByID = { event_id: uuid };
const holderByID = { ...eventByID, userID: uuid };
const commonOptions = { access: token, feature: ['schedule', 'seats'], preregistration: true } as const;

/** Each one changes what everyone sees (core rule 125). */
const seatChangeLimit: RateLimit = { what: 'changes of seats', perFamily: { max: 120, seconds: hour } };
/** Enough for one person to check in a full room twice. */
const checkInLimit: RateLimit = { what: 'people let in', perFamily: { max: 2000, seconds: hour } };

/** Seats of events with a limited number of them (schedule rules 128 to 146). */
export const seatsApi = {
  changeCapacity: endpoint({
    method: 'POST',
    path: '/events/{event_id}/capacity',
    ...commonOptions,
    limit: seatChangeLimit,
    params: eventByID,
    body: EventCapacityData,
    response: EventData,
    rejects: [...creationRejections, 'notOrganizer'],
    summary: 'Limit the seats of an event you hold, or remove the limit',
  }),
  take: endpoint({
    method: 'POST',
    path: '/events/{event_id}/seat',
    ...commonOptions,
    limit: seatChangeLimit,
    params: eventByID,
    response: EventData,
    status: [201, 200],
    rejects: [...creationRejections, 'noSeats', 'eventOver', 'limitReached', 'seatHeld'],
    summary: 'Take a seat at an event, or join its waiting list',
  }),
  giveUp: endpoint({
    ...removalOf('/events/{event_id}/seat'),
    ...commonOptions,
    params: eventByID,
    summary: 'Give up your seat at an event, or leave its waiting list',
  }),
  list: endpoint({
    method: 'GET',
    path: '/events/{event_id}/seats',
    ...commonOptions,
    params: eventByID,
    response: EventSeatsData,
    rejects: ['notOrganizer'],
    summary: 'List users with a seat at an event you host, and users on its waiting list',
  }),
  checkIn: endpoint({
    method: 'POST',
    path: '/events/{event_id}/seats/{userID}/checkin',
    ...commonOptions,
    limit: checkInLimit,
    params: holderByID,
    status: [201, 200],
    rejects: [...creationRejections, 'notOrganizer'],
    summary: 'Let someone in who has a seat or is on the waiting list',
  }),
  undoCheckIn: endpoint({
    ...removalOf('/events/{event_id}/seats/{userID}/checkin'),
    ...commonOptions,
    limit: checkInLimit,
    params: holderByID,
    rejects: [...creationRejections, 'notOrganizer'],
    summary: 'Undo a check-in',
  }),
};
