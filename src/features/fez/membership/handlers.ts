import type { Context, Handlers } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { FezAccess } from '../access.ts';
import { type PresentOptions, presentFezAfterChange } from '../present-fezzes.ts';
import type { membershipApi } from './api.ts';
import { addMember, join, removeMember, unjoin } from './membership.ts';

type Api = typeof membershipApi;

export function membershipHandlers(context: Context): Handlers<Api> {
  const show = (caller: Caller, found: FezAccess, query: PresentOptions) =>
    presentFezAfterChange(context, caller, found, query);
  return {
    join: ({ caller, params, query, write }) =>
      write((context) => show(caller, join(context, caller, params.fezID), query)),
    unjoin: ({ caller, params, query, write }) =>
      write((context) => show(caller, unjoin(context, caller, params.fezID), query)),
    addMember: ({ caller, params, query, write }) =>
      write((context) => show(caller, addMember(context, caller, params.fezID, params.userID), query)),
    removeMember: ({ caller, params, query, write }) =>
      write((context) => show(caller, removeMember(context, caller, params.fezID, params.userID), query)),
  };
}
