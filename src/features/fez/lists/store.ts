import { and, asc, count, desc, eq, gt, gte, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Page } from '#contract/query.ts';
import type { DayWindow } from '#core/ship-time/index.ts';
import type { Database } from '#db/open.ts';
import { selectValues } from '#db/prepared.ts';
import type { FezType } from '../kinds.ts';
import { isAdded, isReader, isUnread, type Reader } from '../reading/reader.ts';
import { type FezRow, fezFormer, fezMembers, fezPosts, fezReaders, fezzes } from '../tables.ts';

/** What the fezzes of a list have in common; what is absent sets no condition. */
export interface ListFilter {
  readonly types: readonly FezType[];
  /** Deleted ones are listed for those who have left them. */
  readonly withDeleted?: boolean;
  readonly memberID?: string;
  readonly ownerID?: string;
  readonly notOwnerID?: string;
  readonly formerID?: string;
  readonly notCancelled?: boolean;
  /** Port times, as all others here. */
  readonly startsAfter?: Date | undefined;
  readonly startsWithin?: DayWindow | undefined;
  readonly overlaps?: DayWindow | undefined;
  /** An FTS5 expression, looked for in title and info, and perhaps in posts. */
  readonly words?: { readonly expression: string; readonly inPosts: boolean } | undefined;
  readonly isNew?: boolean | undefined;
  readonly isFavorite?: boolean | undefined;
  readonly fezID?: string | undefined;
}

export type ListOrder = 'by activity' | 'by start' | 'newest first';

const latestRowFirst = sql`${fezzes}.rowid DESC`;

const orders: Readonly<Record<ListOrder, SQL[]>> = {
  'by activity': [sql`${fezReaders.mutedAt} IS NOT NULL`, desc(fezzes.lastModifiedAt), latestRowFirst],
  'by start': [asc(fezzes.startTime), asc(fezzes.title), asc(fezzes.id)],
  'newest first': [desc(fezzes.createdAt), latestRowFirst],
};

/** A page of a list, with the number of all fezzes on the list. */
export function findList(
  db: Database,
  reader: Reader,
  list: { filter: ListFilter; order: ListOrder; page: Page },
): { rows: FezRow[]; total: number } {
  const { start, limit } = list.page;
  const conditions = buildConditions(reader, list.filter);
  const rows = db.queries
    .select({ fez: fezzes })
    .from(fezzes)
    .leftJoin(fezReaders, isReader(reader.userID))
    .where(conditions)
    .orderBy(...orders[list.order])
    .limit(limit)
    .offset(start)
    .all()
    .map(({ fez }) => fez);
  const isWhole = start === 0 && rows.length < limit;
  return { rows, total: isWhole ? rows.length : countList(db, reader, conditions) };
}

function countList(db: Database, reader: Reader, conditions: SQL | undefined): number {
  const query = db.queries.select({ total: count() }).from(fezzes).leftJoin(fezReaders, isReader(reader.userID));
  return query.where(conditions).get()?.total ?? 0;
}

const toJson = (ids: readonly string[]): string => JSON.stringify(ids);

function buildConditions(reader: Reader, filter: ListFilter): SQL | undefined {
  return and(
    sql`${fezzes.type} IN ${selectValues(toJson(filter.types))}`,
    sql`${fezzes.ownerID} NOT IN ${selectValues(toJson(reader.blockedIDs))}`,
    filter.withDeleted ? undefined : isNull(fezzes.deletedAt),
    filter.notCancelled ? eq(fezzes.cancelled, false) : undefined,
    filter.isFavorite ? eq(fezReaders.isFavorite, true) : undefined,
    ifGiven(filter.memberID, (id) => sql`${fezzes.id} IN (SELECT fez_id FROM ${fezMembers} WHERE user_id = ${id})`),
    ifGiven(filter.formerID, (id) => sql`${fezzes.id} IN (SELECT fez_id FROM ${fezFormer} WHERE user_id = ${id})`),
    ifGiven(filter.ownerID, (id) => eq(fezzes.ownerID, id)),
    ifGiven(filter.notOwnerID, (id) => ne(fezzes.ownerID, id)),
    ifGiven(filter.fezID, (id) => eq(fezzes.id, id)),
    ifGiven(filter.startsAfter, (time) => gt(fezzes.startTime, time)),
    ifGiven(filter.startsWithin, ({ start, end }) => and(gte(fezzes.startTime, start), lt(fezzes.startTime, end))),
    ifGiven(filter.overlaps, ({ start, end }) => and(gt(fezzes.endTime, start), lt(fezzes.startTime, end))),
    ifGiven(filter.words, (words) => containsWords(reader, words)),
    ifGiven(filter.isNew, (isNew) => sql`(${isNewTo(reader)}) = ${isNew ? 1 : 0}`),
  );
}

function ifGiven<Value>(value: Value | undefined, condition: (value: Value) => SQL | undefined): SQL | undefined {
  return value === undefined ? undefined : condition(value);
}

const isNewTo = ({ userID, inboxIDs, hiddenIDs }: Reader) =>
  sql`${isAdded(toJson(inboxIDs))} OR ${isUnread({ userID, hiddenIDs: toJson(hiddenIDs) })}`;

const isShown = (table: typeof fezzes | typeof fezPosts) =>
  sql`${table.moderationState} NOT IN ('quarantined', 'autoQuarantined')`;

/** Texts that nobody is shown are not searched (core rule 107a, decision 29). */
function containsWords({ hiddenIDs }: Reader, { expression, inPosts }: NonNullable<ListFilter['words']>): SQL {
  const inItself = sql`(${isShown(fezzes)} AND ${fezzes.id} IN (
    SELECT fez_id FROM fezzes_text WHERE fezzes_text MATCH ${expression}))`;
  if (!inPosts) return inItself;
  return sql`(${inItself} OR ${fezzes.id} IN (
    SELECT ${fezPosts.fezID} FROM ${fezPosts}
    WHERE ${fezPosts.id} IN (SELECT rowid FROM fez_posts_text WHERE fez_posts_text MATCH ${expression})
      AND ${fezPosts.deletedAt} IS NULL AND ${isShown(fezPosts)}
      AND ${fezPosts.authorID} NOT IN ${selectValues(toJson(hiddenIDs))}))`;
}
