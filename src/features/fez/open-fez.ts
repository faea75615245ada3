import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { type Page, page } from '#contract/query.ts';
import { serverSettings } from '#core/settings/index.ts';
import { storeRead } from './changes.ts';
import { type FoundFez, fezOfMember, fezToRead, seesInside } from './find-fez.ts';
import { presentFez } from './present.ts';
import type { FezData } from './records.ts';
import { asReader } from './shared-inboxes.ts';
import { findPosts } from './store/posts.ts';
import { findReadingStates, type ReadingState } from './store/readers.ts';

export interface PageQuery {
  readonly start?: number;
  readonly limit?: number;
}

const usualLimit = 50;

/** The page of a list that is asked for (core rule 12). */
export const pageOf = (context: Context, query: PageQuery): Page =>
  page(query, { usual: usualLimit, most: serverSettings(context).maximumMicroblogPosts });

/** A fez as it is shown when somebody opens it, and what they have read by that. */
export interface OpenedFez {
  readonly shown: FezData;
  /** What is to be noted; absent when nothing changes by the opening. */
  readonly read?: { readonly fezID: string; readonly upToPostID: number };
}

/** A fez with a page of its posts for those who see them (fez rules 7 to 18). Throws not-found. */
export function openFez(context: Context, caller: Caller, fezID: string, query: PageQuery): OpenedFez {
  const found = fezToRead(context, caller, fezID);
  return seesInside(found) ? openInside(context, caller, found, query) : { shown: presentFez(context, caller, found) };
}

/** A fez with a page of posts, for somebody who is known to see them. */
export function openInside(context: Context, caller: Caller, found: FoundFez, query: PageQuery): OpenedFez {
  const state = readingState(context, caller, found);
  const shownPage = pageOfPosts(context, found, state, query);
  const { hiddenIDs } = asReader(context, caller);
  const postsOn = (wanted: Page) => findPosts(context.db, found.fez.id, hiddenIDs, wanted);
  const rows = postsOn(shownPage);
  const shown = presentFez(context, caller, found, { state, posts: { rows, page: shownPage } });
  // A page without posts, as one behind the last of them, is read to its end too: what comes before it (fez rule 16).
  const last = rows.at(-1) ?? (shownPage.start > 0 ? postsOn({ start: shownPage.start - 1, limit: 1 })[0] : undefined);
  const upToPostID = last?.id ?? 0;
  const { isAdded, oldestUnread = Number.POSITIVE_INFINITY } = state;
  // Moderators who read along leave no trace (fez rule 16).
  const isNews = found.standing === 'member' && (isAdded || oldestUnread <= upToPostID);
  return isNews ? { shown, read: { fezID: found.fez.id, upToPostID } } : { shown };
}

export function readingState(context: Context, caller: Caller, { fez }: FoundFez): ReadingState {
  const state = findReadingStates(context.db, asReader(context, caller), [fez.id]).get(fez.id);
  if (!state) throw new Error(`fez ${fez.id} is gone while it is read`);
  return state;
}

/** By itself the page with the last post that was read; never past the end (fez rule 15). */
function pageOfPosts(context: Context, { standing }: FoundFez, state: ReadingState, query: PageQuery): Page {
  const { start, limit } = pageOf(context, query);
  const readCount = standing === 'member' ? state.readCount : state.postCount;
  const usual = limit === 0 || readCount === 0 ? 0 : Math.floor((readCount - 1) / limit) * limit;
  return { start: Math.min(query.start === undefined ? usual : start, state.postCount), limit };
}

/** Notes what was read by opening (fez rules 16 and 17). To be called inside a transaction. */
export function noteRead(
  context: Context,
  caller: Caller,
  { fezID, upToPostID }: NonNullable<OpenedFez['read']>,
): void {
  storeRead(context, fezID, caller, upToPostID);
}

/** Marks everything the caller sees as read; tells whether that changed anything (fez rule 51). To be called inside a transaction. */
export function markRead(context: Context, caller: Caller, fezID: string): boolean {
  const found = fezOfMember(context, caller, fezID);
  const { newest, oldestUnread, isAdded } = readingState(context, caller, found);
  if (!isAdded && oldestUnread === undefined) return false;
  storeRead(context, fezID, caller, newest);
  return true;
}
