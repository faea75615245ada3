import type { Context, Handlers } from '#area/context.ts';
import type { AccessLevel, Caller } from '#contract/access.ts';
import { listRegistrationBlocks } from '#core/accounts/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { giveRole, listRoleHolders, listVisibleUsers, presentHeader, removeRole } from '#core/users/index.ts';
import { neverStopping } from '#platform/time/job-runner.ts';
import type { adminApi } from './api.ts';
import { changeServerSettings } from './change-server-settings.ts';
import { presentCodeStats, presentSettings } from './present.ts';
import {
  allocateReservedCode,
  findUsersByCode,
  getCodeOfUser,
  listPeopleWithoutCode,
  unlockCode,
  verifyPerson,
} from './registration-codes.ts';
import { countAllRows } from './row-counts.ts';
import { demote, promote } from './staff-levels.ts';
import { countCodes } from './store.ts';

export function adminHandlers(context: Context): Handlers<typeof adminApi> {
  const listStaff = (caller: Caller, level: AccessLevel) =>
    listVisibleUsers(context, caller, (user) => user.level === level).map(presentHeader);
  return {
    serverSettings: () => presentSettings(getServerSettings(context)),
    changeServerSettings: ({ body, write }) => write((context) => changeServerSettings(context, body)),

    rollup: async () => ({ counts: await countAllRows(context, neverStopping) }),

    moderators: ({ caller }) => listStaff(caller, 'moderator'),
    devteam: ({ caller }) => listStaff(caller, 'devteam'),
    managementOffice: ({ caller }) => listStaff(caller, 'tho'),
    promoteToModerator: ({ caller, params, write }) =>
      write((context) => promote(context, caller, params.userID, 'moderator')),
    promoteToDevteam: ({ caller, params, write }) =>
      write((context) => promote(context, caller, params.userID, 'devteam')),
    promoteToManagementOffice: ({ caller, params, write }) =>
      write((context) => promote(context, caller, params.userID, 'tho')),
    demote: ({ caller, params, write }) => write((context) => demote(context, caller, params.userID)),

    holdersOfRole: ({ caller, params }) => listRoleHolders(context, caller, params.role).map(presentHeader),
    addRole: ({ caller, params, write }) => write((context) => giveRole(context, caller, params.userID, params.role)),
    removeRole: ({ caller, params, write }) =>
      write((context) => removeRole(context, caller, params.userID, params.role)),

    registrationCodeStats: () => presentCodeStats(countCodes(context.db), listRegistrationBlocks(context)),
    findByRegistrationCode: ({ params }) => findUsersByCode(context, params.code),
    findRegistrationCodeOfUser: ({ params }) => getCodeOfUser(context, params.userID),
    waitingToBeAdmitted: ({ query }) => listPeopleWithoutCode(context, query.userID),
    admit: ({ caller, params, body, write }) =>
      write((context) => verifyPerson(context, caller, params.userID, body.registrationCode)),
    allocateReservedCode: ({ params, write }) => write((context) => allocateReservedCode(context, params.username)),
    unlockRegistrationCode: ({ params, write }) => write((context) => unlockCode(context, params.userID)),
  };
}
