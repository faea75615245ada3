import { type Context, createOncePerInstance } from '#area/context.ts';
import { getCurrentSchedule } from '#features/schedule/index.ts';
import type { Rows } from '#platform/cached-rows.ts';
import { createDerivedCache, type Derived } from '#platform/caches.ts';
import { compareTexts, foldCase } from '#platform/text.ts';
import { type Forum, getBoard } from '../board.ts';
import { findEventOf } from '../events/event-details.ts';
import { type Direction, directions, type ForumSort } from './query.ts';

/** An order of forums; `sort` and `direction` come from words of ours alone. */
export interface ForumOrder {
  readonly sort: ForumSort;
  readonly direction: Direction;
}

export type Compare = (one: Forum, other: Forum) => number;

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
  const direction = directions.find((word) => word === query.order) ?? defaultDirections[sort];
  return { sort, direction };
}

const compareIDs: Compare = (one, other) => compareTexts(one.id, other.id);

/** Compares by the order, where a selection wants that the pinned ones first. */
export function createCompare(
  context: Context,
  { sort, direction }: ForumOrder,
  { pinnedFirst = false }: Selection = {},
): Compare {
  const compare = createAscending(context, sort);
  const sign = direction === 'ascending' ? 1 : -1;
  const pins: Compare = (one, other) => (pinnedFirst ? Number(other.isPinned) - Number(one.isPinned) : 0);
  return (one, other) => pins(one, other) || sign * compare(one, other) || compareIDs(one, other);
}

function createAscending(context: Context, sort: ForumSort): Compare {
  if (sort === 'create') return (one, other) => one.createdAt.getTime() - other.createdAt.getTime();
  if (sort === 'update') return (one, other) => one.lastPostAt.getTime() - other.lastPostAt.getTime();
  if (sort === 'title') return (one, other) => compareTexts(one.titleKey, other.titleKey);
  return createEventCompare(context);
}

/** By start, then by the title of the event: that of its forum begins with the time once the event was changed. */
function createEventCompare(context: Context): Compare {
  // Forums of deleted events come last.
  const startOf = (forum: Forum) => findEventOf(context, forum)?.startTime.getTime() ?? Number.MAX_SAFE_INTEGER;
  const titleOf = (forum: Forum) => foldCase(findEventOf(context, forum)?.row.title ?? forum.title);
  return (one, other) => startOf(one) - startOf(other) || compareTexts(titleOf(one), titleOf(other));
}

/** Of all forums, or of those of one category with the pinned ones first. */
export interface Selection {
  readonly categoryID?: string | undefined;
  readonly pinnedFirst?: boolean;
}

const maxOrders = 200;
const orderCache = createOncePerInstance((context) =>
  createDerivedCache<readonly Forum[]>(context.caches, { max: maxOrders }),
);

/** What an order depends on beside the forums. */
export const getOrderBasis = (context: Context, { sort }: ForumOrder): unknown =>
  sort === 'event' ? getCurrentSchedule(context) : undefined;

/** Forums in this order: the same for everybody, so sorted once, and then only those that have changed. */
export function listSorted(context: Context, order: ForumOrder, selection: Selection = {}): readonly Forum[] {
  const { categoryID, pinnedFirst } = selection;
  const board = getBoard(context);
  const key = [order.sort, order.direction, categoryID ?? '', pinnedFirst ?? false].join(' ');
  const basis = [board, getOrderBasis(context, order)] as const;
  return orderCache(context).get(key, basis, (stale) => {
    const compare = createCompare(context, order, selection);
    const isListed = (forum: Forum) => categoryID === undefined || forum.categoryID === categoryID;
    return (
      moveChanged(stale, basis, { compare, isListed }) ??
      (categoryID === undefined ? [...board.byID.values()] : [...listForumsOf(context, categoryID)]).sort(compare)
    );
  });
}

/** Which forums a list has, and how they follow each other. */
export interface Listing {
  readonly compare: Compare;
  readonly isListed: (forum: Forum) => boolean;
}

/**
 * The list as it is now, when nothing has changed but some forums of the board, the first part of its basis: mostly one,
 * since there was a post. Undefined when the list has to be made anew.
 */
export function moveChanged(
  stale: Derived<readonly Forum[]> | undefined,
  [board, ...others]: readonly [Rows<Forum>, ...unknown[]],
  { compare, isListed }: Listing,
): Forum[] | undefined {
  if (!stale || others.some((part, index) => part !== stale.basis[index + 1])) return undefined;
  // The first part of every basis that is handed in here.
  const changed = board.changedSince(stale.basis[0] as Rows<Forum>);
  if (!changed) return undefined;
  const forums = stale.value.filter(({ id }) => !changed.has(id));
  for (const id of changed) {
    const forum = board.byID.get(id);
    if (forum && isListed(forum)) forums.splice(findPlace(forums, forum, compare), 0, forum);
  }
  return forums;
}

/** How many of the forums, which are sorted, come before this one. */
function findPlace(forums: readonly Forum[], forum: Forum, compare: Compare): number {
  let [from, to] = [0, forums.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = forums[middle];
    if (other && compare(other, forum) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
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
