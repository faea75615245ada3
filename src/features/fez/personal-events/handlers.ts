import type { Context, Handlers } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { canReadPosts, type FezAccess } from '../access.ts';
import { presentPersonalEvent } from '../present.ts';
import { markReadUpTo } from '../reading/save-reading.ts';
import type { personalEventsApi } from './api.ts';
import {
  createPersonalEvent,
  endPersonalEvent,
  getPersonalEvent,
  isNewlyAdded,
  listPersonalEvents,
  removeFromPersonalEvent,
  reportPersonalEvent,
  updatePersonalEvent,
} from './personal-events.ts';

export function personalEventsHandlers(context: Context): Handlers<typeof personalEventsApi> {
  const present = (caller: Caller, access: FezAccess) =>
    presentPersonalEvent(context, caller, access, {
      participants: canReadPosts(access) ? 'others than the owner' : 'none',
    });
  return {
    personalEvents: ({ caller, query }) =>
      listPersonalEvents(context, caller, query).map((access) => present(caller, access)),
    createPersonalEvent: ({ caller, body, write }) =>
      write((context) => present(caller, createPersonalEvent(context, caller, body))),
    readPersonalEvent: ({ caller, params, recordRead }) => {
      const access = getPersonalEvent(context, caller, params.fezID);
      // Looking at it clears the newly added flag and reads no posts (fez rule 16).
      if (isNewlyAdded(context, caller, access))
        recordRead((context) => markReadUpTo(context, caller, params.fezID, 0));
      return present(caller, access);
    },
    updatePersonalEvent: ({ caller, params, body, write }) =>
      write((context) => present(caller, updatePersonalEvent(context, caller, params.fezID, body))),
    deletePersonalEvent: ({ caller, params, write }) =>
      write((context) => endPersonalEvent(context, caller, params.fezID)),
    removeFromPersonalEvent: ({ caller, params, write }) =>
      write((context) => removeFromPersonalEvent(context, caller, params.fezID, params.userID)),
    reportPersonalEvent: ({ caller, params, body, write }) =>
      write((context) => reportPersonalEvent(context, caller, params.fezID, body.message)),
  };
}
