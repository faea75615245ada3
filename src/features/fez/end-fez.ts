import type { Context } from '#context';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { assertMayChange } from '#core/users/index.ts';
import { saveChange } from './changes.ts';
import { describeFez } from './content.ts';
import { type FezAccess, getChangeableFez, getFezAccess, getFezAsOwner } from './find-fez.ts';
import { deleteMembers } from './store/members.ts';
import { notifyCancelled } from './tell-members.ts';

/** Calls a fez off as its owner; it stays for those in it, who are told (fez rule 41). To be called inside a transaction. */
export function cancelFez(context: Context, caller: Caller, fezID: string): FezAccess {
  saveChange(context, getFezAsOwner(context, caller, fezID), { cancelled: true });
  const found = getFezAccess(context, caller, fezID);
  notifyCancelled(context, caller, found);
  return found;
}

/**
 * Deletes a fez, as a moderator or one's own of a kind that nobody else is in; others are to be cancelled (fez rule 42). To
 * be called inside a transaction.
 */
export function deleteFez(context: Context, caller: Caller, fezID: string): void {
  const found = getChangeableFez(context, caller, fezID);
  const { fez, kind, isOwn, memberIDs } = found;
  if (!isAtLeast(caller.level, 'moderator') && !(kind.isDeletedByOwner && isOwn)) {
    throw forbidden('this cannot be deleted, but its owner can cancel it');
  }
  assertMayChange(context, caller, { authorID: fez.ownerID, state: fez.moderationState });
  deleteMembers(context.db, fezID, memberIDs);
  saveChange(context, found, { deletedAt: context.clock.now() });
  logModeratorAction(context, caller, 'delete', describeFez(fez));
}
