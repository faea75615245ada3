import type { Context, Handlers, RecordRead } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { markViewed, readSearchedTag } from '#core/public-text/index.ts';
import { getForum } from '../access.ts';
import type { PostData } from '../records.ts';
import type { postSearchApi } from './api.ts';
import { type PostSearchQuery, type PostSearchResult, readPathText, searchPosts } from './search-posts.ts';

/** Marks mentions and alert words in the results as seen (forums rules B57 and B58). */
function recordViewing(caller: Caller, recordRead: RecordRead, { viewed }: PostSearchResult): void {
  if (viewed) recordRead((context) => markViewed(context, caller, viewed));
}

export function postSearchHandlers(context: Context): Handlers<typeof postSearchApi> {
  function list(caller: Caller, recordRead: RecordRead, query: PostSearchQuery, exactTag?: string): PostData[] {
    const found = searchPosts(context, caller, query, exactTag === undefined ? {} : { exactTag });
    recordViewing(caller, recordRead, found);
    return found.posts;
  }

  return {
    searchPosts: ({ caller, query, rawQuery, recordRead }) => {
      const found = searchPosts(context, caller, query);
      recordViewing(caller, recordRead, found);
      return { queryString: rawQuery, posts: found.posts, paginator: found.paginator };
    },
    postsWith: ({ caller, params, query, recordRead }) =>
      list(caller, recordRead, { ...query, search: readPathText(params.text) }),
    postsInForumWith: ({ caller, params: { forumID, text }, query, recordRead }) => {
      getForum(context, caller, forumID);
      return list(caller, recordRead, { ...query, forum: forumID, search: readPathText(text) });
    },
    postsTagged: ({ caller, params, query, recordRead }) => {
      const hashtag = readSearchedTag(readPathText(params.tag));
      return list(caller, recordRead, { ...query, hashtag }, hashtag);
    },
    bookmarks: ({ caller, query, recordRead }) => list(caller, recordRead, { ...query, bookmarked: true }),
    likes: ({ caller, query, recordRead }) => list(caller, recordRead, { ...query, ownreacts: true }),
    mentions: ({ caller, query, recordRead }) => list(caller, recordRead, { ...query, mentionself: true }),
    ownPosts: ({ caller, query, recordRead }) => list(caller, recordRead, { ...query, byself: true }),
  };
}
