import type { Handlers } from '#area/context.ts';
import { presentFezAfterChange } from '../present.ts';
import type { membershipApi } from './api.ts';
import { addMember, join, removeMember, unjoin } from './membership.ts';

type Api = typeof membershipApi;

export const membershipHandlers = (): Handlers<Api> => ({
  join: ({ caller, params: { fezID }, query, write }) =>
    write((context) => presentFezAfterChange(context, caller, join(context, caller, fezID), query)),
  unjoin: ({ caller, params: { fezID }, query, write }) =>
    write((context) => presentFezAfterChange(context, caller, unjoin(context, caller, fezID), query)),
  addMember: ({ caller, params: { fezID, userID }, query, write }) =>
    write((context) => presentFezAfterChange(context, caller, addMember(context, caller, fezID, userID), query)),
  removeMember: ({ caller, params: { fezID, userID }, query, write }) =>
    write((context) => presentFezAfterChange(context, caller, removeMember(context, caller, fezID, userID), query)),
});
