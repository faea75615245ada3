import type { Context, Handlers } from '#area/context.ts';
import type { listsApi } from './api.ts';
import { listFormer, listJoined, listOpen, listOwned } from './list-fezzes.ts';

type Api = typeof listsApi;

export function listsHandlers(context: Context): Handlers<Api> {
  return {
    open: ({ caller, query }) => listOpen(context, caller, query),
    joined: ({ caller, query }) => listJoined(context, caller, query),
    owned: ({ caller, query }) => listOwned(context, caller, query),
    former: ({ caller, query }) => listFormer(context, caller, query),
  };
}
