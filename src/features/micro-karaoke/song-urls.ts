import type { Context } from '#area/context.ts';
import { apiPrefix } from '#contract/endpoint.ts';
import { nameClip } from './clip-files.ts';
import type { ClipSnippetRow, ClipSongRow } from './tables.ts';

/** Returns the URL of a file in a song's folder. Escapes the song's name. */
export function buildSongURL({ config }: Context, { name }: Pick<ClipSongRow, 'name'>, ...path: string[]): string {
  return [config.externalURL, 'microkaraoke', ...[name, ...path].map(encodeURIComponent)].join('/');
}

/**
 * Returns the URL of a clip (libraries rule M11). A filler gets a name that no other filler of the song has (libraries
 * rule M5).
 */
export function buildVideoURL(
  context: Context,
  song: Pick<ClipSongRow, 'name' | 'isPortrait'>,
  { id, slot, isFiller }: ClipSnippetRow,
): string {
  if (!isFiller) return `${context.config.externalURL}${apiPrefix}/microkaraoke/video/${nameClip(id)}`;
  const form = song.isPortrait ? 'Portrait' : 'Landscape';
  return buildSongURL(context, song, String(slot), `fillVideo${form}-${slot}.mp4`);
}
