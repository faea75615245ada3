import { type Context, createOncePerInstance } from '#area/context.ts';
import { getCurrentSchedule } from '#features/schedule/index.ts';
import type { Changes, Rows } from '#platform/cached-rows.ts';
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

export const compareIDs: Compare = (one, other) => compareTexts(one.id, other.id);

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
  const basis = [board, undefined, getOrderBasis(context, order)] as const;
  return orderCache(context).get(key, basis, (stale) => {
    const compare = createCompare(context, order, selection);
    const isListed = (forum: Forum) => categoryID === undefined || forum.categoryID === categoryID;
    const changed = findChanged(stale, basis);
    if (stale && changed) return moveChanged(stale.value, changed, board, { compare, isListed });
    return (categoryID === undefined ? [...board.byID.values()] : [...listForumsOf(context, categoryID)]).sort(compare);
  });
}

/** What a list follows from: first the forums, then perhaps rows about them, then whatever makes it anew when it changes. */
export type ListBasis = readonly [board: Rows<Forum>, readings: Rows<unknown> | undefined, ...others: unknown[]];

/**
 * The forums that have changed, or rows about them, each as it was: mostly one, since there was a post or somebody has read
 * one. Undefined when the list has to be made anew.
 */
export function findChanged(
  stale: Derived<readonly Forum[]> | undefined,
  [board, readings, ...others]: ListBasis,
): Changes<Forum> | undefined {
  if (!stale) return undefined;
  // Bases are compared with those of the same list alone.
  const [boardBefore, readingsBefore, ...othersBefore] = stale.basis as ListBasis;
  if (others.some((part, index) => part !== othersBefore[index])) return undefined;
  const forums = board.changedSince(boardBefore);
  const read = readings && readingsBefore ? readings.changedSince(readingsBefore) : new Map();
  if (!forums || !read) return undefined;
  return new Map([...[...read.keys()].map((id) => [id, board.byID.get(id)] as const), ...forums]);
}

/** Which forums a list has, and how they follow each other. */
export interface Listing {
  readonly compare: Compare;
  readonly isListed: (forum: Forum) => boolean;
}

/** The list with those that have changed where they belong now. The thousands of others are not looked at, not even for their ids. */
export function moveChanged(
  listed: readonly Forum[],
  changed: Changes<Forum>,
  { byID }: Rows<Forum>,
  { compare, isListed }: Listing,
): Forum[] {
  const forums = [...listed];
  for (const before of changed.values()) {
    const place = before ? forums.indexOf(before) : -1;
    if (place >= 0) forums.splice(place, 1);
  }
  for (const id of changed.keys()) {
    const forum = byID.get(id);
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
