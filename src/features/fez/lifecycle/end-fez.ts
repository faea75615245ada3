import type { WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { assertMayChange } from '#core/users/index.ts';
import { type FezAccess, getFezAccess, getFezAsOwner, getVisibleFez } from '../access.ts';
import { getNoun } from '../kinds.ts';
import { notifyCancelled } from '../live/notify-members.ts';
import { deleteMembers, saveChange } from '../store.ts';
import { describeFez } from './content.ts';

/** Cancels a fez as its owner; it stays for those in it, who are notified once (fez rule 41, decision 57). */
export function cancelFez(context: WriteContext, caller: Caller, fezID: string): FezAccess {
  const before = getFezAsOwner(context, caller, fezID);
  if (before.fez.cancelled) return before;
  saveChange(context, before.fez, { cancelled: true });
  const access = getFezAccess(context, caller, fezID);
  notifyCancelled(context, caller, access);
  return access;
}

/**
 * Deletes a fez: as a moderator any, as its owner one of a kind that nobody else is in; owners cancel the others (fez
 * rule 42).
 */
export function deleteFez(context: WriteContext, caller: Caller, fezID: string): void {
  const access = getVisibleFez(context, caller, fezID);
  const { fez, kind, isOwn, memberIDs } = access;
  if (!isAtLeast(caller.level, 'moderator') && !(kind.isDeletedByOwner && isOwn)) {
    throw forbidden(`This ${getNoun(kind)} cannot be deleted, but its owner can cancel it.`);
  }
  assertMayChange(context, caller, { authorID: fez.ownerID, state: fez.moderationState });
  deleteMembers(context, fezID, memberIDs);
  saveChange(context, access.fez, { deletedAt: context.clock.now() });
  logModeratorAction(context, caller, 'delete', describeFez(fez));
}
