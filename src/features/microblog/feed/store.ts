import { and, type SQL, sql } from 'drizzle-orm';
import type { Page } from '#contract/query.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQueryText, prepareVariants, selectValues } from '#db/prepared.ts';
import { microblogMarks, microblogPosts } from '../tables.ts';
import type { WordFilter } from './word-search.ts';

/** The filter of a feed; absent or false properties set no condition. */
export interface FeedFilter {
  readonly words: WordFilter | undefined;
  /** Whether words in descriptions of pictures don't count (core rule 135). */
  readonly isByTextAlone: boolean;
  /** The author must be all of these, so several select no posts. */
  readonly authorIDs: readonly string[];
  /** The group of this head, including the head. */
  readonly replyGroupID: number | undefined;
  readonly withoutReplies: boolean;
  /** Posts that the reader has bookmarked. */
  readonly isBookmarked: boolean;
  /** Posts with this reaction of the reader. */
  readonly reaction: string | undefined;
  /** Posts with any reaction of the reader. */
  readonly isReactedTo: boolean;
  /** Posts that the reader has reacted to or bookmarked. */
  readonly isMarked: boolean;
}

/** From the anchor, exclusive, towards newer or older posts; skips the first `start`. */
export interface Traversal extends Page {
  readonly direction: 'newer' | 'older';
  readonly anchor: number;
}

/** A part of the posts that aren't deleted. */
export interface FeedSlice {
  readonly filter: FeedFilter;
  readonly walk: Traversal;
}

const post = sql`${microblogPosts} AS post`;

/** Returns the placeholder for this query parameter. */
const getPlaceholder = (name: keyof Parameters) => sql.placeholder(name);

/** The table a query walks first, in the order of ids, so it can stop when the page is full. */
interface TraversedTable {
  readonly isMeant: (filter: FeedFilter) => boolean;
  /** The id that it walks by. */
  readonly id: SQL;
  readonly from: SQL;
}

const sources = {
  marks: {
    isMeant: ({ isMarked }) => isMarked,
    id: sql`mark.post_id`,
    from: sql`${microblogMarks} AS mark CROSS JOIN ${post} ON post.id = mark.post_id`,
  },
  group: {
    isMeant: ({ replyGroupID }) => replyGroupID !== undefined,
    id: sql`member.id`,
    from: sql`(
      SELECT id FROM ${microblogPosts} WHERE reply_group_id = ${getPlaceholder('replyGroupID')} AND deleted_at IS NULL
      UNION SELECT ${getPlaceholder('replyGroupID')}) AS member CROSS JOIN ${post} ON post.id = member.id`,
  },
  author: {
    isMeant: ({ authorIDs }) => authorIDs.length > 0,
    id: sql`post.id`,
    from: sql`${post} INDEXED BY microblog_posts_by_author`,
  },
  words: {
    isMeant: ({ words }) => words !== undefined,
    id: sql`words.rowid`,
    from: sql`microblog_posts_text AS words CROSS JOIN ${post} ON post.id = words.rowid`,
  },
  all: { isMeant: () => true, id: sql`post.id`, from: sql`${post} INDEXED BY microblog_posts_live` },
} satisfies Record<string, TraversedTable>;
type SourceName = keyof typeof sources;

const chooseSource = (filter: FeedFilter): SourceName =>
  (Object.keys(sources) as SourceName[]).find((name) => sources[name].isMeant(filter)) ?? 'all';

const hasWords = sql`words.microblog_posts_text MATCH ${getPlaceholder('expression')}`;

/** Whether a feed walks all posts, perhaps without replies, instead of a small selection. */
export const traversesAllPosts = (filter: FeedFilter): boolean => chooseSource(filter) === 'all';

/** The conditions on posts, and which filters set them. */
const conditions: readonly { isAsked(filter: FeedFilter): boolean; test: SQL }[] = [
  { isAsked: (filter) => chooseSource(filter) === 'words', test: hasWords },
  {
    isAsked: (filter) => filter.words !== undefined && chooseSource(filter) !== 'words',
    // Without an index, so the words are looked up once and not for each post.
    test: sql`+post.id IN (SELECT words.rowid FROM microblog_posts_text AS words WHERE ${hasWords})`,
  },
  // Searches skip posts hidden from everyone (core rule 107a).
  {
    isAsked: ({ words }) => words !== undefined,
    test: sql`post.moderation_state NOT IN ('quarantined', 'autoQuarantined')`,
  },
  {
    isAsked: ({ isByTextAlone, words }) => isByTextAlone && words !== undefined,
    // A CASE, because SQLite tests the side of an OR without a subquery first, and `matches_words` takes longest.
    test: sql`CASE
      WHEN EXISTS (SELECT 1 FROM json_each(post.images) AS image
        CROSS JOIN picture_descriptions AS d ON d.name = image.value)
      THEN matches_words(post.text, ${getPlaceholder('expression')}) ELSE 1 END`,
  },
  // Most texts with the word have no sign at all, and folding them would take longest.
  {
    isAsked: ({ words }) => words !== undefined && words.parts.length > 0,
    test: sql`NOT EXISTS (
      SELECT 1 FROM json_each(${getPlaceholder('parts')}) AS part
      WHERE instr(post.text, substr(part.value, 1, 1)) = 0 OR instr(fold_case(post.text), part.value) = 0)`,
  },
  { isAsked: ({ isMarked }) => isMarked, test: sql`mark.user_id = ${getPlaceholder('userID')}` },
  { isAsked: ({ isBookmarked }) => isBookmarked, test: sql`mark.is_bookmarked = 1` },
  { isAsked: ({ isReactedTo }) => isReactedTo, test: sql`mark.reaction IS NOT NULL` },
  { isAsked: ({ reaction }) => reaction !== undefined, test: sql`mark.reaction = ${getPlaceholder('reaction')}` },
  { isAsked: ({ authorIDs }) => authorIDs.length > 0, test: sql`post.author_id = ${getPlaceholder('authorID')}` },
  {
    isAsked: ({ withoutReplies }) => withoutReplies,
    test: sql`(post.reply_group_id IS NULL OR post.reply_group_id = post.id)`,
  },
];

type Parameters = {
  userID: string;
  hiddenIDs: string;
  anchor: number;
  start: number;
  limit: number;
  authorID: string | undefined;
  replyGroupID: number | undefined;
  reaction: string | undefined;
  expression: string | undefined;
  parts: string;
};

/** The properties that distinguish queries. */
interface QueryShape {
  readonly source: SourceName;
  readonly direction: Traversal['direction'];
  readonly asked: readonly boolean[];
}

const pageQuery = prepareVariants(
  (
    queries,
    { hiddenIDs, anchor, start, limit }: Placeholders<Parameters>,
    { source, direction, asked }: QueryShape,
  ) => {
    const { id, from } = sources[source];
    const isNewer = direction === 'newer';
    // Numbers are bound as REAL, which the index of words ignores as limits of rowids.
    const limitOfID = sql`CAST(${anchor} AS INTEGER)`;
    return queries
      .select({ id: sql<number>`post.id` })
      .from(from)
      .where(
        and(
          isNewer ? sql`${id} > ${limitOfID}` : sql`${id} < ${limitOfID}`,
          sql`post.deleted_at IS NULL`,
          sql`post.author_id NOT IN ${selectValues(hiddenIDs)}`,
          ...conditions.filter((_, index) => asked[index]).map(({ test }) => test),
        ),
      )
      .orderBy(isNewer ? sql`${id} ASC` : sql`${id} DESC`)
      .limit(limit)
      .offset(start);
  },
);

/** Returns the ids of a page of the feed, newest first, without posts of these users. */
export function findPageOfIDs(
  db: Database,
  { userID, hiddenIDs }: { userID: string; hiddenIDs: readonly string[] },
  { filter, walk }: FeedSlice,
): number[] {
  const [authorID, ...others] = new Set(filter.authorIDs);
  const { replyGroupID, reaction, words } = filter;
  if (others.length > 0 || (words && words.expression === undefined)) return [];
  const { direction, anchor, start, limit } = walk;
  const asked = conditions.map(({ isAsked }) => isAsked(filter));
  const parameters = {
    ...{ userID, anchor, start, limit, authorID, replyGroupID, reaction },
    hiddenIDs: JSON.stringify(hiddenIDs),
    expression: words?.expression,
    parts: JSON.stringify(words?.parts ?? []),
  };
  const ids = pageQuery.all(db, { source: chooseSource(filter), direction, asked }, parameters).map(({ id }) => id);
  return direction === 'newer' ? ids.reverse() : ids;
}

const upToQuery = prepareQueryText<{ time: number }, { id: number }>(
  'SELECT id FROM microblog_posts WHERE created_at <= :time ORDER BY created_at DESC, id DESC LIMIT 1',
);

/** Returns the id of the last post written by then; below all ids if there is none. Ids increase with time. */
export const findLastIDUntil = (db: Database, time: Date): number =>
  upToQuery.get(db, { time: time.getTime() })?.id ?? Number.MIN_SAFE_INTEGER;

const fromQuery = prepareQueryText<{ time: number }, { id: number }>(
  'SELECT id FROM microblog_posts WHERE created_at >= :time ORDER BY created_at, id LIMIT 1',
);

/** Returns the id of the first post written since then; above all ids if there is none. */
export const findFirstIDSince = (db: Database, time: Date): number =>
  fromQuery.get(db, { time: time.getTime() })?.id ?? Number.MAX_SAFE_INTEGER;
