import { asc, eq } from 'drizzle-orm';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { type DailyThemeRow, dailyThemes } from './tables.ts';

const themesQuery = statement((queries) =>
  queries.select().from(dailyThemes).orderBy(asc(dailyThemes.cruiseDay)).prepare(),
);

/** First day first. */
export const findThemes = (db: Database): DailyThemeRow[] => themesQuery(db).all();

export function findTheme(db: Database, id: string): DailyThemeRow | undefined {
  return db.queries.select().from(dailyThemes).where(eq(dailyThemes.id, id)).get();
}

export function findThemeOfDay(db: Database, cruiseDay: number): DailyThemeRow | undefined {
  return db.queries.select().from(dailyThemes).where(eq(dailyThemes.cruiseDay, cruiseDay)).get();
}

export function saveTheme(db: Database, row: DailyThemeRow): void {
  db.queries.insert(dailyThemes).values(row).onConflictDoUpdate({ target: dailyThemes.id, set: row }).run();
}

export function deleteThemeRow(db: Database, id: string): void {
  db.queries.delete(dailyThemes).where(eq(dailyThemes.id, id)).run();
}
