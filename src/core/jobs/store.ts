import { eq, isNotNull } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { type JobRunRow, jobRuns } from './tables.ts';

const runQuery = prepareQuery((queries, { name }: Placeholders<{ name: string }>) =>
  queries.select().from(jobRuns).where(eq(jobRuns.name, name)),
);

/** Returns the record of a job; undefined if it has never run. */
export const findJobRun = (db: Database, name: string): JobRunRow | undefined => runQuery.get(db, { name });

const requestedQuery = prepareQuery((queries) =>
  queries.select({ name: jobRuns.name }).from(jobRuns).where(isNotNull(jobRuns.requestedAt)),
);

/** Lists the names of jobs that commands have requested. */
export const findRequestedJobs = (db: Database): string[] => requestedQuery.all(db, {}).map(({ name }) => name);

/** Stores changed fields of a job's record. */
export function saveJobRun({ queries }: Transaction, name: string, changes: Partial<Omit<JobRunRow, 'name'>>): void {
  queries
    .insert(jobRuns)
    .values({ name, ...changes })
    .onConflictDoUpdate({ target: jobRuns.name, set: changes })
    .run();
}
