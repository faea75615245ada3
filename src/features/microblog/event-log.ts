import type { Context } from '#area/context.ts';
import { createTextHydrators, type FindShownAuthors } from '#core/public-text/index.ts';
import { findPosts } from './store.ts';

/** Frames of mentions and alert words in posts that still exist, for users who were away. */
export function microblogHydrators(context: Context) {
  const findAuthors: FindShownAuthors = (_viewer, postIDs) => {
    const posts = findPosts(context, postIDs).filter(({ deletedAt }) => deletedAt === null);
    return new Map(posts.map(({ id, authorID }) => [id, authorID]));
  };
  return createTextHydrators(context, 'microblog', findAuthors);
}
