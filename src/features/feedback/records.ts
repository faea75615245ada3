import * as v from 'valibot';
import { instant, instantInput, line, text, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';
import { EventData } from '#features/schedule/records.ts';

/** The length limit of each text of the form in characters (schedule, Validation). */
const maxText = 2000;
/** In characters. No event has a longer identity. */
const maxUid = 255;

/**
 * The form about an event, filled in by its host. Title and place come from calendar files, so they may contain
 * anything.
 */
export const EventFeedbackData = inputRecord('EventFeedbackData', {
  eventUID: v.pipe(text('eventUID', 1, maxUid), v.description('UID of the event in calendar files')),
  eventTitle: v.pipe(text('eventTitle', 0, maxText), v.description('Title of the event')),
  eventLocation: v.pipe(text('eventLocation', 0, maxText), v.description('Location of the event')),
  /** Display time. */
  eventTime: v.pipe(instantInput, v.description('When the event starts, in ship time')),
  hostName: v.pipe(line('hostName', 0, maxText), v.description('Name of the host')),
  attendance: v.pipe(text('attendance', 0, maxText), v.description('How many people came, in words')),
  recapString: v.pipe(text('recapString', 0, maxText), v.description('How the event went, in words')),
  issuesString: v.pipe(text('issuesString', 0, maxText), v.description('Problems, in words')),
});
export type EventFeedbackData = v.InferOutput<typeof EventFeedbackData>;

/** Additional information for the desk. */
const AdminFields = record('EventFeedbackAdminFields', {
  actionable: v.pipe(v.boolean(), v.description('Whether the desk marked it as something to act on')),
  followCount: v.pipe(wholeNumber, v.description('Number of users who follow the event')),
  forumID: v.pipe(v.optional(uuid), v.description('Id of the forum about the event')),
  /** Posts that users wrote, not the server. */
  forumPostCount: v.pipe(wholeNumber, v.description('Number of its posts, without the automatic ones')),
  /** The primary account of the author's family (decision 88). */
  primaryAccount: v.pipe(UserHeader, v.description('Primary account of the person')),
});
export type AdminFields = v.InferOutput<typeof AdminFields>;

/** A report on an event, filed or to fill in (schedule rules 85 and 87). */
export const EventFeedbackReport = record('EventFeedbackReport', {
  /** Absent if the report isn't filed yet, like `reportModDate`. */
  id: v.pipe(v.optional(uuid), v.description('Id of the report; absent until it’s filed')),
  reportingUser: v.pipe(UserHeader, v.description('User who reports')),
  reportModDate: v.pipe(
    v.optional(instant),
    v.description('When the report was last changed; absent until it’s filed'),
  ),
  /** Absent if the event was deleted (decision 81). */
  event: v.pipe(v.optional(EventData), v.description('The event; absent if it was deleted')),
  eventTitle: v.pipe(v.string(), v.description('Title of the event')),
  eventLocation: v.pipe(v.string(), v.description('Location of the event')),
  /** Display time. */
  eventTime: v.pipe(instant, v.description('When the event starts, in ship time')),
  hostName: v.pipe(v.string(), v.description('Name of the host')),
  attendance: v.pipe(v.string(), v.description('How many people came, in words')),
  recapString: v.pipe(v.string(), v.description('How the event went, in words')),
  issuesString: v.pipe(v.string(), v.description('Problems, in words')),
  /** Only for the desk. */
  adminFields: v.pipe(v.optional(AdminFields), v.description('For the desk alone')),
});
export type EventFeedbackReport = v.InferOutput<typeof EventFeedbackReport>;

/** Events to report on (schedule rule 86). */
export const EventFeedbackSelectionData = record('EventFeedbackSelectionData', {
  existingFeedback: v.pipe(v.array(EventData), v.description('Events that the caller already reported on')),
  performerAttached: v.pipe(v.array(EventData), v.description('Events that the caller hosts')),
  matchingRoom: v.pipe(v.array(EventData), v.description('Events in the requested room')),
  events: v.pipe(v.array(EventData), v.description('Events, ordered by start')),
});
export type EventFeedbackSelectionData = v.InferOutput<typeof EventFeedbackSelectionData>;

/** Counts of feedback (schedule rule 90). */
export const EventFeedbackStats = record('EventFeedbackStats', {
  totalShadowEvents: v.pipe(wholeNumber, v.description('Number of events to report on')),
  completedShadowEvents: v.pipe(wholeNumber, v.description('Number of those that are over')),
  totalFeedbackReports: v.pipe(wholeNumber, v.description('Number of reports')),
  uniqueEventsWithFeedback: v.pipe(wholeNumber, v.description('Number of events with at least one report')),
});
export type EventFeedbackStats = v.InferOutput<typeof EventFeedbackStats>;
