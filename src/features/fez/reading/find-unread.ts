import { and, eq, isNull, sql } from 'drizzle-orm';
import { selectValues } from '#db/json-list.ts';
import type { Database } from '#db/open.ts';
import { prepareQuery } from '#db/prepared.ts';
import type { FezType } from '../kinds.ts';
import { fezMembers, fezReaders, fezzes } from '../tables.ts';
import { isAdded, isReader, isUnread, type Reader, readerPlaceholders, toReaderParameters } from './readers.ts';

/** A fez in which something is new for a reader. */
export interface UnreadRow {
  readonly fezID: string;
  readonly type: FezType;
  /** The member by whom the reader is in it: themselves, or a shared account they stand behind. */
  readonly accountID: string;
  readonly isAdded: boolean;
}

const unreadQuery = prepareQuery((queries) => {
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
    .leftJoin(fezReaders, isReader(userID))
    .where(
      and(
        sql`(${fezMembers.userID} = ${userID} OR ${fezMembers.userID} IN ${selectValues(inboxIDs)})`,
        isNull(fezzes.deletedAt),
        sql`${fezzes.ownerID} NOT IN ${selectValues(blockedIDs)}`,
        sql`(${added} OR ${isUnread(readerPlaceholders)})`,
      ),
    );
});

/** Everything that is new for the reader, personally and behind shared accounts. */
export function findUnread(db: Database, reader: Reader): UnreadRow[] {
  return unreadQuery.all(db, toReaderParameters(reader)).map((row) => ({ ...row, isAdded: row.isAdded === 1 }));
}
