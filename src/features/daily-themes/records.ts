import * as v from 'valibot';
import { integer, line, optionalInput, text, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { ImageUploadData } from '#core/images/records.ts';

/** A theme as it is shown. */
export const DailyThemeData = record('DailyThemeData', {
  themeID: uuid,
  title: v.string(),
  info: v.string(),
  image: v.optional(v.string()),
  cruiseDay: wholeNumber,
});
export type DailyThemeData = v.InferOutput<typeof DailyThemeData>;

/** A new theme, or all that an edit replaces. */
export const DailyThemeUploadData = inputRecord('DailyThemeUploadData', {
  title: line('title', 1, 100),
  info: text('info', 1, 2000),
  /** None removes the picture. */
  image: optionalInput(ImageUploadData),
  cruiseDay: integer,
});
export type DailyThemeUploadData = v.InferOutput<typeof DailyThemeUploadData>;
