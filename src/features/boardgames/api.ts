import { minimum, optional, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { pageQuery, queryBoolean, querySearch } from '#contract/query.ts';
import { BoardgameData, BoardgameRecommendationData, BoardgameResponseData } from './records.ts';

const feature = 'gameslist';
const params = { boardgameID: uuid };

export const boardgamesApi = {
  list: endpoint({
    method: 'GET',
    path: '/boardgames',
    access: optional,
    feature,
    query: { search: querySearch, favorite: queryBoolean, ...pageQuery },
    response: BoardgameResponseData,
    hasEntityTag: true,
    summary: 'The games library, all of it, by name or what the caller likes',
  }),
  read: endpoint({
    method: 'GET',
    path: '/boardgames/{boardgameID}',
    access: optional,
    feature,
    params,
    response: BoardgameData,
    summary: 'One game of the library',
  }),
  expansions: endpoint({
    method: 'GET',
    path: '/boardgames/expansions/{boardgameID}',
    access: optional,
    feature,
    params,
    response: BoardgameResponseData,
    summary: 'A game with everything that expands it',
  }),
  recommend: endpoint({
    method: 'POST',
    path: '/boardgames/recommend',
    access: optional,
    feature,
    query: pageQuery,
    body: BoardgameRecommendationData,
    response: BoardgameResponseData,
    summary: 'Games that fit the players, their time and their ages, the best first',
  }),
  addFavorite: endpoint({
    method: 'POST',
    path: '/boardgames/{boardgameID}/favorite',
    access: token,
    feature,
    params,
    status: [201, 200],
    summary: 'Make a game a favorite',
  }),
  removeFavorite: endpoint({
    method: 'POST',
    path: '/boardgames/{boardgameID}/favorite/remove',
    aliases: [{ method: 'DELETE', path: '/boardgames/{boardgameID}/favorite' }],
    access: token,
    feature,
    params,
    status: [204, 200],
    summary: 'Make a game a favorite no longer',
  }),
  reload: endpoint({
    method: 'POST',
    path: '/boardgames/reload',
    access: minimum('admin'),
    feature,
    summary: 'Take the games library from the crew’s file anew',
  }),
};
