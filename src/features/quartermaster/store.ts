import { eq, sql } from 'drizzle-orm';
import type { Context, WriteContext } from '#area/context.ts';
import { maxMatches, type Page } from '#contract/query.ts';
import { createEditHistory } from '#core/reports/index.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareInsert, prepareQuery, prepareVariants, selectValues } from '#db/prepared.ts';
import { type ItemCategory, type QuartermasterItemRow, quartermasterEdits, quartermasterItems } from './tables.ts';

const itemQuery = prepareQuery((queries, { itemID }: Placeholders<{ itemID: string }>) =>
  queries.select().from(quartermasterItems).where(eq(quartermasterItems.itemID, itemID)),
);

/** Includes deleted items. */
export const findItem = (db: Database, itemID: string): QuartermasterItemRow | undefined =>
  itemQuery.get(db, { itemID });

/** A filter for items. Items must match every condition that is set. */
export interface ItemFilter {
  readonly category?: ItemCategory | undefined;
  readonly ownerID?: string | undefined;
  /** An FTS5 expression. */
  readonly expression?: string | undefined;
  /** Users whose items are left out. */
  readonly hiddenIDs: readonly string[];
}

/** The parts of a filter that change the query. */
interface QueryVariant {
  readonly byCategory: boolean;
  readonly byOwner: boolean;
  readonly byWords: boolean;
}

const toQueryVariant = ({ category, ownerID, expression }: ItemFilter): QueryVariant => ({
  byCategory: category !== undefined,
  byOwner: ownerID !== undefined,
  byWords: expression !== undefined,
});

type FilterParameters = Record<'category' | 'ownerID' | 'expression', string | undefined> & { hiddenIDs: string };

const itemAlias = sql`${quartermasterItems} AS item`;
const getPlaceholder = (name: keyof FilterParameters) => sql.placeholder(name);

/** Returns the table to read in the order of positions, so that the query stops as soon as its page is full. */
const chooseSource = ({ byWords, byOwner }: QueryVariant) => {
  if (byWords) return sql`quartermaster_items_text AS words CROSS JOIN ${itemAlias} ON item.id = words.rowid`;
  return byOwner
    ? sql`${itemAlias} INDEXED BY quartermaster_items_by_owner`
    : sql`${itemAlias} INDEXED BY quartermaster_items_live`;
};

function buildConditions({ byWords, byOwner, byCategory }: QueryVariant) {
  return sql.join(
    [
      sql`item.deleted_at IS NULL`,
      sql`item.owner_id NOT IN ${selectValues(sql.placeholder('hiddenIDs'))}`,
      ...(byWords ? [sql`words.quartermaster_items_text MATCH ${getPlaceholder('expression')}`] : []),
      // Hidden items aren't searched (libraries rule Q19).
      ...(byWords ? [sql`item.moderation_state NOT IN ('quarantined', 'autoQuarantined')`] : []),
      ...(byOwner ? [sql`item.owner_id = ${getPlaceholder('ownerID')}`] : []),
      ...(byCategory ? [sql`item.category = ${getPlaceholder('category')}`] : []),
    ],
    sql` AND `,
  );
}

const pageQuery = prepareVariants(
  (queries, { limit, start }: Placeholders<FilterParameters & Record<'limit' | 'start', number>>, form: QueryVariant) =>
    queries
      .select({ position: sql<number>`item.id` })
      .from(chooseSource(form))
      .where(buildConditions(form))
      .orderBy(form.byWords ? sql`words.rowid DESC` : sql`item.id DESC`)
      .limit(limit)
      .offset(start),
);

const totalQuery = prepareVariants(
  (queries, { max }: Placeholders<FilterParameters & { max: number }>, form: QueryVariant) =>
    queries
      .select({ total: sql<number>`count(*)` })
      .from(sql`(SELECT 1 FROM ${chooseSource(form)} WHERE ${buildConditions(form)} LIMIT ${max})`),
);

const itemsQuery = prepareQuery((queries, { positions }: Placeholders<{ positions: string }>) =>
  queries
    .select()
    .from(quartermasterItems)
    .where(sql`${quartermasterItems.position} IN ${selectValues(positions)}`)
    .orderBy(sql`${quartermasterItems.position} DESC`),
);

/** Returns a page of items, last changed first. */
export function findItems(db: Database, filter: ItemFilter, page: Page): QuartermasterItemRow[] {
  const positions = pageQuery.all(db, toQueryVariant(filter), { ...toParameters(filter), ...page });
  return itemsQuery.all(db, { positions: JSON.stringify(positions.map(({ position }) => position)) });
}

const toParameters = ({ category, ownerID, expression, hiddenIDs }: ItemFilter): FilterParameters => ({
  ...{ category, ownerID, expression },
  hiddenIDs: JSON.stringify(hiddenIDs),
});

/** Counts items. Searches count only up to a maximum. */
export function countItems(context: Context, filter: ItemFilter): number {
  const max = filter.expression === undefined ? Number.MAX_SAFE_INTEGER : maxMatches;
  return totalQuery.get(context.db, toQueryVariant(filter), { ...toParameters(filter), max })?.total ?? 0;
}

/** The fields of an item that its owner sets. */
export type ItemContent = Omit<
  QuartermasterItemRow,
  'position' | 'itemID' | 'ownerID' | 'moderationState' | 'modifiedAt' | 'deletedAt'
>;

const insertQuery = prepareInsert(quartermasterItems, 'position', 'moderationState', 'deletedAt');

/** Adds an item and returns it as stored. */
export function insertItem(
  context: WriteContext,
  newItem: Parameters<typeof insertQuery.get>[1],
): QuartermasterItemRow {
  return insertQuery.get(context.db, newItem);
}

type ItemChanges = Partial<Omit<QuartermasterItemRow, 'position' | 'itemID' | 'ownerID'>>;

/** Updates an item without changing its position in the list. */
export function saveItem(context: WriteContext, itemID: string, changes: ItemChanges): void {
  context.db.queries.update(quartermasterItems).set(changes).where(eq(quartermasterItems.itemID, itemID)).run();
}

/** Like `saveItem`, for an edit: moves the item to the top of the list. */
export function saveEditedItem(context: WriteContext, itemID: string, changes: ItemChanges): void {
  const position = sql`(SELECT max(id) + 1 FROM ${quartermasterItems})`;
  context.db.queries
    .update(quartermasterItems)
    .set({ ...changes, position })
    .where(eq(quartermasterItems.itemID, itemID))
    .run();
}

/** The content of items before edits. */
export const itemHistory = createEditHistory(quartermasterEdits, 'itemID');
