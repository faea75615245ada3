import { randomUUID } from 'node:crypto';
import type { Context, WriteContext } from '#area/context.ts';
import { invalidField } from '#contract/errors.ts';
import { archivePicture, type PreparedPicture, processUpload } from '#core/images/index.ts';
import type { ImageUploadData } from '#core/images/records.ts';
import { isPictureName } from '#platform/pictures/picture-name.ts';
import { mapPerformerTexts, type PerformerText, type PerformerUploadData } from './records.ts';
import { savePerformerRow } from './store.ts';
import type { PerformerRow } from './tables.ts';

/** Processes the picture of a form and crops it to a square (schedule rule 70). Throws 400 under its path. */
export async function processPhoto(context: Context, photo: ImageUploadData): Promise<PreparedPicture | undefined> {
  const picture = await processUpload(context, photo, { avatar: true, key: 'photo.image' });
  if (!picture || isPictureName(picture.name)) return picture;
  throw invalidField('photo.filename', 'The filename must name a stored picture.');
}

/** A profile to store, and what it replaces. */
export interface ProfileUpdate {
  readonly before: PerformerRow | undefined;
  /** The user whose own profile it is; null for profiles of the desk. */
  readonly ownerID: string | null;
  readonly isOfficial: boolean;
  readonly input: PerformerUploadData;
  readonly picture: PreparedPicture | undefined;
}

/**
 * Replaces a profile with all fields of a form and returns the id. A deleted profile is restored (schedule rule 70).
 */
export function saveProfile(
  context: WriteContext,
  { before, ownerID, isOfficial, input, picture }: ProfileUpdate,
): string {
  const now = context.clock.now();
  const id = before?.id ?? randomUUID();
  if (before) retirePhoto(context, before, picture?.name);
  savePerformerRow(context.db, {
    id,
    ownerID,
    isOfficial,
    name: input.name.trim(),
    ...toStoredTexts(input),
    yearsAttended: sortYears(input.yearsAttended),
    alternativeNames: mergeNames(input.alternativeNames ?? []),
    photo: picture?.name ?? null,
    hasBorrowedPhoto: isPhotoBorrowed(before, picture),
    photoAddress: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  });
  return id;
}

/** Returns the texts of a profile as stored. */
export const toStoredTexts = (input: Pick<PerformerUploadData, PerformerText>) =>
  mapPerformerTexts((name) => input[name] ?? null);

/** Removes duplicate years and sorts ascending. */
export const sortYears = (years: readonly number[]): number[] =>
  [...new Set(years)].sort((first, second) => first - second);

/** Removes empty names and duplicates that differ only in case. */
export function mergeNames(names: readonly string[]): string[] {
  const byKey = new Map(names.map((name) => name.trim()).map((name) => [name.toLowerCase(), name]));
  byKey.delete('');
  return [...byKey.values()];
}

function isPhotoBorrowed(before: PerformerRow | undefined, picture: PreparedPicture | undefined): boolean {
  if (!picture || picture.isNew) return false;
  return picture.name === before?.photo ? before.hasBorrowedPhoto : true;
}

/** Archives a replaced picture. A picture that was chosen by name may be used elsewhere, so it stays. */
export function retirePhoto(
  context: WriteContext,
  { photo, hasBorrowedPhoto }: PerformerRow,
  successor?: string,
): void {
  if (photo !== null && photo !== successor && !hasBorrowedPhoto) archivePicture(context, photo);
}
