import { normalizeTeamWord, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pageQuery, queryBoolean, queryInteger, querySearch, queryUuid, queryWordOrEmpty } from '#contract/query.ts';
import { FezListData, queryFezTypes } from '../records.ts';

const feature = 'friendlyfez';

/** The shared inbox whose chats to list (fez rule 30). */
const queryInbox = queryWordOrEmpty(['moderator', 'devteam'], normalizeTeamWord);

/** The common query of all lists. */
const defaultQuery = { members: queryBoolean, ...pageQuery };

/** The query of lists of a user's own fezzes. */
const memberQuery = {
  type: queryFezTypes,
  excludetype: queryFezTypes,
  lfgtypes: queryBoolean,
  cruiseday: queryInteger,
  search: querySearch,
  onlynew: queryBoolean,
  hidePast: queryBoolean,
  favorite: queryBoolean,
  matchID: queryUuid,
  foruser: queryInbox,
  ...defaultQuery,
};

export const listsApi = {
  open: endpoint({
    method: 'GET',
    path: '/fez/open',
    access: token,
    feature,
    query: {
      type: queryFezTypes,
      hidePast: queryBoolean,
      cruiseday: queryInteger,
      search: querySearch,
      ...defaultQuery,
    },
    response: FezListData,
    summary: 'List groups you can join',
  }),
  joined: endpoint({
    method: 'GET',
    path: '/fez/joined',
    access: token,
    feature,
    query: memberQuery,
    response: FezListData,
    rejects: ['notOnTeam'],
    summary: 'List chats, groups and events you or your shared inbox are in, latest activity first',
  }),
  owned: endpoint({
    method: 'GET',
    path: '/fez/owner',
    access: token,
    feature,
    query: memberQuery,
    response: FezListData,
    rejects: ['notOnTeam'],
    summary: 'List chats, groups and events you or your shared inbox own',
  }),
  former: endpoint({
    method: 'GET',
    path: '/fez/former',
    access: token,
    feature,
    query: { foruser: queryInbox, ...defaultQuery },
    response: FezListData,
    rejects: ['notOnTeam'],
    summary: 'List chats, groups and events you have left',
  }),
};
