import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { users } from '#core/users/tables.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareWriteText, selectValues } from '#db/prepared.ts';
import { events } from '#features/schedule/tables.ts';
import { eventPerformers, type PerformerRow, performers } from './tables.ts';

/** What a banned passenger made of themselves is gone everywhere (decision 83). */
const isShown = and(isNull(performers.deletedAt), or(isNull(performers.ownerID), ne(users.accessLevel, 'banned')));

const shownQuery = prepareQuery((queries) =>
  queries.select({ row: performers }).from(performers).leftJoin(users, eq(users.id, performers.ownerID)).where(isShown),
);
const shownByIDsQuery = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
  queries
    .select({ row: performers })
    .from(performers)
    .leftJoin(users, eq(users.id, performers.ownerID))
    .where(and(sql`${performers.id} IN ${selectValues(ids)}`, isShown)),
);
const ownedQuery = prepareQuery((queries, { ownerID }: Placeholders<{ ownerID: string }>) =>
  queries.select().from(performers).where(eq(performers.ownerID, ownerID)),
);
const linksQuery = prepareQuery((queries) => queries.select().from(eventPerformers));
const insertLinkWrite = prepareWriteText<{ performerID: string; eventID: string }>(
  'INSERT INTO event_performers (performer_id, event_id) VALUES (:performerID, :eventID) ON CONFLICT DO NOTHING',
);

/** Those who are neither deleted nor made by somebody who is banned, in no order. */
export const listShownPerformers = (db: Database): PerformerRow[] => shownQuery.all(db, {}).map(({ row }) => row);

/** Those with these ids, of `listShownPerformers`. */
export const findShownPerformers = (db: Database, ids: Iterable<string>): PerformerRow[] =>
  shownByIDsQuery.all(db, { ids: JSON.stringify([...ids]) }).map(({ row }) => row);

const namesQuery = prepareQuery((queries) =>
  queries
    .select({ name: performers.name, isOfficial: performers.isOfficial, ownerID: performers.ownerID })
    .from(performers)
    .where(isNull(performers.deletedAt)),
);

/** The names of all that are not deleted, whether shown or not, and whose they are. */
export const listPerformerNames = (db: Database) => namesQuery.all(db, {});

const linkedUidsQuery = prepareQuery((queries) =>
  queries
    .select({ performerID: eventPerformers.performerID, uid: events.uid })
    .from(eventPerformers)
    .innerJoin(events, eq(events.id, eventPerformers.eventID))
    .orderBy(events.uid),
);

/** The uids of the events of each performer, by id. */
export function listLinkedUids(db: Database): Map<string, string[]> {
  const byPerformer = Map.groupBy(linkedUidsQuery.all(db, {}), ({ performerID }) => performerID);
  return new Map([...byPerformer].map(([id, links]) => [id, links.map(({ uid }) => uid)]));
}

/** The profile that the account made of itself, also when it was deleted. */
export const findOwnedPerformer = (db: Database, ownerID: string): PerformerRow | undefined =>
  ownedQuery.get(db, { ownerID });

/** Who is linked to what, those included who are not shown. */
export const listLinks = (db: Database): { performerID: string; eventID: string }[] => linksQuery.all(db, {});

/** Adds a performer, or replaces what is stored under the id. */
export function savePerformerRow(db: Transaction, row: typeof performers.$inferInsert): void {
  const { id: _id, createdAt: _createdAt, ...changes } = row;
  db.queries.insert(performers).values(row).onConflictDoUpdate({ target: performers.id, set: changes }).run();
}

/** Changes a performer. */
export function updatePerformer(db: Transaction, id: string, changes: Partial<Omit<PerformerRow, 'id'>>): void {
  db.queries.update(performers).set(changes).where(eq(performers.id, id)).run();
}

/** Links a performer to an event, unless they are linked already; tells whether they were not. */
export const insertLink = (db: Transaction, performerID: string, eventID: string): boolean =>
  insertLinkWrite.run(db, { performerID, eventID }).changes > 0;

/** Takes the link between a performer and an event away; tells whether there was one. */
export const deleteLink = (db: Transaction, performerID: string, eventID: string): boolean =>
  db.queries
    .delete(eventPerformers)
    .where(and(eq(eventPerformers.performerID, performerID), eq(eventPerformers.eventID, eventID)))
    .run().changes > 0;

/** Takes all links of these performers away. */
export function deleteLinksOf(db: Transaction, performerIDs: readonly string[]): void {
  db.queries
    .delete(eventPerformers)
    .where(inArray(eventPerformers.performerID, [...performerIDs]))
    .run();
}
