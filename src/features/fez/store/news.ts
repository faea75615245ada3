import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import type { FezType } from '../kinds.ts';
import { fezMembers, fezReaders, fezzes } from '../tables.ts';
import { idsOf, isAdded, isUnread, type Reader, readerOf, readerParameters, readerPlaceholders } from './readers.ts';

/** A fez in which something is new for a reader. */
export interface NewsRow {
  readonly fezID: string;
  readonly type: FezType;
  /** The member by whom the reader is in it: themselves, or a shared account they stand behind. */
  readonly accountID: string;
  readonly isAdded: boolean;
}

const newsOfReader = statement((queries) => {
  const { userID, inboxIDs, blockedIDs } = readerPlaceholders;
  const added = isAdded(inboxIDs);
  return queries
    .select({
      fezID: fezzes.id,
      type: fezzes.type,
      accountID: fezMembers.userID,
      isAdded: sql<0 | 1>`${added}`.as('is_added_to'),
    })
    .from(fezMembers)
    .innerJoin(fezzes, eq(fezzes.id, fezMembers.fezID))
    .leftJoin(fezReaders, readerOf(userID))
    .where(
      and(
        sql`(${fezMembers.userID} = ${userID} OR ${fezMembers.userID} IN ${idsOf(inboxIDs)})`,
        isNull(fezzes.deletedAt),
        sql`${fezzes.ownerID} NOT IN ${idsOf(blockedIDs)}`,
        sql`(${added} OR ${isUnread(readerPlaceholders)})`,
      ),
    )
    .prepare();
});

/** Everything that is new for the reader, personally and behind shared accounts. */
export function findNews(db: Database, reader: Reader): NewsRow[] {
  return newsOfReader(db)
    .all(readerParameters(reader))
    .map((row) => ({ ...row, isAdded: row.isAdded === 1 }));
}

const upcomingOfMember = statement((queries) =>
  queries
    .select({ fezID: fezzes.id, startTime: fezzes.startTime })
    .from(fezMembers)
    .innerJoin(fezzes, eq(fezzes.id, fezMembers.fezID))
    .where(
      and(
        eq(fezMembers.userID, sql.placeholder('userID')),
        eq(fezzes.cancelled, false),
        isNull(fezzes.deletedAt),
        sql`${fezzes.type} IN ${idsOf(sql.placeholder('types'))}`,
        sql`${fezzes.ownerID} NOT IN ${idsOf(sql.placeholder('blockedIDs'))}`,
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
  const rows = upcomingOfMember(db).all({ ...parameters, after: after.getTime() });
  return rows.flatMap(({ fezID, startTime }) => (startTime ? [{ fezID, startTime }] : []));
}
