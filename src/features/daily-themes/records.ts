import * as v from 'valibot';
import { integer, line, optionalInput, text, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { ImageUploadData, shownDescription } from '#core/images/records.ts';

/** A theme for clients. */
export const DailyThemeData = record('DailyThemeData', {
  themeID: v.pipe(uuid, v.description('Id of the theme')),
  title: v.pipe(v.string(), v.description('Title, in one line')),
  info: v.pipe(v.string(), v.description('More about it, in several lines')),
  image: v.pipe(
    v.optional(v.string()),
    v.description('Name of the picture: `/api/v3/image/full/{filename}` and `/api/v3/image/thumb/{filename}` show it'),
  ),
  imageDescription: shownDescription,
  cruiseDay: v.pipe(wholeNumber, v.description('Day of the sailing: 0 is embarkation, negative days are before it')),
});
export type DailyThemeData = v.InferOutput<typeof DailyThemeData>;

/** A new theme, or the complete new content of an edited one. */
export const DailyThemeUploadData = inputRecord('DailyThemeUploadData', {
  title: v.pipe(line('title', 1, 100), v.description('Title, in one line')),
  info: v.pipe(text('info', 1, 2000), v.description('More about it, in several lines')),
  /** If it's absent, the picture is removed. */
  image: v.pipe(
    optionalInput(ImageUploadData),
    v.description('The picture; without one, the current picture is removed'),
  ),
  cruiseDay: v.pipe(integer, v.description('Day of the sailing: 0 is embarkation, negative days are before it')),
});
export type DailyThemeUploadData = v.InferOutput<typeof DailyThemeUploadData>;
