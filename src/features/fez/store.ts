import { asc, eq, sql } from 'drizzle-orm';
import { selectValues } from '#db/json-list.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { type FezEditRow, type FezRow, fezEdits, fezzes } from './tables.ts';

const fezQuery = prepareQuery((queries, parameters: Placeholders<{ id: string }>) =>
  queries.select().from(fezzes).where(eq(fezzes.id, parameters.id)),
);

/** Deleted ones too. */
export const findFez = (db: Database, id: string): FezRow | undefined => fezQuery.get(db, { id });

const fezzesQuery = prepareQuery((queries, parameters: Placeholders<{ ids: string }>) =>
  queries
    .select()
    .from(fezzes)
    .where(sql`${fezzes.id} IN ${selectValues(parameters.ids)}`),
);

/** Deleted ones too, in no order. */
export const findFezzes = (db: Database, ids: readonly string[]): FezRow[] =>
  fezzesQuery.all(db, { ids: JSON.stringify(ids) });

export function insertFez(db: Transaction, row: typeof fezzes.$inferInsert): FezRow {
  return db.queries.insert(fezzes).values(row).returning().get();
}

export function updateFezRow(db: Transaction, id: string, changes: Partial<Omit<FezRow, 'id'>>): void {
  db.queries.update(fezzes).set(changes).where(eq(fezzes.id, id)).run();
}

export function insertEdit(db: Transaction, row: FezEditRow): void {
  db.queries.insert(fezEdits).values(row).run();
}

/** Oldest first. */
export function findEdits(db: Database, fezID: string): FezEditRow[] {
  return db.queries
    .select()
    .from(fezEdits)
    .where(eq(fezEdits.fezID, fezID))
    .orderBy(asc(fezEdits.createdAt), sql`rowid`)
    .all();
}
