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
    summary: 'Get the server settings',
  }),
  changeServerSettings: endpoint({
    method: 'POST',
    path: '/admin/serversettings/update',
    aliases: [{ path: '/events/update' }],
    access: minimum('admin'),
    body: SettingsUpdateData,
    summary: 'Change server settings; omitted ones stay the same',
  }),

  rollup: endpoint({
    method: 'GET',
    path: '/admin/rollup',
    access: minimum('devteam'),
    response: ServerRollupData,
    summary: 'Get row counts',
  }),

  // Members of the staff (admin rules A12 to A15).
  moderators: endpoint({
    method: 'GET',
    path: '/admin/moderators',
    access: minimum('tho'),
    response: v.array(UserHeader),
    summary: 'List moderators',
  }),
  devteam: endpoint({
    method: 'GET',
    path: '/admin/devteam',
    access: minimum('tho'),
    response: v.array(UserHeader),
    summary: 'List the development team',
  }),
  managementOffice: endpoint({
    method: 'GET',
    path: '/admin/tho',
    access: minimum('tho'),
    response: v.array(UserHeader),
    summary: 'List the management office',
  }),
  promoteToModerator: endpoint({
    method: 'POST',
    path: '/admin/moderator/promote/{userID}',
    access: minimum('tho'),
    params: { userID: uuid },
    rejects: ['alreadySo', 'protectedAccount'],
    summary: 'Promote a verified account to moderator',
  }),
  promoteToDevteam: endpoint({
    method: 'POST',
    path: '/admin/devteam/promote/{userID}',
    access: minimum('tho'),
    params: { userID: uuid },
    rejects: ['alreadySo', 'protectedAccount'],
    summary: 'Promote an account to the development team',
  }),
  promoteToManagementOffice: endpoint({
    method: 'POST',
    path: '/admin/tho/promote/{userID}',
    access: minimum('admin'),
    params: { userID: uuid },
    rejects: ['alreadySo', 'protectedAccount'],
    summary: 'Promote an account to the management office',
  }),
  demote: endpoint({
    method: 'POST',
    path: '/admin/user/demote/{userID}',
    access: minimum('tho'),
    params: { userID: uuid },
    rejects: ['alreadySo', 'protectedAccount'],
    summary: 'Demote a staff account to verified',
  }),

  // Roles in addition to the level (admin rule A17).
  holdersOfRole: endpoint({
    method: 'GET',
    path: '/admin/userroles/{role}',
    access: minimum('tho'),
    params: { role: roleInPath },
    response: v.array(UserHeader),
    summary: 'List the accounts with a role',
  }),
  addRole: endpoint({
    method: 'POST',
    path: '/admin/userroles/{role}/addrole/{userID}',
    access: minimum('tho'),
    params: { role: roleInPath, userID: uuid },
    rejects: ['alreadySo'],
    summary: 'Assign a role to an account',
  }),
  removeRole: endpoint({
    method: 'POST',
    path: '/admin/userroles/{role}/removerole/{userID}',
    access: minimum('tho'),
    params: { role: roleInPath, userID: uuid },
    summary: 'Remove a role from an account',
  }),

  // Registration codes of passengers (admin rules A7 to A11).
  registrationCodeStats: endpoint({
    method: 'GET',
    path: '/admin/regcodes/stats',
    access: accountHelpers,
    response: RegistrationCodeStatsData,
    summary: 'Count registration codes, total and used',
  }),
  findByRegistrationCode: endpoint({
    method: 'GET',
    path: '/admin/regcodes/find/{code}',
    access: accountHelpers,
    params: { code: registrationCodeInPath },
    response: v.array(UserHeader),
    summary: 'List the accounts of the person who used a registration code, primary account first',
  }),
  findRegistrationCodeOfUser: endpoint({
    method: 'GET',
    path: '/admin/regcodes/findbyuser/{userID}',
    access: accountHelpers,
    params: { userID: uuid },
    response: RegistrationCodeUserData,
    rejects: ['noRegistrationCode'],
    summary: "Get a person's registration code and all their accounts",
  }),
  waitingToBeAdmitted: endpoint({
    method: 'GET',
    path: '/admin/regcodes/waiting',
    access: accountHelpers,
    query: { userID: queryUuid },
    response: v.array(UserHeader),
    rejects: ['notFound'],
    summary: 'List people who registered without a code, newest first, up to 50',
  }),
  admit: endpoint({
    method: 'POST',
    path: '/admin/regcodes/admit/{userID}',
    access: accountHelpers,
    params: { userID: uuid },
    body: AdmissionData,
    bodyMayBeEmpty: true,
    response: RegistrationCodeUserData,
    rejects: ['alreadySo', 'unknownRegistrationCode', 'codeUsed'],
    summary: 'Verify a person who registered without a code, optionally adding the code from their card',
  }),
  allocateReservedCode: endpoint({
    method: 'POST',
    path: '/admin/regcodes/discord/allocate/{username}',
    access: minimum('devteam'),
    params: { username: discordUsernameInPath },
    response: RegistrationCodeUserData,
    rejects: ['limitReached'],
    summary: 'Assign a reserved registration code to a Discord user',
  }),
  unlockRegistrationCode: endpoint({
    method: 'POST',
    path: '/admin/regcodes/unlock/{userID}',
    access: accountHelpers,
    params: { userID: uuid },
    response: RegistrationCodeUserData,
    rejects: ['noRegistrationCode'],
    summary: 'Let a person use their registration code for password recovery again',
  }),
};
