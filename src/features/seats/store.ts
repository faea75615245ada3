import { and, count, eq, sql } from 'drizzle-orm';
import { users } from '#core/users/tables.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareWriteText, selectValues } from '#db/prepared.ts';
import { eventChanges, events } from '#features/schedule/tables.ts';
import { type EventSeatRow, eventCapacities, eventSeats } from './tables.ts';

const capacitiesQuery = prepareQuery((queries) => queries.select().from(eventCapacities));

/** Reads all limits, by event id. */
export const readCapacities = (db: Database): ReadonlyMap<string, number> =>
  new Map(capacitiesQuery.all(db, {}).map(({ eventID, capacity }) => [eventID, capacity]));

/** Stores the limit of an event; null removes it. */
export function saveCapacity(db: Transaction, eventID: string, capacity: number | null): void {
  if (capacity === null) db.queries.delete(eventCapacities).where(eq(eventCapacities.eventID, eventID)).run();
  else {
    const target = eventCapacities.eventID;
    db.queries
      .insert(eventCapacities)
      .values({ eventID, capacity })
      .onConflictDoUpdate({ target, set: { capacity } })
      .run();
  }
}

const entryQuery = prepareQuery((queries, { eventID, userID }: Placeholders<{ eventID: string; userID: string }>) =>
  queries
    .select()
    .from(eventSeats)
    .where(and(eq(eventSeats.eventID, eventID), eq(eventSeats.userID, userID))),
);

/** Finds what a user has at an event: a seat, or a place on the waiting list. */
export const findEntry = (db: Database, eventID: string, userID: string): EventSeatRow | undefined =>
  entryQuery.get(db, { eventID, userID });

const entriesQuery = prepareQuery((queries, { eventIDs }: Placeholders<{ eventIDs: string }>) =>
  queries
    .select()
    .from(eventSeats)
    .where(sql`${eventSeats.eventID} IN ${selectValues(eventIDs)}`)
    .orderBy(eventSeats.arrivedAt, eventSeats.id),
);

/** Finds everyone with a seat or waiting at these events, in order of arrival. */
export const listEntries = (db: Database, eventIDs: readonly string[]): EventSeatRow[] =>
  entriesQuery.all(db, { eventIDs: JSON.stringify(eventIDs) });

const entriesOfUserQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select().from(eventSeats).where(eq(eventSeats.userID, userID)),
);

/** Finds a user's seats and waiting list entries at all events, including deleted ones. */
export const listEntriesOf = (db: Database, userID: string): EventSeatRow[] => entriesOfUserQuery.all(db, { userID });

const familyQuery = prepareQuery(
  (queries, { eventID, familyID }: Placeholders<{ eventID: string; familyID: string }>) =>
    queries
      .select({ userID: eventSeats.userID })
      .from(eventSeats)
      .innerJoin(users, eq(users.id, eventSeats.userID))
      .where(and(eq(eventSeats.eventID, eventID), eq(users.familyID, familyID)))
      .limit(1),
);

/** Whether an account of this family has a seat at the event or waits for one. */
export const hasFamilyEntry = (db: Database, eventID: string, familyID: string): boolean =>
  familyQuery.get(db, { eventID, familyID }) !== undefined;

const countsQuery = prepareQuery((queries, { eventID }: Placeholders<{ eventID: string }>) =>
  queries
    .select({ all: count(), taken: count(eventSeats.seatedAt) })
    .from(eventSeats)
    .where(eq(eventSeats.eventID, eventID)),
);

/** Counts the seats that are taken at an event, and who waits for one. */
export function countEntries(db: Database, eventID: string): { readonly taken: number; readonly waiting: number } {
  const { all, taken } = countsQuery.get(db, { eventID }) ?? { all: 0, taken: 0 };
  return { taken, waiting: all - taken };
}

const waitingQuery = prepareQuery((queries, { eventID, limit }: Placeholders<{ eventID: string; limit: number }>) =>
  queries
    .select()
    .from(eventSeats)
    .where(sql`${eventSeats.eventID} = ${eventID} AND seated_at IS NULL`)
    .orderBy(eventSeats.arrivedAt, eventSeats.id)
    .limit(limit),
);

/** Finds who has waited longest for a seat, in order of arrival. */
export const listWaiting = (db: Database, eventID: string, limit: number): EventSeatRow[] =>
  waitingQuery.all(db, { eventID, limit });

/** Stores a seat, or a place on the waiting list. */
export function insertEntry(db: Transaction, entry: Omit<EventSeatRow, 'id' | 'isNews' | 'sinceChange'>): void {
  const sinceChange = sql<number>`(SELECT coalesce(max(id), 0) FROM ${eventChanges})`;
  db.queries
    .insert(eventSeats)
    .values({ ...entry, sinceChange })
    .run();
}

const latestQuery = prepareQuery((queries, { eventID }: Placeholders<{ eventID: string }>) =>
  queries
    .select({ arrivedAt: sql<number | null>`max(${eventSeats.arrivedAt})` })
    .from(eventSeats)
    .where(eq(eventSeats.eventID, eventID)),
);

/** Finds when the last one arrived. */
export function findLatestArrival(db: Database, eventID: string): Date | undefined {
  const { arrivedAt } = latestQuery.get(db, { eventID }) ?? {};
  return arrivedAt ? new Date(arrivedAt) : undefined;
}

const deleteQuery = prepareWriteText<{ id: number }>('DELETE FROM event_seats WHERE id = :id');

export const deleteEntry = (db: Transaction, id: number): void => void deleteQuery.run(db, { id });

const grantQuery = prepareWriteText<{ id: number; now: number; isNews: number }>(
  'UPDATE event_seats SET seated_at = :now, is_news = :isNews WHERE id = :id',
);

/** Turns a place on the waiting list into a seat. `isNews` if the user has to hear of it. */
export const saveGranted = (db: Transaction, id: number, now: Date, isNews: boolean): void =>
  void grantQuery.run(db, { id, now: now.getTime(), isNews: Number(isNews) });

const markSeatSeenQuery = prepareWriteText<{ eventID: string; userID: string }>(
  'UPDATE event_seats SET is_news = 0 WHERE event_id = :eventID AND user_id = :userID AND is_news = 1',
);

/** Stores that a user knows of their seat. */
export const markSeatSeen = (db: Transaction, eventID: string, userID: string): void =>
  void markSeatSeenQuery.run(db, { eventID, userID });

const checkInQuery = prepareWriteText<{ id: number; at: number | null }>(
  'UPDATE event_seats SET checked_in_at = :at WHERE id = :id',
);

/** Stores when someone was let in; null if they weren't. */
export const saveCheckIn = (db: Transaction, id: number, at: Date | null): void =>
  void checkInQuery.run(db, { id, at: at ? at.getTime() : null });

const eventsWithWaitingListQuery = prepareQuery((queries) =>
  queries.selectDistinct({ eventID: eventSeats.eventID }).from(eventSeats).where(sql`seated_at IS NULL`),
);

/** Finds the events that someone waits for. */
export const listEventsWithWaitingList = (db: Database): ReadonlySet<string> =>
  new Set(eventsWithWaitingListQuery.all(db, {}).map(({ eventID }) => eventID));

const uidsQuery = prepareQuery((queries, { userIDs }: Placeholders<{ userIDs: string }>) =>
  queries
    .select({ entry: eventSeats, uid: events.uid })
    .from(eventSeats)
    .innerJoin(events, eq(events.id, eventSeats.eventID))
    .where(sql`${eventSeats.userID} IN ${selectValues(userIDs)}`)
    .orderBy(events.uid),
);

/** Finds the seats and waiting list entries of these users at all events, with the uids of the events. */
export const listEntriesWithUids = (db: Database, userIDs: readonly string[]) =>
  uidsQuery.all(db, { userIDs: JSON.stringify(userIDs) });

const capacityUidsQuery = prepareQuery((queries) =>
  queries
    .select({ uid: events.uid, capacity: eventCapacities.capacity })
    .from(eventCapacities)
    .innerJoin(events, eq(events.id, eventCapacities.eventID))
    .where(sql`${events.deletedAt} IS NULL`)
    .orderBy(events.uid),
);

/** Finds the limits of all events, by uid. */
export const listCapacitiesByUid = (db: Database): { uid: string; capacity: number }[] => capacityUidsQuery.all(db, {});
