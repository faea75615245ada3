import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { Page } from '#contract/query.ts';
import { type FezAccess, getReadableFez, seesInside } from '../access.ts';
import { type PageQuery, readPage } from '../lists/list-query.ts';
import { findPosts } from '../posts/store.ts';
import { presentFez } from '../present.ts';
import type { FezData } from '../records.ts';
import { createReader } from '../shared-inboxes.ts';
import type { ReadingState } from './readers.ts';
import { getReadingState } from './reading.ts';

/** A fez as it is shown when somebody opens it, and what they have read by that. */
export interface OpenedFez {
  readonly shown: FezData;
  /** What is to be noted; absent when nothing changes by the opening. */
  readonly read?: { readonly fezID: string; readonly upToPostID: number };
}

/** A fez with a page of its posts for those who see them (fez rules 7 to 18). Throws not-found. */
export function openFez(context: Context, caller: Caller, fezID: string, query: PageQuery): OpenedFez {
  const found = getReadableFez(context, caller, fezID);
  return seesInside(found) ? openInside(context, caller, found, query) : { shown: presentFez(context, caller, found) };
}

/** A fez with a page of posts, for somebody who is known to see them. */
export function openInside(context: Context, caller: Caller, found: FezAccess, query: PageQuery): OpenedFez {
  const state = getReadingState(context, caller, found);
  const shownPage = choosePage(context, found, state, query);
  const { hiddenIDs } = createReader(context, caller);
  const postsOn = (wanted: Page) => findPosts(context.db, found.fez.id, hiddenIDs, wanted);
  const rows = postsOn(shownPage);
  const shown = presentFez(context, caller, found, { state, posts: { rows, page: shownPage } });
  // A page without posts, as one behind the last of them, is read to its end too: what comes before it (fez rule 16).
  const last = rows.at(-1) ?? (shownPage.start > 0 ? postsOn({ start: shownPage.start - 1, limit: 1 })[0] : undefined);
  const upToPostID = last?.id ?? 0;
  const { isAdded, oldestUnread = Number.POSITIVE_INFINITY } = state;
  // Moderators who read along leave no trace (fez rule 16).
  const isUnread = found.relationship === 'member' && (isAdded || oldestUnread <= upToPostID);
  return isUnread ? { shown, read: { fezID: found.fez.id, upToPostID } } : { shown };
}

/** By itself the page with the last post that was read; never past the end (fez rule 15). */
function choosePage(context: Context, { relationship }: FezAccess, state: ReadingState, query: PageQuery): Page {
  const { start, limit } = readPage(context, query);
  const readCount = relationship === 'member' ? state.readCount : state.postCount;
  const usual = limit === 0 || readCount === 0 ? 0 : Math.floor((readCount - 1) / limit) * limit;
  return { start: Math.min(query.start === undefined ? usual : start, state.postCount), limit };
}
