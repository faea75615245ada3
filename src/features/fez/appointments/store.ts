import { and, asc, between, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery, selectValues } from '#db/prepared.ts';
import type { FezType } from '../kinds.ts';
import { type FezRow, fezMembers, fezzes } from '../tables.ts';

const appointmentsQuery = prepareQuery(
  (queries, { from, to, types }: Placeholders<{ from: number; to: number; types: string }>) =>
    queries
      .select()
      .from(fezzes)
      .where(
        and(
          eq(fezzes.cancelled, false),
          isNull(fezzes.deletedAt),
          between(fezzes.startTime, from, to),
          sql`${fezzes.type} IN ${selectValues(types)}`,
        ),
      ),
);

/** Fezzes of these types that start within these port times; cancelled ones do not. */
export const findAppointments = (db: Database, types: readonly FezType[], from: Date, to: Date): FezRow[] =>
  appointmentsQuery.all(db, { types: JSON.stringify(types), from: from.getTime(), to: to.getTime() });

const upcomingQuery = prepareQuery(
  (
    queries,
    {
      userID,
      types,
      blockedIDs,
      after,
    }: Placeholders<{ userID: string; types: string; blockedIDs: string; after: number }>,
  ) =>
    queries
      .select({ fezID: fezzes.id, startTime: fezzes.startTime })
      .from(fezMembers)
      .innerJoin(fezzes, eq(fezzes.id, fezMembers.fezID))
      .where(
        and(
          eq(fezMembers.userID, userID),
          eq(fezzes.cancelled, false),
          isNull(fezzes.deletedAt),
          sql`${fezzes.type} IN ${selectValues(types)}`,
          sql`${fezzes.ownerID} NOT IN ${selectValues(blockedIDs)}`,
          sql`${fezzes.startTime} > ${after}`,
        ),
      )
      .orderBy(asc(fezzes.startTime), asc(fezzes.id)),
);

/** Appointments of a member that are not cancelled, after and in port time, the earliest first. */
export function findUpcoming(
  db: Database,
  {
    userID,
    types,
    blockedIDs,
    after,
  }: { userID: string; types: readonly FezType[]; blockedIDs: readonly string[]; after: Date },
): { fezID: string; startTime: Date }[] {
  const parameters = { userID, types: JSON.stringify(types), blockedIDs: JSON.stringify(blockedIDs) };
  const rows = upcomingQuery.all(db, { ...parameters, after: after.getTime() });
  return rows.flatMap(({ fezID, startTime }) => (startTime ? [{ fezID, startTime }] : []));
}
