import { randomUUID } from 'node:crypto';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { conflict, notFound } from '#contract/errors.ts';
import { archivePicture, type PreparedPicture } from '#core/images/index.ts';
import { assertMayCreate } from '#core/users/index.ts';
import type { DailyThemeUploadData } from './records.ts';
import { deleteThemeRow, findTheme, findThemeOfDay, saveTheme } from './store.ts';
import type { DailyThemeRow } from './tables.ts';

/** Returns the theme with this id. Throws not-found. */
export function getTheme(context: Context, id: string): DailyThemeRow {
  const row = findTheme(context.db, id);
  if (!row) throw notFound('theme');
  return row;
}

/**
 * Stores a new theme, or replaces the one with this id. Throws a conflict if the day already has a theme (fez rule 84).
 */
export function setTheme(
  context: WriteContext,
  caller: Caller,
  id: string | undefined,
  input: DailyThemeUploadData,
  picture: PreparedPicture | undefined,
): void {
  const before = id === undefined ? undefined : getTheme(context, id);
  assertMayCreate(context, caller);
  const { title, info, cruiseDay } = input;
  const existing = findThemeOfDay(context.db, cruiseDay);
  if (existing && existing.id !== id) throw conflict('dayTaken', 'This day already has a theme.');
  const image = picture?.name ?? null;
  const isKept = before !== undefined && before.image === image;
  if (before && !isKept) retirePicture(context, before);
  const hasOwnImage = isKept ? before.hasOwnImage : (picture?.isNew ?? false);
  saveTheme(context, { id: id ?? randomUUID(), title, info, cruiseDay, image, hasOwnImage });
}

/** Deletes a theme permanently. Throws not-found. */
export function deleteTheme(context: WriteContext, id: string): void {
  retirePicture(context, getTheme(context, id));
  deleteThemeRow(context, id);
}

/** A picture that was chosen by name may be in a post, so it stays. */
function retirePicture(context: WriteContext, { image, hasOwnImage }: DailyThemeRow): void {
  if (image !== null && hasOwnImage) archivePicture(context, image);
}
