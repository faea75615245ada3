import { desc, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { type AnnouncementRow, announcements, announcementsSeen } from './tables.ts';

const announcementsQuery = prepareQuery((queries) =>
  queries.select().from(announcements).orderBy(desc(announcements.id)),
);
const announcementQuery = prepareQuery((queries, parameters: Placeholders<{ id: number }>) =>
  queries.select().from(announcements).where(eq(announcements.id, parameters.id)),
);

/** Newest first, past and deleted ones too. */
export const findAnnouncements = (db: Database): AnnouncementRow[] => announcementsQuery.all(db, {});

export const findAnnouncement = (db: Database, id: number): AnnouncementRow | undefined =>
  announcementQuery.get(db, { id });

export function insertAnnouncement(
  db: Transaction,
  row: Omit<typeof announcements.$inferInsert, 'id'>,
): AnnouncementRow {
  return db.queries.insert(announcements).values(row).returning().get();
}

export function updateAnnouncement(db: Transaction, id: number, changes: Partial<AnnouncementRow>): void {
  db.queries.update(announcements).set(changes).where(eq(announcements.id, id)).run();
}

/** Never lowers what was noted before. */
export function saveHighestSeen(db: Transaction, userID: string, highestID: number): void {
  db.queries
    .insert(announcementsSeen)
    .values({ userID, highestID })
    .onConflictDoUpdate({
      target: announcementsSeen.userID,
      set: { highestID: sql`max(${announcementsSeen.highestID}, ${highestID})` },
    })
    .run();
}

const highestSeenQuery = prepareQuery((queries, parameters: Placeholders<{ userID: string }>) =>
  queries.select().from(announcementsSeen).where(eq(announcementsSeen.userID, parameters.userID)),
);

export const findHighestSeen = (db: Database, userID: string): number =>
  highestSeenQuery.get(db, { userID })?.highestID ?? 0;
