import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getPostReader, type PostReader } from '#core/posts/index.ts';
import { prepareQueryText } from '#db/prepared.ts';
import type { LiveForum, PostPreview } from '../live-forums.ts';
import {
  createHiddenOrdinalsFinder,
  getMissingOrdinals,
  type MissingOrdinals,
  toOrdinal,
  toPosition,
} from './ordinals.ts';
import type { ForumReading } from './readers.ts';

/** The state of a forum that lists show to a reader. */
export interface ReadingState {
  /** The number of posts that the reader sees. */
  readonly postCount: number;
  /** The number of those that the reader has read. */
  readonly readCount: number;
  /** The newest of those posts. */
  readonly newest: PostPreview | undefined;
}

/**
 * Returns the states of these forums for the caller, in their order. One query finds all newest posts that precede
 * hidden ones.
 */
export function findReadingStates(
  context: Context,
  caller: Caller,
  forums: readonly LiveForum[],
  readings: ReadonlyMap<string, ForumReading>,
): ReadingState[] {
  const reader = getPostReader(context, caller);
  const findHidden = createHiddenOrdinalsFinder(context, reader);
  const partialStates = forums.map((forum) =>
    startState(context, forum, { reader, row: readings.get(forum.id), findHidden }),
  );
  const sought = partialStates.flatMap(({ soughtOrdinal, forum }) =>
    soughtOrdinal === undefined ? [] : [{ forumID: forum.id, ordinal: soughtOrdinal }],
  );
  const found = sought.length > 0 ? findPreviews(context, sought) : new Map<string, PostPreview>();
  return partialStates.map(({ forum, state, soughtOrdinal }) =>
    soughtOrdinal === undefined ? state : { ...state, newest: found.get(forum.id) },
  );
}

interface ForumViewer {
  readonly reader: PostReader;
  readonly row: ForumReading | undefined;
  readonly findHidden: (forum: LiveForum) => MissingOrdinals;
}

interface UnfinishedState {
  readonly forum: LiveForum;
  readonly state: ReadingState;
  /** The newest visible post's ordinal, if the newest post of all is hidden and it must be looked up. */
  readonly soughtOrdinal?: number;
}

function startState(context: Context, forum: LiveForum, { reader, row, findHidden }: ForumViewer): UnfinishedState {
  const hidden = findHidden(forum);
  const postCount = forum.postCount - hidden.length;
  const readCount = countRead(context, forum, hidden, row, postCount);
  const newest = postCount > 0 ? forum.newest : undefined;
  if (!newest || !reader.hidden.has(newest.authorID)) return { forum, state: { postCount, readCount, newest } };
  const state = { postCount, readCount, newest: undefined };
  return { forum, state, soughtOrdinal: toOrdinal(getMissingOrdinals(context, forum, hidden), postCount - 1) };
}

function countRead(
  context: Context,
  forum: LiveForum,
  hidden: MissingOrdinals,
  row: ForumReading | undefined,
  postCount: number,
): number {
  const readUpTo = row?.readUpTo ?? 0;
  if (readUpTo === 0) return 0;
  return readUpTo >= forum.postsEver ? postCount : toPosition(getMissingOrdinals(context, forum, hidden), readUpTo);
}

const previewsQuery = prepareQueryText<{ sought: string }, { forumID: string; authorID: string; createdAt: number }>(`
  SELECT p.forum_id AS forumID, p.author_id AS authorID, p.created_at AS createdAt
  FROM json_each(:sought) AS one CROSS JOIN forum_posts AS p
  ON p.forum_id = one.value ->> 'forumID' AND p.ordinal = one.value ->> 'ordinal'`);

function findPreviews(context: Context, sought: readonly object[]): Map<string, PostPreview> {
  const rows = previewsQuery.all(context.db, { sought: JSON.stringify(sought) });
  return new Map(
    rows.map(({ forumID, authorID, createdAt }) => [forumID, { authorID, createdAt: new Date(createdAt) }]),
  );
}
