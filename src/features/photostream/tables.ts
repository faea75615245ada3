import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { moderationStates, users } from '#core/users/tables.ts';
import { id, instant, picture } from '#db/columns.ts';
import { events } from '#features/schedule/tables.ts';
import { boatLocations } from './records.ts';

const isLive = sql`deleted_at IS NULL`;
/** What the stream shows to anyone (schedule rule 91); queries say it in the same words, so that they find the indexes. */
export const isShown = sql`deleted_at IS NULL AND moderation_state NOT IN ('quarantined', 'autoQuarantined')`;

/** The photos of the stream; ids rise. */
export const photos = sqliteTable(
  'stream_photos',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    authorID: id('author_id')
      .notNull()
      .references(() => users.id),
    /** File name, of a picture that belongs to this photo alone. */
    image: picture('image').notNull(),
    /** When it was taken, as its author says. */
    takenAt: instant('taken_at').notNull(),
    /** When it came: what the interval between photos goes by (schedule rule 96). */
    receivedAt: instant('received_at').notNull(),
    /** Where it was taken: an event, also after that was deleted, or one of the places. */
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
