import { max } from 'drizzle-orm';
import { jobRuns } from '#core/jobs/tables.ts';
import { users } from '#core/users/tables.ts';
import type { Database } from '#db/open.ts';
import { prepareQuery } from '#db/prepared.ts';

const newestRunQuery = prepareQuery((queries) => queries.select({ at: max(jobRuns.finishedAt) }).from(jobRuns));
// Uses an indexed column; new accounts have it too.
const newestProfileQuery = prepareQuery((queries) => queries.select({ at: max(users.profileUpdatedAt) }).from(users));

/** Returns the newest time stored from the clock: of a finished job, or of a created or changed profile. */
export function findNewestStoredTime(db: Database): Date | undefined {
  const moments = [newestRunQuery.get(db, {})?.at, newestProfileQuery.get(db, {})?.at];
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []));
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}
