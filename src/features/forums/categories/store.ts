import { cacheValue } from '#area/caches.ts';
import type { WriteContext } from '#area/context.ts';
import { prepareQuery } from '#db/prepared.ts';
import { type ForumCategoryRow, forumCategories } from '../tables.ts';

const categoriesQuery = prepareQuery((queries) => queries.select().from(forumCategories));

/** Returns all categories in no particular order; they never change. */
export const listCategories = cacheValue([forumCategories], ({ db }): readonly ForumCategoryRow[] =>
  categoriesQuery.all(db, {}),
);

/** Stores a new category. */
export function insertCategory(context: WriteContext, row: typeof forumCategories.$inferInsert): void {
  context.db.queries.insert(forumCategories).values(row).run();
}
