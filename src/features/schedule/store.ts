import { and, count, eq, isNull, max, min, sql } from 'drizzle-orm';
import { users } from '#core/users/tables.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareQueryText } from '#db/prepared.ts';
import { type EventFavoriteRow, type EventRow, eventFavorites, events } from './tables.ts';

const isLive = isNull(events.deletedAt);

const eventQuery = prepareQuery((queries, parameters: Placeholders<{ id: string }>) =>
  queries
    .select()
    .from(events)
    .where(and(eq(events.id, parameters.id), isLive)),
);
const marksOnEventsQuery = prepareQuery((queries, parameters: Placeholders<{ userID: string }>) =>
  queries.select().from(eventFavorites).where(eq(eventFavorites.userID, parameters.userID)),
);
const photographersQuery = prepareQuery((queries) =>
  queries
    .select({ eventID: eventFavorites.eventID, userID: eventFavorites.userID })
    .from(eventFavorites)
    .innerJoin(users, eq(users.id, eventFavorites.userID))
    .where(sql`${eventFavorites.photographer} = 1`)
    .orderBy(users.usernameKey),
);

/** The event with this id, unless it is gone from the schedule. */
export const findEvent = (db: Database, id: string): EventRow | undefined => eventQuery.get(db, { id });

export const findLiveEvents = (db: Database): EventRow[] => db.queries.select().from(events).where(isLive).all();

/** Those that are gone included. */
export const findAllEvents = (db: Database): EventRow[] => db.queries.select().from(events).all();

export const countAllEvents = (db: Database): number =>
  db.queries.select({ events: count() }).from(events).get()?.events ?? 0;

/** Port times at which the first and the last event begin; undefined without events. */
export function findEventSpan(db: Database): { first: Date; last: Date } | undefined {
  const span = db.queries
    .select({ first: min(events.startTime), last: max(events.startTime) })
    .from(events)
    .where(isLive)
    .get();
  return span?.first && span.last ? { first: span.first, last: span.last } : undefined;
}

const eventsByTextQuery = prepareQueryText<{ expression: string }, { id: string }>(
  'SELECT event_id AS id FROM events_text WHERE events_text MATCH :expression',
);

/** Ids of the events, gone ones included, whose title or description match. */
export function findEventIDsByText(db: Database, expression: string): Set<string> {
  const rows = eventsByTextQuery.all(db, { expression });
  return new Set(rows.map(({ id }) => id));
}

export function insertEvent(db: Transaction, row: typeof events.$inferInsert): void {
  db.queries.insert(events).values(row).run();
}

export function updateEvent(db: Transaction, id: string, changes: Partial<Omit<EventRow, 'id' | 'uid'>>): void {
  db.queries.update(events).set(changes).where(eq(events.id, id)).run();
}

/** What one person has marked, on events that are gone too. */
export const findMarks = (db: Database, userID: string): EventFavoriteRow[] => marksOnEventsQuery.all(db, { userID });

/** Stores both marks of one person on one event; the row of neither is removed (schedule rule 21). */
export function saveMarks(db: Transaction, row: EventFavoriteRow): void {
  const { userID, eventID, favorite, photographer } = row;
  const key = and(eq(eventFavorites.userID, userID), eq(eventFavorites.eventID, eventID));
  if (!favorite && !photographer) db.queries.delete(eventFavorites).where(key).run();
  else {
    const target = [eventFavorites.userID, eventFavorites.eventID];
    db.queries.insert(eventFavorites).values(row).onConflictDoUpdate({ target, set: { favorite, photographer } }).run();
  }
}

const followersQuery = prepareQuery((queries, parameters: Placeholders<{ eventID: string }>) =>
  queries
    .select({ userID: eventFavorites.userID })
    .from(eventFavorites)
    .where(eq(eventFavorites.eventID, parameters.eventID)),
);

/** Everybody who follows or photographs the event. */
export const findFollowers = (db: Database, eventID: string): string[] =>
  followersQuery.all(db, { eventID }).map(({ userID }) => userID);

/** Everybody who has signed up to photograph something, by username. */
export const findPhotographers = (db: Database): { eventID: string; userID: string }[] =>
  photographersQuery.all(db, {});
