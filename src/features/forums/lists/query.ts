import { queryText } from '#contract/query.ts';

/** A word of `sort` or `order`; one that means nothing counts as none (forums rule B22). */
export const queryWord = queryText(50);
