import * as v from 'valibot';
import { instant, instantInput, line, text, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';
import { EventData } from '#features/schedule/records.ts';

/** Characters of each text of the form (schedule, Validation). */
const maxText = 2000;
/** Characters; no event can be asked for by a longer one. */
const maxUid = 255;

/** The form about an event, as its host fills it in; title and place come from calendar files, which may hold anything. */
export const EventFeedbackData = inputRecord('EventFeedbackData', {
  eventUID: text('eventUID', 1, maxUid),
  eventTitle: text('eventTitle', 0, maxText),
  eventLocation: text('eventLocation', 0, maxText),
  /** Display time. */
  eventTime: instantInput,
  hostName: line('hostName', 0, maxText),
  attendance: text('attendance', 0, maxText),
  recapString: text('recapString', 0, maxText),
  issuesString: text('issuesString', 0, maxText),
});
export type EventFeedbackData = v.InferOutput<typeof EventFeedbackData>;

/** What the desk is told beside the report itself. */
const AdminFields = record('EventFeedbackAdminFields', {
  actionable: v.boolean(),
  followCount: wholeNumber,
  forumID: v.optional(uuid),
  /** Posts that are not the service's own. */
  forumPostCount: wholeNumber,
  /** The primary account of the author's family (decision 88). */
  primaryAccount: UserHeader,
});
export type AdminFields = v.InferOutput<typeof AdminFields>;

/** A report on an event, filed or to be filled in (schedule rules 85 and 87). */
export const EventFeedbackReport = record('EventFeedbackReport', {
  /** Absent for a report that is not filed yet, as is `reportModDate`. */
  id: v.optional(uuid),
  reportingUser: UserHeader,
  reportModDate: v.optional(instant),
  /** Absent when the event was deleted (decision 81). */
  event: v.optional(EventData),
  eventTitle: v.string(),
  eventLocation: v.string(),
  /** Display time. */
  eventTime: instant,
  hostName: v.string(),
  attendance: v.string(),
  recapString: v.string(),
  issuesString: v.string(),
  /** For the desk alone. */
  adminFields: v.optional(AdminFields),
});
export type EventFeedbackReport = v.InferOutput<typeof EventFeedbackReport>;

/** Events to report on (schedule rule 86). */
export const EventFeedbackSelectionData = record('EventFeedbackSelectionData', {
  existingFeedback: v.array(EventData),
  performerAttached: v.array(EventData),
  matchingRoom: v.array(EventData),
  events: v.array(EventData),
});
export type EventFeedbackSelectionData = v.InferOutput<typeof EventFeedbackSelectionData>;

/** How much feedback there is (schedule rule 90). */
export const EventFeedbackStats = record('EventFeedbackStats', {
  totalShadowEvents: wholeNumber,
  completedShadowEvents: wholeNumber,
  totalFeedbackReports: wholeNumber,
  uniqueEventsWithFeedback: wholeNumber,
});
export type EventFeedbackStats = v.InferOutput<typeof EventFeedbackStats>;
