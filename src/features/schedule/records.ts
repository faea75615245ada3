import * as v from 'valibot';
import { fileText, instant, Paginator, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';

/** A performer as lists and events show them. */
export const PerformerHeaderData = record('PerformerHeaderData', {
  id: v.optional(uuid),
  name: v.string(),
  photo: v.optional(v.string()),
  isOfficialPerformer: v.boolean(),
});
export type PerformerHeaderData = v.InferOutput<typeof PerformerHeaderData>;

/** Who photographs an event; only photography staff sees it (schedule rule 20). */
export const ShutternautEventData = record('ShutternautEventData', {
  needsPhotographer: v.boolean(),
  photographers: v.array(UserHeader),
  userIsPhotographer: v.boolean(),
});
export type ShutternautEventData = v.InferOutput<typeof ShutternautEventData>;

/** An event as it goes to clients (schedule, Records: EventData). */
export const EventData = record('EventData', {
  eventID: uuid,
  uid: v.string(),
  title: v.string(),
  description: v.string(),
  startTime: instant,
  endTime: instant,
  timeZone: v.string(),
  timeZoneID: v.string(),
  location: v.string(),
  eventType: v.string(),
  lastUpdateTime: instant,
  forum: v.optional(uuid),
  isFavorite: v.boolean(),
  performers: v.array(PerformerHeaderData),
  shutternautData: v.optional(ShutternautEventData),
});
export type EventData = v.InferOutput<typeof EventData>;

/** A place of events, and the deck that its name speaks of. */
export const EventPlaceData = record('EventPlaceData', { location: v.string(), deck: v.optional(wholeNumber) });
export type EventPlaceData = v.InferOutput<typeof EventPlaceData>;

/** The lists of a difference, in their order. */
export const differenceLists = [
  'deletedEvents',
  'createdEvents',
  'timeChangeEvents',
  'locationChangeEvents',
  'minorChangeEvents',
] as const;
export type DifferenceList = (typeof differenceLists)[number];

/** What can change about an event. */
export const EventContentData = record('EventContentData', {
  title: v.string(),
  description: v.string(),
  startTime: instant,
  endTime: instant,
  location: v.string(),
  eventType: v.string(),
});
export type EventContentData = v.InferOutput<typeof EventContentData>;

/** An event on a list of a difference. */
export const EventDifferenceData = record('EventDifferenceData', {
  ...EventData.entries,
  previous: v.optional(EventContentData),
  followCount: v.optional(wholeNumber),
});
export type EventDifferenceData = v.InferOutput<typeof EventDifferenceData>;

const differenceList = v.array(EventDifferenceData);

/** How a file differs from the schedule (schedule rule 43). */
export const EventUpdateDifferenceData = record('EventUpdateDifferenceData', {
  deletedEvents: differenceList,
  createdEvents: differenceList,
  timeChangeEvents: differenceList,
  locationChangeEvents: differenceList,
  minorChangeEvents: differenceList,
});
export type EventUpdateDifferenceData = v.InferOutput<typeof EventUpdateDifferenceData>;

/** One line of the schedule's log (schedule rule 51). */
export const EventUpdateLogData = record('EventUpdateLogData', {
  entryID: wholeNumber,
  automaticUpdate: v.boolean(),
  changeCount: wholeNumber,
  timestamp: instant,
  error: v.optional(v.string()),
});
export type EventUpdateLogData = v.InferOutput<typeof EventUpdateLogData>;

/** Bytes of an uploaded schedule with the JSON around it (schedule rule 41). */
export const maxUploadBytes = 10 * 1024 * 1024;

/** A schedule to be compared and applied. */
export const EventsUpdateData = inputRecord('EventsUpdateData', { schedule: fileText('text/calendar') });
export type EventsUpdateData = v.InferOutput<typeof EventsUpdateData>;

/** One event of the photographer report (schedule rule 29). */
export const ShutternautScheduleReportData = record('ShutternautScheduleReportData', {
  eventID: uuid,
  title: v.string(),
  startTime: instant,
  endTime: instant,
  timeZone: v.string(),
  location: v.string(),
  needsPhotographer: v.boolean(),
  photographers: v.array(UserHeader),
});
export type ShutternautScheduleReportData = v.InferOutput<typeof ShutternautScheduleReportData>;

/** One page of the photographer report (schedule rule 30). */
export const ShutternautScheduleReport = record('ShutternautScheduleReport', {
  items: v.array(ShutternautScheduleReportData),
  paginator: Paginator,
});
export type ShutternautScheduleReport = v.InferOutput<typeof ShutternautScheduleReport>;

/** Events on a page of the photographer report, unless the caller asks for another number (schedule rule 30). */
export const defaultReportPage = 50;
