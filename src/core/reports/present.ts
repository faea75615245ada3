import type { Context } from '#context';
import { knownPerson, trueHeaderOf } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { ReportModerationData } from './records.ts';
import type { ReportRow } from './tables.ts';

/** Name and picture for moderators' eyes, also while the profile is under review (moderation rule M5). */
export const headerForModerators = (context: Context, userID: string): UserHeader =>
  trueHeaderOf(knownPerson(context, userID));

/** Reports in the order given. */
export function presentReports(context: Context, rows: readonly ReportRow[]): ReportModerationData[] {
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    reportedID: row.contentID,
    reportedUser: headerForModerators(context, row.reportedUserID),
    submitterMessage: row.message,
    author: headerForModerators(context, row.authorID),
    handledBy: row.handledByID === null ? undefined : headerForModerators(context, row.handledByID),
    isClosed: row.isClosed,
    creationTime: row.createdAt,
    updateTime: row.updatedAt,
  }));
}
