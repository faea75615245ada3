import { queryWordOrNone } from '#contract/query.ts';

/** What forums are sorted by (forums, Enums: ForumSort). */
export const forumSorts = ['create', 'update', 'title', 'event'] as const;
export type ForumSort = (typeof forumSorts)[number];

/** In lists of several categories. */
export const crossSorts = ['create', 'update', 'title'] as const satisfies readonly ForumSort[];

/** Which way; each sort has a direction of its own (forums, Enums: SortOrder). */
export const directions = ['ascending', 'descending'] as const;
export type Direction = (typeof directions)[number];

/** Words that mean nothing count as none (forums rule B22). */
export const querySort = queryWordOrNone(forumSorts);
export const queryCrossSort = queryWordOrNone(crossSorts);
export const queryDirection = queryWordOrNone(directions);

/** An order of forums. */
export interface ForumOrder<Sort = ForumSort> {
  readonly sort: Sort;
  readonly direction: Direction;
}

const defaultDirections: Readonly<Record<ForumSort, Direction>> = {
  create: 'descending',
  update: 'descending',
  title: 'ascending',
  event: 'ascending',
};

/** The order that is asked for; words that mean nothing here count as none (forums rules B13 and B22). */
export function readOrder<Sort extends ForumSort>(
  query: { readonly sort?: string; readonly order?: string },
  { defaultSort, sorts }: { defaultSort: Sort; sorts: readonly Sort[] },
): ForumOrder<Sort> {
  const sort = sorts.find((word) => word === query.sort) ?? defaultSort;
  const direction = directions.find((word) => word === query.order) ?? defaultDirections[sort];
  return { sort, direction };
}
