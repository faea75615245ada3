import type { Call, Context, Handlers, RecordRead } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import type { Content } from '#contract/response.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { computeFileTag } from '#platform/files/file-store.ts';
import type { microKaraokeApi } from './api.ts';
import { getClipFiles, removeClipFile } from './clip-files.ts';
import { approveSong, deleteSnippet, getSong } from './moderation.ts';
import { makeOffer } from './offer.ts';
import {
  presentManifest,
  presentOffer,
  presentSnippets,
  presentSongForModerators,
  presentSongs,
  presentSongsForModerators,
} from './present.ts';
import { recordClip, storeRecording } from './record-clip.ts';
import { clipCacheSeconds, getSongAsset } from './song-assets.ts';
import { loadSongs } from './song-folders.ts';
import { countUnseenSongs, deleteUnseenOfUser } from './store.ts';

type Api = typeof microKaraokeApi;

async function offer(context: Context, { caller, write }: Call<Api['offer']>) {
  assertMayCreate(context, caller);
  const { songs } = await loadSongs(context);
  return write((context) => presentOffer(context, makeOffer(context, caller, songs)));
}

/** Listing the songs marks them as seen (libraries rule M12). */
function listSongs(context: Context, caller: Caller, recordRead: RecordRead) {
  if (countUnseenSongs(context.db, caller.userID) > 0) {
    recordRead((context) => {
      deleteUnseenOfUser(context.db, caller.userID);
    });
  }
  return presentSongs(context, caller);
}

async function readVideo(context: Context, name: string): Promise<Content> {
  const file = await getClipFiles(context).describe(name);
  if (!file) throw notFound('video');
  const { path, size } = file;
  return {
    mediaType: 'video/mp4',
    body: { path, size },
    etag: computeFileTag(file),
    cacheSeconds: clipCacheSeconds,
  };
}

async function removeSnippet(
  context: Context,
  { caller, params, body, write }: Call<Api['deleteSnippet']>,
): Promise<void> {
  let file: string | undefined;
  write((context) => {
    file = deleteSnippet(context, caller, params.snippetID, body);
  });
  if (file !== undefined) await removeClipFile(context, file);
}

export const microKaraokeHandlers = (context: Context): Handlers<Api> => ({
  offer: (call) => offer(context, call),
  record: ({ caller, body, write }) =>
    storeRecording(context, caller, body.offerID, body.videoData, () =>
      write((context) => recordClip(context, caller, body.offerID)),
    ),
  list: ({ caller, recordRead }) => listSongs(context, caller, recordRead),
  manifest: ({ caller, params }) => presentManifest(context, caller, params.songID),
  video: ({ params }) => readVideo(context, params.filename),
  asset: ({ params }) => getSongAsset(context, params.rest),
  listForModerators: ({ caller }) => presentSongsForModerators(context, caller),
  songForModerators: ({ params }) => presentSongForModerators(getSong(context, params.songID)),
  snippets: ({ params }) => presentSnippets(context, getSong(context, params.songID)),
  deleteSnippet: (call) => removeSnippet(context, call),
  approve: ({ caller, params, write }) => write((context) => approveSong(context, caller, params.songID)),
});
