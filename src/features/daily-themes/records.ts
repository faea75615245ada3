import * as v from 'valibot';
import { integer, line, optionalInput, text, uuid, wholeNumber } from '#contract/fields.ts';
import { ImageUploadData } from '#core/images/records.ts';

/** A theme as it is shown. */
export const DailyThemeData = v.strictObject({
  themeID: uuid,
  title: v.string(),
  info: v.string(),
  image: v.optional(v.string()),
  cruiseDay: wholeNumber,
});
export type DailyThemeData = v.InferOutput<typeof DailyThemeData>;

/** A new theme, or all that an edit replaces. */
export const DailyThemeUploadData = v.object({
  title: line('title', 1, 100),
  info: text('info', 1, 2000),
  /** None removes the picture. */
  image: optionalInput(ImageUploadData),
  cruiseDay: integer,
});
export type DailyThemeUploadData = v.InferOutput<typeof DailyThemeUploadData>;
