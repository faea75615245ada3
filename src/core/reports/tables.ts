import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { moderatorReasons, reportTypes } from '#area/moderated.ts';
import { users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';

/** Columns of every edit history, filled by `createEdit`. Areas add the id of the content and its previous values. */
export const editColumns = () => ({
  id: id('id').primaryKey(),
  /** The user who made the change. */
  editorID: id('editor_id')
    .notNull()
    .references(() => users.id),
  createdAt: instant('created_at').notNull(),
});

/** Recorded actions of moderators (moderation, Enums: ModeratorActionType). */
export const moderatorActionTypes = [
  'post',
  'edit',
  'delete',
  'move',
  'quarantine',
  'markReviewed',
  'lock',
  'unlock',
  'pin',
  'unpin',
  'slowMode',
  'slowModeEnded',
  'newAccountsReadOnly',
  'newAccountsOpen',
  'closeAt',
  'closeAtRemoved',
  'accessLevelUnverified',
  'accessLevelBanned',
  'accessLevelQuarantined',
  'accessLevelVerified',
  'accessLevelModerator',
  'accessLevelDevTeam',
  'accessLevelTHO',
  'tempQuarantine',
  'tempQuarantineCleared',
] as const;
export type ModeratorActionType = (typeof moderatorActionTypes)[number];

/** Reports by users; one per family and content (moderation rule R2). */
export const reports = sqliteTable(
  'reports',
  {
    id: id('id').primaryKey(),
    type: text('type', { enum: reportTypes }).notNull(),
    /** UUID or integer of the reported content, as text. */
    contentID: text('content_id').notNull(),
    /** Author of the reported content. */
    reportedUserID: id('reported_user_id')
      .notNull()
      .references(() => users.id),
    /** Primary account of the reporter's family. */
    authorID: id('author_id')
      .notNull()
      .references(() => users.id),
    message: text('message').notNull(),
    isClosed: flag('is_closed').notNull().default(false),
    handledByID: id('handled_by_id').references(() => users.id),
    /** Ties the handler's later actions to the reports they took. */
    handlingGroup: id('handling_group'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    unique('one_report_per_family').on(table.type, table.contentID, table.authorID),
    index('reports_by_user').on(table.reportedUserID),
    index('reports_by_time').on(table.createdAt),
    // Open reports are counted for every moderator's summary, so closed ones shouldn't be scanned each time.
    index('reports_open').on(table.createdAt).where(sql`is_closed = 0 AND handled_by_id IS NULL`),
  ],
);
export type ReportRow = typeof reports.$inferSelect;

/**
 * Copies of messages in chats that moderators can't read, which a report discloses: the reported one and some before it
 * (moderation rule R13).
 */
export const disclosedPosts = sqliteTable(
  'disclosed_posts',
  {
    reportID: id('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    /** The message, without a reference to it, since the copy stays whatever happens to it. */
    postID: integer('post_id').notNull(),
    authorID: id('author_id')
      .notNull()
      .references(() => users.id),
    /** As the reporter saw it. */
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportID, table.postID] })],
);
export type DisclosedPostRow = typeof disclosedPosts.$inferSelect;

/** The log of moderators' actions on other users' content (moderation rules M7 and M8). */
export const moderatorActions = sqliteTable(
  'moderator_actions',
  {
    id: id('id').primaryKey(),
    actionType: text('action_type', { enum: moderatorActionTypes }).notNull(),
    contentType: text('content_type', { enum: reportTypes }).notNull(),
    contentID: text('content_id').notNull(),
    moderatorID: id('moderator_id')
      .notNull()
      .references(() => users.id),
    targetUserID: id('target_user_id')
      .notNull()
      .references(() => users.id),
    handlingGroup: id('handling_group'),
    createdAt: instant('created_at').notNull(),
    /** The moderator's reason, as shown to the author. */
    reason: text('reason', { enum: moderatorReasons }),
    message: text('message'),
  },
  (table) => [index('moderator_actions_by_time').on(table.createdAt)],
);
export type ModeratorActionRow = typeof moderatorActions.$inferSelect;
