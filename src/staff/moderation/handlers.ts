import type { Context, Handlers } from '#area/context.ts';
import { clampPage } from '#contract/query.ts';
import { reportableFez, reportableFezPost } from '#features/fez/index.ts';
import type { moderationApi } from './api.ts';
import { moderateProfile } from './moderate-profile.ts';
import { presentActionLog, presentProfile, presentUser } from './present.ts';
import { presentFez, presentFezPost, presentPersonalEvent } from './present-fez.ts';
import { setAccessLevel } from './set-access-level.ts';
import { setContentState } from './set-content-state.ts';
import { quarantineTemporarily } from './temporary-quarantine.ts';

const actionPage = { usual: 50, max: 200 };

export function moderationHandlers(context: Context): Handlers<typeof moderationApi> {
  return {
    actionLog: ({ query }) => presentActionLog(context, clampPage(query, actionPage)),
    profile: ({ params }) => presentProfile(context, params.userID),
    setProfileState: ({ caller, params, write }) =>
      write((context) => moderateProfile(context, caller, params.userID, params.state)),
    fez: ({ caller, params }) => presentFez(context, caller, params.fezID),
    setFezState: ({ caller, params, write }) =>
      write((context) => setContentState(context, caller, reportableFez, params.fezID, params.state)),
    fezPost: ({ caller, params }) => presentFezPost(context, caller, params.postID),
    setFezPostState: ({ caller, params, write }) =>
      write((context) => setContentState(context, caller, reportableFezPost, params.postID, params.state)),
    personalEvent: ({ caller, params }) => presentPersonalEvent(context, caller, params.fezID),
    user: ({ params }) => presentUser(context, params.userID),
    setAccessLevel: ({ caller, params, write }) =>
      write((context) => setAccessLevel(context, caller, params.userID, params.level)),
    quarantineTemporarily: ({ caller, params, write }) =>
      write((context) => quarantineTemporarily(context, caller, params.userID, params.hours)),
  };
}
