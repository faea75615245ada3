import type { Context } from '#area/context.ts';
import { findCodeByFamily } from '#core/accounts/index.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { getUser, presentStoredHeader } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { DisclosedPostData, ReportModerationData } from './records.ts';
import { findDisclosedPosts } from './store.ts';
import type { DisclosedPostRow, ReportRow } from './tables.ts';

/** Presents name and picture to moderators, even while the profile is under review (moderation rule M5). */
export const presentHeaderForModerators = (context: Context, userID: string): UserHeader =>
  presentStoredHeader(getUser(context, userID));

const presentDisclosed = (
  context: Context,
  rows: readonly DisclosedPostRow[] | undefined,
): DisclosedPostData[] | undefined =>
  rows?.map(({ postID, authorID, text, createdAt }) => ({
    postID,
    author: presentHeaderForModerators(context, authorID),
    text,
    timestamp: createdAt,
  }));

/** Presents reports in the given order. */
export function presentReports(context: Context, rows: readonly ReportRow[]): ReportModerationData[] {
  const fromChats = rows.filter(({ type }) => type === 'fezPost').map(({ id }) => id);
  const isOff = fromChats.length > 0 && isFeatureDisabled(context, undefined, 'chatreports');
  const disclosed: ReadonlyMap<string, readonly DisclosedPostRow[]> = isOff
    ? new Map()
    : findDisclosedPosts(context.db, fromChats);
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    reportedID: row.contentID,
    reportedUser: presentHeaderForModerators(context, row.reportedUserID),
    submitterMessage: row.message,
    author: presentHeaderForModerators(context, row.authorID),
    authorHasNoCode: findCodeByFamily(context.db, row.authorID) ? undefined : true,
    disclosedPosts: presentDisclosed(context, disclosed.get(row.id)),
    handledBy: row.handledByID === null ? undefined : presentHeaderForModerators(context, row.handledByID),
    isClosed: row.isClosed,
    creationTime: row.createdAt,
    updateTime: row.updatedAt,
  }));
}
