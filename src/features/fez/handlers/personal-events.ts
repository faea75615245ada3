import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import type { Handlers } from '#contract/endpoint.ts';
import type { personalEventsApi } from '../api/personal-events.ts';
import { type FezAccess, seesInside } from '../find-fez.ts';
import {
  createPersonalEvent,
  endPersonalEvent,
  listPersonalEvents,
  openPersonalEvent,
  removeFromPersonalEvent,
  reportPersonalEvent,
  updatePersonalEvent,
} from '../personal-events.ts';
import { presentPersonalEvent } from '../present.ts';
import { markReadUpTo } from '../reading.ts';

export function personalEventsHandlers(context: Context): Handlers<typeof personalEventsApi> {
  const show = (caller: Caller, found: FezAccess) =>
    presentPersonalEvent(context, caller, found, {
      participants: seesInside(found) ? 'others than the owner' : 'nobody',
    });
  return {
    personalEvents: ({ caller, query }) =>
      listPersonalEvents(context, caller, query).map((found) => show(caller, found)),
    createPersonalEvent: ({ caller, body, write }) =>
      write(() => show(caller, createPersonalEvent(context, caller, body))),
    readPersonalEvent: ({ caller, params, note }) => {
      const { found, read } = openPersonalEvent(context, caller, params.fezID);
      if (read) note(() => markReadUpTo(context, caller, read.fezID, read.upToPostID));
      return show(caller, found);
    },
    updatePersonalEvent: ({ caller, params, body, write }) =>
      write(() => show(caller, updatePersonalEvent(context, caller, params.fezID, body))),
    deletePersonalEvent: ({ caller, params, write }) => write(() => endPersonalEvent(context, caller, params.fezID)),
    removeFromPersonalEvent: ({ caller, params, write }) =>
      write(() => removeFromPersonalEvent(context, caller, params.fezID, params.userID)),
    reportPersonalEvent: ({ caller, params, body, write }) =>
      write(() => reportPersonalEvent(context, caller, params.fezID, body.message)),
  };
}
