import { writeAuditLog } from '#area/audit-log.ts';
import type { Context, Write, WriteContext } from '#area/context.ts';
import { forbidden, malformed } from '#contract/errors.ts';
import { updateUser } from '#core/users/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import { listAccountsWithFailures } from './store.ts';

/** Consecutive failed recoveries and lookups of a family before both are rejected (core rules 43 and 48). */
const maxFailures = 5;

/** The error for details that don't match, whichever of them is wrong. */
export const noRecoveryMatch = () => malformed("Those details don't match.", 'noRecoveryMatch');

/** Throws 403 if failed recoveries have locked the family. */
export function assertNotLocked(primary: UserRow): void {
  if (primary.recoveryFailures >= maxFailures) {
    throw forbidden('recoveryLocked', 'Too many failed recovery attempts. Ask the crew to unlock your account.');
  }
}

/** Counts a failed recovery or lookup of the family, and throws its error. */
export function countFailure(primary: UserRow, write: Write): never {
  const recoveryFailures = primary.recoveryFailures + 1;
  write((context) => {
    updateUser(context, primary.id, { recoveryFailures });
    if (recoveryFailures === maxFailures)
      writeAuditLog(context, 'locked a family after too many failed recoveries, until the crew unlocks it', {
        family: primary.username,
      });
  });
  throw noRecoveryMatch();
}

/** Lists the primary usernames of families locked by failed recoveries. */
export const listLockedFamilies = ({ db }: Context): string[] =>
  listAccountsWithFailures(db, maxFailures).map(({ username }) => username);

/**
 * Unlocks every family locked by failed recoveries (core rule 51). Spent codes stay spent, because no one has checked
 * who tried them. Returns the usernames of their primary accounts.
 */
export function unlockAllFamilies(context: WriteContext): string[] {
  const locked = listAccountsWithFailures(context.db, maxFailures);
  for (const { id } of locked) updateUser(context, id, { recoveryFailures: 0 });
  if (locked.length > 0) writeAuditLog(context, 'all locked families were unlocked', { families: locked.length });
  return locked.map(({ username }) => username);
}
