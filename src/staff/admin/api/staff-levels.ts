import * as v from 'valibot';
import { minimum } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { UserHeader } from '#core/users/records.ts';

/** Who belongs to the staff (admin rules A12 to A15). */
export const staffLevelsApi = {
  moderators: endpoint({
    method: 'GET',
    path: '/admin/moderators',
    access: minimum('tho'),
    response: v.array(UserHeader),
    summary: 'Accounts of exactly the level moderator',
  }),
  devteam: endpoint({
    method: 'GET',
    path: '/admin/devteam',
    access: minimum('tho'),
    response: v.array(UserHeader),
    summary: 'Accounts of exactly the level devteam',
  }),
  managementOffice: endpoint({
    method: 'GET',
    path: '/admin/tho',
    access: minimum('tho'),
    response: v.array(UserHeader),
    summary: 'Accounts of exactly the level tho',
  }),
  promoteToModerator: endpoint({
    method: 'POST',
    path: '/admin/moderator/promote/{userID}',
    access: minimum('tho'),
    params: { userID: uuid },
    summary: 'Make a verified account a moderator',
  }),
  promoteToDevteam: endpoint({
    method: 'POST',
    path: '/admin/devteam/promote/{userID}',
    access: minimum('tho'),
    params: { userID: uuid },
    summary: 'Raise an account to the development team',
  }),
  promoteToManagementOffice: endpoint({
    method: 'POST',
    path: '/admin/tho/promote/{userID}',
    access: minimum('admin'),
    params: { userID: uuid },
    summary: 'Raise an account to the management office',
  }),
  demote: endpoint({
    method: 'POST',
    path: '/admin/user/demote/{userID}',
    access: minimum('tho'),
    params: { userID: uuid },
    summary: 'Take all staff powers from an account: it becomes verified',
  }),
};
