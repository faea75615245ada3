import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { storeReading } from './changes.ts';
import { fezOfMember } from './find-fez.ts';
import { readingState } from './open-fez.ts';
import { findNewestPostID } from './store/posts.ts';

/**
 * Mutes a fez for the caller or ends that; tells whether it changed anything. Later posts are then no news (fez rule 49).
 * To be called inside a transaction.
 */
export function setMuted(context: Context, caller: Caller, fezID: string, muted: boolean): boolean {
  if (stateOf(context, caller, fezID).isMuted === muted) return false;
  const mutedAt = muted ? findNewestPostID(context.db, fezID) : null;
  storeReading(context, fezID, caller.userID, { mutedAt });
  return true;
}

/** Makes a fez the caller's favorite or ends that; tells whether it changed anything (fez rule 50). To be called inside a transaction. */
export function setFavorite(context: Context, caller: Caller, fezID: string, favorite: boolean): boolean {
  if (stateOf(context, caller, fezID).isFavorite === favorite) return false;
  storeReading(context, fezID, caller.userID, { isFavorite: favorite });
  return true;
}

const stateOf = (context: Context, caller: Caller, fezID: string) =>
  readingState(context, caller, fezOfMember(context, caller, fezID));
