import type { Context } from '#context';
import type { Handlers } from '#contract/endpoint.ts';
import { page } from '#contract/query.ts';
import type { moderationApi } from './api.ts';
import { moderateProfile } from './moderate-profile.ts';
import { presentActionLog, presentProfile, presentUser } from './present.ts';
import { setAccessLevel } from './set-access-level.ts';
import { quarantineTemporarily } from './temporary-quarantine.ts';

const actionPage = { usual: 50, most: 200 };

export function moderationHandlers(context: Context): Handlers<typeof moderationApi> {
  return {
    actionLog: ({ query }) => presentActionLog(context, page(query, actionPage)),
    profile: ({ params }) => presentProfile(context, params.userID),
    setProfileState: ({ caller, params, write }) =>
      write(() => moderateProfile(context, caller, params.userID, params.state)),
    user: ({ params }) => presentUser(context, params.userID),
    setAccessLevel: ({ caller, params, write }) =>
      write(() => setAccessLevel(context, caller, params.userID, params.level)),
    quarantineTemporarily: ({ caller, params, write }) =>
      write(() => quarantineTemporarily(context, caller, params.userID, params.hours)),
  };
}
