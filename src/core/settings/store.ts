import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { installation, settings } from './tables.ts';

const settingsQuery = prepareQuery((queries) => queries.select().from(settings));

/** Settings that differ from their defaults, by name. */
export function readStoredSettings(db: Database): Record<string, unknown> {
  return Object.fromEntries(settingsQuery.all(db, {}).map(({ name, value }) => [name, JSON.parse(value)]));
}

/** Stores one setting; its value must be fit for JSON. */
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

/** A fact of this database; undefined when it was never fixed. */
export function readInstallation(db: Database, name: string): string | undefined {
  return factQuery.get(db, { name })?.value;
}

/** Fixes a fact of this database. */
export function writeInstallation(db: Transaction, name: string, value: string): void {
  db.queries
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value } })
    .run();
}

/** Forgets a fact of this database. */
export function deleteInstallation(db: Transaction, name: string): void {
  db.queries.delete(installation).where(eq(installation.name, name)).run();
}
