import { and, count, eq, isNull, max, min, sql } from 'drizzle-orm';
import { users } from '#core/users/tables.ts';
import type { Database, Transaction } from '#db/open.ts';
import {
  type Placeholders,
  prepareInsert,
  prepareQuery,
  prepareQueryText,
  prepareUpdate,
  prepareWriteText,
  selectValues,
} from '#db/prepared.ts';
import {
  contentNames,
  type EventContent,
  type EventFavoriteRow,
  type EventRow,
  eventFavorites,
  events,
} from './tables.ts';

const isLive = isNull(events.deletedAt);

const eventQuery = prepareQuery((queries, { id }: Placeholders<{ id: string }>) =>
  queries
    .select()
    .from(events)
    .where(and(eq(events.id, id), isLive)),
);
const liveEventsQuery = prepareQuery((queries) => queries.select().from(events).where(isLive));
const allEventsQuery = prepareQuery((queries) => queries.select().from(events));
const eventCountQuery = prepareQuery((queries) => queries.select({ events: count() }).from(events));
const eventSpanQuery = prepareQuery((queries) =>
  queries
    .select({ first: min(events.startTime), last: max(events.startTime) })
    .from(events)
    .where(isLive),
);
const eventsByTextQuery = prepareQueryText<{ expression: string }, { id: string }>(
  'SELECT event_id AS id FROM events_text WHERE events_text MATCH :expression',
);
const marksQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select().from(eventFavorites).where(eq(eventFavorites.userID, userID)),
);
const followersQuery = prepareQuery((queries, { eventID }: Placeholders<{ eventID: string }>) =>
  queries.select({ userID: eventFavorites.userID }).from(eventFavorites).where(eq(eventFavorites.eventID, eventID)),
);
const followerCountsQuery = prepareQueryText<{ eventIDs: string }, { eventID: string; followers: number }>(`
  SELECT event_id AS eventID, count(*) AS followers FROM event_favorites
  WHERE event_id IN (SELECT value FROM json_each(:eventIDs)) AND favorite = 1 GROUP BY event_id`);
const photographersQuery = prepareQuery((queries) =>
  queries
    .select({ eventID: eventFavorites.eventID, userID: eventFavorites.userID })
    .from(eventFavorites)
    .innerJoin(users, eq(users.id, eventFavorites.userID))
    .where(sql`${eventFavorites.photographer} = 1`)
    .orderBy(users.usernameKey),
);

/** The event with this id, unless it was deleted. */
export const findEvent = (db: Database, id: string): EventRow | undefined => eventQuery.get(db, { id });

/** The events of the present schedule, in no order. */
export const listLiveEvents = (db: Database): EventRow[] => liveEventsQuery.all(db, {});

/** All events, deleted ones included. */
export const listAllEvents = (db: Database): EventRow[] => allEventsQuery.all(db, {});

/** The number of all events, deleted ones included. */
export const countAllEvents = (db: Database): number => eventCountQuery.get(db, {})?.events ?? 0;

/** Port times at which the first and the last event begin; undefined without events. */
export function findEventSpan(db: Database): { first: Date; last: Date } | undefined {
  const { first, last } = eventSpanQuery.get(db, {}) ?? {};
  return first && last ? { first, last } : undefined;
}

/** Ids of the events, deleted ones included, whose title or description match. */
export const searchEventIDs = (db: Database, expression: string): Set<string> =>
  new Set(eventsByTextQuery.all(db, { expression }).map(({ id }) => id));

const eventByUidQuery = prepareQuery((queries, { uid }: Placeholders<{ uid: string }>) =>
  queries.select().from(events).where(eq(events.uid, uid)),
);

/** The event with this uid, also one that was deleted. */
export const findEventByUid = (db: Database, uid: string): EventRow | undefined => eventByUidQuery.get(db, { uid });

const markedUidsQuery = prepareQuery((queries, { userIDs }: Placeholders<{ userIDs: string }>) =>
  queries
    .select({
      userID: eventFavorites.userID,
      uid: events.uid,
      favorite: eventFavorites.favorite,
      photographer: eventFavorites.photographer,
    })
    .from(eventFavorites)
    .innerJoin(events, eq(events.id, eventFavorites.eventID))
    .where(sql`${eventFavorites.userID} IN ${selectValues(userIDs)}`)
    .orderBy(events.uid),
);

/** What these users have marked, by the uids of the events. */
export const listMarkedUids = (db: Database, userIDs: readonly string[]) =>
  markedUidsQuery.all(db, { userIDs: JSON.stringify(userIDs) });

const insertQuery = prepareInsert(events, 'needsPhotographer', 'deletedAt');

/** Adds an event. */
export const insertEvent = (
  db: Transaction,
  { id, uid }: Pick<EventRow, 'id' | 'uid'>,
  content: EventContent,
  now: Date,
): void => void insertQuery.run(db, { id, uid, ...content, createdAt: now, updatedAt: now });

const contentQuery = prepareUpdate(events, ...contentNames, 'updatedAt', 'deletedAt');

/** Stores what is said of an event from now on; one that was deleted is back on the schedule. */
export const saveContent = (db: Transaction, id: string, content: EventContent, now: Date): void =>
  void contentQuery.run(db, { id, ...content, updatedAt: now, deletedAt: null });

const deletionQuery = prepareWriteText<{ id: string; now: number }>(
  'UPDATE events SET deleted_at = :now WHERE id = :id',
);

/** Takes an event from the schedule; everything that hangs on it stays. */
export const saveEventDeletion = (db: Transaction, id: string, now: Date): void =>
  void deletionQuery.run(db, { id, now: now.getTime() });

/** Stores whether an event should be photographed. */
export function saveNeed(db: Transaction, id: string, needsPhotographer: boolean, now: Date): void {
  db.queries.update(events).set({ needsPhotographer, updatedAt: now }).where(eq(events.id, id)).run();
}

/** What one user has marked, on deleted events too. */
export const listMarks = (db: Database, userID: string): EventFavoriteRow[] => marksQuery.all(db, { userID });

/** Stores both marks of one user on one event; a row with neither is deleted (schedule rule 21). */
export function saveMarks(db: Transaction, row: EventFavoriteRow): void {
  const { userID, eventID, favorite, photographer } = row;
  const key = and(eq(eventFavorites.userID, userID), eq(eventFavorites.eventID, eventID));
  if (!favorite && !photographer) db.queries.delete(eventFavorites).where(key).run();
  else {
    const target = [eventFavorites.userID, eventFavorites.eventID];
    db.queries.insert(eventFavorites).values(row).onConflictDoUpdate({ target, set: { favorite, photographer } }).run();
  }
}

/** Ids of the users who follow or photograph the event. */
export const listFollowers = (db: Database, eventID: string): string[] =>
  followersQuery.all(db, { eventID }).map(({ userID }) => userID);

/** How many follow each of these events, by its id; those that no one follows are missing. */
export const countFollowers = (db: Database, eventIDs: readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    followerCountsQuery
      .all(db, { eventIDs: JSON.stringify(eventIDs) })
      .map(({ eventID, followers }) => [eventID, followers]),
  );

/** Who photographs which event, by username. */
export const listPhotographers = (db: Database): { eventID: string; userID: string }[] =>
  photographersQuery.all(db, {});
