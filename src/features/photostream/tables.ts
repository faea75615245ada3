import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { moderationStates, users } from '#core/users/tables.ts';
import { id, instant, picture } from '#db/columns.ts';
import { events } from '#features/schedule/tables.ts';
import { boatLocations } from './records.ts';

const isLive = sql`deleted_at IS NULL`;
/**
 * The condition for visible photos (schedule rule 91). Queries use the same wording, so that SQLite uses the partial
 * indexes.
 */
export const isShown = sql`deleted_at IS NULL AND moderation_state NOT IN ('quarantined', 'autoQuarantined')`;

/** The photos of the stream, with ascending ids. */
export const photos = sqliteTable(
  'stream_photos',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    authorID: id('author_id')
      .notNull()
      .references(() => users.id),
    /** The file name of a picture that only this photo uses. */
    image: picture('image').notNull(),
    /** When the photo was taken, according to its author. */
    takenAt: instant('taken_at').notNull(),
    /** When the photo arrived. The upload interval is measured from here (schedule rule 96). */
    receivedAt: instant('received_at').notNull(),
    /** Where the photo was taken: an event, even after it was deleted, or one of the locations. */
    eventID: id('event_id').references(() => events.id),
    location: text('location', { enum: boatLocations }),
    moderationState: text('moderation_state', { enum: moderationStates }).notNull().default('normal'),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('stream_photos_shown').on(table.id, table.authorID).where(isShown),
    index('stream_photos_by_event').on(table.eventID, table.id).where(isShown),
    index('stream_photos_by_location').on(table.location, table.id).where(isShown),
    index('stream_photos_by_author').on(table.authorID, table.id).where(isLive),
    check('stream_photos_one_place', sql`(event_id IS NULL) <> (location IS NULL)`),
  ],
);
export type PhotoRow = typeof photos.$inferSelect;
