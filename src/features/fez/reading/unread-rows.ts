import { and, isNull, sql } from 'drizzle-orm';
import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import { prepareForms, selectValues } from '#db/prepared.ts';
import { type CachedRows, cacheRows } from '#platform/cached-rows.ts';
import { createKeyedCache } from '#platform/caches.ts';
import { fezMembers, fezReaders, fezzes } from '../tables.ts';
import { isAdded, isReader, isUnread, type Reader, readerPlaceholders, toReaderParameters } from './reader.ts';

/** Of everything that a reader is in, or of some of it. */
type Form = 'all' | 'some';

const unreadQuery = prepareForms((queries, _: Record<never, never>, form: Form) => {
  const { userID, accountIDs, blockedIDs } = readerPlaceholders;
  const added = isAdded(accountIDs);
  return queries
    .select({
      fezID: fezMembers.fezID,
      type: fezzes.type,
      // The member by whom the reader is in it: themselves, or a shared account they act for.
      accountID: fezMembers.userID,
      isAdded: sql<0 | 1>`${added}`.as('is_added_to'),
    })
    .from(fezMembers)
    .innerJoin(fezzes, sql`${fezzes.id} = ${fezMembers.fezID}`)
    .leftJoin(fezReaders, isReader(userID))
    .where(
      and(
        sql`${fezMembers.userID} IN ${selectValues(accountIDs)}`,
        form === 'some' ? sql`${fezMembers.fezID} IN ${selectValues(sql.placeholder('fezIDs'))}` : undefined,
        isNull(fezzes.deletedAt),
        sql`${fezzes.ownerID} NOT IN ${selectValues(blockedIDs)}`,
        sql`(${added} OR ${isUnread(readerPlaceholders)})`,
      ),
    );
});

/** A fez in which something is new to the reader, once for each account by whom they are in it. */
export type UnreadRow = ReturnType<typeof unreadQuery.all>[number];

interface CachedUnread {
  readonly reader: Reader;
  /** By fez. */
  readonly rows: CachedRows<readonly UnreadRow[]>;
}

const unreadCache = createOncePerInstance((context) => createKeyedCache<CachedUnread>(context.caches, 20_000));

/** All that is new to the reader. After a post only its fez is looked at anew, not everything that each member is in. */
export function listUnread(context: Context, reader: Reader): UnreadRow[] {
  const cache = unreadCache(context);
  let unread = cache.peek(reader.userID);
  if (unread?.reader !== reader) {
    unread = { reader, rows: cacheRows((fezIDs) => loadUnread(context.instance, reader, fezIDs), { maxChanges: 0 }) };
    cache.set(reader.userID, unread);
  }
  return [...unread.rows.get().byID.values()].flat();
}

function loadUnread({ db }: Context, reader: Reader, fezIDs?: readonly string[]): Map<string, readonly UnreadRow[]> {
  const parameters = toReaderParameters(reader);
  const rows = fezIDs
    ? unreadQuery.all(db, 'some', { ...parameters, fezIDs: JSON.stringify(fezIDs) })
    : unreadQuery.all(db, 'all', parameters);
  return Map.groupBy(rows, ({ fezID }) => fezID);
}

/** Where something changed, and perhaps that it was nothing but a new post. */
export type ChatChange = { readonly fezID: string; readonly isNewPost?: boolean } | 'everywhere';

/**
 * For whatever changes what is new to users; gives those of them to whom that may differ now. Where something was new to
 * a user already, one more post changes nothing.
 */
export function invalidateUnread(context: WriteContext, userIDs: readonly string[], change: ChatChange): string[] {
  const cache = unreadCache(context);
  const isNewAlready = (userID: string) =>
    change !== 'everywhere' && change.isNewPost && cache.peek(userID)?.rows.peek(change.fezID) !== undefined;
  const affected = userIDs.filter((userID) => !isNewAlready(userID));
  context.db.invalidate(() => {
    for (const userID of affected) {
      if (change === 'everywhere') cache.invalidate(userID);
      else cache.peek(userID)?.rows.invalidate(change.fezID);
    }
  });
  return affected;
}
