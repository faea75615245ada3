import type { Context } from '#context';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { guardChange } from '#core/users/index.ts';
import { storeChange } from './changes.ts';
import { fezContent } from './content.ts';
import { type FoundFez, fezOfOwner, fezToChange, standingTo } from './find-fez.ts';
import { deleteMembers } from './store/members.ts';
import { tellCancelled } from './tell-members.ts';

/** Calls a fez off as its owner; it stays for those in it, who are told (fez rule 41). To be called inside a transaction. */
export function cancelFez(context: Context, caller: Caller, fezID: string): FoundFez {
  storeChange(context, fezOfOwner(context, caller, fezID), { cancelled: true });
  const found = standingTo(context, caller, fezID);
  tellCancelled(context, caller, found);
  return found;
}

/**
 * Deletes a fez, as a moderator or one's own of a kind that nobody else is in; others are to be cancelled (fez rule 42). To
 * be called inside a transaction.
 */
export function deleteFez(context: Context, caller: Caller, fezID: string): void {
  const found = fezToChange(context, caller, fezID);
  const { fez, kind, isOwn, memberIDs } = found;
  if (!isAtLeast(caller.level, 'moderator') && !(kind.isDeletedByOwner && isOwn)) {
    throw forbidden('this cannot be deleted, but its owner can cancel it');
  }
  guardChange(context, caller, { authorID: fez.ownerID, state: fez.moderationState });
  deleteMembers(context.db, fezID, memberIDs);
  storeChange(context, found, { deletedAt: context.clock.now() });
  logModeratorAction(context, caller, 'delete', fezContent(fez));
}
