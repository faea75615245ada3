import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { forbidden, malformed } from '#contract/errors.ts';
import type { Paginator } from '#contract/fields.ts';
import type { Page } from '#contract/query.ts';
import { presentPostText } from '#core/posts/index.ts';
import {
  findNewlyViewed,
  hasHashtag,
  mentionsName,
  readMentionedName,
  readSearchedTag,
  type ViewedCounts,
} from '#core/public-text/index.ts';
import { findVisibleUser } from '#core/users/index.ts';
import { buildMatchExpression, buildTagOrMentionExpression } from '#db/full-text.ts';
import { readPostPage } from '../lists/pages.ts';
import { createMuteFilter } from '../posts/text-effects.ts';
import { presentPosts } from '../present.ts';
import type { PostData } from '../records.ts';
import type { ForumPostRow } from '../tables.ts';
import { getForumVisibility } from '../visibility.ts';
import type { postSearchApi } from './api.ts';
import {
  countAll,
  findMatches,
  findPageOfAll,
  listPostCounts,
  type Matches,
  type PostFilter,
  type TagOrMention,
} from './store.ts';

/** The query of the post search (forums rule B64). */
export type PostSearchQuery = QueryOf<typeof postSearchApi.searchPosts>;

/** The found posts, and the new mentions and alert words that the caller has now seen. */
export interface PostSearchResult {
  readonly posts: PostData[];
  readonly paginator: Paginator;
  readonly viewed: ViewedCounts | undefined;
}

/**
 * Returns posts from all forums that the caller may see, newest first. Throws 403 if a caller below moderator selects
 * another user's posts by id.
 */
export function searchPosts(
  context: Context,
  caller: Caller,
  query: PostSearchQuery,
  { exactTag }: { readonly exactTag?: string } = {},
): PostSearchResult {
  assertMayNameAuthor(caller, query);
  const name = readName(context, caller, query);
  const filter = readFilter(caller, query, name);
  const page = readPostPage(context, query);
  const { rows, total } = filter ? findPage(context, caller, filter, page) : { rows: [], total: 0 };
  const hasMuteWord = createMuteFilter(context, caller);
  const isExact = ({ text }: ForumPostRow) =>
    (name === undefined || mentionsName(text, name)) && (exactTag === undefined || hasHashtag(text, exactTag));
  return {
    posts: presentPosts(
      context,
      caller,
      rows.filter((row) => !hasMuteWord(row) && isExact({ ...row, text: presentPostText(row) })),
    ),
    paginator: { total, ...page },
    viewed: findNewlyViewed(context, caller, 'forum', { mentionedName: name, search: query.search, start: page.start }),
  };
}

/** Throws 403 if a caller below moderator selects another user's posts (forums rule B23). */
function assertMayNameAuthor(caller: Caller, { creatorid }: PostSearchQuery): void {
  if (creatorid === undefined || creatorid === caller.userID || isAtLeast(caller.level, 'moderator')) return;
  throw forbidden('accessDenied', 'Only moderators can search for posts by one user.');
}

/** Returns the name that must be mentioned: an id takes precedence over a name, and a name over the caller's own. */
function readName(
  context: Context,
  caller: Caller,
  { mentionid, mentionname, mentionself }: PostSearchQuery,
): string | undefined {
  if (mentionid !== undefined) return findVisibleUser(context, caller, mentionid)?.username;
  if (isGiven(mentionname)) return readMentionedName(mentionname);
  return mentionself ? caller.username : undefined;
}

const isGiven = (text: string | undefined): text is string => (text ?? '').trim() !== '';

/** Returns undefined if the query can't match: words too common, a tag without a letter, the id of no user. */
function readFilter(caller: Caller, query: PostSearchQuery, name: string | undefined): PostFilter | undefined {
  const words = isGiven(query.search) ? buildMatchExpression(query.search) : undefined;
  const hashtag = isGiven(query.hashtag) ? readTagOrMention('#', readSearchedTag(query.hashtag)) : undefined;
  const mention = name === undefined ? undefined : readTagOrMention('@', name);
  const asked = [isGiven(query.search), isGiven(query.hashtag), name !== undefined || query.mentionid !== undefined];
  const read = [words, hashtag, mention];
  if (asked.some((isAsked, index) => isAsked && read[index] === undefined)) return undefined;
  const { category, forum, byself, creatorid } = query;
  return {
    ...(category === undefined ? { forumID: forum } : { categoryID: category }),
    authorIDs: [...(byself ? [caller.userID] : []), ...(creatorid === undefined ? [] : [creatorid])],
    isBookmarked: query.bookmarked ?? false,
    hasReaction: query.ownreacts ?? false,
    ...{ words, hashtag, mention },
  };
}

function readTagOrMention(sign: '#' | '@', word: string): TagOrMention | undefined {
  const text = `${sign}${word}`;
  const words = buildTagOrMentionExpression(text);
  return words === undefined ? undefined : { text, words };
}

/** With more posts, walking all posts from the newest is faster. */
const maxPostsToList = 4000;

/** Returns the forums of the category in a query without words, if they have few posts. */
function findForumsOfSmallCategory({ db }: Context, { categoryID, words }: PostFilter): string[] | undefined {
  if (categoryID === undefined || words !== undefined) return undefined;
  const forums = listPostCounts(db, categoryID);
  const posts = forums.reduce((sum, { postCount }) => sum + postCount, 0);
  return posts > maxPostsToList ? undefined : forums.map(({ id }) => id);
}

function findPage(context: Context, caller: Caller, filter: PostFilter, page: Page): Matches {
  const visibility = getForumVisibility(context, caller);
  if (selectsPosts(filter)) return findMatches(context, visibility, filter, page);
  const total = countAll(context, visibility, filter);
  const sought = { ...filter, forumIDs: findForumsOfSmallCategory(context, filter) };
  return { rows: findPageOfAll(context, visibility, sought, { ...page, total }), total };
}

/** Whether a filter selects only some posts of its forums. */
const selectsPosts = ({ authorIDs, isBookmarked, hasReaction, words, hashtag, mention }: PostFilter): boolean =>
  authorIDs.length > 0 || isBookmarked || hasReaction || [words, hashtag, mention].some((text) => text !== undefined);

/** Returns the search text in a path. Throws 400 if it is blank (core rule 107a). */
export function readPathText(text: string): string {
  if (!isGiven(text)) throw malformed('Enter a text to search for.', 'searchTooShort');
  return text;
}
