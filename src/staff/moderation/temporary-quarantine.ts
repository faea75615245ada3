import type { Context } from '#context';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { malformed, notFound } from '#contract/errors.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import {
  findUser,
  invalidateUser,
  isInTemporaryQuarantine,
  listFamily,
  type User,
  updateUserRow,
} from '#core/users/index.ts';

const maxHours = 199;
const hourMilliseconds = 60 * 60 * 1000;

function getOrdinaryUser(context: Context, userID: string): User {
  const target = findUser(context, userID);
  if (!target) throw notFound('user');
  if (isAtLeast(target.level, 'client')) throw malformed('staff and service accounts cannot be quarantined');
  return target;
}

/**
 * Keeps all accounts of a person from creating and changing content for some hours; 0 ends it (moderation rule M16). To
 * be called inside a transaction.
 */
export function quarantineTemporarily(context: Context, caller: Caller, userID: string, hours: number): void {
  if (hours < 0 || hours > maxHours) throw malformed(`a temporary quarantine has 0 to ${maxHours} hours`);
  const target = getOrdinaryUser(context, userID);
  if (hours === 0 && !isInTemporaryQuarantine(context, target)) return;
  const quarantinedUntil = hours === 0 ? null : new Date(context.clock.now().getTime() + hours * hourMilliseconds);
  for (const { id } of listFamily(context.db, target.familyID)) {
    updateUserRow(context.db, id, { quarantinedUntil });
    invalidateUser(context, id);
  }
  const action = hours === 0 ? 'tempQuarantineCleared' : 'tempQuarantine';
  logModeratorAction(context, caller, action, { type: 'userProfile', id: target.familyID, authorID: target.familyID });
}
