import { minimum, optional, role, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { pageQuery, queryBoolean, querySearch } from '#contract/query.ts';
import { NoteCreateData } from '#core/users/records.ts';
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
    hasEntityTag: true,
    summary: 'Songs by words, by the first letter of the artist, or those that the caller likes',
  }),
  read: endpoint({
    method: 'GET',
    path: '/karaoke/{songID}',
    access: optional,
    feature,
    params,
    response: KaraokeSongData,
    hasEntityTag: true,
    summary: 'One song of the library',
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
    summary: 'What was sung, the newest first',
  }),
  addFavorite: endpoint({
    method: 'POST',
    path: '/karaoke/{songID}/favorite',
    access: token,
    feature,
    params,
    status: [201, 200],
    summary: 'Make a song a favorite',
  }),
  removeFavorite: endpoint({
    method: 'POST',
    path: '/karaoke/{songID}/favorite/remove',
    aliases: [{ method: 'DELETE', path: '/karaoke/{songID}/favorite' }],
    access: token,
    feature,
    params,
    status: [204, 200],
    summary: 'Make a song a favorite no longer',
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
    summary: 'May the caller log what is sung?',
  }),
  logPerformance: endpoint({
    method: 'POST',
    path: '/karaoke/{songID}/logperformance',
    access: role('karaokemanager'),
    feature,
    params,
    body: NoteCreateData,
    status: 201,
    summary: 'Log that a song was sung, and by whom',
  }),
  reload: endpoint({
    method: 'POST',
    path: '/karaoke/reload',
    access: minimum('admin'),
    feature,
    summary: 'Take the songs from the crew’s file anew',
  }),
};
