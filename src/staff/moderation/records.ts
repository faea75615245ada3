import * as v from 'valibot';
import { moderatorReasons, reportTypes } from '#area/moderated.ts';
import { accessLevels } from '#contract/access.ts';
import { instant, Paginator, uuid } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import { ReportModerationData } from '#core/reports/records.ts';
import { moderatorActionTypes } from '#core/reports/tables.ts';
import { UserHeader } from '#core/users/records.ts';

/** One entry of the moderators' log (moderation rules M7 and M8). */
export const ModeratorActionLogData = record('ModeratorActionLogData', {
  id: v.pipe(uuid, v.description('Id')),
  actionType: v.pipe(v.picklist(moderatorActionTypes), v.description('Action of the moderator')),
  contentType: v.pipe(v.picklist(reportTypes), v.description('Type of the content')),
  contentID: v.pipe(v.string(), v.description('Id of the content, of the kind that the type names')),
  timestamp: v.pipe(instant, v.description('When it happened')),
  moderator: v.pipe(UserHeader, v.description('Moderator who did it')),
  targetUser: v.pipe(UserHeader, v.description('User it’s about')),
  reason: v.pipe(v.optional(v.picklist(moderatorReasons)), v.description('Reason given to the author')),
  message: v.pipe(v.optional(v.string()), v.description('Sentence given to the author')),
});
export type ModeratorActionLogData = v.InferOutput<typeof ModeratorActionLogData>;

/** A page of the log (moderation rule M9). */
export const ModeratorActionLogResponseData = record('ModeratorActionLogResponseData', {
  actions: v.pipe(v.array(ModeratorActionLogData), v.description('Log entries, newest first')),
  paginator: v.pipe(Paginator, v.description('Position of the page in the whole list')),
});
export type ModeratorActionLogResponseData = v.InferOutput<typeof ModeratorActionLogResponseData>;

/** A family as moderators read it; the header is that of its primary account (moderation rule M18). */
export const UserModerationData = record('UserModerationData', {
  header: v.pipe(UserHeader, v.description('Name and picture')),
  subAccounts: v.pipe(v.array(UserHeader), v.description('The other accounts of the person')),
  accessLevel: v.pipe(v.picklist(accessLevels), v.description('Level of the account; each includes those below it')),
  tempQuarantineEndTime: v.pipe(
    v.optional(instant),
    v.description('When the temporary quarantine ends; absent if there’s none'),
  ),
  reports: v.pipe(v.array(ReportModerationData), v.description('Reports on it, newest first')),
});
export type UserModerationData = v.InferOutput<typeof UserModerationData>;
