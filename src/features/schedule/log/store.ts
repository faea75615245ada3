import { desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareWriteText } from '#db/prepared.ts';
import { type ScheduleLogRow, scheduleLog } from '../tables.ts';

const { difference: _difference, record: _record, ...lineColumns } = getTableColumns(scheduleLog);
/** An entry without its long fields. */
export type ScheduleLogLine = Omit<ScheduleLogRow, 'difference' | 'record'>;

const newestQuery = prepareQuery((queries, { limit }: Placeholders<{ limit: number }>) =>
  queries.select(lineColumns).from(scheduleLog).orderBy(desc(scheduleLog.id)).limit(limit),
);

/** Sorted newest first. */
export const listNewestEntries = (db: Database, limit: number): ScheduleLogLine[] => newestQuery.all(db, { limit });

const entryQuery = prepareQuery((queries, { id }: Placeholders<{ id: number }>) =>
  queries.select().from(scheduleLog).where(eq(scheduleLog.id, id)),
);

export const findEntry = (db: Database, id: number): ScheduleLogRow | undefined => entryQuery.get(db, { id });

const changesQuery = prepareQuery((queries, { after }: Placeholders<{ after: number }>) =>
  queries
    .select()
    .from(scheduleLog)
    .where(sql`${isNotNull(scheduleLog.record)} AND ${scheduleLog.id} > ${after}`)
    .orderBy(desc(scheduleLog.id)),
);

/** Finds later entries that changed events, newest first. */
export const listChangesAfter = (db: Database, after: number): ScheduleLogRow[] => changesQuery.all(db, { after });

const changeByOthersQuery = prepareQuery(
  (queries, { after, userID }: Placeholders<{ after: number; userID: string }>) =>
    queries
      .select(lineColumns)
      .from(scheduleLog)
      .where(
        sql`${isNotNull(scheduleLog.record)} AND ${scheduleLog.id} > ${after} AND ${scheduleLog.userID} IS NOT ${userID}`,
      )
      .limit(1),
);

/** Finds a later entry in which another user changed events. */
export const findChangeByOthers = (db: Database, after: number, userID: string): ScheduleLogLine | undefined =>
  changeByOthersQuery.get(db, { after, userID });

const lastUpdateQuery = prepareQuery((queries) =>
  queries
    .select(lineColumns)
    .from(scheduleLog)
    .where(eq(scheduleLog.action, 'update'))
    .orderBy(desc(scheduleLog.id))
    .limit(1),
);

/** Finds the last entry of the hourly job. */
export const findLastUpdate = (db: Database): ScheduleLogLine | undefined => lastUpdateQuery.get(db, {});

/** How many entries keep their difference and record. Older ones are only lines of the log. */
const maxEntriesWithDetails = 100;

const trimLogQuery = prepareWriteText<{ kept: number }>(`
  UPDATE schedule_log SET difference = NULL, record = NULL WHERE id IN (
    SELECT id FROM schedule_log WHERE record IS NOT NULL ORDER BY id DESC LIMIT -1 OFFSET :kept)`);

/** Stores a new entry and returns its id. */
export function insertEntry(db: Transaction, entry: Omit<ScheduleLogRow, 'id'>): number {
  const { id } = db.queries.insert(scheduleLog).values(entry).returning({ id: scheduleLog.id }).get();
  if (entry.record !== null) trimLogQuery.run(db, { kept: maxEntriesWithDetails });
  return id;
}
