import type { Context } from '#area/context.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { clampPage, type Page } from '#contract/query.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { getCruise, getDayWindow, getShipClock } from '#core/ship-time/index.ts';
import { buildMatchExpression } from '#db/full-text.ts';
import type { listsApi } from './api.ts';
import type { ListFilter } from './store.ts';

/** The requested page of a list or of the posts. */
export interface PageQuery {
  readonly start?: number;
  readonly limit?: number;
}

const defaultLimit = 50;

/** Returns the requested page of a list (core rule 12). */
export const readPage = (context: Context, query: PageQuery): Page =>
  clampPage(query, { default: defaultLimit, max: getServerSettings(context).maximumMicroblogPosts });

/** The query of the lists (fez rules 19 to 30); each list reads a part of it. */
export type ListQuery = QueryOf<typeof listsApi.joined>;

type Search = Pick<ListQuery, 'search'>;

const isSearch = ({ search }: Search): boolean => (search ?? '').trim() !== '';

/** Returns the search words, if there are any that can match. */
export function readWords({ search = '' }: Search, { inPosts }: { inPosts: boolean }): ListFilter['words'] {
  const expression = isSearch({ search }) ? buildMatchExpression(search) : undefined;
  return expression === undefined ? undefined : { expression, inPosts };
}

/** Whether the query searches for words too common to match (core rule 107a). */
export const canMatchNothing = (query: Search): boolean =>
  isSearch(query) && readWords(query, { inPosts: false }) === undefined;

/** Returns the requested cruise day, 0 for embarkation day (fez rule 22). */
export const readDay = (context: Context, { cruiseday }: Pick<ListQuery, 'cruiseday'>) =>
  cruiseday === undefined ? undefined : getDayWindow(getCruise(context), cruiseday);

const hourMilliseconds = 60 * 60 * 1000;

/**
 * Returns the port time after which listed fezzes start, if the query hides past ones. A fez that began less than an
 * hour ago isn't past yet (fez rule 21).
 */
export const readHidePast = (context: Context, { hidePast }: Pick<ListQuery, 'hidePast'>): Date | undefined =>
  hidePast ? new Date(getShipClock(context).toPort(context.clock.now()).getTime() - hourMilliseconds) : undefined;
