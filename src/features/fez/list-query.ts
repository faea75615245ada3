import type { Context } from '#context';
import { type Page, page } from '#contract/query.ts';
import { serverSettings } from '#core/settings/index.ts';
import { cruise, dayWindow } from '#core/ship-time/index.ts';
import { matchExpression } from '#db/full-text.ts';
import type { FezType } from './kinds.ts';
import type { ListFilter } from './store/lists.ts';

/** Which part of a list or of the posts is asked for. */
export interface PageQuery {
  readonly start?: number;
  readonly limit?: number;
}

const usualLimit = 50;

/** The page of a list that is asked for (core rule 12). */
export const pageOf = (context: Context, query: PageQuery): Page =>
  page(query, { usual: usualLimit, most: serverSettings(context).maximumMicroblogPosts });

/** Everything on one page. */
export const wholeList: Page = { start: 0, limit: Number.MAX_SAFE_INTEGER };

/** What may be asked of the lists (fez, Routes); each list reads a part of it. */
export interface ListQuery extends PageQuery {
  readonly type?: readonly FezType[];
  readonly excludetype?: readonly FezType[];
  readonly lfgtypes?: boolean;
  readonly cruiseday?: number;
  readonly search?: string;
  readonly onlynew?: boolean;
  readonly hidePast?: boolean;
  readonly favorite?: boolean;
  readonly matchID?: string;
  readonly foruser?: string;
  readonly members?: boolean;
}

type Search = Pick<ListQuery, 'search'>;

const isSearch = ({ search }: Search): boolean => (search ?? '').trim() !== '';

/** The words to look for, if any are given that can be found. */
export function wordsOf({ search = '' }: Search, { inPosts }: { inPosts: boolean }): ListFilter['words'] {
  const expression = isSearch({ search }) ? matchExpression(search) : undefined;
  return expression === undefined ? undefined : { expression, inPosts };
}

/** Is there a search for words too common to be found? (core rule 107a) */
export const findsNothing = (query: Search): boolean =>
  isSearch(query) && wordsOf(query, { inPosts: false }) === undefined;

/** The cruise day that is asked for, 0 for embarkation day (fez rule 22). */
export const dayOf = (context: Context, { cruiseday }: Pick<ListQuery, 'cruiseday'>) =>
  cruiseday === undefined ? undefined : dayWindow(cruise(context), cruiseday);
