import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Page } from '#contract/query.ts';
import { getDirectoryVersion } from '#core/users/index.ts';
import { createDerivedCache } from '#platform/caches.ts';
import { cacheJson, measureCachedJson } from '#platform/json.ts';
import { presentPost } from '../present.ts';
import type { FezPostData } from '../records.ts';
import type { FezRow } from '../tables.ts';
import { findPosts } from './store.ts';

const pageCache = createOncePerInstance((context) =>
  createDerivedCache<FezPostData[]>(context.caches, {
    max: 5_000,
    maxSize: 6 * 1024 * 1024,
    measure: measureCachedJson,
  }),
);

/**
 * A page of the posts that none of these users wrote, oldest first. It is the same for all who hide the same users, mostly
 * nobody, so it is rendered once: after a new post the whole chat asks for it.
 */
export function getPostPage(context: Context, fez: FezRow, hiddenIDs: readonly string[], page: Page): FezPostData[] {
  const key = [fez.id, page.start, page.limit, ...hiddenIDs].join(' ');
  return pageCache(context).get(key, [fez, getDirectoryVersion(context)], (stale) => {
    const before = new Map(stale?.value.map((post) => [post.postID, post]));
    const rows = findPosts(context, { fezID: fez.id, hiddenIDs }, page);
    return cacheJson(rows.map((row) => keepSame(before.get(row.id), presentPost(context, row))));
  });
}

/** The very same record as before a post was added, where it says the same: what pages have made of it stays right. */
function keepSame(before: FezPostData | undefined, post: FezPostData): FezPostData {
  const isSame =
    before?.author === post.author &&
    before.text === post.text &&
    before.image === post.image &&
    before.timestamp.getTime() === post.timestamp.getTime();
  return isSame ? before : Object.freeze(post);
}
