import * as v from 'valibot';
import { role } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid, wordInPath } from '#contract/fields.ts';
import { UserHeader } from '../records.ts';

/** Roles that holders of `shutternautmanager` can assign (core rule 92). */
const managedRole = wordInPath(['shutternaut']);

/** Roles that users assign to each other (core rules 92 and 93). */
export const rolesApi = {
  roleHolders: endpoint({
    method: 'GET',
    path: '/users/userrole/{role}',
    access: role('shutternautmanager'),
    feature: 'users',
    params: { role: managedRole },
    response: v.array(UserHeader),
    summary: 'List the accounts with a role',
  }),
  giveRole: endpoint({
    method: 'POST',
    path: '/users/userrole/{role}/addrole/{userID}',
    access: role('shutternautmanager'),
    feature: 'users',
    params: { role: managedRole, userID: uuid },
    rejects: ['alreadySo'],
    summary: 'Assign a role to an account',
  }),
  takeRole: endpoint({
    method: 'POST',
    path: '/users/userrole/{role}/removerole/{userID}',
    access: role('shutternautmanager'),
    feature: 'users',
    params: { role: managedRole, userID: uuid },
    summary: 'Remove a role from an account',
  }),
};
