import type { Context, Handlers, Write, WriteContext } from '#area/context.ts';
import { respondWith } from '#contract/response.ts';
import { type PreparedPicture, waitForArchiving, writeOrDiscard } from '#core/images/index.ts';
import type { performersApi } from './api.ts';
import { applyBulkUpdate } from './bulk/apply-bulk.ts';
import { toBulkEntry } from './bulk/entries.ts';
import { startPhotoJob } from './bulk/fetch-photos.ts';
import { presentBulkUpdate } from './bulk/present-bulk.ts';
import { deletePerformer } from './delete-performer.ts';
import { applyLinks } from './links/apply-links.ts';
import { checkLinks } from './links/plan-links.ts';
import { readWorkbook } from './links/read-workbook.ts';
import { listOfficialPerformers, listShadowPerformers, showOwnPerformer, showPerformer } from './list-performers.ts';
import { assertMayHostEvent, deleteOwnProfile, linkOwnProfile, unlinkOwnProfile } from './own-profile.ts';
import type { PerformerUploadData } from './records.ts';
import { findReplaced, savePerformer } from './save-performer.ts';
import { processPhoto } from './save-profile.ts';
import { cutIntoParts, saveUpload } from './uploads.ts';

/** Processes the picture of a form, stores the form, and waits until the replaced picture is archived. */
async function saveForm(
  context: Context,
  { photo }: PerformerUploadData,
  write: Write,
  save: (context: WriteContext, picture: PreparedPicture | undefined) => void,
): Promise<void> {
  const picture = await processPhoto(context, photo);
  await writeOrDiscard(context, [picture], write, (context) => save(context, picture));
  await waitForArchiving(context);
}

async function remove(context: Context, write: Write, deleteIt: (context: WriteContext) => void): Promise<void> {
  write(deleteIt);
  await waitForArchiving(context);
}

export function performersHandlers(context: Context): Handlers<typeof performersApi> {
  return {
    officialPerformers: ({ query }) => listOfficialPerformers(context, query),
    shadowPerformers: ({ query }) => listShadowPerformers(context, query),
    performer: ({ caller, params }) => showPerformer(context, caller, params.performer_id),
    ownPerformer: ({ caller }) => showOwnPerformer(context, caller),
    holdEvent({ caller, params, body, write }) {
      // Checked before processing the picture, which is expensive, and again in the transaction.
      assertMayHostEvent(context, caller, params.event_id);
      return saveForm(context, body, write, (context, picture) =>
        linkOwnProfile(context, caller, params.event_id, body, picture),
      );
    },
    holdEventNoLonger: ({ caller, params, write }) =>
      write((context) =>
        unlinkOwnProfile(context, caller, params.event_id) ? undefined : respondWith(undefined, { status: 204 }),
      ),
    deleteOwnPerformer: ({ caller, write }) => remove(context, write, (context) => deleteOwnProfile(context, caller)),
    savePerformer({ body, write }) {
      findReplaced(context, body);
      return saveForm(context, body, write, (context, picture) => savePerformer(context, body, picture));
    },
    async uploadPerformers({ body, write }) {
      const parts = await cutIntoParts(body.map(toBulkEntry));
      write((context) => saveUpload(context, 'performers', parts));
    },
    comparePerformers: () => presentBulkUpdate(context),
    async applyPerformers({ query, write }) {
      await applyBulkUpdate(context, query, write);
      await waitForArchiving(context);
      startPhotoJob(context);
    },
    async uploadLinks({ body, write }) {
      const parts = await cutIntoParts(await readWorkbook(context, body));
      write((context) => saveUpload(context, 'links', parts));
    },
    checkLinks: () => checkLinks(context),
    applyLinks: ({ write }) => applyLinks(context, write),
    removePerformer: ({ params, write }) =>
      remove(context, write, (context) => deletePerformer(context, params.performer_id)),
    deletePerformer: ({ params, write }) =>
      remove(context, write, (context) => deletePerformer(context, params.performer_id)),
  };
}
