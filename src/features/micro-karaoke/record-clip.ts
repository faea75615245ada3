import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { invalidField, malformed } from '#contract/errors.ts';
import type { ReceivedFile } from '#contract/received-file.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { type Movie, NotAMovie, readMovie } from '#platform/files/read-movie.ts';
import { createKeyedLimiter } from '#platform/limits/limiter.ts';
import { getClipFiles, nameClip, removeClipFile } from './clip-files.ts';
import { completeIfFull } from './complete-song.ts';
import { findSnippet, updateSnippet } from './store.ts';
import type { ClipSnippetRow } from './tables.ts';

/** Singing a slot takes a few seconds. */
const maxSeconds = 60;

/**
 * Returns the offer that the caller may record for now, even if it has expired (libraries rules M8 and M9). Throws 400,
 * or 403.
 */
export function getRecordableOffer(context: Context, caller: Caller, offerID: string): ClipSnippetRow {
  assertMayCreate(context, caller);
  const offer = findSnippet(context.db, offerID);
  if (!offer) throw malformed('This part expired and was given to someone else.', 'offerGone');
  if (offer.authorID !== caller.userID) throw malformed('This part was given to someone else.', 'offerGone');
  if (offer.hasVideo) throw malformed('You already sent a recording for this part.', 'offerGone');
  return offer;
}

/** Processes recordings for the same offer one at a time, since they have the same file name. */
const recordingTurns = createOncePerInstance(() =>
  createKeyedLimiter('recordings', { maxRunning: () => 1, maxWaiting: 8, maxWaitingPerKey: 8 }),
);

/**
 * Checks a recording, stores it and calls `write`. Removes the file if that fails. Throws 400 under `videoData` if the
 * file isn't a video or is too long.
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
  if (seconds > maxSeconds) throw invalidField('videoData', `The video must be at most ${maxSeconds} seconds long.`);
}

async function readVideo(path: string): Promise<Movie> {
  try {
    return await readMovie(path);
  } catch (error) {
    if (!(error instanceof NotAMovie)) throw error;
    throw invalidField('videoData', `We can't use this video: it ${error.message}.`);
  }
}

/** Turns an offer into a clip. The last clip completes its song (libraries rules M9 and M10). */
export function recordClip(context: WriteContext, caller: Caller, offerID: string): void {
  const { songID } = getRecordableOffer(context, caller, offerID);
  updateSnippet(context.db, offerID, { hasVideo: true, updatedAt: context.clock.now() });
  completeIfFull(context, songID);
}
