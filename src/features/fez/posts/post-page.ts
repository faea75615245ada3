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
 * A page of the posts that none of these users wrote, oldest first; there are `total` of them. It is the same for all
 * who hide the same users, mostly nobody, so it is rendered once: after a new post the whole chat asks for it.
 */
export function getPostPage(
  context: Context,
  fez: FezRow,
  { hiddenIDs, total }: { hiddenIDs: readonly string[]; total: number },
  page: Page,
): FezPostData[] {
  const key = [fez.id, page.start, page.limit, ...hiddenIDs].join(' ');
  return pageCache(context).get(key, [fez, getDirectoryVersion(context)], () =>
    cacheJson(findPosts(context.db, { fezID: fez.id, hiddenIDs, total }, page).map((row) => presentPost(context, row))),
  );
}
