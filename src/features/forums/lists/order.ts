import { type Context, createOncePerInstance } from '#area/context.ts';
import { getCurrentSchedule } from '#features/schedule/index.ts';
import { createDerivedCache } from '#platform/caches.ts';
import { compareTexts } from '#platform/text.ts';
import { type Forum, getBoard } from '../board.ts';
import { findEventOf } from '../events/event-details.ts';

/** What forums are sorted by (forums, Enums: ForumSort). */
export const forumSorts = ['create', 'update', 'title', 'event'] as const;
export type ForumSort = (typeof forumSorts)[number];
type Direction = 'ascending' | 'descending';

/** An order of forums; `sort` and `direction` come from words of ours alone. */
export interface ForumOrder {
  readonly sort: ForumSort;
  readonly direction: Direction;
}

type Compare = (one: Forum, other: Forum) => number;

const defaultDirections: Readonly<Record<ForumSort, Direction>> = {
  create: 'descending',
  update: 'descending',
  title: 'ascending',
  event: 'ascending',
};

/** The order that is asked for; words that mean nothing here count as none (forums rules B13 and B22). */
export function readOrder(
  query: { readonly sort?: string; readonly order?: string },
  { defaultSort, sorts }: { defaultSort: ForumSort; sorts: readonly ForumSort[] },
): ForumOrder {
  const sort = sorts.find((word) => word === query.sort) ?? defaultSort;
  const isDirection = query.order === 'ascending' || query.order === 'descending';
  return { sort, direction: isDirection ? (query.order as Direction) : defaultDirections[sort] };
}

const compareIDs: Compare = (one, other) => compareTexts(one.id, other.id);

function createCompare(context: Context, { sort, direction }: ForumOrder): Compare {
  const compare = createAscending(context, sort);
  const sign = direction === 'ascending' ? 1 : -1;
  return (one, other) => sign * compare(one, other) || compareIDs(one, other);
}

function createAscending(context: Context, sort: ForumSort): Compare {
  if (sort === 'create') return (one, other) => one.createdAt.getTime() - other.createdAt.getTime();
  if (sort === 'update') return (one, other) => one.lastPostAt.getTime() - other.lastPostAt.getTime();
  const compareTitles: Compare = (one, other) => compareTexts(one.titleKey, other.titleKey);
  if (sort === 'title') return compareTitles;
  // Forums of deleted events come last.
  const startOf = (forum: Forum) => findEventOf(context, forum)?.startTime.getTime() ?? Number.MAX_SAFE_INTEGER;
  return (one, other) => startOf(one) - startOf(other) || compareTitles(one, other);
}

/** Of all forums, or of those of one category with the pinned ones first. */
interface Selection {
  readonly categoryID?: string | undefined;
  readonly pinnedFirst?: boolean;
}

const maxOrders = 200;
const orderCache = createOncePerInstance((context) =>
  createDerivedCache<readonly Forum[]>(context.caches, { max: maxOrders }),
);

/** Forums in this order: the same for everybody, so sorted once while nothing changes in any. */
export function listSorted(
  context: Context,
  order: ForumOrder,
  { categoryID, pinnedFirst }: Selection = {},
): readonly Forum[] {
  const board = getBoard(context);
  const key = [order.sort, order.direction, categoryID ?? '', pinnedFirst ?? false].join(' ');
  const basis = [board, order.sort === 'event' ? getCurrentSchedule(context) : undefined];
  return orderCache(context).get(key, basis, () => {
    const compare = createCompare(context, order);
    const forums = categoryID === undefined ? [...board.byID.values()] : listForumsOf(context, categoryID);
    const pins: Compare = (one, other) => Number(other.isPinned) - Number(one.isPinned);
    return [...forums].sort(pinnedFirst ? (one, other) => pins(one, other) || compare(one, other) : compare);
  });
}

const groupsCache = createOncePerInstance((context) =>
  createDerivedCache<ReadonlyMap<string, readonly Forum[]>>(context.caches, { max: 1 }),
);

/** The forums of a category, in no order. */
export function listForumsOf(context: Context, categoryID: string): readonly Forum[] {
  const board = getBoard(context);
  const groups = groupsCache(context).get('', [board], () =>
    Map.groupBy(board.byID.values(), (forum) => forum.categoryID),
  );
  return groups.get(categoryID) ?? [];
}
