import { readFile } from 'node:fs/promises';
import type { Context } from '#area/context.ts';
import { PictureRejected } from '#platform/pictures/picture-rejected.ts';
import type { UnpackedFile } from './stored-upload.ts';

interface Pictures {
  readonly context: Context;
  readonly file: UnpackedFile;
  /** Receives the names of the pictures that are stored in the end. */
  readonly pictures: Set<string>;
}

/** Two processes decode. */
const maxConcurrentPictures = 2;

/**
 * Stores pictures of the file under their names and regenerates thumbnails (admin rule A29). Leaves existing ones
 * unchanged; ignores missing ones and ones that can't be decoded.
 */
export async function storePictures(target: Pictures, names: readonly string[]): Promise<void> {
  const waiting = [...new Set(names)].values();
  const workThrough = async () => {
    for (const name of waiting) await storePicture(target, name);
  };
  await Promise.all(Array.from({ length: maxConcurrentPictures }, workThrough));
}

async function storePicture({ context, file, pictures }: Pictures, name: string): Promise<void> {
  const { full, thumb } = context.pictures;
  const isStored = (await full.describe(name)) !== undefined && (await thumb.describe(name)) !== undefined;
  if (isStored || (await importPicture(context, file, name))) pictures.add(name);
}

/** The maximum size of any picture. */
const maximumBytes = 178_257_920;
/** Pixels. */
const thumbnailHeight = 200;

/** Returns false for a picture that isn't in the file, or that can't be decoded. */
async function importPicture(
  { pictures, pictureWorkers }: Context,
  file: UnpackedFile,
  name: string,
): Promise<boolean> {
  const place = file.findPicture(name);
  if (place === undefined) return false;
  try {
    const options = { avatar: false, allowAnimated: true, keepsCleanJpeg: true, maximumBytes, thumbnailHeight };
    const picture = await pictureWorkers.process(await readFile(place), options);
    if (!name.endsWith(`.${picture.extension}`)) return false;
    await pictures.thumb.save(name, picture.thumbnail);
    await pictures.full.save(name, picture.full);
    return true;
  } catch (error) {
    if (error instanceof PictureRejected) return false;
    throw error;
  }
}
