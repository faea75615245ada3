import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { getPostReader } from '#core/posts/index.ts';
import { getForum } from '../access.ts';
import { saveVisit } from '../watching/store.ts';
import { createHiddenOrdinalsFinder, getMissingOrdinals, toOrdinal } from './ordinals.ts';
import { findReading, saveReaderFlag, saveReading } from './readers.ts';

type ReaderFlag = 'isFavorite' | 'isMuted';

/**
 * Favorites or mutes a forum for the caller, which exclude each other; returns whether that changed anything (forums
 * rule B35).
 */
export function setReaderFlag(context: WriteContext, caller: Caller, forumID: string, choice: ReaderFlag): boolean {
  const row = getRow(context, caller, forumID);
  if (choice === 'isFavorite' && row?.isMuted)
    throw malformed("You can't follow a muted thread. Unmute it first.", 'markedOtherwise');
  if (choice === 'isMuted' && row?.isFavorite)
    throw malformed("You can't mute a thread you follow. Unfollow it first.", 'markedOtherwise');
  if (row?.[choice]) return false;
  // Muting ends watching (forums rule B78).
  const ended = choice === 'isMuted' && { watchedFrom: null };
  saveReaderFlag(context, caller, forumID, { [choice]: true, ...ended });
  return true;
}

/** Removes a favorite or mute; returns whether that changed anything. */
export function clearReaderFlag(context: WriteContext, caller: Caller, forumID: string, choice: ReaderFlag): boolean {
  if (!getRow(context, caller, forumID)?.[choice]) return false;
  saveReaderFlag(context, caller, forumID, { [choice]: false });
  return true;
}

function getRow(context: Context, caller: Caller, forumID: string) {
  getForum(context, caller, forumID);
  return findReading(context, caller, forumID);
}

/** Marks everything the caller sees in a forum as read; returns whether that changed anything (forums rule B36). */
export function markRead(context: WriteContext, caller: Caller, forumID: string): boolean {
  const { forum } = getForum(context, caller, forumID);
  const hidden = createHiddenOrdinalsFinder(context, getPostReader(context, caller))(forum);
  const seen = forum.postCount - hidden.length;
  const readUpTo = seen === 0 ? 0 : toOrdinal(getMissingOrdinals(context, forum, hidden), seen - 1) + 1;
  saveVisit(context, caller.userID, forum);
  return saveReading(context, caller, forumID, readUpTo);
}
