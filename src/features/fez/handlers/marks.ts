import type { Context } from '#context';
import { type Handlers, respondToChange } from '#contract/endpoint.ts';
import type { marksApi } from '../api/marks.ts';
import { markRead, setFavorite, setMuted } from '../marks.ts';

type Api = typeof marksApi;

export function marksHandlers(context: Context): Handlers<Api> {
  return {
    mute: ({ caller, params, write }) => write(() => respondToChange(setMuted(context, caller, params.fezID, true))),
    unmute: ({ caller, params, write }) => write(() => respondToChange(setMuted(context, caller, params.fezID, false))),
    addFavorite: ({ caller, params, write }) =>
      write(() => respondToChange(setFavorite(context, caller, params.fezID, true))),
    removeFavorite: ({ caller, params, write }) =>
      write(() => respondToChange(setFavorite(context, caller, params.fezID, false))),
    markRead: ({ caller, params, write }) => write(() => respondToChange(markRead(context, caller, params.fezID))),
  };
}
