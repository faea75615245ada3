import type { Call, Context, Handlers } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { respondWith } from '#contract/response.ts';
import { processUpload, waitForArchiving, writeOrDiscard } from '#core/images/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { getEventViewer, presentEventFor } from '#features/schedule/index.ts';
import type { photostreamApi } from './api.ts';
import { listPhotos } from './list-photos.ts';
import { photoKind } from './moderation.ts';
import { presentPhotos } from './present.ts';
import { boatLocations, type PhotostreamLocationData } from './records.ts';
import { listRunningEvents } from './running-events.ts';
import { assertMayUpload, uploadPhoto } from './upload-photo.ts';

type Api = typeof photostreamApi;

function presentLocations(context: Context, caller: Caller): PhotostreamLocationData {
  const viewer = getEventViewer(context, caller);
  return {
    events: listRunningEvents(context, context.clock.now()).map((event) => presentEventFor(context, viewer, event)),
    locations: [...boatLocations],
  };
}

async function upload(context: Context, { caller, body, write }: Call<Api['upload']>) {
  // Checked before processing the picture, which is expensive, and again in the transaction.
  assertMayUpload(context, caller, body);
  const picture = await processUpload(context, body, { avatar: false, key: 'image' });
  if (!picture) throw new Error('an upload without a picture passed its declaration');
  return writeOrDiscard(context, [picture], write, (context) => {
    const row = uploadPhoto(context, caller, body, picture.name);
    const [photo] = presentPhotos(context, getEventViewer(context, caller), [row]);
    if (!photo) throw new Error('a photo that was stored is not shown');
    // The time when the family may send the next photo (schedule rule 97).
    const headers = { 'retry-after': String(getServerSettings(context).photostreamUploadRateLimit) };
    return respondWith(photo, { headers });
  });
}

async function deleteWithPicture(
  context: Context,
  { caller, params, body, write }: Call<Api['delete']>,
): Promise<void> {
  write((context) => photoKind.delete(context, caller, params.photo_id, body));
  await waitForArchiving(context);
}

export const photostreamHandlers = (context: Context): Handlers<Api> => ({
  list: ({ caller, query }) => listPhotos(context, caller, query),
  places: ({ caller }) => presentLocations(context, caller),
  upload: (call) => upload(context, call),
  report: photoKind.handlers.report,
  delete: (call) => deleteWithPicture(context, call),
});
