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

/** Newest first, past and deleted ones too. */
export const findAnnouncements = (db: Database): AnnouncementRow[] => announcementsQuery.all(db, {});

/** Newest first, past ones too, but none that is deleted. */
export const listStandingAnnouncements = ({ db }: Context): AnnouncementRow[] =>
  findAnnouncements(db).filter(({ deletedAt }) => deletedAt === null);

/** Also a past or deleted one. */
export const findAnnouncement = (db: Database, id: number): AnnouncementRow | undefined =>
  announcementQuery.get(db, { id });

/** Stores a new announcement; returns it with its id. */
export function insertAnnouncement(
  context: WriteContext,
  row: Omit<typeof announcements.$inferInsert, 'id'>,
): AnnouncementRow {
  return context.db.queries.insert(announcements).values(row).returning().get();
}

/** Changes the given columns. */
export function updateAnnouncement(context: WriteContext, id: number, changes: Partial<AnnouncementRow>): void {
  context.db.queries.update(announcements).set(changes).where(eq(announcements.id, id)).run();
}

const highestSeenQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select().from(announcementsSeen).where(eq(announcementsSeen.userID, userID)),
);

/** Id of the highest announcement that the user has been shown; 0 for none. */
export const findHighestSeen = ({ db }: Context, userID: string): number =>
  highestSeenQuery.get(db, { userID })?.highestID ?? 0;

/** Records the highest announcement that the user has been shown; never lowers it. */
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
