import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { flag, id, instant, picture } from '#db/columns.ts';
import { events } from '#features/schedule/tables.ts';

/**
 * People who perform at or hold events, including deleted ones: official performers and profiles that passengers made
 * for themselves.
 */
export const performers = sqliteTable(
  'performers',
  {
    id: id('id').primaryKey(),
    /** The user whose own profile it is. Each account has one at most and may have deleted it (schedule rule 70). */
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
    /** Whether the picture was chosen by name. It may be used elsewhere too, so it isn't deleted with the profile. */
    hasBorrowedPhoto: flag('has_borrowed_photo').notNull().default(false),
    /** The URL of a picture that still has to be fetched. */
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

/**
 * The links between performers and events. Links to deleted events stay and count again when the events are restored
 * (schedule rule 47).
 */
export const eventPerformers = sqliteTable(
  'event_performers',
  {
    performerID: id('performer_id')
      .notNull()
      .references(() => performers.id),
    eventID: id('event_id')
      .notNull()
      .references(() => events.id),
    /** The newest change of an event when the link was made: only later ones concern the performer (schedule rule 119). */
    sinceChange: integer('since_change').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.performerID, table.eventID] }),
    index('event_performers_by_event').on(table.eventID),
  ],
);

/**
 * The desk's last upload of each kind: a list of performers and the rows of a workbook with links (schedule rules 75
 * and 77). Stored in parts, so that no part takes long to read.
 */
export const performerUploads = sqliteTable(
  'performer_uploads',
  {
    kind: text('kind', { enum: ['performers', 'links'] }).notNull(),
    part: integer('part').notNull(),
    /** The same for all parts, and different for each upload, so that a replaced upload is detected. */
    uploadID: id('upload_id').notNull(),
    /** JSON. */
    content: text('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.part] })],
);
export type UploadKind = (typeof performerUploads.$inferSelect)['kind'];
