import type { WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { assertMayChange } from '#core/users/index.ts';
import { type FezAccess, getChangeableFez, getFezAccess, getFezAsOwner } from '../access.ts';
import { saveChange } from '../changes.ts';
import { notifyCancelled } from '../live/notify-members.ts';
import { deleteMembers } from '../membership/store.ts';
import { describeFez } from './content.ts';

/** Calls a fez off as its owner; it stays for those in it, who are told (fez rule 41). */
export function cancelFez(context: WriteContext, caller: Caller, fezID: string): FezAccess {
  saveChange(context, getFezAsOwner(context, caller, fezID), { cancelled: true });
  const found = getFezAccess(context, caller, fezID);
  notifyCancelled(context, caller, found);
  return found;
}

/**
 * Deletes a fez, as a moderator or one's own of a kind that nobody else is in; others are to be cancelled (fez rule
 * 42).
 */
export function deleteFez(context: WriteContext, caller: Caller, fezID: string): void {
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
