import * as v from 'valibot';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pageQuery, queryBoolean, queryList, querySearch, queryUuid, queryUuidList } from '#contract/query.ts';
import { ForumListData, ForumSearchData } from '../records.ts';
import { queryCrossCategorySort, queryDirection } from './query.ts';

const feature = 'forums';
/** A list of values in a query (decision 51). */
const maxValues = 500;

const order = { sort: queryCrossCategorySort, order: queryDirection };
const query = { cat: queryUuid, ...order, ...pageQuery };
const list = { method: 'GET', access: token, feature, response: ForumSearchData } as const;

export const listsApi = {
  favorites: endpoint({
    ...list,
    path: '/forum/favorites',
    query,
    summary: 'List threads you follow',
  }),
  mutes: endpoint({ ...list, path: '/forum/mutes', query, summary: 'List threads you muted' }),
  watched: endpoint({
    ...list,
    feature: ['forums', 'watching'],
    path: '/forum/watched',
    query,
    summary: 'List threads you watch',
  }),
  owned: endpoint({ ...list, path: '/forum/owner', query, summary: 'List threads you started' }),
  ownedBare: endpoint({
    method: 'GET',
    path: '/user/forums',
    access: token,
    feature,
    query,
    response: v.array(ForumListData),
    summary: 'List threads you started, as a plain array',
  }),
  recent: endpoint({
    ...list,
    path: '/forum/recent',
    query: pageQuery,
    summary: 'List threads you read recently',
  }),
  unread: endpoint({
    ...list,
    path: '/forum/unread',
    query,
    summary: 'List threads with unread posts',
  }),
  search: endpoint({
    ...list,
    path: '/forum/search',
    query: {
      search: querySearch,
      category: queryUuidList(maxValues),
      creatorself: queryBoolean,
      creator: queryList(maxValues),
      creatorid: queryUuidList(maxValues),
      favorite: queryBoolean,
      mute: queryBoolean,
      searchposts: querySearch,
      unread: queryBoolean,
      posted: queryBoolean,
      ...order,
      ...pageQuery,
    },
    rejects: ['searchTooShort', 'unknownUser'],
    summary: 'Search threads',
  }),
};
