import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getPostReader } from '#core/posts/index.ts';
import { findForums } from '../live-forums.ts';
import { findAllReadings } from './readers.ts';
import { findReadingStates } from './reading-state.ts';

/**
 * Returns the ids of the forums that the caller has read and sees no later post in (forums rule B21); all others are
 * unread. Usually the forum row alone decides.
 */
export function findFullyReadIDs(context: Context, caller: Caller): string[] {
  const { hidden } = getPostReader(context, caller);
  const readings = findAllReadings(context, caller);
  const read = findForums(context, [...readings.keys()]);
  const isRead = read.map((forum) => {
    const readUpTo = readings.get(forum.id)?.readUpTo ?? null;
    if (readUpTo === null) return false;
    const { newest } = forum;
    if (!newest || newest.ordinal < readUpTo) return true;
    // Undefined if the newest post is hidden, so that earlier posts decide.
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
