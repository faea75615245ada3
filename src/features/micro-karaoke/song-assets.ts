import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from '#area/context.ts';
import { forbidden, notFound } from '#contract/errors.ts';
import type { Content } from '#contract/response.ts';
import { computeFileTag } from '#platform/files/file-store.ts';
import { getSongsFolder, isSafeFileName } from './song-folders.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/** How long clients may cache files of songs and clips, in seconds. */
export const clipCacheSeconds = 86_400;

const numberedFillerPattern = /^(fillVideo(?:Portrait|Landscape))-(\d+)\.mp4$/;

/** Fillers have a different name in each slot but the same name in each slot's folder (libraries rule M5). */
function findStoredName(name: string, slot: string | undefined): string {
  const [, video = '', number] = numberedFillerPattern.exec(name) ?? [];
  return number !== undefined && number === slot ? `${video}.mp4` : name;
}

/**
 * Returns a file of a song's folder. Throws 403 if the path leaves the folder, and 404 if it isn't a file (libraries
 * rule M15).
 */
export async function getSongAsset(context: Context, path: string): Promise<Content> {
  const parts = path.split(/[/\\]/);
  if (parts.includes('..')) throw forbidden('pathOutside', "This path isn't in the songs folder.");
  if (!parts.every(isSafeFileName)) throw notFound('file');
  const stored = parts.with(-1, findStoredName(parts.at(-1) ?? '', parts.at(-2)));
  const file = join(getSongsFolder(context), ...stored);
  const facts = await findFile(file);
  if (!facts) throw notFound('file');
  return {
    mediaType: mediaTypes[extname(file)] ?? 'application/octet-stream',
    body: { path: file, size: facts.size },
    etag: computeFileTag({ path: file, size: facts.size, modified: facts.mtime }),
    cacheSeconds: clipCacheSeconds,
  };
}

const missingFileCodes = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP']);

async function findFile(path: string) {
  try {
    const facts = await stat(path);
    return facts.isFile() ? facts : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && missingFileCodes.has(String(error.code))) return undefined;
    throw error;
  }
}
