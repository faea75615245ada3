import type { Context, Handlers } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { type FezAccess, seesInside } from '../access.ts';
import { presentPersonalEvent } from '../present.ts';
import { markReadUpTo } from '../reading/reading.ts';
import type { personalEventsApi } from './api.ts';
import {
  createPersonalEvent,
  endPersonalEvent,
  listPersonalEvents,
  openPersonalEvent,
  removeFromPersonalEvent,
  reportPersonalEvent,
  updatePersonalEvent,
} from './personal-events.ts';

export function personalEventsHandlers(context: Context): Handlers<typeof personalEventsApi> {
  const show = (caller: Caller, found: FezAccess) =>
    presentPersonalEvent(context, caller, found, {
      participants: seesInside(found) ? 'others than the owner' : 'nobody',
    });
  return {
    personalEvents: ({ caller, query }) =>
      listPersonalEvents(context, caller, query).map((found) => show(caller, found)),
    createPersonalEvent: ({ caller, body, write }) =>
      write((context) => show(caller, createPersonalEvent(context, caller, body))),
    readPersonalEvent: ({ caller, params, note }) => {
      const { found, read } = openPersonalEvent(context, caller, params.fezID);
      if (read) note((context) => markReadUpTo(context, caller, read.fezID, read.upToPostID));
      return show(caller, found);
    },
    updatePersonalEvent: ({ caller, params, body, write }) =>
      write((context) => show(caller, updatePersonalEvent(context, caller, params.fezID, body))),
    deletePersonalEvent: ({ caller, params, write }) =>
      write((context) => endPersonalEvent(context, caller, params.fezID)),
    removeFromPersonalEvent: ({ caller, params, write }) =>
      write((context) => removeFromPersonalEvent(context, caller, params.fezID, params.userID)),
    reportPersonalEvent: ({ caller, params, body, write }) =>
      write((context) => reportPersonalEvent(context, caller, params.fezID, body.message)),
  };
}
