import * as v from 'valibot';
import { fileAsText, instant, Paginator, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';

/** A performer in lists and events. */
export const PerformerHeaderData = record('PerformerHeaderData', {
  id: v.pipe(v.optional(uuid), v.description('Id')),
  name: v.pipe(v.string(), v.description('Name of the performer')),
  photo: v.pipe(
    v.optional(v.string()),
    v.description('Name of the picture: `/api/v3/image/full/{filename}` and `/api/v3/image/thumb/{filename}` show it'),
  ),
  isOfficialPerformer: v.pipe(
    v.boolean(),
    v.description('Whether the performer is official, instead of a passenger who hosts an event'),
  ),
});
export type PerformerHeaderData = v.InferOutput<typeof PerformerHeaderData>;

/** The photographers of an event. Only photography staff see them (schedule rule 20). */
export const ShutternautEventData = record('ShutternautEventData', {
  needsPhotographer: v.pipe(v.boolean(), v.description('Whether it needs a photographer')),
  photographers: v.pipe(v.array(UserHeader), v.description('Photographers')),
  userIsPhotographer: v.pipe(v.boolean(), v.description('Whether the caller photographs it')),
});
export type ShutternautEventData = v.InferOutput<typeof ShutternautEventData>;

/** An event for clients (schedule, Records: EventData). */
export const EventData = record('EventData', {
  eventID: v.pipe(uuid, v.description('Id of the event')),
  uid: v.pipe(v.string(), v.description('UID in calendar files')),
  title: v.pipe(v.string(), v.description('Title, in one line')),
  description: v.pipe(v.string(), v.description('Description, in several lines')),
  startTime: v.pipe(instant, v.description('When it starts, in ship time')),
  endTime: v.pipe(instant, v.description('When it ends, in ship time')),
  timeZone: v.pipe(v.string(), v.description('Abbreviation of the ship’s time zone at the start')),
  timeZoneID: v.pipe(v.string(), v.description('IANA name of the ship’s time zone at the start')),
  location: v.pipe(v.string(), v.description('Location')),
  eventType: v.pipe(v.string(), v.description('Type of the event, formatted for people')),
  lastUpdateTime: v.pipe(instant, v.description('When it was last changed')),
  forum: v.pipe(v.optional(uuid), v.description('Id of the forum about the event')),
  isFavorite: v.pipe(v.boolean(), v.description('Whether it’s a favorite of the caller')),
  performers: v.pipe(v.array(PerformerHeaderData), v.description('Performers')),
  shutternautData: v.pipe(
    v.optional(ShutternautEventData),
    v.description('Photographers; only shown to photographers'),
  ),
  capacity: v.pipe(v.optional(wholeNumber), v.description('Number of seats; absent if anyone can come')),
  seatsTaken: v.pipe(
    v.optional(wholeNumber),
    v.description('Number of seats that are taken, which can be more than `capacity`; absent without it'),
  ),
  seat: v.pipe(
    v.optional(v.picklist(['seat', 'waiting'])),
    v.description('Whether the caller has a seat or waits for one; absent if neither'),
  ),
  waitingPosition: v.pipe(
    v.optional(wholeNumber),
    v.description('The caller’s position on the waiting list, counted from 1; absent if not on it'),
  ),
});
export type EventData = v.InferOutput<typeof EventData>;

/** Time and place of an event. */
export const EventOccasionData = record(
  'EventOccasionData',
  v.pick(EventData, ['startTime', 'endTime', 'location']).entries,
);
export type EventOccasionData = v.InferOutput<typeof EventOccasionData>;

/** One change of an event in the caller's plan (schedule rule 120). */
export const EventChangeData = record('EventChangeData', {
  changeID: v.pipe(wholeNumber, v.description('Number of the change; newer ones are higher')),
  noticeID: v.pipe(
    wholeNumber,
    v.description('Number shared by everything that changed together: `contentID` of the notification about it'),
  ),
  eventID: v.pipe(uuid, v.description('Id of the event')),
  title: v.pipe(v.string(), v.description('Title, in one line')),
  changes: v.pipe(
    v.array(v.picklist(['time', 'place', 'cancelled', 'restored'])),
    v.description('What changed: one or several'),
  ),
  changedAt: v.pipe(instant, v.description('When it was changed')),
  previous: v.pipe(
    EventOccasionData,
    v.description('Time and place before; of a restored event, when it was cancelled'),
  ),
  current: v.pipe(v.optional(EventOccasionData), v.description('Time and place after; absent if it was cancelled')),
  isNew: v.pipe(v.boolean(), v.description('Whether the caller hasn’t looked at it before')),
  isOnSchedule: v.pipe(v.boolean(), v.description('Whether the event is on the schedule now')),
});
export type EventChangeData = v.InferOutput<typeof EventChangeData>;

/** A place of events, and the deck in its name. */
export const EventPlaceData = record('EventPlaceData', {
  location: v.pipe(v.string(), v.description('Location')),
  deck: v.pipe(v.optional(wholeNumber), v.description('Deck that the name of the place mentions')),
});
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

/** The parts of an event that can change. */
export const EventContentData = record(
  'EventContentData',
  v.pick(EventData, ['title', 'description', 'startTime', 'endTime', 'location', 'eventType']).entries,
);
export type EventContentData = v.InferOutput<typeof EventContentData>;

/** An event on a list of a difference. */
export const EventDifferenceData = record('EventDifferenceData', {
  ...EventData.entries,
  previous: v.pipe(v.optional(EventContentData), v.description('The event before the change')),
  followCount: v.pipe(v.optional(wholeNumber), v.description('Number of users who follow the event')),
});
export type EventDifferenceData = v.InferOutput<typeof EventDifferenceData>;

const differenceList = v.array(EventDifferenceData);

/** The difference between a file and the schedule (schedule rule 43). */
export const EventUpdateDifferenceData = record('EventUpdateDifferenceData', {
  deletedEvents: v.pipe(differenceList, v.description('Deleted events')),
  createdEvents: v.pipe(differenceList, v.description('New events')),
  timeChangeEvents: v.pipe(differenceList, v.description('Events at another time')),
  locationChangeEvents: v.pipe(differenceList, v.description('Events with another location')),
  minorChangeEvents: v.pipe(differenceList, v.description('Events whose title or description changes')),
});
export type EventUpdateDifferenceData = v.InferOutput<typeof EventUpdateDifferenceData>;

/** What an uploaded schedule is checked for (schedule rule 124). */
export const scheduleChecks = [
  'performerInTwoPlaces',
  'roomTaken',
  'shortTurnaround',
  'outsideSailing',
  'similarPlace',
  'commonFollowers',
] as const;
export type ScheduleCheck = (typeof scheduleChecks)[number];

/** The fields of an uploaded event that checks need. */
export const CheckedEventData = record(
  'CheckedEventData',
  v.pick(EventData, ['uid', 'title', 'startTime', 'endTime', 'location']).entries,
);
export type CheckedEventData = v.InferOutput<typeof CheckedEventData>;

/** Something that a check found: the events it's about, and what matters for that check. */
export const ScheduleFindingData = record('ScheduleFindingData', {
  events: v.pipe(v.array(CheckedEventData), v.description('The one or two events it’s about; none for places')),
  performer: v.pipe(v.optional(v.string()), v.description('Name of the performer who would be in two places')),
  minutes: v.pipe(
    v.optional(wholeNumber),
    v.description('Minutes that the events overlap, or that are left between them'),
  ),
  commonFollowers: v.pipe(v.optional(wholeNumber), v.description('Number of users who follow both events')),
  places: v.pipe(
    v.optional(
      v.array(
        record('PlaceUseData', {
          location: v.pipe(v.string(), v.description('Location')),
          eventCount: v.pipe(wholeNumber, v.description('Number of events there')),
        }),
      ),
    ),
    v.description('Two places spelled almost alike, the rarer one first'),
  ),
});
export type ScheduleFindingData = v.InferOutput<typeof ScheduleFindingData>;

/** The outcome of one check. */
export const ScheduleCheckData = record('ScheduleCheckData', {
  check: v.pipe(v.picklist(scheduleChecks), v.description('What was checked')),
  count: v.pipe(wholeNumber, v.description('Number of findings, up to 1,000')),
  findings: v.pipe(v.array(ScheduleFindingData), v.description('The first 100 findings')),
});
export type ScheduleCheckData = v.InferOutput<typeof ScheduleCheckData>;

/** One entry of the schedule's log (schedule rule 51). */
export const EventUpdateLogData = record('EventUpdateLogData', {
  entryID: v.pipe(wholeNumber, v.description('Number of the entry')),
  automaticUpdate: v.pipe(v.boolean(), v.description('Whether the hourly job did it, instead of the desk')),
  changeCount: v.pipe(wholeNumber, v.description('Number of events it changed')),
  timestamp: v.pipe(instant, v.description('When it happened')),
  error: v.pipe(v.optional(v.string()), v.description('What went wrong; absent if nothing did')),
});
export type EventUpdateLogData = v.InferOutput<typeof EventUpdateLogData>;

/** The size limit of an uploaded schedule in bytes, with the JSON around it (schedule rule 41). */
export const maxUploadBytes = 10 * 1024 * 1024;

/** A schedule to compare and apply. */
export const EventsUpdateData = inputRecord('EventsUpdateData', {
  schedule: v.pipe(fileAsText('text/calendar'), v.description('The calendar file, as text')),
});
export type EventsUpdateData = v.InferOutput<typeof EventsUpdateData>;

/** One event of the photographer report (schedule rule 29). */
export const ShutternautScheduleReportData = record('ShutternautScheduleReportData', {
  ...v.pick(EventData, ['eventID', 'title', 'startTime', 'endTime', 'timeZone', 'location']).entries,
  ...v.pick(ShutternautEventData, ['needsPhotographer', 'photographers']).entries,
});
export type ShutternautScheduleReportData = v.InferOutput<typeof ShutternautScheduleReportData>;

/** One page of the photographer report (schedule rule 30). */
export const ShutternautScheduleReport = record('ShutternautScheduleReport', {
  items: v.pipe(v.array(ShutternautScheduleReportData), v.description('A page of entries')),
  paginator: v.pipe(Paginator, v.description('Position of the page in the whole list')),
});
export type ShutternautScheduleReport = v.InferOutput<typeof ShutternautScheduleReport>;

/** The default number of events on a page of the photographer report (schedule rule 30). */
export const defaultReportPage = 50;
