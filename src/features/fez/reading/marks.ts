import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getFezAsMember } from '../access.ts';
import { findNewestPostID } from '../posts/store.ts';
import { getReadingState } from './reading-state.ts';
import { markReadUpTo, saveReadingState } from './save-reading.ts';

/**
 * Mutes a fez for the caller or ends that; true when that changed anything. Posts that come while it is muted are not
 * called unread (fez rule 49).
 */
export function setMuted(context: WriteContext, caller: Caller, fezID: string, muted: boolean): boolean {
  const { isMuted, isAdded } = getState(context, caller, fezID);
  if (isMuted === muted) return false;
  const mutedAt = muted ? findNewestPostID(context.db, fezID) : null;
  // Anyone who is in it behind a shared account may choose before the first look, and that stays to come (fez rules 56
  // and 69).
  saveReadingState(context, fezID, caller.userID, { mutedAt, isAdded });
  return true;
}

/** Makes a fez the caller's favorite or ends that; true when that changed anything (fez rule 50). */
export function setFavorite(context: WriteContext, caller: Caller, fezID: string, favorite: boolean): boolean {
  const { isFavorite, isAdded } = getState(context, caller, fezID);
  if (isFavorite === favorite) return false;
  saveReadingState(context, fezID, caller.userID, { isFavorite: favorite, isAdded });
  return true;
}

const getState = (context: Context, caller: Caller, fezID: string) =>
  getReadingState(context, caller, getFezAsMember(context, caller, fezID));

/** Marks everything the caller sees as read; true when that changed anything (fez rule 51). */
export function markRead(context: WriteContext, caller: Caller, fezID: string): boolean {
  const access = getFezAsMember(context, caller, fezID);
  const { newest, oldestUnread, isAdded } = getReadingState(context, caller, access);
  if (!isAdded && oldestUnread === undefined) return false;
  markReadUpTo(context, caller, fezID, newest);
  return true;
}
