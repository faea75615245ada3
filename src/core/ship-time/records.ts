import * as v from 'valibot';
import { instant, wholeNumber } from '#contract/fields.ts';

/** One clock change. */
export const TimeZoneChangeRecord = v.strictObject({
  activeDate: instant,
  timeZoneAbbrev: v.string(),
  timeZoneID: v.string(),
});

/** The clock-change table, earliest first, and the zone in force now (schedule, Records). */
export const TimeZoneChangeData = v.strictObject({
  records: v.array(TimeZoneChangeRecord),
  currentTimeZoneAbbrev: v.string(),
  currentTimeZoneID: v.string(),
  currentOffsetSeconds: wholeNumber,
});
export type TimeZoneChangeData = v.InferOutput<typeof TimeZoneChangeData>;
