import type { Context } from '#area/context.ts';
import { maxMatches, type Page } from '#contract/query.ts';
import type { Database } from '#db/open.ts';
import { prepareQueryText, prepareTextForms } from '#db/prepared.ts';
import { foldCase } from '#platform/text/lines.ts';
import { findPosts } from '../posts/store.ts';
import { type ForumSight, inSight, toSightParameters } from '../sight.ts';
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

type Parameters = ReturnType<typeof toParameters>;

function toParameters(sight: ForumSight, filter: PostFilter, { start, limit }: Page) {
  const { forumID, categoryID, words, hashtag, mention } = filter;
  const [authorID = null, otherAuthorID = authorID] = filter.authorIDs;
  return {
    ...toSightParameters(sight),
    ...{ forumID, categoryID, authorID, otherAuthorID, start, limit },
    forumIDs: filter.forumIDs && JSON.stringify(filter.forumIDs),
    matching: joinExpressions([words, hashtag?.words, mention?.words]),
    ...{ hashtag: toPattern(hashtag), hashtagFolded: fold(hashtag) },
    ...{ mention: toPattern(mention), mentionFolded: fold(mention) },
  };
}

/** One expression for what all of these find: the index intersects them faster than the database joins their results. */
const joinExpressions = (expressions: readonly (string | undefined)[]): string =>
  expressions
    .filter((expression) => expression !== undefined)
    .map((expression) => `(${expression})`)
    .join(' AND ');

const toPattern = (part: TextPart | undefined): string | undefined =>
  part && `%${part.text.replace(/[\\%_]/g, '\\$&')}%`;

const fold = (part: TextPart | undefined): string | undefined => part && foldCase(part.text);

/** Texts that no one is shown are not searched (core rule 107a). */
const isShown = "p.moderation_state NOT IN ('quarantined', 'autoQuarantined')";
/** LIKE knows the letter case of ASCII alone, and is right for most; folding a text takes longer. */
const contains = (name: 'hashtag' | 'mention') =>
  `(p.text LIKE :${name} ESCAPE '\\' OR instr(fold_case(p.text), :${name}Folded) > 0)`;
const selectMarked = (test: string) => `SELECT post_id FROM forum_post_marks WHERE user_id = :userID AND ${test}`;

/** Whether a filter finds posts by what their texts say. */
const hasText = ({ words, hashtag, mention }: PostFilter): boolean =>
  words !== undefined || hashtag !== undefined || mention !== undefined;

/** A condition on posts: `test` is on the post, `select` finds the ids of all posts that meet it. */
interface Condition {
  isAsked(filter: PostFilter): boolean;
  readonly test: string;
  readonly select?: string;
}

/** What a search may ask of its posts, and when its filter does. */
const conditions: readonly Condition[] = [
  {
    isAsked: ({ forumID }) => forumID !== undefined,
    test: 'p.forum_id = :forumID',
    select: 'SELECT id FROM forum_posts WHERE forum_id = :forumID',
  },
  {
    isAsked: ({ categoryID }) => categoryID !== undefined,
    // Without an index: many forums would be read out of order.
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
  { isAsked: hasText, test: `forum_posts_text MATCH :matching AND ${isShown}` },
  { isAsked: ({ hashtag }) => hashtag !== undefined, test: contains('hashtag') },
  { isAsked: ({ mention }) => mention !== undefined, test: contains('mention') },
];

/** The index gives posts with these words newest first, and no more than are wanted. */
const postsWithText = 'forum_posts_text CROSS JOIN forum_posts AS p ON p.id = forum_posts_text.rowid';

/** Looked up once, since there are few: asking the forum of each of 300,000 posts takes most of the time of a search. */
const unseenForums = `
  SELECT id FROM forums AS f WHERE NOT (${inSight})`;

/** A post whose id is not among the few that are wanted is skipped before it is read. */
function writeTest({ test, select }: Condition, isByText: boolean): string {
  return isByText && select !== undefined ? `+forum_posts_text.rowid IN (${select})` : test;
}

/** The joins are made in the order written. */
const buildMatches = (isByText: boolean, tests: readonly string[]): string => `
  FROM ${isByText ? postsWithText : 'forum_posts AS p'}
  WHERE ${[
    ...tests,
    'p.deleted_at IS NULL',
    'p.author_id NOT IN (SELECT value FROM json_each(:hiddenIDs))',
    `p.forum_id NOT IN (${unseenForums})`,
  ].join(' AND ')}`;

/** The ordinals of a forum rise with the ids of its posts, and have an index. */
function chooseOrder(filter: PostFilter): string {
  if (hasText(filter)) return 'forum_posts_text.rowid';
  // Without an index, since that would be the one of all posts.
  if (filter.forumIDs !== undefined) return '+p.id';
  return filter.forumID === undefined ? 'p.id' : 'p.ordinal';
}

/** Which of the conditions are set, and how the posts are sorted. */
interface Form {
  readonly asked: readonly boolean[];
  readonly isByText: boolean;
  readonly order: string;
  readonly direction: 'ASC' | 'DESC';
}

const postsQuery = prepareTextForms<Form, Parameters, { id: number }>(({ asked, isByText, order, direction }) => {
  const tests = conditions.filter((_, index) => asked[index]).map((condition) => writeTest(condition, isByText));
  return `SELECT p.id ${buildMatches(isByText, tests)} ORDER BY ${order} ${direction} LIMIT :limit OFFSET :start`;
});

function selectPosts(
  { db }: Context,
  sight: ForumSight,
  filter: PostFilter,
  page: Page,
  direction: Form['direction'] = 'DESC',
): { readonly id: number }[] {
  const asked = conditions.map(({ isAsked }) => isAsked(filter));
  const form = { asked, isByText: hasText(filter), order: chooseOrder(filter), direction };
  return postsQuery.all(db, form, toParameters(sight, filter, page));
}

/** The posts that are found, a page of them and how many there are in all. */
export interface Matches {
  readonly rows: readonly ForumPostRow[];
  readonly total: number;
}

/**
 * A page of the posts that are found, newest first, without deleted and hidden ones. All ids are found in one pass, which
 * counts them too; of a search for words at most as many as it finds.
 */
export function findMatches(context: Context, sight: ForumSight, filter: PostFilter, page: Page): Matches {
  const part = { start: 0, limit: filter.words === undefined ? -1 : maxMatches };
  const found = selectPosts(context, sight, filter, part);
  return { rows: readPosts(context, found.slice(page.start, page.start + page.limit)), total: found.length };
}

/**
 * As `findMatches`, of a filter that finds all posts of some forums, whose total is known. Walks from the end that is
 * nearer to the page.
 */
export function findPageOfAll(
  context: Context,
  sight: ForumSight,
  filter: PostFilter,
  { start, limit, total }: Page & { readonly total: number },
): ForumPostRow[] {
  const part = { start, limit: Math.min(limit, total - start) };
  if (part.limit <= 0) return [];
  const rest = total - start - part.limit;
  if (start <= rest) return readPosts(context, selectPosts(context, sight, filter, part));
  return readPosts(context, selectPosts(context, sight, filter, { ...part, start: rest }, 'ASC').reverse());
}

const readPosts = (context: Context, found: readonly { readonly id: number }[]): ForumPostRow[] =>
  findPosts(
    context,
    found.map(({ id }) => id),
  );

const chosen = `${inSight}
  AND (:forumID IS NULL OR f.id = :forumID) AND (:categoryID IS NULL OR f.category_id = :categoryID)`;

const totalQuery = prepareQueryText<Parameters, { total: number }>(`
  SELECT (SELECT coalesce(sum(f.post_count), 0) FROM forums AS f WHERE ${chosen}) - (
    SELECT count(*) FROM forum_posts AS p JOIN forums AS f ON f.id = p.forum_id
    WHERE p.author_id IN (SELECT value FROM json_each(:hiddenIDs)) AND p.deleted_at IS NULL AND ${chosen}) AS total`);

/** How many posts are in the chosen forums, without hidden ones: those are counted, and not all the others. */
export const countAll = ({ db }: Context, sight: ForumSight, filter: PostFilter): number =>
  totalQuery.get(db, toParameters(sight, filter, { start: 0, limit: 0 }))?.total ?? 0;

const countsQuery = prepareQueryText<{ categoryID: string }, { id: string; postCount: number }>(
  'SELECT id, post_count AS postCount FROM forums WHERE category_id = :categoryID AND deleted_at IS NULL',
);

/** The forums of a category, with the numbers of their posts. */
export const listPostCounts = (db: Database, categoryID: string): { id: string; postCount: number }[] =>
  countsQuery.all(db, { categoryID });
