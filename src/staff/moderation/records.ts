import * as v from 'valibot';
import { reportTypes } from '#area/moderated.ts';
import { accessLevels } from '#contract/access.ts';
import { instant, Paginator, uuid } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import { ReportModerationData } from '#core/reports/records.ts';
import { moderatorActionTypes } from '#core/reports/tables.ts';
import { UserHeader } from '#core/users/records.ts';

/** One entry of the log of what moderators did (moderation rules M7 and M8). */
export const ModeratorActionLogData = record('ModeratorActionLogData', {
  id: uuid,
  actionType: v.picklist(moderatorActionTypes),
  contentType: v.picklist(reportTypes),
  contentID: v.string(),
  timestamp: instant,
  moderator: UserHeader,
  targetUser: UserHeader,
});
export type ModeratorActionLogData = v.InferOutput<typeof ModeratorActionLogData>;

/** A page of the log (moderation rule M9). */
export const ModeratorActionLogResponseData = record('ModeratorActionLogResponseData', {
  actions: v.array(ModeratorActionLogData),
  paginator: Paginator,
});
export type ModeratorActionLogResponseData = v.InferOutput<typeof ModeratorActionLogResponseData>;

/** A family as moderators read it; the header is that of its primary account (moderation rule M18). */
export const UserModerationData = record('UserModerationData', {
  header: UserHeader,
  subAccounts: v.array(UserHeader),
  accessLevel: v.picklist(accessLevels),
  tempQuarantineEndTime: v.optional(instant),
  reports: v.array(ReportModerationData),
});
export type UserModerationData = v.InferOutput<typeof UserModerationData>;
