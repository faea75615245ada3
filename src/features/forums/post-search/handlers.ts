import type { Context, Handlers, Note } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { markViewed, readSearchedTag } from '#core/public-text/index.ts';
import { getForum } from '../access.ts';
import type { PostData } from '../records.ts';
import type { postSearchApi } from './api.ts';
import { type FoundPosts, type PostSearchQuery, readPathText, searchPosts } from './search-posts.ts';

/** Marks mentions and alert words in the results as seen (forums rules B57 and B58). */
function noteViewing(caller: Caller, note: Note, { viewed }: FoundPosts): void {
  if (viewed) note((context) => markViewed(context, caller, viewed));
}

export function postSearchHandlers(context: Context): Handlers<typeof postSearchApi> {
  function list(caller: Caller, note: Note, query: PostSearchQuery, exactTag?: string): PostData[] {
    const found = searchPosts(context, caller, query, exactTag === undefined ? {} : { exactTag });
    noteViewing(caller, note, found);
    return found.posts;
  }

  return {
    searchPosts: ({ caller, query, rawQuery, note }) => {
      const found = searchPosts(context, caller, query);
      noteViewing(caller, note, found);
      return { queryString: rawQuery, posts: found.posts, paginator: found.paginator };
    },
    postsWith: ({ caller, params, query, note }) => list(caller, note, { ...query, search: readPathText(params.text) }),
    postsInForumWith: ({ caller, params: { forumID, text }, query, note }) => {
      getForum(context, caller, forumID);
      return list(caller, note, { ...query, forum: forumID, search: readPathText(text) });
    },
    postsTagged: ({ caller, params, query, note }) => {
      const hashtag = readSearchedTag(readPathText(params.tag));
      return list(caller, note, { ...query, hashtag }, hashtag);
    },
    bookmarks: ({ caller, query, note }) => list(caller, note, { ...query, bookmarked: true }),
    likes: ({ caller, query, note }) => list(caller, note, { ...query, ownreacts: true }),
    mentions: ({ caller, query, note }) => list(caller, note, { ...query, mentionself: true }),
    ownPosts: ({ caller, query, note }) => list(caller, note, { ...query, byself: true }),
  };
}
