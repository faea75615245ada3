import type { Context } from '#context';
import type { AccessLevel, Caller } from '#contract/access.ts';
import type { Handlers } from '#contract/endpoint.ts';
import { serverSettings } from '#core/settings/index.ts';
import { giveRole, headerOf, roleHolders, takeRole, visiblePeople } from '#core/users/index.ts';
import type { adminApi } from './api/index.ts';
import { changeServerSettings } from './change-server-settings.ts';
import { presentCodeStats, presentSettings } from './present.ts';
import { allocateReservedCode, codeOfUser, unlockCode, usersOfCode } from './registration-codes.ts';
import { demote, promote } from './staff-levels.ts';
import { countCodes } from './store.ts';

export function adminHandlers(context: Context): Handlers<typeof adminApi> {
  const staffOf = (caller: Caller, level: AccessLevel) =>
    visiblePeople(context, caller, (one) => one.level === level).map(headerOf);
  return {
    serverSettings: () => presentSettings(serverSettings(context)),
    changeServerSettings: ({ body, write }) => write(() => changeServerSettings(context, body)),

    moderators: ({ caller }) => staffOf(caller, 'moderator'),
    devteam: ({ caller }) => staffOf(caller, 'devteam'),
    managementOffice: ({ caller }) => staffOf(caller, 'tho'),
    promoteToModerator: ({ caller, params, write }) =>
      write(() => promote(context, caller, params.userID, 'moderator')),
    promoteToDevteam: ({ caller, params, write }) => write(() => promote(context, caller, params.userID, 'devteam')),
    promoteToManagementOffice: ({ caller, params, write }) =>
      write(() => promote(context, caller, params.userID, 'tho')),
    demote: ({ caller, params, write }) => write(() => demote(context, caller, params.userID)),

    holdersOfRole: ({ caller, params }) => roleHolders(context, caller, params.role).map(headerOf),
    addRole: ({ caller, params, write }) => write(() => giveRole(context, caller, params.userID, params.role)),
    removeRole: ({ caller, params, write }) => write(() => takeRole(context, caller, params.userID, params.role)),

    registrationCodeStats: () => presentCodeStats(countCodes(context.db)),
    findByRegistrationCode: ({ params }) => usersOfCode(context, params.code),
    findRegistrationCodeOfUser: ({ params }) => codeOfUser(context, params.userID),
    allocateReservedCode: ({ params, write }) => write(() => allocateReservedCode(context, params.username)),
    unlockRegistrationCode: ({ params, write }) => write(() => unlockCode(context, params.userID)),
  };
}
