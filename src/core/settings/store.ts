import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { installation, settings } from './tables.ts';

const settingsQuery = prepareQuery((queries) => queries.select().from(settings));

/** Loads settings that differ from their defaults, by name. */
export function readStoredSettings(db: Database): Record<string, unknown> {
  return Object.fromEntries(settingsQuery.all(db, {}).map(({ name, value }) => [name, JSON.parse(value)]));
}

/** Stores one setting. Its value must be serializable as JSON. */
export function saveSetting(db: Transaction, name: string, value: unknown): void {
  const text = JSON.stringify(value);
  db.queries
    .insert(settings)
    .values({ name, value: text })
    .onConflictDoUpdate({ target: settings.name, set: { value: text } })
    .run();
}

const factQuery = prepareQuery((queries, { name }: Placeholders<{ name: string }>) =>
  queries.select({ value: installation.value }).from(installation).where(eq(installation.name, name)),
);

/** Returns a fact of this database; undefined if it isn't set. */
export function readDatabaseFact(db: Database, name: string): string | undefined {
  return factQuery.get(db, { name })?.value;
}

/** Sets a fact of this database. */
export function writeDatabaseFact(db: Transaction, name: string, value: string): void {
  db.queries
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value } })
    .run();
}

/** Deletes a fact of this database. */
export function deleteDatabaseFact(db: Transaction, name: string): void {
  db.queries.delete(installation).where(eq(installation.name, name)).run();
}
