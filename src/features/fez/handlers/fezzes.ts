import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import type { Call, Handlers } from '#contract/endpoint.ts';
import { processUploads, writeOrDiscard } from '#core/images/index.ts';
import type { fezzesApi } from '../api/fezzes.ts';
import { createFez, planFez } from '../create-fez.ts';
import { cancelFez, deleteFez } from '../end-fez.ts';
import type { FezAccess } from '../find-fez.ts';
import { fezTypes, kinds } from '../kinds.ts';
import { openFez, openInside } from '../open-fez.ts';
import { markReadUpTo } from '../reading.ts';
import type { FezData } from '../records.ts';
import { reportFez } from '../report-fez.ts';
import { type PresentOptions, presentFezAfterChange } from '../show-fez.ts';
import { updateFez } from '../update-fez.ts';

type Api = typeof fezzesApi;

/** Pictures take a while to draw, so what stands against the call is found out before, and again when it is written. */
async function create(context: Context, { caller, body, write }: Call<Api['create']>): Promise<FezData> {
  planFez(context, caller, body);
  const images = await processUploads(context, body.firstPost?.images ?? [], { key: 'firstPost.images' });
  return writeOrDiscard(context, images, () =>
    write(() => openInside(context, caller, createFez(context, caller, body, images[0]), { start: 0 }).shown),
  );
}

function read(context: Context, { caller, params, query, note }: Call<Api['read']>): FezData {
  const opened = openFez(context, caller, params.fezID, query);
  const { read: unread } = opened;
  if (unread) note(() => markReadUpTo(context, caller, unread.fezID, unread.upToPostID));
  return opened.shown;
}

export function fezzesHandlers(context: Context): Handlers<Api> {
  const show = (caller: Caller, found: FezAccess, query: PresentOptions) =>
    presentFezAfterChange(context, caller, found, query);
  return {
    types: () => fezTypes.map((type) => kinds[type].label),
    read: (call) => read(context, call),
    create: (call) => create(context, call),
    update: ({ caller, params, body, write }) =>
      write(() => show(caller, updateFez(context, caller, params.fezID, body), { members: true })),
    cancel: ({ caller, params, query, write }) =>
      write(() => show(caller, cancelFez(context, caller, params.fezID), query)),
    delete: ({ caller, params, write }) => write(() => deleteFez(context, caller, params.fezID)),
    report: ({ caller, params, body, write }) => write(() => reportFez(context, caller, params.fezID, body.message)),
  };
}
