import type { Context } from '#area/context.ts';
import { findCodeByFamily } from '#core/accounts/index.ts';
import { getUser, presentTrueHeader } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { ReportModerationData } from './records.ts';
import type { ReportRow } from './tables.ts';

/** Presents name and picture to moderators, even while the profile is under review (moderation rule M5). */
export const presentHeaderForModerators = (context: Context, userID: string): UserHeader =>
  presentTrueHeader(getUser(context, userID));

/** Presents reports in the given order. */
export function presentReports(context: Context, rows: readonly ReportRow[]): ReportModerationData[] {
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    reportedID: row.contentID,
    reportedUser: presentHeaderForModerators(context, row.reportedUserID),
    submitterMessage: row.message,
    author: presentHeaderForModerators(context, row.authorID),
    authorHasNoCode: findCodeByFamily(context.db, row.authorID) ? undefined : true,
    handledBy: row.handledByID === null ? undefined : presentHeaderForModerators(context, row.handledByID),
    isClosed: row.isClosed,
    creationTime: row.createdAt,
    updateTime: row.updatedAt,
  }));
}
