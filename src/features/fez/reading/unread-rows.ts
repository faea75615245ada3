import { and, isNull, sql } from 'drizzle-orm';
import type { Version } from '#area/caches.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { prepareForms, selectValues } from '#db/prepared.ts';
import { createKeyedCache } from '#platform/caches.ts';
import {
  computeChatsVersion,
  findFezIDsOfMember,
  getFezVersion,
  getMembershipsVersion,
  getReadingVersion,
} from '../store.ts';
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
  /** Whose eyes it was looked at with, as JSON. */
  readonly reader: string;
  /** Of what the reader is in and has read: any change there counts everything again. */
  readonly own: Version;
  /** Of all that happened in their chats. */
  readonly version: Version;
  readonly byFez: Map<string, readonly UnreadRow[]>;
}

const unreadCache = createOncePerInstance((context) => createKeyedCache<CachedUnread>(context.caches, 20_000));

/** All that is new to the reader. After a post only its fez is looked at again, not everything that each member is in. */
export function listUnread(context: Context, reader: Reader): UnreadRow[] {
  const { userID, accountIDs } = reader;
  const readerKey = JSON.stringify(reader);
  const cache = unreadCache(context);
  const cached = cache.peek(userID);
  const own = Math.max(
    getReadingVersion(context, userID),
    ...accountIDs.map((accountID) => getMembershipsVersion(context, accountID)),
  );
  const version = computeChatsVersion(context, userID, accountIDs);
  let byFez = cached?.byFez;
  if (!cached || !byFez || cached.reader !== readerKey || cached.own !== own) byFez = loadUnread(context, reader);
  else if (cached.version !== version) reload(context, reader, cached);
  cache.set(userID, { reader: readerKey, own, version, byFez });
  return [...byFez.values()].flat();
}

function reload(context: Context, reader: Reader, { version, byFez }: CachedUnread): void {
  const fezIDs = reader.accountIDs.flatMap((accountID) => findFezIDsOfMember(context, accountID));
  const changed = [...new Set(fezIDs)].filter((fezID) => getFezVersion(context, fezID) > version);
  const loaded = loadUnread(context, reader, changed);
  for (const fezID of changed) {
    byFez.delete(fezID);
    const rows = loaded.get(fezID);
    if (rows) byFez.set(fezID, rows);
  }
}

function loadUnread({ db }: Context, reader: Reader, fezIDs?: readonly string[]): Map<string, readonly UnreadRow[]> {
  const parameters = toReaderParameters(reader);
  const rows = fezIDs
    ? unreadQuery.all(db, 'some', { ...parameters, fezIDs: JSON.stringify(fezIDs) })
    : unreadQuery.all(db, 'all', parameters);
  return Map.groupBy(rows, ({ fezID }) => fezID);
}
