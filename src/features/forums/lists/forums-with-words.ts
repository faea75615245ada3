import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { createConversationSearch, getPostReader } from '#core/posts/index.ts';
import { buildMatchExpression } from '#db/full-text.ts';
import { prepareQueryText } from '#db/prepared.ts';

const forumSearch = createConversationSearch({
  posts: 'forum_posts',
  place: 'forum_id',
  index: 'forum_posts_text',
  pictures: 'images',
});

/** Prepares the word index. Await this before a search for words. */
export const prepareWordSearch = (context: Context): Promise<unknown> => forumSearch.prepare(context);

/** The required author of the posts; null for any. */
type AuthorID = string | null;

const forumsOfAuthorQuery = prepareQueryText<{ authorID: AuthorID }, { id: number }>(
  'SELECT id FROM forum_posts WHERE author_id = :authorID AND deleted_at IS NULL',
);

/** Filters forums by their ids, keeps their order, and stops at the limit. */
type WordFilter = (forumIDs: readonly string[], max: number) => string[];

/**
 * Creates a filter for forums with a post that has the words and is visible to the caller, optionally by one author.
 */
export function createWordFilter(context: Context, caller: Caller, search: string, authorID: AuthorID): WordFilter {
  const words = buildMatchExpression(search);
  if (words === undefined) return () => [];
  const findWithWords = forumSearch.createFinder(context, {
    words,
    hiddenIDs: getPostReader(context, caller).hidden,
    among:
      authorID === null ? undefined : new Set(forumsOfAuthorQuery.all(context.db, { authorID }).map(({ id }) => id)),
  });
  return (forumIDs, max) => {
    const taken: string[] = [];
    for (let start = 0; start < forumIDs.length && taken.length < max; start += max) {
      const part = forumIDs.slice(start, start + max);
      const found = findWithWords(part);
      taken.push(...part.filter((id) => found.has(id)));
    }
    return taken.slice(0, max);
  };
}
