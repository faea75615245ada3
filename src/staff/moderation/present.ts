import type { Context } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import type { Page } from '#contract/query.ts';
import {
  areReasonsEnabled,
  countModeratorActions,
  findModeratorActions,
  findReportsAgainst,
  presentHeaderForModerators,
  presentReports,
} from '#core/reports/index.ts';
import type { ModeratorActionRow } from '#core/reports/tables.ts';
import { findUserRow, listFamily } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import type { ModeratorActionLogData, ModeratorActionLogResponseData, UserModerationData } from './records.ts';

function presentAction(context: Context, row: ModeratorActionRow): ModeratorActionLogData {
  return {
    id: row.id,
    actionType: row.actionType,
    contentType: row.contentType,
    contentID: row.contentID,
    timestamp: row.createdAt,
    moderator: presentHeaderForModerators(context, row.moderatorID),
    targetUser: presentHeaderForModerators(context, row.targetUserID),
    ...(areReasonsEnabled(context) && { reason: row.reason ?? undefined, message: row.message ?? undefined }),
  };
}

/** Returns a page of the moderators' actions, newest first (moderation rule M9). */
export function presentActionLog(context: Context, page: Page): ModeratorActionLogResponseData {
  return {
    actions: findModeratorActions(context.db, page).map((row) => presentAction(context, row)),
    paginator: { total: countModeratorActions(context.db), ...page },
  };
}

function getUserRow(context: Context, userID: string): UserRow {
  const row = findUserRow(context.db, userID);
  if (!row) throw notFound('user');
  return row;
}

/** Returns a family, by any of its accounts, with all reports against it (moderation rule M18). Throws not-found. */
export function presentUser(context: Context, userID: string): UserModerationData {
  const primary = getUserRow(context, getUserRow(context, userID).familyID);
  const familyIDs = listFamily(context.db, primary.id).map(({ id }) => id);
  return {
    header: presentHeaderForModerators(context, primary.id),
    subAccounts: familyIDs.filter((id) => id !== primary.id).map((id) => presentHeaderForModerators(context, id)),
    accessLevel: primary.accessLevel,
    tempQuarantineEndTime: findQuarantineEnd(context, primary),
    reports: presentReports(context, findReportsAgainst(context.db, familyIDs)),
  };
}

/** Returns when the temporary quarantine ends, if one is active. */
function findQuarantineEnd({ clock }: Context, { quarantinedUntil }: UserRow): Date | undefined {
  return quarantinedUntil !== null && quarantinedUntil > clock.now() ? quarantinedUntil : undefined;
}
