import { queryWordOrNone } from '#contract/query.ts';

/** Sort keys of forums (forums, Enums: ForumSort). */
export const forumSorts = ['create', 'update', 'title', 'event'] as const;
export type ForumSort = (typeof forumSorts)[number];

/** The sort keys of lists over several categories. */
export const crossCategorySorts = ['create', 'update', 'title'] as const satisfies readonly ForumSort[];

/** The direction; each sort key has its own default (forums, Enums: SortOrder). */
export const directions = ['ascending', 'descending'] as const;
export type Direction = (typeof directions)[number];

/** Unknown words are ignored (forums rule B22). */
export const querySort = queryWordOrNone(forumSorts);
export const queryCrossCategorySort = queryWordOrNone(crossCategorySorts);
export const queryDirection = queryWordOrNone(directions);

/** The order of a list of forums. */
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

/** Returns the requested order; words unknown here are ignored (forums rules B13 and B22). */
export function readOrder<Sort extends ForumSort>(
  query: { readonly sort?: string; readonly order?: string },
  { defaultSort, sorts }: { defaultSort: Sort; sorts: readonly Sort[] },
): ForumOrder<Sort> {
  const sort = sorts.find((word) => word === query.sort) ?? defaultSort;
  const direction = directions.find((word) => word === query.order) ?? defaultDirections[sort];
  return { sort, direction };
}
