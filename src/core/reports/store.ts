import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { ReportTarget } from '#area/moderated.ts';
import type { Page } from '#contract/query.ts';
import { registrationCodes } from '#core/accounts/tables.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareInsert, prepareQuery, selectValues } from '#db/prepared.ts';
import {
  type DisclosedPostRow,
  disclosedPosts,
  type ModeratorActionRow,
  moderatorActions,
  type ReportRow,
  reports,
} from './tables.ts';

const hasTarget = ({ type, id }: Placeholders<{ type: string; id: string }>) =>
  and(eq(reports.type, type), eq(reports.contentID, id));

/** Returns false if the family has already reported this. */
export function insertReport(db: Transaction, row: typeof reports.$inferInsert): boolean {
  return db.queries.insert(reports).values(row).onConflictDoNothing().run().changes === 1;
}

const insertDisclosedQuery = prepareInsert(disclosedPosts);

/** Stores the copies that a new report discloses. */
export function insertDisclosedPosts(db: Transaction, rows: readonly DisclosedPostRow[]): void {
  for (const row of rows) insertDisclosedQuery.run(db, row);
}

const disclosedQuery = prepareQuery((queries, { reportIDs }: Placeholders<{ reportIDs: string }>) =>
  queries
    .select()
    .from(disclosedPosts)
    .where(sql`${disclosedPosts.reportID} IN ${selectValues(reportIDs)}`)
    .orderBy(asc(disclosedPosts.postID)),
);

/** Returns the copies that these reports disclose, by report, oldest first. */
export function findDisclosedPosts(db: Database, reportIDs: readonly string[]): Map<string, DisclosedPostRow[]> {
  if (reportIDs.length === 0) return new Map();
  return Map.groupBy(disclosedQuery.all(db, { reportIDs: JSON.stringify(reportIDs) }), ({ reportID }) => reportID);
}

const reportCountQuery = prepareQuery((queries, target: Placeholders<{ type: string; id: string }>) =>
  queries
    .select({ reports: count() })
    .from(reports)
    .innerJoin(registrationCodes, eq(registrationCodes.userID, reports.authorID))
    .where(hasTarget(target)),
);

/** Counts open and closed reports on this content by families with a registration code. */
export const countReportsWithCode = (db: Database, { type, id }: ReportTarget): number =>
  reportCountQuery.get(db, { type, id })?.reports ?? 0;

// Repeats the index condition literally, because the index isn't used for queries with a parameter there.
const openReportsQuery = prepareQuery((queries) =>
  queries.select({ reports: count() }).from(reports).where(sql`is_closed = 0 AND handled_by_id IS NULL`),
);

/** Counts reports that no moderator has taken yet (fez, Records: ModeratorNotificationData). */
export const countOpenReports = (db: Database): number => openReportsQuery.get(db, {})?.reports ?? 0;

// If two rows have the same millisecond, the later one counts as newer.
const latestRowFirst = sql`rowid DESC`;

const reportsQuery = prepareQuery((queries, target: Placeholders<{ type: string; id: string }>) =>
  queries.select().from(reports).where(hasTarget(target)).orderBy(desc(reports.createdAt), latestRowFirst),
);

/** Lists reports on this content, newest first. */
export const findReports = (db: Database, { type, id }: ReportTarget): ReportRow[] =>
  reportsQuery.all(db, { type, id });

const reportsAgainstQuery = prepareQuery((queries, { userIDs }: Placeholders<{ userIDs: string }>) =>
  queries
    .select()
    .from(reports)
    .where(sql`${reports.reportedUserID} IN ${selectValues(userIDs)}`)
    .orderBy(desc(reports.createdAt), latestRowFirst),
);

const allReportsQuery = prepareQuery((queries) =>
  queries.select().from(reports).orderBy(desc(reports.createdAt), latestRowFirst),
);

/** Lists all open and closed reports, newest first. */
export const findAllReports = (db: Database): ReportRow[] => allReportsQuery.all(db, {});

const reportsByStateQuery = prepareQuery((queries, { isClosed }: Placeholders<{ isClosed: number }>) =>
  queries
    .select()
    .from(reports)
    .where(sql`${reports.isClosed} = ${isClosed}`)
    .orderBy(desc(reports.createdAt), latestRowFirst),
);

/** Lists all closed reports, or all open ones, newest first. */
export const findReportsByState = (db: Database, isClosed: boolean): ReportRow[] =>
  reportsByStateQuery.all(db, { isClosed: isClosed ? 1 : 0 });

const reportQuery = prepareQuery((queries, { id }: Placeholders<{ id: string }>) =>
  queries.select().from(reports).where(eq(reports.id, id)),
);

/** Returns the report with this id; undefined if there is none. */
export const findReport = (db: Database, id: string): ReportRow | undefined => reportQuery.get(db, { id });

/** Updates all open reports on this content. */
export function updateOpenReports(
  db: Transaction,
  target: ReportTarget,
  changes: Partial<Pick<ReportRow, 'isClosed' | 'handledByID' | 'handlingGroup' | 'updatedAt'>>,
): void {
  db.queries
    .update(reports)
    .set(changes)
    .where(and(eq(reports.type, target.type), eq(reports.contentID, target.id), eq(reports.isClosed, false)))
    .run();
}

/** Lists reports of every type against these accounts, newest first. */
export const findReportsAgainst = (db: Database, userIDs: readonly string[]): ReportRow[] =>
  reportsAgainstQuery.all(db, { userIDs: JSON.stringify(userIDs) });

/** Inserts an entry into the moderators' action log. */
export function insertModeratorAction(db: Transaction, row: typeof moderatorActions.$inferInsert): void {
  db.queries.insert(moderatorActions).values(row).run();
}

const actionsQuery = prepareQuery((queries, { start, limit }: Placeholders<{ start: number; limit: number }>) =>
  queries
    .select()
    .from(moderatorActions)
    .orderBy(desc(moderatorActions.createdAt), latestRowFirst)
    .limit(limit)
    .offset(start),
);

/** Lists moderators' actions, newest first. */
export const findModeratorActions = (db: Database, { start, limit }: Page): ModeratorActionRow[] =>
  actionsQuery.all(db, { start, limit });

const actionCountQuery = prepareQuery((queries) => queries.select({ actions: count() }).from(moderatorActions));

/** Counts the entries in the log across all pages. */
export const countModeratorActions = (db: Database): number => actionCountQuery.get(db, {})?.actions ?? 0;

const handlingGroupQuery = prepareQuery(
  (queries, parameters: Placeholders<{ moderatorID: string; type: string; id: string }>) =>
    queries
      .select({ handlingGroup: reports.handlingGroup })
      .from(reports)
      .where(and(hasTarget(parameters), eq(reports.handledByID, parameters.moderatorID), eq(reports.isClosed, false)))
      .orderBy(desc(reports.updatedAt))
      .limit(1),
);

/** Returns the group under which this moderator handles open reports on this content. */
export const findHandlingGroup = (db: Database, moderatorID: string, { type, id }: ReportTarget): string | null =>
  handlingGroupQuery.get(db, { moderatorID, type, id })?.handlingGroup ?? null;
