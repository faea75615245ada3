import { readFile } from 'node:fs/promises';
import { type Context, createOncePerInstance, type PictureFiles } from '#area/context.ts';
import type { Content } from '#contract/response.ts';
import { computeFileTag } from '#platform/files/file-store.ts';
import { createLoadingCache } from '#platform/limits/caches.ts';
import { getPictureMediaType } from '#platform/pictures/picture-name.ts';

/** The sizes in which pictures are stored. */
export type PictureSize = keyof PictureFiles;

/** Seconds for which clients may cache a picture without revalidating it. */
export const pictureCacheSeconds = 86_400;

const maxThumbnailBytes = 256 * 1024;
const maxBytesInMemory = 64 * 1024 * 1024;

/** Every list in a client requests many thumbnails at once, so they're cached in memory. */
const thumbnailCache = createOncePerInstance((context) =>
  createLoadingCache<Content>(context.caches, {
    maxBytes: maxBytesInMemory,
    // Files that are too large for memory aren't cached.
    measure: ({ body }) => (body instanceof Uint8Array ? body.length : Number.MAX_SAFE_INTEGER),
  }),
);

/** Invalidates a cached thumbnail whose file was removed. */
export function invalidateThumbnail(context: Context, name: string): void {
  thumbnailCache(context).invalidate(name);
}

/**
 * Returns a stored picture by name; undefined if there is none (core rule 110). Range requests get the file, which can
 * be read in parts.
 */
export function findPicture(
  context: Context,
  size: PictureSize,
  name: string,
  { isPart }: { isPart: boolean },
): Promise<Content | undefined> {
  if (size !== 'thumb' || isPart) return describeFile(context, size, name);
  return thumbnailCache(context).get(name, async () => {
    const content = await describeFile(context, size, name);
    return content && readIntoMemory(content);
  });
}

async function describeFile(context: Context, size: PictureSize, name: string): Promise<Content | undefined> {
  const file = await context.pictures[size].describe(name);
  return (
    file && {
      mediaType: getPictureMediaType(name),
      body: { path: file.path, size: file.size },
      etag: computeFileTag(file),
      cacheSeconds: pictureCacheSeconds,
    }
  );
}

async function readIntoMemory(content: Content): Promise<Content | undefined> {
  if (!('path' in content.body) || content.body.size > maxThumbnailBytes) return content;
  try {
    return { ...content, body: await readFile(content.body.path) };
  } catch (error) {
    // It may just have been archived.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
