import type { Context } from '#area/context.ts';
import { findUserRow } from '#core/users/index.ts';
import { listLockedFamilies } from './recovery-lock.ts';
import { listPauses } from './wrong-passwords.ts';

/** A user who can't log in, at least for now. */
export interface LockOut {
  readonly username: string;
  /** Wrong passwords pause logins for a while. Failed recoveries lock them until the crew unlocks the family. */
  readonly kind: 'wrong-passwords' | 'failed-recoveries';
  readonly until?: Date;
  /** The only address that is paused, if the account has logged in from it before. */
  readonly address?: string;
}

/** Lists lock-outs in force, latest pauses first. */
export function listLockOuts(context: Context): LockOut[] {
  const pauses = listPauses(context).flatMap(({ userID, address, milliseconds }) => {
    const username = findUserRow(context.db, userID)?.username;
    const until = new Date(context.clock.now().getTime() + milliseconds);
    return username === undefined
      ? []
      : [{ username, kind: 'wrong-passwords' as const, until, ...(address && { address }) }];
  });
  const locked = listLockedFamilies(context).map((username) => ({ username, kind: 'failed-recoveries' as const }));
  return [...pauses, ...locked];
}
