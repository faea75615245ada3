import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { flag, id, instant, picture } from '#db/columns.ts';
import { events } from '#features/schedule/tables.ts';

/** Those who perform or hold events, deleted ones included; official ones and those that passengers made of themselves. */
export const performers = sqliteTable(
  'performers',
  {
    id: id('id').primaryKey(),
    /** Whose own profile it is; each account has one at most, and may have deleted it (schedule rule 70). */
    ownerID: id('owner_id').references(() => users.id),
    isOfficial: flag('is_official').notNull(),
    name: text('name').notNull(),
    pronouns: text('pronouns'),
    /** Markdown. */
    bio: text('bio'),
    organization: text('organization'),
    title: text('title'),
    website: text('website'),
    facebookURL: text('facebook_url'),
    xURL: text('x_url'),
    instagramURL: text('instagram_url'),
    youtubeURL: text('youtube_url'),
    /** Ascending. */
    yearsAttended: text('years_attended', { mode: 'json' }).$type<readonly number[]>().notNull(),
    alternativeNames: text('alternative_names', { mode: 'json' }).$type<readonly string[]>().notNull(),
    /** File name of the picture. */
    photo: picture('photo'),
    /** The picture was chosen by its name and may be shown elsewhere too: it outlasts the profile. */
    hasBorrowedPhoto: flag('has_borrowed_photo').notNull().default(false),
    /** Where a picture is still to be fetched from. */
    photoAddress: text('photo_address'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('performers_by_owner').on(table.ownerID),
    index('performers_without_photo').on(table.photoAddress).where(sql`photo_address IS NOT NULL`),
  ],
);
export type PerformerRow = typeof performers.$inferSelect;

/** Who performs at which event. Links to deleted events stay, and count again when these are restored (schedule rule 47). */
export const eventPerformers = sqliteTable(
  'event_performers',
  {
    performerID: id('performer_id')
      .notNull()
      .references(() => performers.id),
    eventID: id('event_id')
      .notNull()
      .references(() => events.id),
  },
  (table) => [
    primaryKey({ columns: [table.performerID, table.eventID] }),
    index('event_performers_by_event').on(table.eventID),
  ],
);

/**
 * What the desk uploaded last, of each kind one: a list of performers, and the rows of a workbook with links (schedule
 * rules 75 and 77). In parts, so that no part takes long to read.
 */
export const performerUploads = sqliteTable(
  'performer_uploads',
  {
    kind: text('kind', { enum: ['performers', 'links'] }).notNull(),
    part: integer('part').notNull(),
    /** The same for all parts; another for each upload, so that one in the place of another is noticed. */
    uploadID: id('upload_id').notNull(),
    /** JSON. */
    content: text('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.part] })],
);
export type UploadKind = (typeof performerUploads.$inferSelect)['kind'];
