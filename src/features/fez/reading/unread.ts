import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { findInbox, type SharedInbox } from '#core/teams/index.ts';
import { prepareQuery, selectValues } from '#db/prepared.ts';
import { isKindSilent } from '../access.ts';
import { type FezGroup, kinds } from '../kinds.ts';
import { fezMembers, fezReaders, fezzes } from '../tables.ts';
import { getReader, isAdded, isReader, isUnread, readerPlaceholders, toReaderParameters } from './reader.ts';

const unreadQuery = prepareQuery((queries) => {
  const { userID, accountIDs, blockedIDs } = readerPlaceholders;
  const added = isAdded(accountIDs);
  return queries
    .select({
      fezID: fezzes.id,
      type: fezzes.type,
      // The member by whom the reader is in it: themselves, or a shared account they act for.
      accountID: fezMembers.userID,
      isAdded: sql<0 | 1>`${added}`.as('is_added_to'),
    })
    .from(fezMembers)
    .innerJoin(fezzes, eq(fezzes.id, fezMembers.fezID))
    .leftJoin(fezReaders, isReader(userID))
    .where(
      and(
        sql`${fezMembers.userID} IN ${selectValues(accountIDs)}`,
        isNull(fezzes.deletedAt),
        sql`${fezzes.ownerID} NOT IN ${selectValues(blockedIDs)}`,
        sql`(${added} OR ${isUnread(readerPlaceholders)})`,
      ),
    );
});

type UnreadRow = ReturnType<typeof unreadQuery.all>[number];

/** Ids of fezzes in which something is new; one that was added counts as that alone until it is opened (fez rule 67). */
interface UnreadFezzes {
  readonly added: readonly string[];
  readonly unread: readonly string[];
}

/** What is new for a user: in what they are in, by group, and in the shared inboxes they read (fez rules 67 and 68). */
interface UnreadCounts {
  readonly own: Readonly<Record<FezGroup, UnreadFezzes>>;
  /** Added or unread; empty for those who do not read the inbox (fez rule 59). */
  readonly inboxes: Readonly<Record<SharedInbox['name'], readonly string[]>>;
}

/** What is new for the caller, personally and behind shared accounts, from one query. */
export function countUnreadFezzes(context: Context, caller: Caller): UnreadCounts {
  const rows = unreadQuery
    .all(context.db, toReaderParameters(getReader(context, caller)))
    .filter(({ type }) => !isKindSilent(context, caller, kinds[type]));
  const byAccount = Map.groupBy(rows, ({ accountID }) => accountID);
  const own = byAccount.get(caller.userID) ?? [];
  const listInInbox = (name: SharedInbox['name']) => {
    const inbox = findInbox(context, caller, name);
    return inbox ? (byAccount.get(inbox.accountID) ?? []).map(({ fezID }) => fezID) : [];
  };
  return {
    own: {
      seamail: groupUnread(own, 'seamail'),
      lfg: groupUnread(own, 'lfg'),
      privateEvent: groupUnread(own, 'privateEvent'),
    },
    inboxes: { moderator: listInInbox('moderator'), devteam: listInInbox('devteam') },
  };
}

function groupUnread(rows: readonly UnreadRow[], group: FezGroup): UnreadFezzes {
  const ofGroup = rows.filter(({ type }) => kinds[type].group === group);
  const listIDs = (isAdded: 0 | 1) => ofGroup.filter((row) => row.isAdded === isAdded).map(({ fezID }) => fezID);
  return { added: listIDs(1), unread: listIDs(0) };
}
