import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { AppError, invalidField, notFound } from '#contract/errors.ts';
import type { ImageUploadData } from '#core/images/records.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { parsePictureName } from '#platform/pictures/picture-name.ts';
import { countPictures, maxPictures } from './records.ts';

/** Returns the maximum number of pictures in a public post of this user (forums rule B26). */
export function getMaxPictures(context: Context, caller: Caller): number {
  if (caller.roles.has('shutternaut')) return maxPictures;
  return Math.min(getServerSettings(context).maxForumPostImages, maxPictures);
}

/** Throws 400 under `key` if a public post of this user can't have this many pictures (forums rule B26). */
export function assertPictureCount(
  context: Context,
  caller: Caller,
  images: readonly ImageUploadData[],
  key = 'images',
): void {
  assertMaxPictures(context, caller, countPictures(images), key);
}

function assertMaxPictures(context: Context, caller: Caller, pictures: number, key: string): void {
  const max = getMaxPictures(context, caller);
  if (pictures > max) throw invalidField(key, `The images must be at most ${max}.`);
}

/** Throws 400 for an upload without a picture (forums rule B63). */
export function assertHasPicture(image: ImageUploadData): void {
  if (countPictures([image]) > 0) return;
  const reason = 'An image or a filename must be given.';
  throw new AppError('invalidFields', reason, { fieldErrors: { general: reason } });
}

/** Returns the pictures with one more at the end. Throws 400 if there are too many (forums rule B63). */
export function addPicture(
  context: Context,
  caller: Caller,
  images: readonly string[],
  name: string,
): readonly string[] {
  assertMaxPictures(context, caller, images.length + 1, 'images');
  return [...images, name];
}

/** Returns the pictures without the named one, or none if no name is given. Throws 404 if there's no such picture. */
export function removePicture(images: readonly string[], { filename }: ImageUploadData): readonly string[] {
  if (!filename) return [];
  const name = parsePictureName(filename) ?? filename;
  const at = images.indexOf(name);
  if (at < 0) throw notFound('image');
  return images.toSpliced(at, 1);
}
