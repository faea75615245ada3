import { max } from 'drizzle-orm';
import { jobRuns } from '#core/jobs/tables.ts';
import { users } from '#core/users/tables.ts';
import type { Database } from '#db/open.ts';
import { prepareQuery } from '#db/prepared.ts';

const newestRunQuery = prepareQuery((queries) => queries.select({ at: max(jobRuns.finishedAt) }).from(jobRuns));
// Among what has an index; new accounts have it too.
const newestProfileQuery = prepareQuery((queries) => queries.select({ at: max(users.profileUpdatedAt) }).from(users));

/** The newest moment that the clock has stamped: a job that ended, a profile that was made or changed. */
export function findNewestMoment(db: Database): Date | undefined {
  const moments = [newestRunQuery.get(db, {})?.at, newestProfileQuery.get(db, {})?.at];
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []));
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}
