import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { limitToMaxMatches, maxMatches, type Page } from '#contract/query.ts';
import type { DayWindow } from '#core/ship-time/index.ts';
import { type Placeholders, prepareVariants, selectValues } from '#db/prepared.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';
import type { FezType } from '../kinds.ts';
import {
  isNewlyAdded,
  isReader,
  isUnread,
  type Reader,
  readerPlaceholders,
  toReaderParameters,
} from '../reading/reader.ts';
import { findFezzes, getContentVersion } from '../store.ts';
import { type FezRow, fezFormer, fezMembers, fezReaders, fezzes } from '../tables.ts';
import { findChatsWithWords } from './chats-with-words.ts';

/** The filter of a list; absent properties set no condition. */
export interface ListFilter {
  readonly types: readonly FezType[];
  /** Former members see deleted ones in their list. */
  readonly withDeleted?: boolean;
  readonly memberID?: string;
  readonly ownerID?: string;
  readonly notOwnerID?: string;
  readonly formerID?: string;
  readonly notCancelled?: boolean;
  /** Port time, like all times here. */
  readonly startsAfter?: Date | undefined;
  readonly startsWithin?: DayWindow | undefined;
  readonly overlaps?: DayWindow | undefined;
  /** An FTS5 expression for title and info, and optionally for the posts of the member's fezzes. */
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

const isShown = sql`${fezzes.moderationState} NOT IN ('quarantined', 'autoQuarantined')`;

/** Returns the placeholder for this query parameter. */
const getPlaceholder = (name: keyof ReturnType<typeof toParameters>) => sql.placeholder(name);

const isNewToReader = sql`(${isNewlyAdded(getPlaceholder('accountIDs'))} OR ${isUnread(readerPlaceholders)})`;

/** Searches skip texts hidden from everyone (core rule 107a, decision 29). */
const hasWordsInTitleOrInfo = sql`(${isShown} AND ${fezzes.id} IN (
  SELECT fez_id FROM fezzes_text WHERE fezzes_text MATCH ${getPlaceholder('words')}))`;

/** Matches the fezzes with the words in their posts, which were found before. */
const hasWordsInPosts = sql`${fezzes.id} IN ${selectValues(getPlaceholder('withWords'))}`;

/** The conditions on fezzes, and which filters set them. */
const conditions: readonly { isAsked(filter: ListFilter): boolean | undefined; test: SQL }[] = [
  { isAsked: ({ withDeleted }) => !withDeleted, test: isNull(fezzes.deletedAt) },
  { isAsked: ({ notCancelled }) => notCancelled, test: eq(fezzes.cancelled, false) },
  { isAsked: ({ isFavorite }) => isFavorite, test: eq(fezReaders.isFavorite, true) },
  {
    isAsked: ({ memberID }) => memberID !== undefined,
    test: sql`${fezzes.id} IN (SELECT fez_id FROM ${fezMembers} WHERE user_id = ${getPlaceholder('memberID')})`,
  },
  {
    isAsked: ({ formerID }) => formerID !== undefined,
    test: sql`${fezzes.id} IN (SELECT fez_id FROM ${fezFormer} WHERE user_id = ${getPlaceholder('formerID')})`,
  },
  { isAsked: ({ ownerID }) => ownerID !== undefined, test: sql`${fezzes.ownerID} = ${getPlaceholder('ownerID')}` },
  {
    isAsked: ({ notOwnerID }) => notOwnerID !== undefined,
    test: sql`${fezzes.ownerID} <> ${getPlaceholder('notOwnerID')}`,
  },
  { isAsked: ({ fezID }) => fezID !== undefined, test: sql`${fezzes.id} = ${getPlaceholder('fezID')}` },
  {
    isAsked: ({ startsAfter }) => startsAfter !== undefined,
    test: sql`${fezzes.startTime} > ${getPlaceholder('startsAfter')}`,
  },
  {
    isAsked: ({ startsWithin }) => startsWithin !== undefined,
    test: sql`(${fezzes.startTime} >= ${getPlaceholder('from')} AND ${fezzes.startTime} < ${getPlaceholder('until')})`,
  },
  {
    isAsked: ({ overlaps }) => overlaps !== undefined,
    test: sql`(${fezzes.endTime} > ${getPlaceholder('from')} AND ${fezzes.startTime} < ${getPlaceholder('until')})`,
  },
  { isAsked: ({ isNew }) => isNew === true, test: isNewToReader },
  { isAsked: ({ isNew }) => isNew === false, test: sql`NOT ${isNewToReader}` },
  { isAsked: ({ words }) => words && !words.inPosts, test: hasWordsInTitleOrInfo },
  { isAsked: ({ words }) => words?.inPosts, test: sql`(${hasWordsInTitleOrInfo} OR ${hasWordsInPosts})` },
];

function toParameters(reader: Reader, filter: ListFilter, { start, limit }: Page, withWords: readonly string[]) {
  const { memberID, formerID, ownerID, notOwnerID, fezID, words, startsAfter } = filter;
  const window = filter.startsWithin ?? filter.overlaps;
  return {
    ...toReaderParameters(reader),
    ...{ memberID, formerID, ownerID, notOwnerID, fezID, start, limit },
    types: JSON.stringify(filter.types),
    words: words?.expression,
    withWords: JSON.stringify(withWords),
    startsAfter: startsAfter?.getTime(),
    from: window?.start.getTime(),
    until: window?.end.getTime(),
  };
}

const listQuery = prepareVariants(
  (
    queries,
    { userID, blockedIDs, types, limit, start }: Placeholders<ReturnType<typeof toParameters>>,
    form: { order: ListOrder; asked: readonly boolean[] },
  ) =>
    queries
      .select({ fezID: fezzes.id, total: sql<number>`count(*) OVER ()` })
      .from(fezzes)
      .leftJoin(fezReaders, isReader(userID))
      .where(
        and(
          sql`${fezzes.type} IN ${selectValues(types)}`,
          sql`${fezzes.ownerID} NOT IN ${selectValues(blockedIDs)}`,
          ...conditions.filter((_, index) => form.asked[index]).map(({ test }) => test),
        ),
      )
      .orderBy(...orders[form.order])
      .limit(limit)
      .offset(start),
);

interface FezListOptions {
  readonly filter: ListFilter;
  readonly order: ListOrder;
  readonly page: Page;
}

/** Everything on one page. */
export const allOnOnePage: Page = { start: 0, limit: Number.MAX_SAFE_INTEGER };

/** Returns a page of a list and the total of the whole list. */
export function findPageOfFezzes(
  context: Context,
  reader: Reader,
  list: FezListOptions,
): { rows: FezRow[]; total: number } {
  const { fezIDs, total } = findPageOfListIDs(context, reader, list);
  const rows = findFezzes(context, fezIDs);
  return { rows: fezIDs.flatMap((fezID) => rows.get(fezID) ?? []), total };
}

interface PageOfIDs {
  readonly fezIDs: readonly string[];
  readonly total: number;
}

/**
 * Lists of open groups are cached in full, since they're the same for everyone. Lists of a member's fezzes aren't, since
 * people join and leave without a change to any group.
 */
function findPageOfListIDs(context: Context, reader: Reader, list: FezListOptions): PageOfIDs {
  const { words, notCancelled, memberID } = list.filter;
  return notCancelled && words === undefined && memberID === undefined
    ? findOpenIDs(context, reader, list)
    : loadListedIDs(context, reader, list);
}

/** An open group of a list, past ones too; its start in milliseconds. */
interface OpenGroup {
  readonly fezID: string;
  readonly ownerID: string;
  readonly start: number;
}

const openGroupsCache = createOncePerInstance((context) =>
  createDerivedCache<readonly OpenGroup[]>(context.caches, {
    max: 1000,
    maxSize: 200_000,
    measure: ({ length }) => length,
  }),
);

/** Each call drops the past groups, and those of people the reader has blocked. */
function findOpenIDs(context: Context, reader: Reader, { filter, order, page }: FezListOptions): PageOfIDs {
  const { startsAfter, ...lasting } = filter;
  const groups = openGroupsCache(context).get(JSON.stringify(lasting), [getContentVersion(context)], () => {
    const publicOptions = { ...reader, blockedIDs: [] };
    const { fezIDs } = loadListedIDs(context, publicOptions, { filter: lasting, order, page: allOnOnePage });
    const rows = findFezzes(context, fezIDs);
    return fezIDs.flatMap((fezID) => rows.get(fezID) ?? []).map(toOpenGroup);
  });
  const first = startsAfter ? groups.findIndex(({ start }) => start > startsAfter.getTime()) : 0;
  const coming = first < 0 ? [] : groups.slice(first);
  const listed = removeBlockedGroups(coming, reader.blockedIDs);
  return {
    fezIDs: listed.slice(page.start, page.start + page.limit).map(({ fezID }) => fezID),
    total: listed.length,
  };
}

const toOpenGroup = ({ id, ownerID, startTime }: FezRow): OpenGroup => ({
  fezID: id,
  ownerID,
  start: startTime?.getTime() ?? Number.NEGATIVE_INFINITY,
});

function removeBlockedGroups(groups: readonly OpenGroup[], blockedIDs: readonly string[]): readonly OpenGroup[] {
  if (blockedIDs.length === 0) return groups;
  const blocked = new Set(blockedIDs);
  return groups.filter(({ ownerID }) => !blocked.has(ownerID));
}

function loadListedIDs(context: Context, reader: Reader, list: FezListOptions): PageOfIDs {
  if (list.filter.words === undefined) return findPageOfIDs(context, reader, list);
  const { fezIDs, total } = findPageOfIDs(context, reader, { ...list, page: limitToMaxMatches(list.page) });
  return { fezIDs, total: Math.min(total, maxMatches) };
}

function findPageOfIDs(context: Context, reader: Reader, { filter, order, page }: FezListOptions): PageOfIDs {
  const form = { order, asked: conditions.map(({ isAsked }) => isAsked(filter) === true) };
  const withWords = findIDsWithWords(context, reader, filter);
  const findPage = (part: Page) => listQuery.all(context.db, form, toParameters(reader, filter, part, withWords));
  const found = findPage(page);
  // Past the end, or on an empty page, no row contains the total.
  const [first = page.start > 0 || page.limit === 0 ? findPage({ start: 0, limit: 1 })[0] : undefined] = found;
  return { fezIDs: found.map(({ fezID }) => fezID), total: first?.total ?? 0 };
}

/** Returns the ids of the fezzes with the words in their posts, if the search covers posts. */
const findIDsWithWords = (context: Context, reader: Reader, { words, memberID }: ListFilter): readonly string[] =>
  words?.inPosts && memberID !== undefined ? findChatsWithWords(context, reader, memberID, words.expression) : [];
