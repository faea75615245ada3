import * as v from 'valibot';
import { instant, wholeNumber } from '#contract/fields.ts';
import { record } from '#contract/record.ts';

/** One clock change. */
export const TimeZoneChangeRecord = record('TimeZoneChangeRecord', {
  activeDate: v.pipe(instant, v.description('When this time zone takes effect')),
  timeZoneAbbrev: v.pipe(v.string(), v.description('Abbreviation of the time zone')),
  timeZoneID: v.pipe(v.string(), v.description('IANA name of the time zone')),
});

/** The clock-change table, earliest first, and the zone in force now (schedule, Records). */
export const TimeZoneChangeData = record('TimeZoneChangeData', {
  records: v.pipe(v.array(TimeZoneChangeRecord), v.description('The clock changes, earliest first')),
  currentTimeZoneAbbrev: v.pipe(v.string(), v.description('Abbreviation of the current time zone')),
  currentTimeZoneID: v.pipe(v.string(), v.description('IANA name of the current time zone')),
  currentOffsetSeconds: v.pipe(wholeNumber, v.description('Current offset from UTC, in seconds')),
});
export type TimeZoneChangeData = v.InferOutput<typeof TimeZoneChangeData>;
