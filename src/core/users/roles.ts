import { writeAuditLog } from '#area/audit-log.ts';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller, UserRole } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import type { User } from './directory.ts';
import { deleteRole, insertRole } from './store/accounts.ts';
import { getVisibleUser, listVisibleUsers } from './visibility.ts';

/** The accounts that have the role, by username. */
export const listRoleHolders = (context: Context, caller: Caller, role: UserRole): User[] =>
  listVisibleUsers(context, caller, ({ roles }) => roles.has(role));

/** Gives an account a role, in force at once. Throws 400 when it has it. */
export function giveRole(context: WriteContext, caller: Caller, userID: string, role: UserRole): void {
  const { username } = getVisibleUser(context, caller, userID);
  if (!grantRole(context, userID, role)) throw malformed('This account has the role already.');
  writeAuditLog(context, 'a role was given', { username, role });
}

/** Gives an account a role, anyone who asks. False when it has it already. */
export function grantRole(context: WriteContext, userID: string, role: UserRole): boolean {
  return insertRole(context.db, userID, role);
}

/** Takes a role from an account, whether it has it or not. */
export function takeRole(context: WriteContext, caller: Caller, userID: string, role: UserRole): void {
  const { username } = getVisibleUser(context, caller, userID);
  deleteRole(context.db, userID, role);
  writeAuditLog(context, 'a role was taken away', { username, role });
}
