import type { Context } from '#area/context.ts';
import { loadSongs } from './song-folders.ts';

/** Tells at the start which songs there are to be sung, and which folders hold none (libraries rule M21). */
export async function prepareMicroKaraoke(context: Context): Promise<readonly string[]> {
  const { songs, faults } = await loadSongs(context);
  for (const fault of faults) context.log.warn(`a folder of clip karaoke was passed over: ${fault}`);
  if (songs.length > 0) context.log.info({ songs: songs.length }, 'songs of clip karaoke were found');
  return [];
}
