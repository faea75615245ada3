import type { WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import type { SentReason } from '#core/reports/index.ts';
import { type FezAccess, getFezAccess, getFezAsOwner, getVisibleFez } from '../access.ts';
import { getNoun } from '../kinds.ts';
import { notifyCancelled } from '../live/notify-members.ts';
import { saveFezChanges } from '../store.ts';
import { fezKind } from './fez-kind.ts';

/** Cancels a fez as its owner; its members keep it and are notified once (fez rule 41, decision 57). */
export function cancelFez(context: WriteContext, caller: Caller, fezID: string): FezAccess {
  const before = getFezAsOwner(context, caller, fezID);
  if (before.fez.cancelled) return before;
  saveFezChanges(context, before.fez, { cancelled: true });
  const access = getFezAccess(context, caller, fezID);
  notifyCancelled(context, caller, access);
  return access;
}

/**
 * Deletes a fez: moderators can delete any, owners only a kind without other members; they cancel the rest (fez rule
 * 42).
 */
export function deleteFez(context: WriteContext, caller: Caller, fezID: string, sent?: SentReason): void {
  const { kind, isOwn } = getVisibleFez(context, caller, fezID);
  if (!isAtLeast(caller.level, 'moderator') && !(kind.isDeletedByOwner && isOwn)) {
    throw forbidden('featureFixed', `You can't delete this ${getNoun(kind)}, but its owner can cancel it.`);
  }
  fezKind.delete(context, caller, fezID, sent);
}
