import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { clampPage, limitToMaxMatches, type Page } from '#contract/query.ts';
import { getPostReader } from '#core/posts/index.ts';
import { createMuteWordFilter } from '#core/public-text/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { buildNameExpression } from '#db/full-text.ts';
import type { quartermasterApi } from './api.ts';
import { presentItem, presentItemTexts } from './present.ts';
import { defaultLimit, type QuartermasterListData } from './records.ts';
import { countItems, findItems, type ItemFilter } from './store.ts';
import type { QuartermasterItemRow } from './tables.ts';

/** The query parameters of the board. */
type ItemsQuery = QueryOf<typeof quartermasterApi.list>;

/**
 * Returns a page of the board (libraries rules Q2 to Q5). Mute words remove items after the page is cut, but never the
 * caller's own.
 */
export function listItems(context: Context, caller: Caller, query: ItemsQuery): QuartermasterListData {
  const max = getServerSettings(context).maximumMicroblogPosts;
  const page = clampPage(query, { default: defaultLimit, max });
  const { rows, total } = findPage(context, caller, query, page);
  const hasMuteWord = createMuteWordFilter(context, caller.userID);
  const isShown = (row: QuartermasterItemRow) =>
    row.ownerID === caller.userID || !Object.values(presentItemTexts(row)).some((text) => text && hasMuteWord(text));
  return {
    paginator: { total, ...page },
    items: rows.filter(isShown).map((row) => presentItem(context, caller, row)),
  };
}

function findPage(
  context: Context,
  caller: Caller,
  { search = '', category, mine = false }: ItemsQuery,
  page: Page,
): { rows: QuartermasterItemRow[]; total: number } {
  const isSearch = search.trim() !== '';
  const expression = isSearch ? buildNameExpression(search) : undefined;
  if (isSearch && expression === undefined) return { rows: [], total: 0 };
  const hiddenIDs = [...getPostReader(context, caller).hidden];
  const filter: ItemFilter = { category, expression, hiddenIDs, ownerID: mine ? caller.userID : undefined };
  return {
    rows: findItems(context.db, filter, isSearch ? limitToMaxMatches(page) : page),
    total: countItems(context, filter),
  };
}
