import type { Context, WriteContext } from '#area/context.ts';
import { type AccessLevel, type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden, malformed, notFound } from '#contract/errors.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { findUser, isInTemporaryQuarantine, isSpecialAccount, setLevel, type User } from '#core/users/index.ts';

/** Levels that staff are raised to, and what is recorded of it. */
const recordedPromotion = {
  moderator: 'accessLevelModerator',
  devteam: 'accessLevelDevTeam',
  tho: 'accessLevelTHO',
} as const;
export type StaffLevel = keyof typeof recordedPromotion;

/** The account to be raised or lowered. Throws for one that does not exist or whose level is fixed (admin rule A16). */
function getChangeableAccount(context: Context, userID: string): User {
  const target = findUser(context, userID);
  if (!target) throw notFound('user');
  if (isSpecialAccount(target)) throw malformed(`the level of ${target.username} cannot be changed`);
  return target;
}

function assertFitForPromotion(context: Context, target: User, level: StaffLevel): void {
  if (isAtLeast(target.level, level)) throw malformed(`${target.username} has this level or a higher one already`);
  if (!isAtLeast(target.level, 'verified')) throw malformed('only verified accounts can be promoted');
  if (isInTemporaryQuarantine(context, target)) throw malformed(`${target.username} is in temporary quarantine`);
}

function changeLevel(
  context: WriteContext,
  caller: Caller,
  target: User,
  level: AccessLevel,
  action: (typeof recordedPromotion)[StaffLevel] | 'accessLevelVerified',
): void {
  setLevel(context, target.userID, level);
  logModeratorAction(context, caller, action, { type: 'userProfile', id: target.userID, authorID: target.userID });
}

/** Raises this one account, not its family; its logins stay valid (admin rule A13). */
export function promote(context: WriteContext, caller: Caller, userID: string, level: StaffLevel): void {
  const target = getChangeableAccount(context, userID);
  assertFitForPromotion(context, target, level);
  changeLevel(context, caller, target, level, recordedPromotion[level]);
}

/** Makes a member of the staff an ordinary verified person again (admin rule A15). */
export function demote(context: WriteContext, caller: Caller, userID: string): void {
  const target = getChangeableAccount(context, userID);
  if (!isAtLeast(target.level, 'moderator')) throw malformed(`${target.username} is not a member of the staff`);
  if (isAtLeast(target.level, 'tho') && caller.level !== 'admin')
    throw forbidden('only an administrator may demote the management office');
  changeLevel(context, caller, target, 'verified', 'accessLevelVerified');
}
