import type { Context } from '#area/context.ts';
import { endAtMaxMatches, maxMatches, type Page } from '#contract/query.ts';
import { prepareQueryText } from '#db/prepared.ts';
import { foldCase } from '#platform/text.ts';
import { findPosts } from '../posts/store.ts';
import type { ForumPostRow } from '../tables.ts';

/** What the posts of a search have in common; what is absent sets no condition. */
export interface PostFilter {
  readonly forumID?: string | undefined;
  readonly categoryID?: string | undefined;
  /** Those in which all of them are, where these have few posts: then they are looked through, and not all posts. */
  readonly forumIDs?: readonly string[] | undefined;
  /** Whoever wrote a post must be each of these. */
  readonly authorIDs: readonly string[];
  readonly isBookmarked: boolean;
  readonly hasReaction: boolean;
  /** An FTS5 expression. */
  readonly words?: string | undefined;
  readonly hashtag?: TextPart | undefined;
  readonly mention?: TextPart | undefined;
}

/** What a text contains, whatever its letter case, such as `#tag`; with the FTS5 expression for the words in it. */
export interface TextPart {
  readonly text: string;
  readonly words: string;
}

/** Whose eyes the query looks through. */
export interface PostSight {
  readonly userID: string;
  readonly categoryIDs: readonly string[];
  /** Those of the categories in which blocks hide no forum. */
  readonly openCategoryIDs: readonly string[];
  readonly blockedIDs: readonly string[];
  readonly hiddenIDs: readonly string[];
}

type Parameters = ReturnType<typeof toParameters>;

function toParameters(sight: PostSight, filter: PostFilter, { start, limit }: Page) {
  const { forumID, categoryID, words, hashtag, mention } = filter;
  const [authorID = null, otherAuthorID = authorID] = filter.authorIDs;
  return {
    userID: sight.userID,
    categoryIDs: JSON.stringify(sight.categoryIDs),
    openCategoryIDs: JSON.stringify(sight.openCategoryIDs),
    blockedIDs: JSON.stringify(sight.blockedIDs),
    hiddenIDs: JSON.stringify(sight.hiddenIDs),
    ...{ forumID, categoryID, words, authorID, otherAuthorID, start, limit },
    forumIDs: filter.forumIDs && JSON.stringify(filter.forumIDs),
    ...{ hashtag: toPattern(hashtag), hashtagFolded: fold(hashtag), hashtagWords: hashtag?.words },
    ...{ mention: toPattern(mention), mentionFolded: fold(mention), mentionWords: mention?.words },
  };
}

const toPattern = (part: TextPart | undefined): string | undefined =>
  part && `%${part.text.replace(/[\\%_]/g, '\\$&')}%`;

const fold = (part: TextPart | undefined): string | undefined => part && foldCase(part.text);

/** Texts that nobody is shown are not searched (core rule 107a). */
const isShown = "p.moderation_state NOT IN ('quarantined', 'autoQuarantined')";
/** LIKE knows the letter case of ASCII alone, and is right for most; folding a text takes longer. */
const contains = (name: 'hashtag' | 'mention') =>
  `(p.text LIKE :${name} ESCAPE '\\' OR instr(fold_case(p.text), :${name}Folded) > 0)`;
const selectWith = (name: string) => `SELECT rowid FROM forum_posts_text WHERE forum_posts_text MATCH :${name}`;
const selectMarked = (test: string) => `SELECT post_id FROM forum_post_marks WHERE user_id = :userID AND ${test}`;

const hasWords = ({ words }: PostFilter): boolean => words !== undefined;

/** What a search may ask of its posts, and when its filter does. */
const conditions: readonly { isAsked(filter: PostFilter): boolean; test: string }[] = [
  { isAsked: ({ forumID }) => forumID !== undefined, test: 'p.forum_id = :forumID' },
  { isAsked: ({ categoryID }) => categoryID !== undefined, test: 'f.category_id = :categoryID' },
  {
    isAsked: ({ forumIDs }) => forumIDs !== undefined,
    test: 'p.forum_id IN (SELECT value FROM json_each(:forumIDs))',
  },
  {
    isAsked: ({ authorIDs }) => authorIDs.length > 0,
    test: 'p.author_id = :authorID AND p.author_id = :otherAuthorID',
  },
  { isAsked: ({ isBookmarked }) => isBookmarked, test: `p.id IN (${selectMarked('is_bookmarked = 1')})` },
  { isAsked: ({ hasReaction }) => hasReaction, test: `p.id IN (${selectMarked('reaction IS NOT NULL')})` },
  { isAsked: hasWords, test: `forum_posts_text MATCH :words AND ${isShown}` },
  {
    isAsked: ({ hashtag }) => hashtag !== undefined,
    test: `p.id IN (${selectWith('hashtagWords')}) AND ${contains('hashtag')} AND ${isShown}`,
  },
  {
    isAsked: ({ mention }) => mention !== undefined,
    test: `p.id IN (${selectWith('mentionWords')}) AND ${contains('mention')} AND ${isShown}`,
  },
];

/** Of words the index gives the newest posts first, and no more than are wanted. */
const postsWithWords = 'forum_posts_text CROSS JOIN forum_posts AS p ON p.id = forum_posts_text.rowid';

/** The joins are made in the order written. */
const buildMatches = (posts: string, tests: readonly string[]): string => `
  FROM ${posts} CROSS JOIN forums AS f ON f.id = p.forum_id
  WHERE ${[
    ...tests,
    'p.deleted_at IS NULL AND f.deleted_at IS NULL',
    'p.author_id NOT IN (SELECT value FROM json_each(:hiddenIDs))',
    'f.category_id IN (SELECT value FROM json_each(:categoryIDs))',
    `(f.creator_id NOT IN (SELECT value FROM json_each(:blockedIDs))
      OR f.category_id IN (SELECT value FROM json_each(:openCategoryIDs)))`,
  ].join(' AND ')}`;

/** The ordinals of a forum rise with the ids of its posts, and have an index. */
function chooseOrder(filter: PostFilter): string {
  if (hasWords(filter)) return 'forum_posts_text.rowid';
  // Without an index, since that would be the one of all posts.
  if (filter.forumIDs !== undefined) return '+p.id';
  return filter.forumID === undefined ? 'p.id' : 'p.ordinal';
}

function createQueries(filter: PostFilter) {
  const tests = conditions.filter(({ isAsked }) => isAsked(filter)).map(({ test }) => test);
  const matches = buildMatches(hasWords(filter) ? postsWithWords : 'forum_posts AS p', tests);
  const order = chooseOrder(filter);
  return {
    page: prepareQueryText<Parameters, { id: number }>(
      `SELECT p.id ${matches} ORDER BY ${order} DESC LIMIT :limit OFFSET :start`,
    ),
    count: prepareQueryText<Parameters, { total: number }>(
      `SELECT count(*) AS total FROM (SELECT 1 ${matches} LIMIT :limit)`,
    ),
  };
}

const queriesByKey = new Map<string, ReturnType<typeof createQueries>>();

/** Prepared once for each combination of conditions. */
function getQueries(filter: PostFilter) {
  const key = conditions.map(({ isAsked }) => (isAsked(filter) ? '1' : '0')).join('');
  const existing = queriesByKey.get(key);
  if (existing) return existing;
  const queries = createQueries(filter);
  queriesByKey.set(key, queries);
  return queries;
}

/** A page of the posts that are found, newest first, deleted and hidden ones left out. */
export function findMatches(context: Context, sight: PostSight, filter: PostFilter, page: Page): ForumPostRow[] {
  const part = filter.words === undefined ? page : endAtMaxMatches(page);
  const rows = getQueries(filter).page.all(context.db, toParameters(sight, filter, part));
  return findPosts(
    context,
    rows.map(({ id }) => id),
  );
}

/** How many posts are found; at most so many as a text search finds where words are searched for. */
export function countMatches(context: Context, sight: PostSight, filter: PostFilter): number {
  const limit = filter.words === undefined ? -1 : maxMatches;
  const parameters = toParameters(sight, filter, { start: 0, limit });
  return getQueries(filter).count.get(context.db, parameters)?.total ?? 0;
}
