import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { createVisibilityTest } from '../access.ts';
import { findForums, type LiveForum } from '../live-forums.ts';
import { findFullyReadIDs } from '../reading/fully-read.ts';
import { findAllReadings } from '../reading/readers.ts';
import type { ForumListData, ForumSearchData } from '../records.ts';
import { getForumVisibility } from '../visibility.ts';
import type { listsApi } from './api.ts';
import { presentForumPage, readForumPage } from './pages.ts';
import { crossCategorySorts, readOrder } from './query.ts';
import { type ForumFilter, findForumIDs, type StoredOrder } from './store.ts';

/** The requested page of a list. */
interface PageQuery {
  readonly start?: number;
  readonly limit?: number;
}

/** The query of lists over all categories. */
type ForumListQuery = QueryOf<typeof listsApi.owned>;

function presentList(
  context: Context,
  caller: Caller,
  query: PageQuery,
  list: ForumFilter & { readonly order: StoredOrder },
): ForumSearchData {
  const page = readForumPage(context, query);
  return presentForumPage(
    context,
    caller,
    findForumIDs(context, getForumVisibility(context, caller), list, page),
    page,
  );
}

const readListFilter = (query: ForumListQuery, defaultSort: (typeof crossCategorySorts)[number] = 'update') => ({
  categoryID: query.cat,
  order: readOrder(query, { sorts: crossCategorySorts, defaultSort }),
});

/** Returns forums that the caller created; blocks don't hide them (forums rules B20 and B21). */
export const listOwnForums = (context: Context, caller: Caller, query: ForumListQuery): ForumSearchData =>
  presentList(context, caller, query, { ...readListFilter(query, 'title'), creatorIDs: [caller.userID] });

/** Like `listOwnForums`, without the paginator. */
export const listOwnWithoutPaginator = (context: Context, caller: Caller, query: ForumListQuery): ForumListData[] =>
  listOwnForums(context, caller, query).forumThreads;

/** Returns the caller's favorite forums (forums rule B21). */
export const listFavoriteForums = (context: Context, caller: Caller, query: ForumListQuery): ForumSearchData =>
  presentList(context, caller, query, { ...readListFilter(query), isFavorite: true });

/** Returns the forums that the caller watches (forums rule B79). */
export const listWatchedForums = (context: Context, caller: Caller, query: ForumListQuery): ForumSearchData =>
  presentList(context, caller, query, { ...readListFilter(query), isWatched: true });

/** Returns the forums that the caller has muted (forums rule B21). */
export const listMutedForums = (context: Context, caller: Caller, query: ForumListQuery): ForumSearchData =>
  presentList(context, caller, query, { ...readListFilter(query), isMuted: true });

/** Returns the forums with unread posts, without muted ones (forums rule B21). */
export const listUnreadForums = (context: Context, caller: Caller, query: ForumListQuery): ForumSearchData =>
  presentList(context, caller, query, {
    ...readListFilter(query),
    exceptIDs: findFullyReadIDs(context, caller),
    isMuted: false,
  });

/**
 * Returns the forums that the caller has read, favorited, watched or muted, the latest change first and muted ones
 * last (forums rule B21).
 */
export function listRecentForums(context: Context, caller: Caller, query: PageQuery): ForumSearchData {
  const page = readForumPage(context, query);
  const readings = findAllReadings(context, caller);
  const seen = findForums(context, [...readings.keys()]).filter(createVisibilityTest(context, caller));
  const isMuted = ({ id }: LiveForum) => readings.get(id)?.isMuted === true;
  const forumIDs = [...seen.filter((forum) => !isMuted(forum)), ...seen.filter(isMuted)].map(({ id }) => id);
  const { start, limit } = page;
  const listed = { forumIDs: forumIDs.slice(start, start + limit), total: forumIDs.length };
  return presentForumPage(context, caller, listed, page);
}
