import type { Call, Context, Handlers } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { processUploads, writeOrDiscard } from '#core/images/index.ts';
import type { FezAccess } from '../access.ts';
import { fezTypes, kinds } from '../kinds.ts';
import { reportFez } from '../moderation/report-fez.ts';
import { type PresentOptions, presentFezAfterChange } from '../present-fezzes.ts';
import { openFez, openInside } from '../reading/open-fez.ts';
import { markReadUpTo } from '../reading/reading.ts';
import type { FezData } from '../records.ts';
import type { fezzesApi } from './api.ts';
import { createFez, planFez } from './create-fez.ts';
import { cancelFez, deleteFez } from './end-fez.ts';
import { updateFez } from './update-fez.ts';

type Api = typeof fezzesApi;

/** Pictures take a while to draw, so what stands against the call is found out before, and again when it is written. */
async function create(context: Context, { caller, body, write }: Call<Api['create']>): Promise<FezData> {
  planFez(context, caller, body);
  const images = await processUploads(context, body.firstPost?.images ?? [], { key: 'firstPost.images' });
  return writeOrDiscard(context, images, () =>
    write((context) => openInside(context, caller, createFez(context, caller, body, images[0]), { start: 0 }).shown),
  );
}

function read(context: Context, { caller, params, query, note }: Call<Api['read']>): FezData {
  const opened = openFez(context, caller, params.fezID, query);
  const { read: unread } = opened;
  if (unread) note((context) => markReadUpTo(context, caller, unread.fezID, unread.upToPostID));
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
      write((context) => show(caller, updateFez(context, caller, params.fezID, body), { members: true })),
    cancel: ({ caller, params, query, write }) =>
      write((context) => show(caller, cancelFez(context, caller, params.fezID), query)),
    delete: ({ caller, params, write }) => write((context) => deleteFez(context, caller, params.fezID)),
    report: ({ caller, params, body, write }) =>
      write((context) => reportFez(context, caller, params.fezID, body.message)),
  };
}
