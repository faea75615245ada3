import type { Context } from '#context';
import { person, trueHeaderOf } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { ReportModerationData } from './records.ts';
import type { ReportRow } from './tables.ts';

/** Name and picture for moderators' eyes, also while the profile is under review (moderation rule M5). */
export function headerForModerators(context: Context, userID: string): UserHeader {
  const found = person(context, userID);
  if (!found) throw new Error(`a moderation record names ${userID}, who has no account`);
  return trueHeaderOf(found);
}

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
