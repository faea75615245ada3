import * as v from 'valibot';
import { minimum, userRoles } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid, wordInPath } from '#contract/fields.ts';
import { UserHeader } from '#core/users/records.ts';

const role = wordInPath(userRoles, 'role');

/** Roles beside the level (admin rule A17). */
export const rolesApi = {
  holdersOfRole: endpoint({
    method: 'GET',
    path: '/admin/userroles/{role}',
    access: minimum('tho'),
    params: { role },
    response: v.array(UserHeader),
    summary: 'Accounts that hold a role',
  }),
  addRole: endpoint({
    method: 'POST',
    path: '/admin/userroles/{role}/addrole/{userID}',
    access: minimum('tho'),
    params: { role, userID: uuid },
    summary: 'Give a role to an account',
  }),
  removeRole: endpoint({
    method: 'POST',
    path: '/admin/userroles/{role}/removerole/{userID}',
    access: minimum('tho'),
    params: { role, userID: uuid },
    summary: 'Take a role from an account',
  }),
};
