import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { findUserRow, getUser, isUnderReview, presentHeader } from '#core/users/index.ts';
import { findEventDiscussions } from '#features/forums/index.ts';
import {
  countFollowers,
  getCurrentSchedule,
  getEventViewer,
  type LiveEvent,
  presentEventFor,
} from '#features/schedule/index.ts';
import type { EventData } from '#features/schedule/records.ts';
import type { AdminFields, EventFeedbackReport } from './records.ts';
import type { FeedbackRow } from './tables.ts';

/** Returns a filed report for its author. The desk sees more of it (schedule, Records). */
export function presentReportFor(context: Context, caller: Caller, row: FeedbackRow): EventFeedbackReport {
  const [report] = isAtLeast(caller.level, 'devteam') ? presentReportsForDesk(context, [row]) : [];
  return report ?? presentReport(context, row);
}

/** Returns filed reports for the desk, in this order. */
export function presentReportsForDesk(context: Context, rows: readonly FeedbackRow[]): EventFeedbackReport[] {
  const eventIDs = [...new Set(rows.map(({ eventID }) => eventID))];
  const [followers, talks] = [countFollowers(context.db, eventIDs), findEventDiscussions(context, eventIDs)];
  return rows.map((row) => {
    const { forumID, postCount = 0 } = talks.get(row.eventID) ?? {};
    const adminFields: AdminFields = {
      actionable: row.isActionable,
      followCount: followers.get(row.eventID) ?? 0,
      forumID,
      forumPostCount: postCount,
      primaryAccount: presentHeader(getUser(context, getUser(context, row.authorID).familyID)),
    };
    return { ...presentReport(context, row), adminFields };
  });
}

function presentReport(context: Context, row: FeedbackRow): EventFeedbackReport {
  const event = getCurrentSchedule(context).byID.get(row.eventID);
  return {
    id: row.id,
    reportingUser: presentHeader(getUser(context, row.authorID)),
    reportModDate: row.modifiedAt,
    event: event && presentEvent(context, event),
    eventTitle: row.title,
    eventLocation: row.location,
    eventTime: getShipClock(context).toDisplay(row.eventTime),
    hostName: row.hostName,
    attendance: row.attendance,
    recapString: row.recap,
    issuesString: row.issues,
  };
}

/** Returns a report that the caller may fill in (schedule rule 85). */
export function presentBlankReport(context: Context, caller: Caller, event: LiveEvent): EventFeedbackReport {
  const profile = findUserRow(context.db, caller.userID);
  const isShown = profile !== undefined && !isUnderReview(profile.profileState);
  return {
    reportingUser: presentHeader(getUser(context, caller.userID)),
    event: presentEvent(context, event),
    eventTitle: event.row.title,
    eventLocation: event.row.location,
    eventTime: event.startTime,
    hostName: (isShown && (profile.realName || profile.displayName)) || '',
    attendance: '',
    recapString: '',
    issuesString: '',
  };
}

/** The event in a report is never a favorite and has no performers. */
const presentEvent = (context: Context, event: LiveEvent): EventData => ({
  ...presentEventFor(context, getEventViewer(context, undefined), event),
  performers: [],
});
