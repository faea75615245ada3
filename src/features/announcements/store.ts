import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { type AnnouncementRow, announcements, announcementsSeen } from './tables.ts';

const announcementsQuery = statement((queries) =>
  queries.select().from(announcements).orderBy(desc(announcements.id)).prepare(),
);
const announcementQuery = statement((queries) =>
  queries
    .select()
    .from(announcements)
    .where(eq(announcements.id, sql.placeholder('id')))
    .prepare(),
);

/** Newest first, past and deleted ones too. */
export const findAnnouncements = (db: Database): AnnouncementRow[] => announcementsQuery(db).all();

export const findAnnouncement = (db: Database, id: number): AnnouncementRow | undefined =>
  announcementQuery(db).get({ id });

export function insertAnnouncement(db: Database, row: Omit<typeof announcements.$inferInsert, 'id'>): AnnouncementRow {
  return db.queries.insert(announcements).values(row).returning().get();
}

export function updateAnnouncement(db: Database, id: number, changes: Partial<AnnouncementRow>): void {
  db.queries.update(announcements).set(changes).where(eq(announcements.id, id)).run();
}

/** Never lowers what was noted before. */
export function saveHighestSeen(db: Database, userID: string, highestID: number): void {
  db.queries
    .insert(announcementsSeen)
    .values({ userID, highestID })
    .onConflictDoUpdate({
      target: announcementsSeen.userID,
      set: { highestID: sql`max(${announcementsSeen.highestID}, ${highestID})` },
    })
    .run();
}

const highestSeenQuery = statement((queries) =>
  queries
    .select()
    .from(announcementsSeen)
    .where(eq(announcementsSeen.userID, sql.placeholder('userID')))
    .prepare(),
);

export const findHighestSeen = (db: Database, userID: string): number =>
  highestSeenQuery(db).get({ userID })?.highestID ?? 0;
