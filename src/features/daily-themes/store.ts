import { asc, eq } from 'drizzle-orm';
import type { WriteContext } from '#area/context.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { type DailyThemeRow, dailyThemes } from './tables.ts';

const themesQuery = prepareQuery((queries) => queries.select().from(dailyThemes).orderBy(asc(dailyThemes.cruiseDay)));

/** Sorted by day. */
export const findThemes = (db: Database): DailyThemeRow[] => themesQuery.all(db, {});

const themeQuery = prepareQuery((queries, { id }: Placeholders<{ id: string }>) =>
  queries.select().from(dailyThemes).where(eq(dailyThemes.id, id)),
);

/** Finds the theme with this id. */
export const findTheme = (db: Database, id: string): DailyThemeRow | undefined => themeQuery.get(db, { id });

const themeOfDayQuery = prepareQuery((queries, { cruiseDay }: Placeholders<{ cruiseDay: number }>) =>
  queries.select().from(dailyThemes).where(eq(dailyThemes.cruiseDay, cruiseDay)),
);

/** Finds the theme of this day. */
export const findThemeOfDay = (db: Database, cruiseDay: number): DailyThemeRow | undefined =>
  themeOfDayQuery.get(db, { cruiseDay });

/** Stores a theme. Replaces the one with the same id. */
export function saveTheme(context: WriteContext, row: DailyThemeRow): void {
  const { queries } = context.db;
  queries.insert(dailyThemes).values(row).onConflictDoUpdate({ target: dailyThemes.id, set: row }).run();
}

/** Deletes a theme. */
export function deleteThemeRow(context: WriteContext, id: string): void {
  context.db.queries.delete(dailyThemes).where(eq(dailyThemes.id, id)).run();
}
