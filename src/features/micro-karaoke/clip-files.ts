import { join } from 'node:path';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { createFileStore, type FileNaming } from '#platform/files/file-store.ts';

/** Where uploaded clips lie, below the folder of user uploads (libraries, Song folders). */
export const clipFolder = 'microkaraokevideos';

const clipName = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.mp4$/;

/** How files of clips are called. */
export const clipNaming: FileNaming = { isName: (name) => clipName.test(name), isSplit: false };

/** The stored name that a request means; undefined for what is no such name (libraries, Validation: video filename). */
export function readClipName(text: string): string | undefined {
  const name = text.endsWith('.mp4') ? text.toLowerCase() : text;
  return clipNaming.isName(name) ? name : undefined;
}

/** The name of the clip that was recorded for an offer. */
export const nameClip = (offerID: string): string => `${offerID}.mp4`;

/** The clips of an instance. */
export const getClipFiles = createOncePerInstance(({ config, savedFiles }) =>
  createFileStore(join(config.folders.images, clipFolder), clipNaming, savedFiles.note),
);

/** Removes the file of a clip that is no more; a failure is what the crew must hear of, not the caller. */
export async function removeClipFile(context: Context, name: string): Promise<void> {
  try {
    await getClipFiles(context).remove(name);
  } catch (error) {
    context.log.warn({ name, error: String(error) }, 'the file of a clip that is no more could not be removed');
  }
}
