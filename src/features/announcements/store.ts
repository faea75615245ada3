import { desc, eq, sql } from 'drizzle-orm';
import type { Context, WriteContext } from '#area/context.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { type AnnouncementRow, announcements, announcementsSeen } from './tables.ts';

const announcementsQuery = prepareQuery((queries) =>
  queries.select().from(announcements).orderBy(desc(announcements.id)),
);
const announcementQuery = prepareQuery((queries, { id }: Placeholders<{ id: number }>) =>
  queries.select().from(announcements).where(eq(announcements.id, id)),
);

/** Returns all announcements, newest first, including past and deleted ones. */
export const findAnnouncements = (db: Database): AnnouncementRow[] => announcementsQuery.all(db, {});

/** Returns the announcements that aren't deleted, newest first, including past ones. */
export const listUndeletedAnnouncements = ({ db }: Context): AnnouncementRow[] =>
  findAnnouncements(db).filter(({ deletedAt }) => deletedAt === null);

/** Returns an announcement, even a past or deleted one. */
export const findAnnouncement = (db: Database, id: number): AnnouncementRow | undefined =>
  announcementQuery.get(db, { id });

/** Stores a new announcement and returns it with its id. */
export function insertAnnouncement(
  context: WriteContext,
  row: Omit<typeof announcements.$inferInsert, 'id'>,
): AnnouncementRow {
  return context.db.queries.insert(announcements).values(row).returning().get();
}

/** Updates the given columns. */
export function updateAnnouncement(context: WriteContext, id: number, changes: Partial<AnnouncementRow>): void {
  context.db.queries.update(announcements).set(changes).where(eq(announcements.id, id)).run();
}

const highestSeenQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select().from(announcementsSeen).where(eq(announcementsSeen.userID, userID)),
);

/** Returns the highest id of an announcement that the user has seen; 0 for none. */
export const findHighestSeen = ({ db }: Context, userID: string): number =>
  highestSeenQuery.get(db, { userID })?.highestID ?? 0;

/** Records the highest announcement that the user has seen; never lowers it. */
export function saveHighestSeen(context: WriteContext, userID: string, highestID: number): void {
  context.db.queries
    .insert(announcementsSeen)
    .values({ userID, highestID })
    .onConflictDoUpdate({
      target: announcementsSeen.userID,
      set: { highestID: sql`max(${announcementsSeen.highestID}, ${highestID})` },
    })
    .run();
}
