import type { Context } from '#context';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { guardChange } from '#core/users/index.ts';
import { fezContent } from './content.ts';
import { type FoundFez, fezOfOwner, fezToChange, standingTo } from './find-fez.ts';
import { updateFez } from './store/fezzes.ts';
import { deleteMembers } from './store/members.ts';
import { tellCancelled } from './tell-members.ts';

/** Calls a fez off as its owner; it stays for those in it, who are told (fez rule 41). To be called inside a transaction. */
export function cancelFez(context: Context, caller: Caller, fezID: string): FoundFez {
  fezOfOwner(context, caller, fezID);
  updateFez(context.db, fezID, { cancelled: true, lastModifiedAt: context.clock.now() });
  const found = standingTo(context, caller, fezID);
  tellCancelled(context, caller, found);
  return found;
}

/**
 * Deletes a fez, as a moderator or one's own of a kind that nobody else is in; others are to be cancelled (fez rule 42). To
 * be called inside a transaction.
 */
export function deleteFez(context: Context, caller: Caller, fezID: string): void {
  const { fez, kind, isOwn, memberIDs } = fezToChange(context, caller, fezID);
  if (!isAtLeast(caller.level, 'moderator') && !(kind.isDeletedByOwner && isOwn)) {
    throw forbidden('this cannot be deleted, but its owner can cancel it');
  }
  guardChange(context, caller, { authorID: fez.ownerID, state: fez.moderationState });
  const now = context.clock.now();
  deleteMembers(context.db, fezID, memberIDs);
  updateFez(context.db, fezID, { deletedAt: now, lastModifiedAt: now });
  logModeratorAction(context, caller, 'delete', fezContent(fez));
}
