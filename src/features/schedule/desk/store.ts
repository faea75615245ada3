import { eq, max } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareWriteText } from '#db/prepared.ts';
import { type ScheduleUploadRow, scheduleLog, scheduleUploads } from '../tables.ts';

/** An upload without its file. */
export type ScheduleUpload = Pick<ScheduleUploadRow, 'id' | 'comparedAfter'>;

const uploadQuery = prepareQuery((queries) =>
  queries.select({ id: scheduleUploads.id, comparedAfter: scheduleUploads.comparedAfter }).from(scheduleUploads),
);

export const findUpload = (db: Database): ScheduleUpload | undefined => uploadQuery.get(db, {});

const fileQuery = prepareQuery((queries, { id }: Placeholders<{ id: number }>) =>
  queries.select({ file: scheduleUploads.file }).from(scheduleUploads).where(eq(scheduleUploads.id, id)),
);

/** The gzipped file of an upload. */
export function getUploadedFile(db: Database, id: number): Buffer {
  const row = fileQuery.get(db, { id });
  if (!row) throw new Error(`upload ${id} of the schedule has no file`);
  return row.file;
}

/** Stores an upload. Replaces the previous one. */
export function replaceUpload(db: Transaction, file: Buffer, uploadedAt: Date): void {
  db.queries.delete(scheduleUploads).run();
  db.queries.insert(scheduleUploads).values({ file, uploadedAt }).run();
}

const newestQuery = prepareQuery((queries) => queries.select({ id: max(scheduleLog.id) }).from(scheduleLog));

/** Returns the id of the newest log entry, or 0 if there is none. */
export const findNewestEntryID = (db: Database): number => newestQuery.get(db, {})?.id ?? 0;

const comparedQuery = prepareWriteText<{ id: number; comparedAfter: number }>(
  'UPDATE schedule_uploads SET compared_after = :comparedAfter WHERE id = :id',
);

/** Stores the newest log entry at the time when an upload was compared with the schedule. */
export const saveComparison = (db: Transaction, comparison: { id: number; comparedAfter: number }): void =>
  void comparedQuery.run(db, comparison);
