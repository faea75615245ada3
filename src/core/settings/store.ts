import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { installation, settings } from './tables.ts';

const settingsQuery = prepareQuery((queries) => queries.select().from(settings));

export function readStoredSettings(db: Database): Record<string, unknown> {
  return Object.fromEntries(settingsQuery.all(db, {}).map(({ name, value }) => [name, JSON.parse(value)]));
}

export function storeSetting(db: Transaction, name: string, value: unknown): void {
  const text = JSON.stringify(value);
  db.queries
    .insert(settings)
    .values({ name, value: text })
    .onConflictDoUpdate({ target: settings.name, set: { value: text } })
    .run();
}

const factQuery = prepareQuery((queries, parameters: Placeholders<{ name: string }>) =>
  queries.select({ value: installation.value }).from(installation).where(eq(installation.name, parameters.name)),
);

/** A fact of this database, or undefined when it was never fixed. */
export function readInstallation(db: Database, name: string): string | undefined {
  return factQuery.get(db, { name })?.value;
}

export function writeInstallation(db: Transaction, name: string, value: string): void {
  db.queries
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value } })
    .run();
}
