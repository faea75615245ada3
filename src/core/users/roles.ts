import type { Context } from '#context';
import type { Caller, UserRole } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { type Person, personChanged } from './people.ts';
import { deleteRole, insertRole } from './store/roles.ts';
import { visiblePeople, visiblePerson } from './visibility.ts';

/** The accounts that hold the role, by username. */
export const roleHolders = (context: Context, caller: Caller, role: UserRole): Person[] =>
  visiblePeople(context, caller, ({ roles }) => roles.has(role));

/** Gives an account a role, in force at once; throws 400 when it has it. To be called inside a transaction. */
export function giveRole(context: Context, caller: Caller, userID: string, role: UserRole): void {
  visiblePerson(context, caller, userID);
  if (!insertRole(context.db, userID, role)) throw malformed('this account has the role already');
  personChanged(context, userID);
}

/** Takes a role from an account, whether it has it or not. To be called inside a transaction. */
export function takeRole(context: Context, caller: Caller, userID: string, role: UserRole): void {
  visiblePerson(context, caller, userID);
  deleteRole(context.db, userID, role);
  personChanged(context, userID);
}
