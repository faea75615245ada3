import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getPostReader } from '#core/posts/index.ts';
import { findForums } from '../board.ts';
import { findAllReadings } from './readers.ts';
import { findReadingStates } from './reading-state.ts';

/**
 * Ids of the forums that the caller has read and in which they see no post after the last one read (forums rule B21); all
 * others are unread for them. Mostly the forum itself says it.
 */
export function findWhollyReadIDs(context: Context, caller: Caller): string[] {
  const { hidden } = getPostReader(context, caller);
  const readings = findAllReadings(context, caller);
  const read = findForums(context, [...readings.keys()]);
  const isRead = read.map((forum) => {
    const readUpTo = readings.get(forum.id)?.readUpTo ?? null;
    if (readUpTo === null) return false;
    const { newest } = forum;
    if (!newest || newest.ordinal < readUpTo) return true;
    // Undefined where posts behind a hidden one decide.
    return hidden.has(newest.authorID) ? undefined : false;
  });
  const undecided = read.filter((_, index) => isRead[index] === undefined);
  const states = findReadingStates(context, caller, undecided, readings);
  const decided = undecided.filter((_, index) => {
    const state = states[index];
    return state !== undefined && state.readCount >= state.postCount;
  });
  return [...read.filter((_, index) => isRead[index]), ...decided].map(({ id }) => id);
}
