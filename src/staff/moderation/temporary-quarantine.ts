import { writeAuditLog } from '#area/audit-log.ts';
import type { Context, WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { malformed, notFound } from '#contract/errors.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { findUser, isInTemporaryQuarantine, listFamily, type User, updateUser } from '#core/users/index.ts';

export const maxHours = 200;
const hourMilliseconds = 60 * 60 * 1000;

function getQuarantinableUser(context: Context, userID: string): User {
  const user = findUser(context, userID);
  if (!user) throw notFound('user');
  if (isAtLeast(user.level, 'client'))
    throw malformed("You can't pause staff or service accounts.", 'protectedAccount');
  return user;
}

/** Stops a whole family from creating and changing content for some hours; 0 ends it (moderation rule M16). */
export function quarantineTemporarily(context: WriteContext, caller: Caller, userID: string, hours: number): void {
  if (hours < 0 || hours > maxHours) throw malformed(`A pause must last 0 to ${maxHours} hours.`);
  const target = getQuarantinableUser(context, userID);
  if (hours === 0 && !isInTemporaryQuarantine(context, target)) return;
  const quarantinedUntil = hours === 0 ? null : new Date(context.clock.now().getTime() + hours * hourMilliseconds);
  for (const { id } of listFamily(context.db, target.familyID)) {
    updateUser(context, id, { quarantinedUntil });
  }
  writeAuditLog(context, 'a family was put into temporary quarantine, or out of it', {
    username: target.username,
    hours,
  });
  const action = hours === 0 ? 'tempQuarantineCleared' : 'tempQuarantine';
  logModeratorAction(context, caller, action, { type: 'userProfile', id: target.familyID, authorID: target.familyID });
}
