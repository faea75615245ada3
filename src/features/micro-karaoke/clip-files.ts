import { join } from 'node:path';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { createFileStore, type FileNaming } from '#platform/files/file-store.ts';

/** The folder of uploaded clips, in the folder of user uploads (libraries, Song folders). */
export const clipFolder = 'microkaraokevideos';

const clipName = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.mp4$/;

/** The naming scheme of clip files. */
export const clipNaming: FileNaming = { isName: (name) => clipName.test(name), hasSubfolders: false };

/**
 * Returns the stored name for a requested one, or undefined if it isn't valid (libraries, Validation: video filename).
 */
export function readClipName(text: string): string | undefined {
  const name = text.endsWith('.mp4') ? text.toLowerCase() : text;
  return clipNaming.isName(name) ? name : undefined;
}

/** Returns the file name of the clip for an offer. */
export const nameClip = (offerID: string): string => `${offerID}.mp4`;

/** Returns the file store of an instance's clips. */
export const getClipFiles = createOncePerInstance(({ config, savedFiles }) =>
  createFileStore(join(config.folders.images, clipFolder), clipNaming, savedFiles.note),
);

/**
 * Removes the file of a deleted clip. A failure is logged for the crew, since the caller can't do anything about it.
 */
export async function removeClipFile(context: Context, name: string): Promise<void> {
  try {
    await getClipFiles(context).remove(name);
  } catch (error) {
    context.log.warn({ name, error: String(error) }, 'could not delete the file of a deleted clip');
  }
}
