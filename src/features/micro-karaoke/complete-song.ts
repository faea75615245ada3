import type { WriteContext } from '#area/context.ts';
import { findLiveSnippets, findSong, updateSong } from './store.ts';

/** Marks a song as complete if it has a clip in every slot (libraries rule M10). */
export function completeIfFull(context: WriteContext, songID: number): void {
  const song = findSong(context.db, songID);
  const now = context.clock.now();
  const clips = findLiveSnippets(context.db, songID, now).filter(({ hasVideo }) => hasVideo);
  if (!song || song.isComplete || clips.length < song.slots) return;
  updateSong(context.db, songID, { isComplete: true, updatedAt: now });
}
