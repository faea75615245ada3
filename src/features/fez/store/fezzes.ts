import { asc, eq, sql } from 'drizzle-orm';
import { selectValues } from '#db/json-list.ts';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { type FezEditRow, type FezRow, fezEdits, fezzes } from '../tables.ts';

const fezQuery = statement((queries) =>
  queries
    .select()
    .from(fezzes)
    .where(eq(fezzes.id, sql.placeholder('id')))
    .prepare(),
);

/** Deleted ones too. */
export const findFez = (db: Database, id: string): FezRow | undefined => fezQuery(db).get({ id });

const fezzesQuery = statement((queries) =>
  queries
    .select()
    .from(fezzes)
    .where(sql`${fezzes.id} IN ${selectValues(sql.placeholder('ids'))}`)
    .prepare(),
);

/** Deleted ones too, in no order. */
export const findFezzes = (db: Database, ids: readonly string[]): FezRow[] =>
  fezzesQuery(db).all({ ids: JSON.stringify(ids) });

export function insertFez(db: Database, row: typeof fezzes.$inferInsert): FezRow {
  return db.queries.insert(fezzes).values(row).returning().get();
}

export function updateFezRow(db: Database, id: string, changes: Partial<Omit<FezRow, 'id'>>): void {
  db.queries.update(fezzes).set(changes).where(eq(fezzes.id, id)).run();
}

export function insertEdit(db: Database, row: FezEditRow): void {
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
