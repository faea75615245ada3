import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { notFound } from '#contract/errors.ts';
import type { Page } from '#contract/query.ts';
import { getPostReader, type PostReader } from '#core/posts/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { getCurrentSchedule } from '#features/schedule/index.ts';
import { getForum, getPost } from '../access.ts';
import { findForumOfEvent } from '../events/store.ts';
import type { LiveForum } from '../live-forums.ts';
import { findOrdinalFrom, findPageOfIDs, findPost, findPosts } from '../posts/store.ts';
import { createMuteFilter } from '../posts/text-effects.ts';
import { presentForum, presentPosts } from '../present.ts';
import {
  createHiddenOrdinalsFinder,
  getMissingOrdinals,
  type MissingOrdinals,
  toOrdinal,
  toPosition,
} from '../reading/ordinals.ts';
import { findReading } from '../reading/readers.ts';
import type { ForumData } from '../records.ts';
import type { ForumPostRow } from '../tables.ts';
import type { threadsApi } from './api.ts';

/** The requested page of a thread. */
type ThreadQuery = QueryOf<typeof threadsApi.read>;

/** A thread that the caller opens. */
export interface OpenedForum {
  readonly data: ForumData;
  readonly forumID: string;
  /** The ordinal after the page's last post; absent if the caller had read that far. */
  readonly readUpTo?: number;
  /** The forum, if the caller watches it and hasn't seen its last posts; opening it counts as a look at them. */
  readonly lookedAt?: LiveForum;
}

/** Returns a thread with a page of its posts (forums rules B14 to B18). Throws 404, or 403 for its category. */
export const openForum = (context: Context, caller: Caller, forumID: string, query: ThreadQuery): OpenedForum =>
  open(context, caller, getForum(context, caller, forumID).forum, query);

/** Returns the thread of a post, from that post on unless the query says otherwise. */
export function openForumOfPost(context: Context, caller: Caller, postID: number, query: ThreadQuery): OpenedForum {
  const { forum } = getPost(context, caller, postID);
  return open(context, caller, forum, { startPost: postID, ...query });
}

/**
 * Returns the thread of an event on the schedule. Throws 404 if there is no such event or it has no thread (forums rule
 * B19).
 */
export function openForumOfEvent(context: Context, caller: Caller, eventID: string, query: ThreadQuery): OpenedForum {
  const isOnSchedule = getCurrentSchedule(context).byID.has(eventID);
  const forum = isOnSchedule ? findForumOfEvent(context.db, eventID) : undefined;
  if (!forum) throw notFound('forum of this event');
  return openForum(context, caller, forum.forumID, query);
}

function open(context: Context, caller: Caller, forum: LiveForum, query: ThreadQuery): OpenedForum {
  const reader = getPostReader(context, caller);
  const missing = getMissingOrdinals(context, forum, createHiddenOrdinalsFinder(context, reader)(forum));
  const row = findReading(context, caller, forum.id);
  const readUpTo = row?.readUpTo ?? 0;
  const page = choosePage(context, forum, missing, readUpTo, query);
  const rows = findRows(context, forum, reader, missing, page);
  const hasMuteWord = createMuteFilter(context, caller);
  const shown = presentForum(context, caller, forum, {
    posts: presentPosts(
      context,
      caller,
      rows.filter((row) => !hasMuteWord(row)),
    ),
    total: forum.postsEver - missing.length,
    ...page,
  });
  const data = { ...shown, readCount: readUpTo === 0 ? 0 : toPosition(missing, readUpTo) };
  const end = (rows.at(-1)?.ordinal ?? -1) + 1;
  const isLook = (row?.watchedFrom ?? forum.postsEver) < forum.postsEver;
  return {
    data,
    forumID: forum.id,
    ...(end > readUpTo && { readUpTo: end }),
    ...(isLook && { lookedAt: forum }),
  };
}

const defaultLimit = 50;

function choosePage(
  context: Context,
  forum: LiveForum,
  missing: MissingOrdinals,
  readUpTo: number,
  { start, limit, startPost }: ThreadQuery,
): Page {
  const max = getServerSettings(context).maximumForumPosts;
  const size = Math.max(1, Math.min(limit ?? defaultLimit, max));
  if (start !== undefined) return { start: Math.max(0, start), limit: size };
  if (startPost !== undefined) return { start: findPosition(context, forum, missing, startPost), limit: size };
  const lastRead = readUpTo === 0 ? 0 : toPosition(missing, readUpTo - 1);
  return { start: Math.floor(lastRead / size) * size, limit: size };
}

/**
 * Counts the posts that the reader sees before this one, which may be deleted or of another forum (forums rule B14).
 */
function findPosition(context: Context, forum: LiveForum, missing: MissingOrdinals, postID: number): number {
  const post = findPost(context, postID);
  const ordinal = post?.forumID === forum.id ? post.ordinal : findOrdinalFrom(context.db, forum.id, postID);
  return toPosition(missing, ordinal ?? forum.postsEver);
}

function findRows(
  context: Context,
  forum: LiveForum,
  { hidden }: PostReader,
  missing: MissingOrdinals,
  { start, limit }: Page,
): ForumPostRow[] {
  const part = { forumID: forum.id, ordinal: toOrdinal(missing, start), limit };
  return findPosts(context, findPageOfIDs(context.db, { ...part, hiddenIDs: [...hidden] }));
}
