import type { Context } from '#area/context.ts';
import { loadSongs } from './song-folders.ts';

/** Logs at startup how many songs there are and which folders have none (libraries rule M21). */
export async function prepareMicroKaraoke(context: Context): Promise<readonly string[]> {
  const { songs, faults } = await loadSongs(context);
  for (const fault of faults) context.log.warn(`skipped a clip karaoke folder: ${fault}`);
  if (songs.length > 0) context.log.info({ songs: songs.length }, 'found clip karaoke songs');
  return [];
}
