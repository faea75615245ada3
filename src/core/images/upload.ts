import type { Context, WriteContext } from '#area/context.ts';
import { invalidField } from '#contract/errors.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { generatePictureName, parsePictureName } from '#platform/pictures/picture-name.ts';
import { PictureRejected } from '#platform/pictures/picture-rejected.ts';
import type { ProcessedPicture } from '#platform/pictures/process-picture.ts';
import { type DescribedPicture, saveDescriptions } from './descriptions.ts';
import type { ImageUploadData } from './records.ts';

/** A picture that a row can refer to. */
export interface PreparedPicture extends DescribedPicture {
  /** Whether this call stored its files and no row refers to them yet. */
  readonly isNew: boolean;
}

/** The position of the upload in the request, and its purpose. */
export interface UploadOptions {
  /** Avatars are cropped to the centred square, and their `filename` is accepted as it is (core rule 85). */
  readonly avatar: boolean;
  /** Path of the picture in the request body, such as `photo.image`, for errors (core rule 116). */
  readonly key: string;
}

/** In pixels. */
const thumbnailHeight = 200;

/**
 * Stores an uploaded picture in both sizes, or accepts the name of a stored one; undefined if neither was sent. Call it
 * before the transaction, and wrap that in `writeOrDiscard`. Throws 400 under the key (core rules 116 to 121).
 */
export async function processUpload(
  context: Context,
  upload: ImageUploadData | undefined,
  options: UploadOptions,
): Promise<PreparedPicture | undefined> {
  const { image, filename, description } = upload ?? {};
  if (image && image.length > 0) return { name: await storePicture(context, image, options), isNew: true, description };
  if (filename) return { name: readName(filename, options), isNew: false };
  return undefined;
}

/** Like `processUpload`, for a list. Skips entries without a picture (core rule 122). `key` is the list's path. */
export async function processUploads(
  context: Context,
  uploads: readonly ImageUploadData[],
  { key }: { readonly key: string },
): Promise<PreparedPicture[]> {
  const pictures: PreparedPicture[] = [];
  try {
    for (const [index, upload] of uploads.entries()) {
      const picture = await processUpload(context, upload, { avatar: false, key: `${key}.${index}.image` });
      if (picture) pictures.push(picture);
    }
  } catch (error) {
    await discardNew(context, pictures);
    throw error;
  }
  return pictures;
}

/** Runs work in a transaction. */
type WriteNow = <Result>(work: (context: WriteContext) => Result) => Result | Promise<Result>;

/**
 * Runs the work that refers to the pictures in a transaction, which stores their descriptions too. If it throws, removes
 * the files stored for it.
 */
export async function writeOrDiscard<Result>(
  context: Context,
  pictures: readonly (PreparedPicture | undefined)[],
  write: WriteNow,
  work: (context: WriteContext) => Result,
): Promise<Result> {
  try {
    return await write((context) => {
      saveDescriptions(context, pictures);
      return work(context);
    });
  } catch (error) {
    await discardNew(context, pictures);
    throw error;
  }
}

/** Like `writeOrDiscard`, for a list at this path: stores the pictures first and passes on their names. */
export async function writeWithPictures<Result>(
  context: Context,
  { uploads, key, write }: { uploads: readonly ImageUploadData[]; key: string; write: WriteNow },
  work: (context: WriteContext, names: readonly string[]) => Result,
): Promise<Result> {
  const pictures = await processUploads(context, uploads, { key });
  const names = pictures.map(({ name }) => name);
  return writeOrDiscard(context, pictures, write, (context) => work(context, names));
}

function readName(filename: string, { avatar, key }: UploadOptions): string {
  const name = parsePictureName(filename);
  // The name of a stored picture is lower-cased; any other value for an avatar stays as it is.
  if (avatar) return name === filename.toLowerCase() ? name : filename;
  if (name !== undefined) return name;
  throw invalidField(key.replace(/image$/, 'filename'), 'The filename must be a UUID with one extension at most.');
}

async function storePicture(context: Context, image: Buffer, options: UploadOptions): Promise<string> {
  const picture = await processImage(context, image, options);
  const name = generatePictureName(picture.extension);
  const { full, thumb } = context.pictures;
  try {
    await thumb.save(name, picture.thumbnail);
    await full.save(name, picture.full);
  } catch (error) {
    await removeFiles(context, name);
    throw error;
  }
  return name;
}

async function processImage(
  context: Context,
  image: Buffer,
  { avatar, key }: UploadOptions,
): Promise<ProcessedPicture> {
  const { maxImageSize, allowAnimatedImages } = getServerSettings(context);
  try {
    return await context.pictureWorkers.process(image, {
      avatar,
      allowAnimated: allowAnimatedImages,
      maximumBytes: maxImageSize,
      thumbnailHeight,
    });
  } catch (error) {
    if (error instanceof PictureRejected) throw invalidField(key, error.message);
    throw error;
  }
}

async function discardNew(context: Context, pictures: readonly (PreparedPicture | undefined)[]): Promise<void> {
  for (const picture of pictures) if (picture?.isNew) await removeFiles(context, picture.name);
}

/**
 * Removes files after a failure. Failures to remove them are only logged, because the caller must see the original
 * error.
 */
async function removeFiles({ pictures, log }: Context, name: string): Promise<void> {
  const outcomes = await Promise.allSettled([pictures.full.remove(name), pictures.thumb.remove(name)]);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      log.warn(
        { name, error: String(outcome.reason) },
        'the file of a picture that nothing refers to could not be removed',
      );
    }
  }
}
