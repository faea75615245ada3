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
