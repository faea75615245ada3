import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import type { Handlers } from '#contract/endpoint.ts';
import type { membershipApi } from '../api/membership.ts';
import type { FezAccess } from '../find-fez.ts';
import { addMember, join, removeMember, unjoin } from '../membership.ts';
import { type PresentOptions, presentFezAfterChange } from '../show-fez.ts';

type Api = typeof membershipApi;

export function membershipHandlers(context: Context): Handlers<Api> {
  const show = (caller: Caller, found: FezAccess, query: PresentOptions) =>
    presentFezAfterChange(context, caller, found, query);
  return {
    join: ({ caller, params, query, write }) => write(() => show(caller, join(context, caller, params.fezID), query)),
    unjoin: ({ caller, params, query, write }) =>
      write(() => show(caller, unjoin(context, caller, params.fezID), query)),
    addMember: ({ caller, params, query, write }) =>
      write(() => show(caller, addMember(context, caller, params.fezID, params.userID), query)),
    removeMember: ({ caller, params, query, write }) =>
      write(() => show(caller, removeMember(context, caller, params.fezID, params.userID), query)),
  };
}
