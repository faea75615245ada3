import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { invalidField, malformed } from '#contract/errors.ts';
import type { ReceivedFile } from '#contract/received-file.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { type Movie, NoMovie, readMovie } from '#platform/files/read-movie.ts';
import { createKeyedLimiter } from '#platform/limits/limiter.ts';
import { getClipFiles, nameClip, removeClipFile } from './clip-files.ts';
import { completeIfFull } from './complete-song.ts';
import { findSnippet, updateSnippet } from './store.ts';
import type { ClipSnippetRow } from './tables.ts';

/** A slot is sung in a few seconds. */
const maxSeconds = 60;

/** The offer to which the caller may record now, an expired one too (libraries rules M8 and M9). Throws 400, or 403. */
export function getRecordableOffer(context: Context, caller: Caller, offerID: string): ClipSnippetRow {
  assertMayCreate(context, caller);
  const offer = findSnippet(context.db, offerID);
  if (!offer) throw malformed('There is no such offer: it was given to somebody else after it had expired.');
  if (offer.authorID !== caller.userID) throw malformed('This offer was made to somebody else.');
  if (offer.hasVideo) throw malformed('There is a recording for this offer already.');
  return offer;
}

/** Recordings for the same offer come one after the other: each has the same file name. */
const recordingTurns = createOncePerInstance(() =>
  createKeyedLimiter('recordings', { maxRunning: () => 1, maxWaiting: 8, maxWaitingPerKey: 8 }),
);

/**
 * Looks at a recording and stores it with what `write` does; leaves nothing behind when that fails. Throws 400 under
 * `videoData` for what is no video, or too long a one.
 */
export function storeRecording(
  context: Context,
  caller: Caller,
  offerID: string,
  video: ReceivedFile,
  write: () => void | Promise<void>,
): Promise<void> {
  return recordingTurns(context).run(offerID, { key: caller.userID }, async () => {
    getRecordableOffer(context, caller, offerID);
    await assertIsClip(video);
    const name = nameClip(offerID);
    try {
      await getClipFiles(context).take(name, video.path);
      await write();
    } catch (error) {
      await removeClipFile(context, name);
      throw error;
    }
  });
}

async function assertIsClip({ path }: ReceivedFile): Promise<void> {
  const { seconds = 0 } = await readVideo(path);
  if (seconds > maxSeconds) throw invalidField('videoData', `The videoData must last ${maxSeconds} seconds at most.`);
}

async function readVideo(path: string): Promise<Movie> {
  try {
    return await readMovie(path);
  } catch (error) {
    if (!(error instanceof NoMovie)) throw error;
    throw invalidField('videoData', `The videoData must be an MP4 video: this one ${error.message}.`);
  }
}

/** Makes an offer a clip; the last one completes its song (libraries rules M9 and M10). */
export function recordClip(context: WriteContext, caller: Caller, offerID: string): void {
  const { songID } = getRecordableOffer(context, caller, offerID);
  updateSnippet(context.db, offerID, { hasVideo: true, updatedAt: context.clock.now() });
  completeIfFull(context, songID);
}
