import { and, asc, between, eq, isNull, sql } from 'drizzle-orm';
import { selectValues } from '#db/json-list.ts';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import type { FezType } from '../kinds.ts';
import { type FezRow, fezMembers, fezzes } from '../tables.ts';

const appointmentsQuery = statement((queries) =>
  queries
    .select()
    .from(fezzes)
    .where(
      and(
        eq(fezzes.cancelled, false),
        isNull(fezzes.deletedAt),
        between(fezzes.startTime, sql.placeholder('from'), sql.placeholder('to')),
        sql`${fezzes.type} IN ${selectValues(sql.placeholder('types'))}`,
      ),
    )
    .prepare(),
);

/** Everything of these types that begins at such a time, in port time; what was cancelled does not. */
export const findAppointments = (db: Database, types: readonly FezType[], from: Date, to: Date): FezRow[] =>
  appointmentsQuery(db).all({ types: JSON.stringify(types), from: from.getTime(), to: to.getTime() });

const upcomingQuery = statement((queries) =>
  queries
    .select({ fezID: fezzes.id, startTime: fezzes.startTime })
    .from(fezMembers)
    .innerJoin(fezzes, eq(fezzes.id, fezMembers.fezID))
    .where(
      and(
        eq(fezMembers.userID, sql.placeholder('userID')),
        eq(fezzes.cancelled, false),
        isNull(fezzes.deletedAt),
        sql`${fezzes.type} IN ${selectValues(sql.placeholder('types'))}`,
        sql`${fezzes.ownerID} NOT IN ${selectValues(sql.placeholder('blockedIDs'))}`,
        sql`${fezzes.startTime} > ${sql.placeholder('after')}`,
      ),
    )
    .orderBy(asc(fezzes.startTime), asc(fezzes.id))
    .prepare(),
);

interface Wanted {
  readonly userID: string;
  readonly types: readonly FezType[];
  readonly blockedIDs: readonly string[];
  /** Port time. */
  readonly after: Date;
}

/** Appointments of a member that are not cancelled, in port time, the earliest first. */
export function findUpcoming(
  db: Database,
  { userID, types, blockedIDs, after }: Wanted,
): { fezID: string; startTime: Date }[] {
  const parameters = { userID, types: JSON.stringify(types), blockedIDs: JSON.stringify(blockedIDs) };
  const rows = upcomingQuery(db).all({ ...parameters, after: after.getTime() });
  return rows.flatMap(({ fezID, startTime }) => (startTime ? [{ fezID, startTime }] : []));
}
