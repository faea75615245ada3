import * as v from 'valibot';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { UserHeader } from '../records.ts';

/** Blocks of families; mutes and favorites of single accounts (core rules 63 to 71). */
export const relationsApi = {
  blocks: endpoint({
    method: 'GET',
    path: '/users/blocks',
    access: token,
    feature: 'users',
    preregistration: true,
    response: v.array(UserHeader),
    summary: 'Accounts that the own family has blocked',
  }),
  block: endpoint({
    method: 'POST',
    path: '/users/{userID}/block',
    access: token,
    feature: 'users',
    params: { userID: uuid },
    status: [201, 200],
    summary: 'Hide two families from each other; 200 when the account was blocked already',
  }),
  unblock: endpoint({
    method: 'POST',
    path: '/users/{userID}/unblock',
    access: token,
    feature: 'users',
    params: { userID: uuid },
    status: 204,
    summary: 'Take an account off the block list of the own family',
  }),
  mutes: endpoint({
    method: 'GET',
    path: '/users/mutes',
    access: token,
    feature: 'users',
    preregistration: true,
    response: v.array(UserHeader),
    summary: 'Accounts whose posts the caller does not want to see',
  }),
  mute: endpoint({
    method: 'POST',
    path: '/users/{userID}/mute',
    access: token,
    feature: 'users',
    params: { userID: uuid },
    status: 201,
    summary: 'Stop seeing what an account posts',
  }),
  unmute: endpoint({
    method: 'POST',
    path: '/users/{userID}/unmute',
    access: token,
    feature: 'users',
    params: { userID: uuid },
    status: 204,
    summary: 'See what an account posts again',
  }),
  favorites: endpoint({
    method: 'GET',
    path: '/users/favorites',
    access: token,
    feature: 'users',
    preregistration: true,
    response: v.array(UserHeader),
    summary: 'Favorite users of the caller',
  }),
  favorite: endpoint({
    method: 'POST',
    path: '/users/{userID}/favorite',
    access: token,
    feature: 'users',
    preregistration: true,
    params: { userID: uuid },
    status: 201,
    summary: 'Make a user a favorite',
  }),
  unfavorite: endpoint({
    method: 'POST',
    path: '/users/{userID}/unfavorite',
    aliases: [{ method: 'DELETE', path: '/users/{userID}/favorite' }],
    access: token,
    feature: 'users',
    preregistration: true,
    params: { userID: uuid },
    status: 204,
    summary: 'Make a user a favorite no longer',
  }),
};
