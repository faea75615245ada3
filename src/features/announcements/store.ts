import { desc, eq, sql } from 'drizzle-orm';
import { cacheValue } from '#area/caches.ts';
import type { Context, WriteContext } from '#area/context.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import { type AnnouncementRow, announcements, announcementsSeen, type HourlyDismissalsRow } from './tables.ts';

const announcementsQuery = prepareQuery((queries) =>
  queries.select().from(announcements).orderBy(desc(announcements.id)),
);
const announcementQuery = prepareQuery((queries, { id }: Placeholders<{ id: number }>) =>
  queries.select().from(announcements).where(eq(announcements.id, id)),
);

/** Returns all announcements, newest first, including past and deleted ones. */
export const findAnnouncements = (db: Database): AnnouncementRow[] => announcementsQuery.all(db, {});

/** Lists the announcements that aren't deleted, newest first, including past ones. */
export const listUndeletedAnnouncements = cacheValue([announcements], ({ db }): readonly AnnouncementRow[] =>
  findAnnouncements(db).filter(({ deletedAt }) => deletedAt === null),
);

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

type RowWithID = Pick<AnnouncementRow, 'id'>;
const listIDs = (rows: readonly RowWithID[]): string => JSON.stringify(rows.map(({ id }) => id));

const dismissedQuery = prepareQueryText<{ userID: string; ids: string }, { id: number }>(`
  SELECT announcement_id AS id FROM announcement_dismissals
  WHERE announcement_id IN (SELECT value FROM json_each(:ids)) AND user_id = :userID`);

/** Returns the ids of these announcements that the user has dismissed. */
export const findDismissed = (db: Database, userID: string, rows: readonly RowWithID[]): ReadonlySet<number> =>
  new Set(dismissedQuery.all(db, { userID, ids: listIDs(rows) }).map(({ id }) => id));

/** For the times at which announcements were dismissed, which are counted by hour. */
export const millisecondsPerHour = 3_600_000;

const dismissQuery = prepareWriteText<{ announcementID: number; userID: string; seenAt: number }>(`
  INSERT INTO announcement_dismissals (announcement_id, user_id, seen_at) VALUES (:announcementID, :userID, :seenAt)
  ON CONFLICT DO NOTHING`);
const countDismissalQuery = prepareWriteText<{ announcementID: number; hour: number }>(`
  INSERT INTO announcement_hours (announcement_id, hour, count) VALUES (:announcementID, :hour, 1)
  ON CONFLICT DO UPDATE SET count = count + 1`);

/** Stores and counts a dismissal. Returns false if the account has dismissed the announcement before. */
export function insertDismissal(
  { db }: WriteContext,
  { announcementID, userID, seenAt }: { announcementID: number; userID: string; seenAt: Date },
): boolean {
  const time = seenAt.getTime();
  if (dismissQuery.run(db, { announcementID, userID, seenAt: time }).changes === 0) return false;
  countDismissalQuery.run(db, { announcementID, hour: Math.floor(time / millisecondsPerHour) });
  return true;
}

const hourlyDismissalsQuery = prepareQueryText<{ ids: string }, HourlyDismissalsRow>(`
  SELECT announcement_id AS announcementID, hour, count FROM announcement_hours
  WHERE announcement_id IN (SELECT value FROM json_each(:ids)) ORDER BY announcement_id, hour`);

/** Lists how many accounts dismissed each of these announcements by hour, oldest first. */
export const listHourlyDismissals = (db: Database, rows: readonly RowWithID[]): HourlyDismissalsRow[] =>
  hourlyDismissalsQuery.all(db, { ids: listIDs(rows) });

const audienceQuery = prepareQueryText<{ id: number; before: number }, { accounts: number }>(`
  SELECT count(*) AS accounts FROM users WHERE
    (password_hash IS NOT NULL AND access_level NOT IN ('banned', 'client') AND created_at <= :before)
    OR EXISTS (SELECT 1 FROM announcement_dismissals WHERE announcement_id = :id AND user_id = users.id)`);

/** Counts the accounts that could dismiss an announcement shown until this time, and the accounts that did. */
export const countAudience = (db: Database, id: number, until: Date): number =>
  audienceQuery.get(db, { id, before: until.getTime() })?.accounts ?? 0;
