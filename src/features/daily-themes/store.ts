import { asc, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { prepareQuery } from '#db/prepared.ts';
import { type DailyThemeRow, dailyThemes } from './tables.ts';

const themesQuery = prepareQuery((queries) => queries.select().from(dailyThemes).orderBy(asc(dailyThemes.cruiseDay)));

/** First day first. */
export const findThemes = (db: Database): DailyThemeRow[] => themesQuery.all(db, {});

export function findTheme(db: Database, id: string): DailyThemeRow | undefined {
  return db.queries.select().from(dailyThemes).where(eq(dailyThemes.id, id)).get();
}

export function findThemeOfDay(db: Database, cruiseDay: number): DailyThemeRow | undefined {
  return db.queries.select().from(dailyThemes).where(eq(dailyThemes.cruiseDay, cruiseDay)).get();
}

export function saveTheme(db: Transaction, row: DailyThemeRow): void {
  db.queries.insert(dailyThemes).values(row).onConflictDoUpdate({ target: dailyThemes.id, set: row }).run();
}

export function deleteThemeRow(db: Transaction, id: string): void {
  db.queries.delete(dailyThemes).where(eq(dailyThemes.id, id)).run();
}
