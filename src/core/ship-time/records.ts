import * as v from 'valibot';
import { instant, wholeNumber } from '#contract/fields.ts';
import { record } from '#contract/record.ts';

/** One clock change. */
export const TimeZoneChangeRecord = record('TimeZoneChangeRecord', {
  activeDate: instant,
  timeZoneAbbrev: v.string(),
  timeZoneID: v.string(),
});

/** The clock-change table, earliest first, and the zone in force now (schedule, Records). */
export const TimeZoneChangeData = record('TimeZoneChangeData', {
  records: v.array(TimeZoneChangeRecord),
  currentTimeZoneAbbrev: v.string(),
  currentTimeZoneID: v.string(),
  currentOffsetSeconds: wholeNumber,
});
export type TimeZoneChangeData = v.InferOutput<typeof TimeZoneChangeData>;
