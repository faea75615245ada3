import * as v from 'valibot';
import { either, minimum, role, userRoles } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid, wordInPath } from '#contract/fields.ts';
import { queryUuid } from '#contract/query.ts';
import { UserHeader } from '#core/users/records.ts';
import {
  AdmissionData,
  discordUsernameInPath,
  RegistrationCodeStatsData,
  RegistrationCodeUserData,
  registrationCodeInPath,
  ServerRollupData,
  SettingsAdminData,
  SettingsUpdateData,
} from './records.ts';

const roleInPath = wordInPath(userRoles);

/** Roles that help people with their accounts (admin rule G12). */
const accountHelpers = either(minimum('devteam'), role('accountmanager'));

/** Calls of administrators, the management office and the roles that help with accounts. */
export const adminApi = {
  // Settings that administrators change while the service runs (admin rules A1 to A3).
  serverSettings: endpoint({
    method: 'GET',
    path: '/admin/serversettings',
    access: minimum('devteam'),
    response: SettingsAdminData,
    summary: 'The server settings in force',
  }),
  changeServerSettings: endpoint({
    method: 'POST',
    path: '/admin/serversettings/update',
    aliases: [{ path: '/events/update' }],
    access: minimum('admin'),
    body: SettingsUpdateData,
    summary: 'Change server settings; those left out stay as they are',
  }),

  rollup: endpoint({
    method: 'GET',
    path: '/admin/rollup',
    access: minimum('devteam'),
    response: ServerRollupData,
    summary: 'How many there are of everything that is counted',
  }),

  // Members of the staff (admin rules A12 to A15).
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

  // Roles in addition to the level (admin rule A17).
  holdersOfRole: endpoint({
    method: 'GET',
    path: '/admin/userroles/{role}',
    access: minimum('tho'),
    params: { role: roleInPath },
    response: v.array(UserHeader),
    summary: 'Accounts that hold a role',
  }),
  addRole: endpoint({
    method: 'POST',
    path: '/admin/userroles/{role}/addrole/{userID}',
    access: minimum('tho'),
    params: { role: roleInPath, userID: uuid },
    summary: 'Give a role to an account',
  }),
  removeRole: endpoint({
    method: 'POST',
    path: '/admin/userroles/{role}/removerole/{userID}',
    access: minimum('tho'),
    params: { role: roleInPath, userID: uuid },
    summary: 'Take a role from an account',
  }),

  // Registration codes of passengers (admin rules A7 to A11).
  registrationCodeStats: endpoint({
    method: 'GET',
    path: '/admin/regcodes/stats',
    access: accountHelpers,
    response: RegistrationCodeStatsData,
    summary: 'How many registration codes there are and how many have been used',
  }),
  findByRegistrationCode: endpoint({
    method: 'GET',
    path: '/admin/regcodes/find/{code}',
    access: accountHelpers,
    params: { code: registrationCodeInPath },
    response: v.array(UserHeader),
    summary: 'The accounts of the person who used a registration code, the primary one first',
  }),
  findRegistrationCodeOfUser: endpoint({
    method: 'GET',
    path: '/admin/regcodes/findbyuser/{userID}',
    access: accountHelpers,
    params: { userID: uuid },
    response: RegistrationCodeUserData,
    summary: 'The registration code of a person and all accounts of that person',
  }),
  waitingToBeAdmitted: endpoint({
    method: 'GET',
    path: '/admin/regcodes/waiting',
    access: accountHelpers,
    query: { userID: queryUuid },
    response: v.array(UserHeader),
    summary: 'People who registered without a code, newest first, at most 50',
  }),
  admit: endpoint({
    method: 'POST',
    path: '/admin/regcodes/admit/{userID}',
    access: accountHelpers,
    params: { userID: uuid },
    body: AdmissionData,
    bodyMayBeEmpty: true,
    response: RegistrationCodeUserData,
    rejects: ['conflict'],
    summary: 'Verify a person who registered without a code, and tie the code from their card to them if it is sent',
  }),
  allocateReservedCode: endpoint({
    method: 'POST',
    path: '/admin/regcodes/discord/allocate/{username}',
    access: minimum('devteam'),
    params: { username: discordUsernameInPath },
    response: RegistrationCodeUserData,
    summary: 'Hand out a reserved registration code to a member of the chat community',
  }),
  unlockRegistrationCode: endpoint({
    method: 'POST',
    path: '/admin/regcodes/unlock/{userID}',
    access: accountHelpers,
    params: { userID: uuid },
    response: RegistrationCodeUserData,
    summary: 'Let a person recover the password with the registration code once more',
  }),
};
