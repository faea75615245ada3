import { minimum, optional, token } from '#contract/access.ts';
import { endpoint, removalOf } from '#contract/endpoint.ts';
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
    summary: 'List the board games, by name or only your favorites',
  }),
  read: endpoint({
    method: 'GET',
    path: '/boardgames/{boardgameID}',
    access: optional,
    feature,
    params,
    response: BoardgameData,
    summary: 'Get a board game',
  }),
  expansions: endpoint({
    method: 'GET',
    path: '/boardgames/expansions/{boardgameID}',
    access: optional,
    feature,
    params,
    response: BoardgameResponseData,
    summary: 'Get a board game with its expansions',
  }),
  recommend: endpoint({
    method: 'POST',
    path: '/boardgames/recommend',
    access: optional,
    feature,
    query: pageQuery,
    body: BoardgameRecommendationData,
    response: BoardgameResponseData,
    summary: 'Recommend board games for the number of players, their time and ages, best first',
  }),
  addFavorite: endpoint({
    method: 'POST',
    path: '/boardgames/{boardgameID}/favorite',
    access: token,
    feature,
    params,
    status: [201, 200],
    summary: 'Add a board game to your favorites',
  }),
  removeFavorite: endpoint({
    ...removalOf('/boardgames/{boardgameID}/favorite'),
    access: token,
    feature,
    params,
    summary: 'Remove a board game from your favorites',
  }),
  reload: endpoint({
    method: 'POST',
    path: '/boardgames/reload',
    access: minimum('admin'),
    feature,
    rejects: ['malformed', 'unreadableFile'],
    summary: 'Reload the board games from the crew’s file',
  }),
};
