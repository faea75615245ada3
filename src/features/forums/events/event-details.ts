import type { Context } from '#area/context.ts';
import type { EventDetails } from '#area/event-details.ts';
import { getCurrentSchedule, type LiveEvent } from '#features/schedule/index.ts';
import type { Forum } from '../board.ts';
import { listForumsOfEvents } from './store.ts';

/** The event of a forum while it is on the schedule; the same object as long as nothing in it changes (forums rule B18). */
export const findEventOf = (context: Context, { eventID }: Pick<Forum, 'eventID'>): LiveEvent | undefined =>
  eventID === null ? undefined : getCurrentSchedule(context).byID.get(eventID);

/** What forums add to the records of events: their threads. */
export const listEventThreads = ({ db }: Context): ReadonlyMap<string, EventDetails> =>
  new Map(listForumsOfEvents(db).map(({ eventID, forum }) => [eventID, { forum }]));
