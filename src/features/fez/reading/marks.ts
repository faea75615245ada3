import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getFezAsMember } from '../access.ts';
import { findNewestPostID } from '../posts/store.ts';
import { getReadingState } from './reading-state.ts';
import { markReadUpTo, saveReadingState } from './save-reading.ts';

/**
 * Mutes or unmutes a fez for the caller; returns whether that changed anything. Posts written while it is muted don't
 * count as unread (fez rule 49).
 */
export function setMuted(context: WriteContext, caller: Caller, fezID: string, muted: boolean): boolean {
  const { isMuted, isAdded } = getState(context, caller, fezID);
  if (isMuted === muted) return false;
  const mutedAt = muted ? findNewestPostID(context.db, fezID) : null;
  // Users behind a shared account may choose before they first open it, and it stays newly added (fez rules 56 and 69).
  saveReadingState(context, fezID, caller.userID, { mutedAt, isAdded });
  return true;
}

/** Adds or removes a fez as the caller's favorite; returns whether that changed anything (fez rule 50). */
export function setFavorite(context: WriteContext, caller: Caller, fezID: string, favorite: boolean): boolean {
  const { isFavorite, isAdded } = getState(context, caller, fezID);
  if (isFavorite === favorite) return false;
  saveReadingState(context, fezID, caller.userID, { isFavorite: favorite, isAdded });
  return true;
}

const getState = (context: Context, caller: Caller, fezID: string) =>
  getReadingState(context, caller, getFezAsMember(context, caller, fezID));

/** Marks everything the caller sees as read; returns whether that changed anything (fez rule 51). */
export function markRead(context: WriteContext, caller: Caller, fezID: string): boolean {
  const access = getFezAsMember(context, caller, fezID);
  const { newest, oldestUnread, isAdded } = getReadingState(context, caller, access);
  if (!isAdded && oldestUnread === undefined) return false;
  markReadUpTo(context, caller, fezID, newest);
  return true;
}
