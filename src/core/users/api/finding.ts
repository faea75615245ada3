import * as v from 'valibot';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { searchInPath, uuid } from '#contract/fields.ts';
import { queryBoolean, queryWordOrNone } from '#contract/query.ts';
import { UserHeader, UserSearch } from '../records.ts';

/** Finding users by name or id (core rules 72 to 78). */
export const findingApi = {
  find: endpoint({
    method: 'GET',
    path: '/users/find/{searchString}',
    access: token,
    preregistration: true,
    params: { searchString: searchInPath },
    response: UserHeader,
    hasEntityTag: true,
    summary: 'Get an account by username or id',
  }),
  header: endpoint({
    method: 'GET',
    path: '/users/{userID}/header',
    aliases: [{ path: '/users/{userID}' }],
    access: token,
    preregistration: true,
    params: { userID: uuid },
    response: UserHeader,
    hasEntityTag: true,
    summary: "Get an account's name and picture",
  }),
  matchAllNames: endpoint({
    method: 'GET',
    path: '/users/match/allnames/{searchString}',
    access: token,
    preregistration: true,
    params: { searchString: searchInPath },
    query: { favorers: queryBoolean, sort: queryWordOrNone(['favorites']) },
    response: v.array(UserSearch),
    hasEntityTag: true,
    rejects: ['searchNotPermitted', 'searchTooShort'],
    summary: 'Search users by name, up to ten; `sort=favorites` lists your favorites first',
  }),
  matchUsername: endpoint({
    method: 'GET',
    path: '/users/match/username/{searchString}',
    access: token,
    preregistration: true,
    params: { searchString: searchInPath },
    response: v.array(v.string()),
    hasEntityTag: true,
    rejects: ['searchTooShort'],
    summary: 'Search usernames, each with a leading @',
  }),
};
