import { writeAuditLog } from '#area/audit-log.ts';
import type { Context, WriteContext } from '#area/context.ts';
import { type Caller, guardedRoles, type UserRole } from '#contract/access.ts';
import { forbidden, malformed } from '#contract/errors.ts';
import type { User } from './directory.ts';
import { deleteRole, insertRole } from './store/accounts.ts';
import { getVisibleUser, listVisibleUsers } from './visibility.ts';

/** Throws 403 for a role that only administrators grant and revoke (moderation rule S2). */
function assertMayAssign(caller: Caller, role: UserRole): void {
  if (!guardedRoles.has(role) || caller.level === 'admin') return;
  throw forbidden('accessDenied', 'Only an administrator can grant or revoke this role.');
}

/** Lists the accounts with the role, by username. */
export const listRoleHolders = (context: Context, caller: Caller, role: UserRole): User[] =>
  listVisibleUsers(context, caller, ({ roles }) => roles.has(role));

/** Gives an account a role, which applies at once. Throws 403, or 400 if it already has it. */
export function giveRole(context: WriteContext, caller: Caller, userID: string, role: UserRole): void {
  assertMayAssign(caller, role);
  const { username } = getVisibleUser(context, caller, userID);
  if (!grantRole(context, userID, role)) throw malformed('This account already has the role.', 'alreadySo');
  writeAuditLog(context, 'a role was assigned', { username, role });
}

/** Gives an account a role without checking the caller. Returns false if it already has it. */
export function grantRole(context: WriteContext, userID: string, role: UserRole): boolean {
  return insertRole(context.db, userID, role);
}

/** Removes a role from an account, whether it has it or not. Throws 403. */
export function removeRole(context: WriteContext, caller: Caller, userID: string, role: UserRole): void {
  assertMayAssign(caller, role);
  const { username } = getVisibleUser(context, caller, userID);
  deleteRole(context.db, userID, role);
  writeAuditLog(context, 'a role was removed', { username, role });
}
