import type { Context } from '#area/context.ts';
import { maxMatches, type Page } from '#contract/query.ts';
import { areDescriptionsOff } from '#core/images/index.ts';
import { writeShownWordsTest } from '#core/posts/tables.ts';
import type { Database } from '#db/open.ts';
import { prepareQueryText, prepareTextVariants } from '#db/prepared.ts';
import { foldCase } from '#platform/text/lines.ts';
import { findPosts } from '../posts/store.ts';
import type { ForumPostRow } from '../tables.ts';
import { type ForumVisibility, toVisibilityParameters, visibleForums } from '../visibility.ts';

/** The filter of a post search; absent properties set no condition. */
export interface PostFilter {
  readonly forumID?: string | undefined;
  readonly categoryID?: string | undefined;
  /** All forums of the category, if they have few posts. The search then reads only their posts. */
  readonly forumIDs?: readonly string[] | undefined;
  /** The author must be each of these. */
  readonly authorIDs: readonly string[];
  readonly isBookmarked: boolean;
  readonly hasReaction: boolean;
  /** An FTS5 expression. */
  readonly words?: string | undefined;
  readonly hashtag?: TagOrMention | undefined;
  readonly mention?: TagOrMention | undefined;
}

/** A part of a text such as `#tag`, ignoring case, with the FTS5 expression for the words in it. */
export interface TagOrMention {
  readonly text: string;
  readonly words: string;
}

type Parameters = ReturnType<typeof toParameters>;

function toParameters(context: Context, visibility: ForumVisibility, filter: PostFilter, { start, limit }: Page) {
  const { forumID, categoryID, words, hashtag, mention } = filter;
  const [authorID = null, otherAuthorID = authorID] = filter.authorIDs;
  return {
    ...toVisibilityParameters(visibility),
    ...{ forumID, categoryID, authorID, otherAuthorID, start, limit },
    forumIDs: filter.forumIDs && JSON.stringify(filter.forumIDs),
    matching: joinExpressions([words, hashtag?.words, mention?.words]),
    describes: areDescriptionsOff(context) ? 0 : 1,
    ...{ hashtag: toPattern(hashtag), hashtagFolded: foldSearchedPart(hashtag) },
    ...{ mention: toPattern(mention), mentionFolded: foldSearchedPart(mention) },
  };
}

/** Joins the expressions into one: the index intersects them faster than the database joins their results. */
const joinExpressions = (expressions: readonly (string | undefined)[]): string =>
  expressions
    .filter((expression) => expression !== undefined)
    .map((expression) => `(${expression})`)
    .join(' AND ');

const toPattern = (part: TagOrMention | undefined): string | undefined =>
  part && `%${part.text.replace(/[\\%_]/g, '\\$&')}%`;

const foldSearchedPart = (part: TagOrMention | undefined): string | undefined => part && foldCase(part.text);

/** Searches skip texts hidden from everyone (core rule 107a). */
const isShown = "p.moderation_state NOT IN ('quarantined', 'autoQuarantined')";
const hasShownWords = writeShownWordsTest({ text: 'p.text', pictures: 'p.images', words: ':matching' });
/** LIKE ignores case only in ASCII, which suffices for most texts; folding a text takes longer. */
const contains = (name: 'hashtag' | 'mention') =>
  `(p.text LIKE :${name} ESCAPE '\\' OR instr(fold_case(p.text), :${name}Folded) > 0)`;
const selectMarked = (test: string) => `SELECT post_id FROM forum_post_marks WHERE user_id = :userID AND ${test}`;

/** Whether a filter depends on the posts' texts. */
const hasText = ({ words, hashtag, mention }: PostFilter): boolean =>
  words !== undefined || hashtag !== undefined || mention !== undefined;

/** A condition on posts: `test` applies to a post, `select` finds the ids of all posts that meet it. */
interface Condition {
  isAsked(filter: PostFilter): boolean;
  readonly test: string;
  readonly select?: string;
}

/** The conditions on posts, and which filters set them. */
const conditions: readonly Condition[] = [
  {
    isAsked: ({ forumID }) => forumID !== undefined,
    test: 'p.forum_id = :forumID',
    select: 'SELECT id FROM forum_posts WHERE forum_id = :forumID',
  },
  {
    isAsked: ({ categoryID }) => categoryID !== undefined,
    // Without an index, which would read many forums out of order.
    test: '+p.forum_id IN (SELECT id FROM forums WHERE category_id = :categoryID)',
  },
  {
    isAsked: ({ forumIDs }) => forumIDs !== undefined,
    test: 'p.forum_id IN (SELECT value FROM json_each(:forumIDs))',
  },
  {
    isAsked: ({ authorIDs }) => authorIDs.length > 0,
    test: 'p.author_id = :authorID AND p.author_id = :otherAuthorID',
    select:
      'SELECT id FROM forum_posts WHERE author_id = :authorID AND author_id = :otherAuthorID AND deleted_at IS NULL',
  },
  {
    isAsked: ({ isBookmarked }) => isBookmarked,
    test: `p.id IN (${selectMarked('is_bookmarked = 1')})`,
    select: selectMarked('is_bookmarked = 1'),
  },
  {
    isAsked: ({ hasReaction }) => hasReaction,
    test: `p.id IN (${selectMarked('reaction IS NOT NULL')})`,
    select: selectMarked('reaction IS NOT NULL'),
  },
  { isAsked: hasText, test: `forum_posts_text MATCH :matching AND ${isShown} AND ${hasShownWords}` },
  { isAsked: ({ hashtag }) => hashtag !== undefined, test: contains('hashtag') },
  { isAsked: ({ mention }) => mention !== undefined, test: contains('mention') },
];

/** The index returns posts with these words newest first, and no more than needed. */
const postsWithText = 'forum_posts_text CROSS JOIN forum_posts AS p ON p.id = forum_posts_text.rowid';

/** Looked up once, since there are few. Checking the forum of each of 300,000 posts takes most of a search's time. */
const hiddenForums = `
  SELECT id FROM forums AS f WHERE NOT (${visibleForums})`;

/** Skips posts whose id isn't among the few selected ones before reading them. */
function buildTestText({ test, select }: Condition, isByText: boolean): string {
  return isByText && select !== undefined ? `+forum_posts_text.rowid IN (${select})` : test;
}

/** CROSS JOIN fixes the order of the joins. */
const buildMatches = (isByText: boolean, tests: readonly string[]): string => `
  FROM ${isByText ? postsWithText : 'forum_posts AS p'}
  WHERE ${[
    ...tests,
    'p.deleted_at IS NULL',
    'p.author_id NOT IN (SELECT value FROM json_each(:hiddenIDs))',
    `p.forum_id NOT IN (${hiddenForums})`,
  ].join(' AND ')}`;

/** The ordinals in a forum increase with the ids of its posts, and have an index. */
function chooseOrder(filter: PostFilter): string {
  if (hasText(filter)) return 'forum_posts_text.rowid';
  // Without an index, since SQLite would choose the one of all posts.
  if (filter.forumIDs !== undefined) return '+p.id';
  return filter.forumID === undefined ? 'p.id' : 'p.ordinal';
}

/** The conditions that are set, and the order of the posts. */
interface QueryShape {
  readonly asked: readonly boolean[];
  readonly isByText: boolean;
  readonly order: string;
  readonly direction: 'ASC' | 'DESC';
}

const postsQuery = prepareTextVariants<QueryShape, Parameters, { id: number }>(
  ({ asked, isByText, order, direction }) => {
    const tests = conditions.filter((_, index) => asked[index]).map((condition) => buildTestText(condition, isByText));
    return `SELECT p.id ${buildMatches(isByText, tests)} ORDER BY ${order} ${direction} LIMIT :limit OFFSET :start`;
  },
);

function selectPosts(
  context: Context,
  visibility: ForumVisibility,
  filter: PostFilter,
  page: Page,
  direction: QueryShape['direction'] = 'DESC',
): { readonly id: number }[] {
  const asked = conditions.map(({ isAsked }) => isAsked(filter));
  const form = { asked, isByText: hasText(filter), order: chooseOrder(filter), direction };
  return postsQuery.all(context.db, form, toParameters(context, visibility, filter, page));
}

/** A page of the found posts and their total. */
export interface Matches {
  readonly rows: readonly ForumPostRow[];
  readonly total: number;
}

/**
 * Returns a page of the matching posts, newest first, without deleted and hidden ones. One pass finds and counts all
 * ids; a search for words stops at `maxMatches`.
 */
export function findMatches(context: Context, visibility: ForumVisibility, filter: PostFilter, page: Page): Matches {
  const part = { start: 0, limit: filter.words === undefined ? -1 : maxMatches };
  const found = selectPosts(context, visibility, filter, part);
  return { rows: readPosts(context, found.slice(page.start, page.start + page.limit)), total: found.length };
}

/**
 * Like `findMatches`, for a filter that selects all posts of some forums and has a known total. Walks from the end that
 * is closer to the page.
 */
export function findPageOfAll(
  context: Context,
  visibility: ForumVisibility,
  filter: PostFilter,
  { start, limit, total }: Page & { readonly total: number },
): ForumPostRow[] {
  const part = { start, limit: Math.min(limit, total - start) };
  if (part.limit <= 0) return [];
  const rest = total - start - part.limit;
  if (start <= rest) return readPosts(context, selectPosts(context, visibility, filter, part));
  return readPosts(context, selectPosts(context, visibility, filter, { ...part, start: rest }, 'ASC').reverse());
}

const readPosts = (context: Context, found: readonly { readonly id: number }[]): ForumPostRow[] =>
  findPosts(
    context,
    found.map(({ id }) => id),
  );

const forumsInScope = `${visibleForums}
  AND (:forumID IS NULL OR f.id = :forumID) AND (:categoryID IS NULL OR f.category_id = :categoryID)`;

const totalQuery = prepareQueryText<Parameters, { total: number }>(`
  SELECT (SELECT coalesce(sum(f.post_count), 0) FROM forums AS f WHERE ${forumsInScope}) - (
    SELECT count(*) FROM forum_posts AS p JOIN forums AS f ON f.id = p.forum_id
    WHERE p.author_id IN (SELECT value FROM json_each(:hiddenIDs)) AND p.deleted_at IS NULL AND ${forumsInScope}) AS total`);

/**
 * Counts the posts in the chosen forums without hidden ones. Only counts the hidden posts; the rest comes from stored
 * totals.
 */
export const countAll = (context: Context, visibility: ForumVisibility, filter: PostFilter): number =>
  totalQuery.get(context.db, toParameters(context, visibility, filter, { start: 0, limit: 0 }))?.total ?? 0;

const countsQuery = prepareQueryText<{ categoryID: string }, { id: string; postCount: number }>(
  'SELECT id, post_count AS postCount FROM forums WHERE category_id = :categoryID AND deleted_at IS NULL',
);

/** Returns the forums of a category with their post counts. */
export const listPostCounts = (db: Database, categoryID: string): { id: string; postCount: number }[] =>
  countsQuery.all(db, { categoryID });
