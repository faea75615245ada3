import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import { prepareQuery } from '#db/prepared.ts';
import { cacheValue } from '#platform/caches.ts';
import { type ForumCategoryRow, forumCategories } from '../tables.ts';

const categoriesQuery = prepareQuery((queries) => queries.select().from(forumCategories));

const categoriesCache = createOncePerInstance((context) =>
  cacheValue(context.caches, () => categoriesQuery.all(context.db, {})),
);

/** All categories, in no order; they never change. */
export const listCategories = (context: Context): readonly ForumCategoryRow[] => categoriesCache(context).get();

/** Stores a new category. */
export function insertCategory(context: WriteContext, row: typeof forumCategories.$inferInsert): void {
  context.db.queries.insert(forumCategories).values(row).run();
  context.db.invalidate(() => categoriesCache(context).invalidate());
}
