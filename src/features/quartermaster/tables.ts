import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { editColumns } from '#core/reports/tables.ts';
import { moderationStates, users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';
import type { FullTextIndex } from '#db/full-text-drift.ts';

/** The side of the board that an item is on (libraries, Enums: QuartermasterCategory). */
export const itemCategories = ['have', 'need'] as const;
export type ItemCategory = (typeof itemCategories)[number];

const isLive = sql`deleted_at IS NULL`;

/** Items that users have or need, including deleted ones. */
export const quartermasterItems = sqliteTable(
  'quartermaster_items',
  {
    /** Higher than that of every item changed before. An edit sets it again, so it's the order of the list. */
    position: integer('id').primaryKey({ autoIncrement: true }),
    itemID: id('item_id').notNull().unique(),
    ownerID: id('owner_id')
      .notNull()
      .references(() => users.id),
    category: text('category', { enum: itemCategories }).notNull(),
    itemName: text('item_name').notNull(),
    itemDescription: text('item_description'),
    location: text('location'),
    contactID: id('contact_id').references(() => users.id),
    hideOwnerName: flag('hide_owner_name').notNull(),
    moderationState: text('moderation_state', { enum: moderationStates }).notNull().default('normal'),
    modifiedAt: instant('modified_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    // Each index covers all conditions of one kind of list.
    index('quartermaster_items_live').on(table.position, table.ownerID, table.category).where(isLive),
    index('quartermaster_items_by_owner').on(table.ownerID, table.position, table.category).where(isLive),
  ],
);
export type QuartermasterItemRow = typeof quartermasterItems.$inferSelect;

/** The content of items before edits. */
export const quartermasterEdits = sqliteTable(
  'quartermaster_edits',
  {
    ...editColumns(),
    itemID: id('item_id')
      .notNull()
      .references(() => quartermasterItems.itemID),
    itemName: text('item_name').notNull(),
    itemDescription: text('item_description'),
    location: text('location'),
    hideOwnerName: flag('hide_owner_name').notNull(),
  },
  (table) => [index('quartermaster_edits_by_item').on(table.itemID)],
);
export type QuartermasterEditRow = typeof quartermasterEdits.$inferSelect;

/** The full-text index of items. */
export const quartermasterFullText: FullTextIndex = {
  name: 'quartermaster_items_text',
  table: quartermasterItems,
  key: 'rowid',
  columns: ['item_name', 'item_description', 'location'],
};
