import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { listSeenCategories } from '../access.ts';
import type { Forum } from '../board.ts';
import { type ForumReading, getReadersOf } from '../reading/readers.ts';
import { createUnreadTest } from '../reading/reading-state.ts';
import type { ForumListData, ForumSearchData } from '../records.ts';
import { readOrder } from './order.ts';
import { createSightTest, listLatestForCaller, listSortedForCaller, presentForumPage, readForumPage } from './pages.ts';
import { crossSorts, type ForumSort } from './query.ts';

/** What may be asked of lists over all categories. */
export interface ForumListQuery {
  readonly cat?: string;
  readonly sort?: string;
  readonly order?: string;
  readonly start?: number;
  readonly limit?: number;
}

interface List {
  readonly name: string;
  readonly defaultSort: ForumSort;
  readonly createTest: () => (forum: Forum) => boolean;
}

function presentList(
  context: Context,
  caller: Caller,
  query: ForumListQuery,
  { name, defaultSort, createTest }: List,
): ForumSearchData {
  const order = readOrder(query, { sorts: crossSorts, defaultSort });
  const forums = listSortedForCaller(context, caller, {
    name,
    order,
    selection: { categoryID: query.cat },
    createTest,
  });
  return presentForumPage(context, caller, forums, readForumPage(context, query));
}

/** Forums that the caller has started; blocks leave them in (forums rules B20 and B21). */
export function listOwn(context: Context, caller: Caller, query: ForumListQuery): ForumSearchData {
  const createTest = () => {
    const seen = new Set(listSeenCategories(context, caller).map(({ id }) => id));
    return ({ creatorID, categoryID }: Forum) => creatorID === caller.userID && seen.has(categoryID);
  };
  return presentList(context, caller, query, { name: 'owner', defaultSort: 'title', createTest });
}

/** As `listOwn`, without the page's place. */
export const listOwnBare = (context: Context, caller: Caller, query: ForumListQuery): ForumListData[] =>
  listOwn(context, caller, query).forumThreads;

/** Forums that the caller has made favorites (forums rule B21). */
export const listFavorites = (context: Context, caller: Caller, query: ForumListQuery): ForumSearchData =>
  listChosen(context, caller, query, 'favorites', (row) => row.isFavorite);

/** Forums that the caller has muted (forums rule B21). */
export const listMutes = (context: Context, caller: Caller, query: ForumListQuery): ForumSearchData =>
  listChosen(context, caller, query, 'mutes', (row) => row.isMuted);

function listChosen(
  context: Context,
  caller: Caller,
  query: ForumListQuery,
  name: 'favorites' | 'mutes',
  isChosen: (row: ForumReading) => boolean,
): ForumSearchData {
  const createTest = () => {
    const readers = getReadersOf(context, caller).byID;
    const isInSight = createSightTest(context, caller);
    return (forum: Forum) => {
      const row = readers.get(forum.id);
      return row !== undefined && isChosen(row) && isInSight(forum);
    };
  };
  return presentList(context, caller, query, { name, defaultSort: 'update', createTest });
}

/** Forums with something that the caller has not read; muted ones do not count (forums rule B21). */
export function listUnread(context: Context, caller: Caller, query: ForumListQuery): ForumSearchData {
  const createTest = () => {
    const readers = getReadersOf(context, caller).byID;
    const isInSight = createSightTest(context, caller);
    const isUnread = createUnreadTest(context, caller);
    return (forum: Forum) => !readers.get(forum.id)?.isMuted && isInSight(forum) && isUnread(forum);
  };
  return presentList(context, caller, query, { name: 'unread', defaultSort: 'update', createTest });
}

/** Forums that the caller has read or chosen, the latest change first (forums rule B21). */
export function listRecent(
  context: Context,
  caller: Caller,
  query: { start?: number; limit?: number },
): ForumSearchData {
  const forums = listLatestForCaller(context, caller, 'recent', () => createSightTest(context, caller));
  return presentForumPage(context, caller, forums, readForumPage(context, query));
}
