import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { Page } from '#contract/query.ts';
import { canReadPosts, type FezAccess, getReadableFez } from '../access.ts';
import { type PageQuery, readPage } from '../lists/list-query.ts';
import { presentPostsWithReactions } from '../posts/react.ts';
import { findPosts } from '../posts/store.ts';
import { presentFez } from '../present.ts';
import type { FezData } from '../records.ts';
import { getReader } from './reader.ts';
import { getReadingState, type ReadingState } from './reading-state.ts';

/** A fez that the caller opens. */
export interface OpenedFez {
  readonly data: FezData;
  /**
   * The id of the last post that opening reads, 0 if this only clears the newly added flag; absent if nothing changes.
   */
  readonly readUpTo?: number;
}

/** Returns a fez, with a page of its posts for callers who see them (fez rules 7 to 18). Throws 404. */
export function openFez(context: Context, caller: Caller, fezID: string, query: PageQuery): OpenedFez {
  const access = getReadableFez(context, caller, fezID);
  return canReadPosts(access)
    ? openAsMember(context, caller, access, query)
    : { data: presentFez(context, caller, access) };
}

/** Returns a fez with a page of posts, for a caller who is known to see them. */
export function openAsMember(context: Context, caller: Caller, access: FezAccess, query: PageQuery): OpenedFez {
  const state = getReadingState(context, caller, access);
  const page = choosePage(context, access, state, query);
  const { hiddenIDs } = getReader(context, caller, access.relationship);
  const find = (part: Page) =>
    findPosts(context.db, { fezID: access.fez.id, hiddenIDs }, { ...part, total: state.postCount });
  const posts = find(page);
  const records = presentPostsWithReactions(context, caller, access, posts);
  const data = presentFez(context, caller, access, { state, posts: { records, page } });
  // A page without posts, such as one past the end, also reads the posts before it (fez rule 16).
  const last = posts.at(-1) ?? (page.start > 0 ? find({ start: page.start - 1, limit: 1 })[0] : undefined);
  const readUpTo = last?.id ?? 0;
  const { isAdded, oldestUnread = Number.POSITIVE_INFINITY } = state;
  // Moderators who read along leave no trace (fez rule 16).
  const isUnread = access.relationship === 'member' && (isAdded || oldestUnread <= readUpTo);
  return isUnread ? { data, readUpTo } : { data };
}

/** Returns the requested page, or else the one with the last read post; never past the end (fez rule 15). */
function choosePage(context: Context, { relationship }: FezAccess, state: ReadingState, query: PageQuery): Page {
  const { start, limit } = readPage(context, query);
  const readCount = relationship === 'member' ? state.readCount : state.postCount;
  const defaultStart = limit === 0 || readCount === 0 ? 0 : Math.floor((readCount - 1) / limit) * limit;
  return { start: Math.min(query.start === undefined ? defaultStart : start, state.postCount), limit };
}
