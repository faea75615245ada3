import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { endAtMaxMatches, maxMatches } from '#contract/query.ts';
import { findVisibleUserByName, isUnderReview } from '#core/users/index.ts';
import { buildMatchExpression } from '#db/full-text.ts';
import type { Database } from '#db/open.ts';
import { prepareQueryText } from '#db/prepared.ts';
import type { Forum } from '../board.ts';
import { findOrdinalsOf } from '../reading/ordinals.ts';
import { getReadersOf } from '../reading/readers.ts';
import { createUnreadTest } from '../reading/reading-state.ts';
import type { ForumSearchData } from '../records.ts';
import { createWordFilter, prepareWordSearch } from './forums-with-words.ts';
import { listSorted, readOrder } from './order.ts';
import { createSightTest, presentForumPage, putMutedLast, readForumPage } from './pages.ts';
import { crossSorts } from './query.ts';

/** What may be asked of the search for forums (forums rule B23). */
export interface ForumSearchQuery {
  readonly search?: string;
  readonly category?: readonly string[];
  readonly creatorself?: boolean;
  readonly creator?: readonly string[];
  readonly creatorid?: readonly string[];
  readonly favorite?: boolean;
  readonly mute?: boolean;
  readonly searchposts?: string;
  readonly unread?: boolean;
  readonly posted?: boolean;
  readonly sort?: string;
  readonly order?: string;
  readonly start?: number;
  readonly limit?: number;
}

type ForumTest = (forum: Forum) => boolean;

/** Forums that meet all of what is asked for, of those the caller may see. Throws 400 when nothing is asked for. */
export async function searchForums(
  context: Context,
  caller: Caller,
  query: ForumSearchQuery,
): Promise<ForumSearchData> {
  if (isGiven(query.searchposts)) await prepareWordSearch(context);
  const tests = listTests(context, caller, query);
  if (tests.length === 0 && !isGiven(query.searchposts)) throw malformed('A search needs at least one filter.');
  const all = [createSightTest(context, caller), ...tests];
  const order = readOrder(query, { sorts: crossSorts, defaultSort: 'update' });
  const found = listSorted(context, order).filter((forum) => all.every((test) => test(forum)));
  const sorted = putMutedLast(context, caller, found);
  const page = readForumPage(context, query);
  if (!isGiven(query.search) && !isGiven(query.searchposts)) return presentForumPage(context, caller, sorted, page);
  const forums = isGiven(query.searchposts) ? takeWithWords(context, caller, query.searchposts, query, sorted) : sorted;
  const { forumThreads } = presentForumPage(context, caller, forums, endAtMaxMatches(page));
  return { paginator: { total: Math.min(forums.length, maxMatches), ...page }, forumThreads };
}

/** Those with the words in a post, which has to be the caller's where posts of theirs are asked for; no more than are counted. */
function takeWithWords(
  context: Context,
  caller: Caller,
  words: string,
  { posted }: ForumSearchQuery,
  forums: readonly Forum[],
): Forum[] {
  return createWordFilter(context, caller, words, posted ? caller.userID : null)(forums, maxMatches);
}

const isGiven = (text: string | undefined): text is string => (text ?? '').trim() !== '';

/** The tests that are asked for, the cheap ones first. */
function listTests(context: Context, caller: Caller, query: ForumSearchQuery): ForumTest[] {
  const readers = getReadersOf(context, caller).byID;
  const { category = [], creatorself, favorite, mute, unread } = query;
  const creators = readCreators(context, caller, query);
  return [
    category.length > 0 && includesCategory(category),
    creatorself && (({ creatorID }: Forum) => creatorID === caller.userID),
    creators.size > 0 && (({ creatorID }: Forum) => creators.has(creatorID)),
    favorite && (({ id }: Forum) => readers.get(id)?.isFavorite ?? false),
    mute && (({ id }: Forum) => readers.get(id)?.isMuted ?? false),
    unread && createUnreadTest(context, caller),
    ...listTextTests(context, caller, query),
  ].filter((test) => typeof test === 'function');
}

function includesCategory(categoryIDs: readonly string[]): ForumTest {
  const wanted = new Set(categoryIDs.map((id) => id.toLowerCase()));
  return ({ categoryID }) => wanted.has(categoryID);
}

/** Ids of the creators that are asked for by name or id. Throws 400 for the name of nobody the caller sees. */
function readCreators(
  context: Context,
  caller: Caller,
  { creator = [], creatorid = [] }: ForumSearchQuery,
): Set<string> {
  const named = creator.map((username) => {
    const user = findVisibleUserByName(context, caller, username);
    if (!user) throw malformed(`There is no user “${username}”.`);
    return user.userID;
  });
  return new Set([...named, ...creatorid.map((id) => id.toLowerCase())]);
}

/** Tests of words in titles, and of posts of the caller, unless those must have words too. */
function listTextTests(
  context: Context,
  caller: Caller,
  { search, searchposts, posted }: ForumSearchQuery,
): (ForumTest | false)[] {
  const titled = isGiven(search) ? findTitled(context.db, search) : undefined;
  const [own] = posted && !isGiven(searchposts) ? findOrdinalsOf(context, [caller.userID]) : [];
  return [
    titled !== undefined && ((forum) => titled.has(forum.id) && !isUnderReview(forum.moderationState)),
    own !== undefined && (({ id }) => own.has(id)),
  ];
}

const titlesQuery = prepareQueryText<{ words: string }, { forumID: string }>(
  'SELECT forum_id AS forumID FROM forums_text WHERE forums_text MATCH :words',
);

function findTitled(db: Database, search: string): ReadonlySet<string> {
  const words = buildMatchExpression(search);
  return new Set(words === undefined ? [] : titlesQuery.all(db, { words }).map(({ forumID }) => forumID));
}
