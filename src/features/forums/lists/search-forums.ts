import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { malformed } from '#contract/errors.ts';
import { limitToMaxMatches, maxMatches, type Page } from '#contract/query.ts';
import { findVisibleUserByName } from '#core/users/index.ts';
import { buildMatchExpression } from '#db/full-text.ts';
import { findFullyReadIDs } from '../reading/fully-read.ts';
import type { ForumSearchData } from '../records.ts';
import { getForumVisibility } from '../visibility.ts';
import type { listsApi } from './api.ts';
import { createWordFilter, prepareWordSearch } from './forums-with-words.ts';
import { presentForumPage, readForumPage } from './pages.ts';
import { crossCategorySorts, readOrder } from './query.ts';
import { allOnOnePage, type ForumFilter, findForumIDs } from './store.ts';

/** The query of the forum search (forums rule B23). */
type ForumSearchQuery = QueryOf<typeof listsApi.search>;

/** Returns the forums that match all filters and that the caller may see. Throws 400 without a filter. */
export async function searchForums(
  context: Context,
  caller: Caller,
  query: ForumSearchQuery,
): Promise<ForumSearchData> {
  if (isGiven(query.searchposts)) await prepareWordSearch(context);
  const filter = readFilter(context, caller, query);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (!isFiltered && !isGiven(query.searchposts))
    throw malformed('Enter at least one search filter.', 'searchTooShort');
  const order = readOrder(query, { sorts: crossCategorySorts, defaultSort: 'update' });
  const page = readForumPage(context, query);
  // Words that are all too common match nothing.
  if (filter.titleWords === '') return presentForumPage(context, caller, { forumIDs: [], total: 0 }, page);
  const find = (part: Page) => findForumIDs(context, getForumVisibility(context, caller), { ...filter, order }, part);
  if (!isGiven(query.search) && !isGiven(query.searchposts)) return presentForumPage(context, caller, find(page), page);
  const { start, limit } = limitToMaxMatches(page);
  const forumIDs = isGiven(query.searchposts)
    ? filterByPostWords(context, caller, query, find(allOnOnePage).forumIDs)
    : find({ start: 0, limit: maxMatches }).forumIDs;
  const listed = { forumIDs: forumIDs.slice(start, start + limit), total: forumIDs.length };
  return presentForumPage(context, caller, listed, page);
}

/**
 * Filters the forums with the words in a post, by the caller if the query asks for the caller's own posts. Stops at the
 * maximum count.
 */
function filterByPostWords(
  context: Context,
  caller: Caller,
  { searchposts = '', posted }: ForumSearchQuery,
  forumIDs: readonly string[],
): string[] {
  return createWordFilter(context, caller, searchposts, posted ? caller.userID : null)(forumIDs, maxMatches);
}

const isGiven = (text: string | undefined): text is string => (text ?? '').trim() !== '';

function readFilter(context: Context, caller: Caller, query: ForumSearchQuery): ForumFilter {
  const { search, category = [], favorite, mute, unread, posted } = query;
  return {
    titleWords: isGiven(search) ? (buildMatchExpression(search) ?? '') : undefined,
    categoryIDs: category.length > 0 ? category.map((id) => id.toLowerCase()) : undefined,
    creatorIDs: chooseCreators(caller, query, readCreators(context, caller, query)),
    isFavorite: favorite || undefined,
    isMuted: mute || undefined,
    exceptIDs: unread ? findFullyReadIDs(context, caller) : undefined,
    // With both filters, the post with the words must be the caller's own; the word filter checks that.
    hasOwnPost: (posted && !isGiven(query.searchposts)) || undefined,
  };
}

/** With both filters, the caller must be one of the named creators. */
function chooseCreators(
  { userID }: Caller,
  { creatorself }: ForumSearchQuery,
  named: ReadonlySet<string>,
): readonly string[] | undefined {
  if (!creatorself) return named.size > 0 ? [...named] : undefined;
  return named.size === 0 || named.has(userID) ? [userID] : [];
}

/**
 * Returns the ids of the requested creators, named by name or id. Throws 400 for the name of no user that the caller
 * sees.
 */
function readCreators(
  context: Context,
  caller: Caller,
  { creator = [], creatorid = [] }: ForumSearchQuery,
): Set<string> {
  const named = creator.map((username) => {
    const user = findVisibleUserByName(context, caller, username);
    if (!user) throw malformed(`No user is called “${username}”.`, 'unknownUser');
    return user.userID;
  });
  return new Set([...named, ...creatorid.map((id) => id.toLowerCase())]);
}
