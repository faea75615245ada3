import { and, count, countDistinct, desc, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, selectValues } from '#db/prepared.ts';
import { type FeedbackRow, feedbackReports } from './tables.ts';

const ownQuery = prepareQuery((queries, { authorID, eventID }: Placeholders<{ authorID: string; eventID: string }>) =>
  queries
    .select()
    .from(feedbackReports)
    .where(and(eq(feedbackReports.authorID, authorID), eq(feedbackReports.eventID, eventID))),
);

/** Finds the account's report on this event. */
export const findReportBy = (db: Database, authorID: string, eventID: string): FeedbackRow | undefined =>
  ownQuery.get(db, { authorID, eventID });

const reportedQuery = prepareQuery((queries, { authorID }: Placeholders<{ authorID: string }>) =>
  queries
    .select({ eventID: feedbackReports.eventID })
    .from(feedbackReports)
    .where(eq(feedbackReports.authorID, authorID)),
);

/** Finds the ids of the events that this account has reported on. */
export const listReportedEventIDs = (db: Database, authorID: string): Set<string> =>
  new Set(reportedQuery.all(db, { authorID }).map(({ eventID }) => eventID));

const idsQuery = prepareQuery((queries) =>
  queries
    .select({ id: feedbackReports.id })
    .from(feedbackReports)
    .orderBy(desc(feedbackReports.modifiedAt), sql`rowid DESC`),
);

/** Finds the ids of all reports, last changed first. */
export const listReportIDs = (db: Database): string[] => idsQuery.all(db, {}).map(({ id }) => id);

const reportsQuery = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
  queries
    .select()
    .from(feedbackReports)
    .where(sql`${feedbackReports.id} IN ${selectValues(ids)}`),
);

/** Finds these reports, in the order of the ids. */
export function findReports(db: Database, ids: readonly string[]): FeedbackRow[] {
  const rows = new Map(reportsQuery.all(db, { ids: JSON.stringify(ids) }).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

const countsQuery = prepareQuery((queries) =>
  queries.select({ reports: count(), events: countDistinct(feedbackReports.eventID) }).from(feedbackReports),
);

/** Counts the reports and the events they are about. */
export const countReports = (db: Database): { reports: number; events: number } =>
  countsQuery.get(db, {}) ?? { reports: 0, events: 0 };

/** Stores a report. Replaces the account's earlier report on the event but leaves its mark (schedule rule 82). */
export function saveReport(db: Transaction, row: typeof feedbackReports.$inferInsert): void {
  const { id: _id, createdAt: _createdAt, isActionable: _isActionable, ...content } = row;
  const target = [feedbackReports.authorID, feedbackReports.eventID];
  db.queries.insert(feedbackReports).values(row).onConflictDoUpdate({ target, set: content }).run();
}

/** Marks a report, or removes its mark. */
export function saveMark(db: Transaction, id: string, isActionable: boolean): void {
  db.queries.update(feedbackReports).set({ isActionable }).where(eq(feedbackReports.id, id)).run();
}
