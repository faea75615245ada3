import type { Handlers } from '#area/context.ts';
import { respondToChange } from '#contract/response.ts';
import type { marksApi } from './api.ts';
import { markRead, setFavorite, setMuted } from './marks.ts';

type Api = typeof marksApi;

export const marksHandlers = (): Handlers<Api> => ({
  mute: ({ caller, params, write }) =>
    write((context) => respondToChange(setMuted(context, caller, params.fezID, true))),
  unmute: ({ caller, params, write }) =>
    write((context) => respondToChange(setMuted(context, caller, params.fezID, false))),
  addFavorite: ({ caller, params, write }) =>
    write((context) => respondToChange(setFavorite(context, caller, params.fezID, true))),
  removeFavorite: ({ caller, params, write }) =>
    write((context) => respondToChange(setFavorite(context, caller, params.fezID, false))),
  markRead: ({ caller, params, write }) => write((context) => respondToChange(markRead(context, caller, params.fezID))),
});
