import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { listHiddenUserIDs, listMutedUserIDs } from '#core/users/index.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';

/** A viewer of public posts. */
export interface PostReader {
  readonly userID: string;
  /** Users hidden by a block. */
  readonly blocked: ReadonlySet<string>;
  /** Users hidden by a block or a mute. */
  readonly hidden: ReadonlySet<string>;
}

const readerCache = createOncePerInstance((context) => createDerivedCache<PostReader>(context.caches, { max: 20_000 }));

/** Returns the caller as a reader: the same object as long as the same users are hidden from them. */
export function getPostReader(context: Context, caller: Caller): PostReader {
  const blockedIDs = listHiddenUserIDs(context, caller);
  const mutedIDs = listMutedUserIDs(context, caller.userID);
  return readerCache(context).get(caller.userID, [blockedIDs.length > 0 && blockedIDs, mutedIDs], () => ({
    userID: caller.userID,
    blocked: new Set(blockedIDs),
    hidden: new Set([...blockedIDs, ...mutedIDs]),
  }));
}
