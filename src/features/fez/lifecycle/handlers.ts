import type { Call, Context, Handlers } from '#area/context.ts';
import { writeWithPictures } from '#core/images/index.ts';
import { fezTypes, kinds } from '../kinds.ts';
import { presentFezAfterChange } from '../present.ts';
import { openAsMember, openFez } from '../reading/open-fez.ts';
import { markReadUpTo } from '../reading/save-reading.ts';
import type { FezData } from '../records.ts';
import type { fezzesApi } from './api.ts';
import { createFez, planFez } from './create-fez.ts';
import { cancelFez, deleteFez } from './end-fez.ts';
import { fezKind } from './fez-kind.ts';
import { updateFez } from './update-fez.ts';

type Api = typeof fezzesApi;

/** Processing pictures takes a while, so the call is checked before that and again on writing. */
function create(context: Context, { caller, body, write }: Call<Api['create']>): Promise<FezData> {
  planFez(context, caller, body);
  const sent = { uploads: body.firstPost?.images ?? [], key: 'firstPost.images', write };
  return writeWithPictures(
    context,
    sent,
    (context, [image]) => openAsMember(context, caller, createFez(context, caller, body, image), { start: 0 }).data,
  );
}

function read(context: Context, { caller, params, query, recordRead }: Call<Api['read']>): FezData {
  const { data, readUpTo } = openFez(context, caller, params.fezID, query);
  if (readUpTo !== undefined) recordRead((context) => markReadUpTo(context, caller, params.fezID, readUpTo));
  return data;
}

export const fezzesHandlers = (context: Context): Handlers<Api> => ({
  types: () => fezTypes.map((type) => kinds[type].label),
  read: (call) => read(context, call),
  create: (call) => create(context, call),
  update: ({ caller, params: { fezID }, body, write }) =>
    write((context) =>
      presentFezAfterChange(context, caller, updateFez(context, caller, fezID, body), { members: true }),
    ),
  cancel: ({ caller, params: { fezID }, query, write }) =>
    write((context) => presentFezAfterChange(context, caller, cancelFez(context, caller, fezID), query)),
  delete: ({ caller, params, body, write }) => write((context) => deleteFez(context, caller, params.fezID, body)),
  report: fezKind.handlers.report,
});
