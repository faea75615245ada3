import { asc, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareWriteText } from '#db/prepared.ts';
import { type KaraokeQueueRow, type KaraokeStageRow, karaokeQueue, karaokeStage } from '../tables.ts';

const entriesQuery = prepareQuery((queries) =>
  queries.select().from(karaokeQueue).orderBy(asc(karaokeQueue.position), asc(karaokeQueue.id)),
);

/** Returns all entries in order, who is on stage first. */
export const listEntries = (db: Database): KaraokeQueueRow[] => entriesQuery.all(db, {});

const entryOfFamilyQuery = prepareQuery((queries, { familyID }: Placeholders<{ familyID: string }>) =>
  queries.select().from(karaokeQueue).where(eq(karaokeQueue.familyID, familyID)),
);

/** Returns the entry of a person, under any of their accounts. */
export const findEntryOfFamily = (db: Database, familyID: string): KaraokeQueueRow | undefined =>
  entryOfFamilyQuery.get(db, { familyID });

/** Adds an entry. */
export function insertEntry(db: Transaction, row: Omit<KaraokeQueueRow, 'id'>): void {
  db.queries.insert(karaokeQueue).values(row).run();
}

/** Updates the given columns. */
export function updateEntry(db: Transaction, id: number, changes: Partial<Omit<KaraokeQueueRow, 'id'>>): void {
  db.queries.update(karaokeQueue).set(changes).where(eq(karaokeQueue.id, id)).run();
}

/** Deletes an entry and leaves its position empty. */
export function deleteEntry(db: Transaction, id: number): void {
  db.queries.delete(karaokeQueue).where(eq(karaokeQueue.id, id)).run();
}

/** Empties the queue. */
export function deleteAllEntries(db: Transaction): void {
  db.queries.delete(karaokeQueue).run();
}

const moveQuery = prepareWriteText<{ id: number; position: number }>(
  'UPDATE karaoke_queue SET position = :position WHERE id = :id AND position <> :position',
);

/** Sets the position of an entry; one that is there already isn't written. */
export const savePosition = (db: Transaction, id: number, position: number): void =>
  void moveQuery.run(db, { id, position });

const stageQuery = prepareQuery((queries) => queries.select().from(karaokeStage));

/** Returns the state of the queue; undefined before it was first opened. */
export const findStage = (db: Database): KaraokeStageRow | undefined => stageQuery.get(db, {});

/** Updates the state of the queue. */
export function saveStage(db: Transaction, row: Omit<KaraokeStageRow, 'id'>): void {
  db.queries
    .insert(karaokeStage)
    .values({ id: 1, ...row })
    .onConflictDoUpdate({ target: karaokeStage.id, set: { ...row, id: sql`1` } })
    .run();
}
