import { writeAuditLog } from '#area/audit-log.ts';
import type { Context, WriteContext } from '#area/context.ts';
import { type AccessLevel, type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden, malformed, notFound } from '#contract/errors.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { findUser, isInTemporaryQuarantine, isSpecialAccount, setLevel, type User } from '#core/users/index.ts';

/** Levels of the staff, and the log entry for a promotion to each. */
const promotionActions = {
  moderator: 'accessLevelModerator',
  devteam: 'accessLevelDevTeam',
  tho: 'accessLevelTHO',
} as const;
export type StaffLevel = keyof typeof promotionActions;

/**
 * Finds the account to promote or demote. Throws not-found, or malformed for one whose level is fixed (admin rule A16).
 */
function getChangeableUser(context: Context, userID: string): User {
  const target = findUser(context, userID);
  if (!target) throw notFound('user');
  if (isSpecialAccount(target))
    throw malformed(`You can't change the level of ${target.username}.`, 'protectedAccount');
  return target;
}

function assertPromotable(context: Context, target: User, level: StaffLevel): void {
  if (isAtLeast(target.level, level))
    throw malformed(`${target.username} already has this level or a higher one.`, 'alreadySo');
  if (!isAtLeast(target.level, 'verified')) throw malformed('Only verified users can be promoted.');
  if (isInTemporaryQuarantine(context, target)) throw malformed(`${target.username} is paused.`, 'protectedAccount');
}

function changeLevel(
  context: WriteContext,
  caller: Caller,
  target: User,
  level: AccessLevel,
  action: (typeof promotionActions)[StaffLevel] | 'accessLevelVerified',
): void {
  setLevel(context, target.userID, level);
  const { username, level: before } = target;
  writeAuditLog(context, "an account's access level was changed", { username, before, after: level });
  logModeratorAction(context, caller, action, { type: 'userProfile', id: target.userID, authorID: target.userID });
}

/** Raises the level of one account, not of its family; its logins stay valid (admin rule A13). */
export function promote(context: WriteContext, caller: Caller, userID: string, level: StaffLevel): void {
  const target = getChangeableUser(context, userID);
  assertPromotable(context, target, level);
  changeLevel(context, caller, target, level, promotionActions[level]);
}

/** Makes a member of the staff an ordinary verified user again (admin rule A15). */
export function demote(context: WriteContext, caller: Caller, userID: string): void {
  const target = getChangeableUser(context, userID);
  if (!isAtLeast(target.level, 'moderator')) throw malformed(`${target.username} is not a staff member.`, 'alreadySo');
  if (isAtLeast(target.level, 'tho') && caller.level !== 'admin')
    throw forbidden('accessDenied', 'Only an administrator can demote the management office.');
  changeLevel(context, caller, target, 'verified', 'accessLevelVerified');
}
