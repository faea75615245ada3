import { and, eq, isNull, sql } from 'drizzle-orm';
import { valuesOf } from '#db/json-list.ts';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import type { FezType } from '../kinds.ts';
import { fezMembers, fezReaders, fezzes } from '../tables.ts';
import { isAdded, isUnread, type Reader, readerOf, readerParameters, readerPlaceholders } from './readers.ts';

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
        sql`(${fezMembers.userID} = ${userID} OR ${fezMembers.userID} IN ${valuesOf(inboxIDs)})`,
        isNull(fezzes.deletedAt),
        sql`${fezzes.ownerID} NOT IN ${valuesOf(blockedIDs)}`,
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
