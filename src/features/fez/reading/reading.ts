import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { invalidateSummaries } from '#core/notifications/index.ts';
import type { FezAccess } from '../access.ts';
import { createReader } from '../shared-inboxes.ts';
import type { FezReaderRow } from '../tables.ts';
import { findReadingStates, type ReadingState } from './readers.ts';
import { saveNothingRead, saveReader, saveReadUpTo } from './store.ts';

/** How far the caller has read a fez, and what they have chosen for it. */
export function getReadingState(context: Context, caller: Caller, { fez }: FezAccess): ReadingState {
  const state = findReadingStates(context.db, createReader(context, caller), [fez.id]).get(fez.id);
  if (!state) throw new Error(`fez ${fez.id} is gone while it is read`);
  return state;
}

/** Stores what somebody has chosen, or whether they were put in. */
export function saveReadingState(
  context: WriteContext,
  fezID: string,
  userID: string,
  changes: Partial<Omit<FezReaderRow, 'fezID' | 'userID' | 'readUpTo'>>,
): void {
  saveReader(context.db, fezID, userID, changes);
  invalidateSummaries(context, [userID]);
}

/**
 * Stores that somebody has read all that they see up to a post; what is hidden from them stays unread (fez rules 16 and
 * 17, decision 36).
 */
export function markReadUpTo(context: WriteContext, caller: Caller, fezID: string, postID: number): void {
  saveReadUpTo(context.db, fezID, createReader(context, caller), postID);
  invalidateSummaries(context, [caller.userID]);
}

/** Stores that somebody comes in, for the first time or again (fez rule 48). */
export function saveEntry(context: WriteContext, fezID: string, userID: string, isAdded: boolean): void {
  saveNothingRead(context.db, fezID, userID, isAdded);
  invalidateSummaries(context, [userID]);
}
