import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { installation, settings } from './tables.ts';

const settingsQuery = statement((queries) => queries.select().from(settings).prepare());

export function readStoredSettings(db: Database): Record<string, unknown> {
  return Object.fromEntries(
    settingsQuery(db)
      .all()
      .map(({ name, value }) => [name, JSON.parse(value)]),
  );
}

export function storeSetting(db: Database, name: string, value: unknown): void {
  const text = JSON.stringify(value);
  db.queries
    .insert(settings)
    .values({ name, value: text })
    .onConflictDoUpdate({ target: settings.name, set: { value: text } })
    .run();
}

const factQuery = statement((queries) =>
  queries
    .select({ value: installation.value })
    .from(installation)
    .where(eq(installation.name, sql.placeholder('name')))
    .prepare(),
);

/** A fact of this database, or undefined when it was never fixed. */
export function readInstallation(db: Database, name: string): string | undefined {
  return factQuery(db).get({ name })?.value;
}

export function writeInstallation(db: Database, name: string, value: string): void {
  db.queries
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value } })
    .run();
}
