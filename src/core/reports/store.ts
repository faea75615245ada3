import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Page } from '#contract/query.ts';
import type { Database, Transaction } from '#db/open.ts';
import { prepareQuery } from '#db/prepared.ts';
import type { ModeratedContent } from './action-log.ts';
import { type ModeratorActionRow, moderatorActions, type ReportRow, reports } from './tables.ts';

const isOn = ({ type, id }: Pick<ModeratedContent, 'type' | 'id'>) =>
  and(eq(reports.type, type), eq(reports.contentID, id));

/** False when the family has reported this before. */
export function insertReport(db: Transaction, row: typeof reports.$inferInsert): boolean {
  return db.queries.insert(reports).values(row).onConflictDoNothing().run().changes === 1;
}

/** All reports on one thing, open and closed. */
export function countReports(db: Database, content: Pick<ModeratedContent, 'type' | 'id'>): number {
  return db.queries.select({ reports: count() }).from(reports).where(isOn(content)).get()?.reports ?? 0;
}

const openReportsQuery = prepareQuery((queries) =>
  queries
    .select({ reports: count() })
    .from(reports)
    .where(and(eq(reports.isClosed, false), isNull(reports.handledByID))),
);

/** Reports that wait for somebody to take them (fez, Records: ModeratorNotificationData). */
export const countOpenReports = (db: Database): number => openReportsQuery.get(db, {})?.reports ?? 0;

// Of two rows of the same millisecond the later one counts as newer.
const latestRowFirst = sql`rowid DESC`;

/** Reports on one thing, newest first. */
export function findReports(db: Database, content: Pick<ModeratedContent, 'type' | 'id'>): ReportRow[] {
  return db.queries.select().from(reports).where(isOn(content)).orderBy(desc(reports.createdAt), latestRowFirst).all();
}

/** Reports of every kind on what these accounts have made, newest first. */
export function findReportsAgainst(db: Database, userIDs: readonly string[]): ReportRow[] {
  return db.queries
    .select()
    .from(reports)
    .where(inArray(reports.reportedUserID, [...userIDs]))
    .orderBy(desc(reports.createdAt), latestRowFirst)
    .all();
}

export function insertModeratorAction(db: Transaction, row: typeof moderatorActions.$inferInsert): void {
  db.queries.insert(moderatorActions).values(row).run();
}

/** What moderators did, newest first. */
export function findModeratorActions(db: Database, { start, limit }: Page): ModeratorActionRow[] {
  return db.queries
    .select()
    .from(moderatorActions)
    .orderBy(desc(moderatorActions.createdAt), latestRowFirst)
    .limit(limit)
    .offset(start)
    .all();
}

export function countModeratorActions(db: Database): number {
  return db.queries.select({ actions: count() }).from(moderatorActions).get()?.actions ?? 0;
}

/** The group under which this moderator handles open reports on the thing. */
export function findHandlingGroup(
  db: Database,
  moderatorID: string,
  content: Pick<ModeratedContent, 'type' | 'id'>,
): string | null {
  const taken = db.queries
    .select({ handlingGroup: reports.handlingGroup })
    .from(reports)
    .where(and(isOn(content), eq(reports.handledByID, moderatorID), eq(reports.isClosed, false)))
    .orderBy(desc(reports.updatedAt))
    .limit(1)
    .get();
  return taken?.handlingGroup ?? null;
}
