import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { EveryField } from '#contract/record.ts';
import {
  createPostPresenter,
  type PostMark,
  presentMark,
  presentPostContent,
  presentReactors,
  presentTitle,
} from '#core/posts/index.ts';
import { getDirectoryVersion, getUser, presentHeader } from '#core/users/index.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';
import { cacheJson, measureCachedJson } from '#platform/text/json.ts';
import { isPastClosing, presentCooldown } from './cooldown/cooldown.ts';
import { findEventOf } from './events/event-details.ts';
import type { LiveForum } from './live-forums.ts';
import { postMarks } from './posts/store.ts';
import { type ForumReading, findReading, findReadings } from './reading/readers.ts';
import { findReadingStates, type ReadingState } from './reading/reading-state.ts';
import type { ForumData, ForumListData, PostData, PostDetailData } from './records.ts';
import type { ForumPostRow } from './tables.ts';
import { presentWatched } from './watching/watch.ts';

const listCache = createOncePerInstance((context) =>
  createDerivedCache<ForumListData>(context.caches, {
    max: 20_000,
    maxSize: 8 * 1024 * 1024,
    measure: measureCachedJson,
  }),
);

/**
 * Returns forums as a list shows them to the caller, in this order. Each record is rendered once while nothing in it
 * changes.
 */
export function presentForumList(context: Context, caller: Caller, forums: readonly LiveForum[]): ForumListData[] {
  const readings = findReadings(
    context,
    caller,
    forums.map(({ id }) => id),
  );
  const states = findReadingStates(context, caller, forums, readings);
  const directory = getDirectoryVersion(context);
  return forums.map((forum, index) => {
    const state = states[index];
    const row = readings.get(forum.id);
    if (!state) throw new Error(`forum ${forum.id} has no reading state`);
    // People see the same record if they have no relation to the forum and nothing in it is hidden from them.
    const isEnded = isPastClosing(context, caller, forum);
    const subject = {
      forum,
      event: findEventOf(context, forum),
      isWatched: presentWatched(context, caller, row),
      isEnded,
    };
    if (row !== undefined || state.postCount !== forum.postCount) return presentInList(context, subject, state, row);
    const dependencies = [forum, directory, subject.event, isEnded];
    return listCache(context).get(forum.id, dependencies, () => cacheJson(presentInList(context, subject, state, row)));
  });
}

interface ListedForum {
  readonly forum: LiveForum;
  readonly event: ReturnType<typeof findEventOf>;
  readonly isWatched: true | undefined;
  /** Whether its closing time has come, so that it shows as locked. */
  readonly isEnded: boolean;
}

function presentInList(
  context: Context,
  { forum, event, isWatched, isEnded }: ListedForum,
  { postCount, readCount, newest }: ReadingState,
  row: ForumReading | undefined,
): ForumListData {
  return {
    forumID: forum.id,
    categoryID: forum.categoryID,
    creator: presentHeader(getUser(context, forum.creatorID)),
    title: presentTitle(forum),
    postCount,
    readCount,
    createdAt: forum.createdAt,
    lastPoster: newest && presentHeader(getUser(context, newest.authorID)),
    lastPostAt: newest?.createdAt,
    isLocked: forum.moderationState === 'locked' || isEnded,
    isFavorite: row?.isFavorite ?? false,
    isMuted: row?.isMuted ?? false,
    isWatched,
    eventTime: event?.startTime,
    timeZone: event?.zone.abbreviation,
    timeZoneID: event?.zone.id,
    eventID: event?.row.id,
    isPinned: forum.isPinned,
  } satisfies EveryField<ForumListData>;
}

/** Returns a forum with a page of its posts. */
export function presentForum(
  context: Context,
  caller: Caller,
  forum: LiveForum,
  { posts, ...paginator }: { posts: PostData[]; total: number; start: number; limit: number },
): ForumData {
  const row = findReading(context, caller, forum.id);
  return {
    forumID: forum.id,
    categoryID: forum.categoryID,
    title: presentTitle(forum),
    creator: presentHeader(getUser(context, forum.creatorID)),
    isLocked: forum.moderationState === 'locked' || isPastClosing(context, caller, forum),
    isFavorite: row?.isFavorite ?? false,
    isMuted: row?.isMuted ?? false,
    isWatched: presentWatched(context, caller, row),
    paginator,
    posts,
    eventID: findEventOf(context, forum)?.row.id,
    isPinned: forum.isPinned,
    cooldown: presentCooldown(context, caller, forum),
  } satisfies EveryField<ForumData, 'readCount'>;
}

/** Returns a post for a viewer with these marks on it, or with none. */
export const presentPost = createPostPresenter<ForumPostRow, PostData>(
  (context, row) =>
    ({
      ...presentPostContent(context, row),
      ...presentMark(undefined),
      likeCount: row.likeCount,
      isPinned: row.isPinned,
    }) satisfies EveryField<PostData>,
);

/** Returns the caller's marks on these posts. */
export const findMarks = (
  context: Context,
  { userID }: Caller,
  rows: readonly ForumPostRow[],
): ReadonlyMap<number, PostMark> =>
  postMarks.find(
    context.db,
    userID,
    rows.map(({ id }) => id),
  );

/** Returns posts as the caller sees them, in this order. */
export function presentPosts(context: Context, caller: Caller, rows: readonly ForumPostRow[]): PostData[] {
  const marks = findMarks(context, caller, rows);
  return rows.map((row) => presentPost(context, row, marks.get(row.id)));
}

/** Returns one post as the caller sees it. */
export const presentOnePost = (context: Context, caller: Caller, row: ForumPostRow): PostData =>
  presentPost(context, row, findMarks(context, caller, [row]).get(row.id));

/** Returns one post with the users who reacted to it (forums rule B42). */
export const presentPostDetail = (context: Context, caller: Caller, row: ForumPostRow): PostDetailData =>
  ({
    ...presentPostContent(context, row),
    forumID: row.forumID,
    ...presentMark(findMarks(context, caller, [row]).get(row.id)),
    ...presentReactors(context, postMarks.findReactors(context.db, row.id)),
  }) satisfies EveryField<PostDetailData>;
