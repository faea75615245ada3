import { and, asc, between, eq, isNotNull, isNull, sql } from 'drizzle-orm';
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

/** Returns the fezzes of these types that start within these port times, without cancelled ones. */
export const findAppointments = (db: Database, types: readonly FezType[], from: Date, to: Date): FezRow[] =>
  appointmentsQuery.all(db, { types: JSON.stringify(types), from: from.getTime(), to: to.getTime() });

const appointmentsOfMemberQuery = prepareQuery(
  (queries, { userID, types, blockedIDs }: Placeholders<{ userID: string; types: string; blockedIDs: string }>) =>
    queries
      .select({
        id: fezzes.id,
        type: fezzes.type,
        title: fezzes.title,
        location: fezzes.location,
        startTime: fezzes.startTime,
        endTime: fezzes.endTime,
        moderationState: fezzes.moderationState,
      })
      .from(fezMembers)
      .innerJoin(fezzes, eq(fezzes.id, fezMembers.fezID))
      .where(
        and(
          eq(fezMembers.userID, userID),
          eq(fezzes.cancelled, false),
          isNull(fezzes.deletedAt),
          sql`${fezzes.type} IN ${selectValues(types)}`,
          sql`${fezzes.ownerID} NOT IN ${selectValues(blockedIDs)}`,
          isNotNull(fezzes.startTime),
        ),
      )
      .orderBy(asc(fezzes.startTime), asc(fezzes.id)),
);

/** The part of an appointment that a plan shows, in port times. */
export type PlannedFez = Pick<FezRow, 'id' | 'type' | 'title' | 'location' | 'endTime' | 'moderationState'> & {
  readonly startTime: Date;
};

/** Returns a member's appointments with a time that aren't cancelled, earliest first. */
export function findAppointmentsOfUser(
  db: Database,
  { userID, types, blockedIDs }: { userID: string; types: readonly FezType[]; blockedIDs: readonly string[] },
): PlannedFez[] {
  const parameters = { userID, types: JSON.stringify(types), blockedIDs: JSON.stringify(blockedIDs) };
  return appointmentsOfMemberQuery
    .all(db, parameters)
    .flatMap(({ startTime, ...row }) => (startTime ? [{ ...row, startTime }] : []));
}
