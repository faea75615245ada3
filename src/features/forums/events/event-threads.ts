import * as v from 'valibot';
import type { WriteContext } from '#area/context.ts';
import type { ScheduleChange } from '#area/schedule-changes.ts';
import { findPosts, saveText } from '../posts/store.ts';
import type { ForumPostRow } from '../tables.ts';
import { saveForum, saveTitle } from '../threads/store.ts';
import { findForumsOfEvents, hasPostsByOthers } from './store.ts';

/** The part of an event's thread that a schedule change overwrites. */
const ThreadState = v.object({
  title: v.string(),
  /** The first post's text; null if there is none. */
  text: v.nullable(v.string()),
  isDeleted: v.boolean(),
});
type ThreadState = v.InferOutput<typeof ThreadState>;

/** An event's thread as stored, deleted or not. */
export interface EventThread extends ThreadState {
  readonly forumID: string;
  readonly creatorID: string;
  readonly firstPost: ForumPostRow | undefined;
  readonly postsEver: number;
}

/** A thread before and after a change; absent if there was none. */
const ThreadRecord = v.object({ before: v.optional(ThreadState), after: v.optional(ThreadState) });
type ThreadRecord = v.InferOutput<typeof ThreadRecord>;

/** Finds the threads of these events, by event. Events that never had one are missing. */
export function findThreads(context: WriteContext, eventIDs: readonly string[]): ReadonlyMap<string, EventThread> {
  const forums = findForumsOfEvents(context.db, eventIDs);
  const posts = new Map(
    findPosts(
      context,
      forums.flatMap(({ firstPostID }) => firstPostID ?? []),
    ).map((post) => [post.id, post]),
  );
  return new Map(
    forums.map(({ eventID, firstPostID, isDeleted, ...forum }) => {
      const firstPost = firstPostID === null ? undefined : posts.get(firstPostID);
      return [eventID, { ...forum, firstPost, text: firstPost?.text ?? null, isDeleted: isDeleted === 1 }];
    }),
  );
}

/** Returns the data needed to undo a change of a thread. */
export const recordThreads = (before: EventThread | undefined, after: EventThread | undefined): ThreadRecord => ({
  ...(before && { before: toState(before) }),
  ...(after && { after: toState(after) }),
});

const toState = ({ title, text, isDeleted }: ThreadState): ThreadState => ({ title, text, isDeleted });

/** Parses a recorded change. */
export const readThreadRecord = (recorded: unknown): ThreadRecord => v.parse(ThreadRecord, recorded);

/** Stores the properties that differ. Returns the thread with them. */
export function saveThread(
  context: WriteContext,
  thread: EventThread,
  { title, text, isDeleted }: ThreadState,
): EventThread {
  const { forumID, firstPost } = thread;
  const isRewritten = firstPost !== undefined && text !== null && text !== firstPost.text;
  if (title !== thread.title) saveTitle(context, forumID, title);
  if (isDeleted !== thread.isDeleted)
    saveForum(context, forumID, { deletedAt: isDeleted ? context.clock.now() : null });
  if (isRewritten) saveText(context, firstPost, text);
  return { ...thread, title, isDeleted, ...(isRewritten && { text, firstPost: { ...firstPost, text } }) };
}

/**
 * Restores a thread to its state before a change, but keeps what a moderator has changed since. Deletes a thread that
 * the change created, unless someone has written in it. Returns the thread as it is then.
 */
export function undoThreadChange(
  context: WriteContext,
  thread: EventThread,
  { before: wasThere, after: isThere }: ScheduleChange,
  { before, after }: ThreadRecord,
): EventThread {
  if (!before) {
    const isUsed = hasPostsByOthers(context.db, thread.forumID, thread.creatorID);
    return saveThread(context, thread, { ...thread, isDeleted: isThere ? false : !isUsed || thread.isDeleted });
  }
  const comesBack = isThere !== undefined && wasThere === undefined;
  return saveThread(context, thread, {
    title: thread.title === after?.title ? before.title : thread.title,
    text: thread.text === after?.text ? before.text : thread.text,
    isDeleted: comesBack || thread.isDeleted === after?.isDeleted ? before.isDeleted : thread.isDeleted,
  });
}
