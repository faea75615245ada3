import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed, notFound } from '#contract/errors.ts';
import { logModeratorAction, type SentReason } from '#core/reports/index.ts';
import { nameClip } from './clip-files.ts';
import { notifySingers } from './notification.ts';
import { getClipsAccountID } from './start-song.ts';
import {
  deleteSnippetRow,
  deleteUnseenOfSong,
  findLiveSnippets,
  findSnippet,
  findSong,
  insertUnseen,
  updateSong,
} from './store.ts';
import type { ClipSongRow } from './tables.ts';

/** Throws 404. */
export function getSong(context: Context, songID: number): ClipSongRow {
  const song = findSong(context.db, songID);
  if (!song) throw notFound('song');
  return song;
}

/** Returns the users with a clip in a song, each once. Fillers have no singer. */
export function listSingers(context: Context, songID: number): string[] {
  const clips = findLiveSnippets(context.db, songID, context.clock.now()).filter(
    ({ hasVideo, isFiller }) => hasVideo && !isFiller,
  );
  return [...new Set(clips.map(({ authorID }) => authorID))];
}

/**
 * Removes a clip or an offer from its slot. The song has to be completed and approved again (libraries rule M17).
 * Returns the name of the file to delete, if there is one. Throws 404.
 */
export function deleteSnippet(
  context: WriteContext,
  caller: Caller,
  snippetID: string,
  sent?: SentReason,
): string | undefined {
  const snippet = findSnippet(context.db, snippetID);
  if (!snippet) throw notFound('clip');
  deleteSnippetRow(context.db, snippet.id);
  updateSong(context.db, snippet.songID, {
    isComplete: false,
    isApproved: false,
    updatedAt: context.clock.now(),
  });
  deleteUnseenOfSong(context.db, snippet.songID);
  const { id, authorID } = snippet;
  const quote = getSong(context, snippet.songID).name;
  const content = { type: 'mkSongSnippet', id, authorID, noun: 'clip for a song', quote } as const;
  logModeratorAction(context, caller, 'delete', content, sent);
  return snippet.hasVideo && !snippet.isFiller ? nameClip(id) : undefined;
}

/** Shows a complete song to everyone and notifies its singers (libraries rule M18). Throws 404, or 400. */
export function approveSong(context: WriteContext, caller: Caller, songID: number): void {
  const song = getSong(context, songID);
  if (!song.isComplete) throw malformed('This song is not complete.');
  if (song.isApproved) return;
  updateSong(context.db, songID, { isApproved: true, updatedAt: context.clock.now() });
  const authorID = getClipsAccountID(context);
  logModeratorAction(context, caller, 'markReviewed', { type: 'mkSong', id: String(songID), authorID });
  const singers = listSingers(context, songID);
  insertUnseen(context.db, songID, singers);
  notifySingers(context, song, singers);
}
