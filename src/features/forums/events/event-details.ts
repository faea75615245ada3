import { createVersion } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { EventDetailSource } from '#area/event-details.ts';
import { getCurrentSchedule, type LiveEvent } from '#features/schedule/index.ts';
import type { LiveForum } from '../live-forums.ts';
import { forums } from '../tables.ts';
import { listForumsOfEvents } from './store.ts';

/**
 * Returns the event of a forum while it is on the schedule; the same object while nothing in it changes (forums rule
 * B18).
 */
export const findEventOf = (context: Context, { eventID }: Pick<LiveForum, 'eventID'>): LiveEvent | undefined =>
  eventID === null ? undefined : getCurrentSchedule(context).byID.get(eventID);

/** Adds the threads of events to their records. */
export const eventThreadDetails: EventDetailSource = {
  dependencies: (context) => [getVersion(context)],
  list: ({ db }) => new Map(listForumsOfEvents(db).map(({ eventID, forum }) => [eventID, { forum }])),
};

const getVersion = createVersion([{ table: forums, key: forums.eventID, columns: [forums.eventID, forums.deletedAt] }]);
