import { minimum, optional, role, token } from '#contract/access.ts';
import { endpoint, removalOf } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { pageQuery, queryBoolean, querySearch } from '#contract/query.ts';
import { NoteCreateData } from '#core/users/records.ts';
import { queueApi } from './queue/api.ts';
import {
  KaraokePerformedSongsResult,
  KaraokeSongData,
  KaraokeSongResponseData,
  UserAuthorizedToCreateKaraokeLogs,
} from './records.ts';

const feature = 'karaoke';
const params = { songID: uuid };

export const karaokeApi = {
  list: endpoint({
    method: 'GET',
    path: '/karaoke',
    access: optional,
    feature,
    query: { search: querySearch, favorite: queryBoolean, ...pageQuery },
    response: KaraokeSongResponseData,
    rejects: ['searchTooShort', 'filterNeedsLogin'],
    hasEntityTag: true,
    summary: 'Search songs by words, by first letter of the artist, or list your favorites',
  }),
  read: endpoint({
    method: 'GET',
    path: '/karaoke/{songID}',
    access: optional,
    feature,
    params,
    response: KaraokeSongData,
    hasEntityTag: true,
    summary: 'Get a karaoke song',
  }),
  performances: endpoint({
    method: 'GET',
    path: '/karaoke/performance',
    aliases: [{ path: '/karaoke/latest' }],
    access: optional,
    feature,
    query: { search: querySearch, ...pageQuery },
    response: KaraokePerformedSongsResult,
    hasEntityTag: true,
    summary: 'List karaoke performances, newest first',
  }),
  addFavorite: endpoint({
    method: 'POST',
    path: '/karaoke/{songID}/favorite',
    access: token,
    feature,
    params,
    status: [201, 200],
    summary: 'Add a song to your favorites',
  }),
  removeFavorite: endpoint({
    ...removalOf('/karaoke/{songID}/favorite'),
    access: token,
    feature,
    params,
    summary: 'Remove a song from your favorites',
  }),
  isManager: endpoint({
    method: 'POST',
    path: '/karaoke/userIsManager',
    aliases: [
      { path: '/karaoke/userismanager' },
      { method: 'GET', path: '/karaoke/userismanager' },
      { method: 'GET', path: '/karaoke/userIsManager' },
    ],
    access: token,
    feature,
    response: UserAuthorizedToCreateKaraokeLogs,
    summary: 'Check whether you can log performances',
  }),
  logPerformance: endpoint({
    method: 'POST',
    path: '/karaoke/{songID}/logperformance',
    access: role('karaokemanager'),
    feature,
    params,
    body: NoteCreateData,
    status: 201,
    summary: 'Log a performance of a song',
  }),
  reload: endpoint({
    method: 'POST',
    path: '/karaoke/reload',
    access: minimum('admin'),
    feature,
    rejects: ['malformed', 'unreadableFile', 'changedMeanwhile'],
    summary: 'Reload the karaoke songs from the crew’s file',
  }),
  ...queueApi,
};
