import * as v from 'valibot';
import type { WriteContext } from '#area/context.ts';
import type { ScheduleChange } from '#area/schedule-changes.ts';
import { findPost, saveText } from '../posts/store.ts';
import type { ForumPostRow } from '../tables.ts';
import { findStoredForum, saveForum, saveTitle } from '../threads/store.ts';
import { findForumOfEvent, hasPostsByOthers } from './store.ts';

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

/** Returns undefined for an event that never had a thread. */
export function findThread(context: WriteContext, eventID: string): EventThread | undefined {
  const found = findForumOfEvent(context.db, eventID);
  const forum = found && findStoredForum(context.db, found.forumID);
  if (!forum) return undefined;
  const firstPost = found.firstPostID === null ? undefined : findPost(context, found.firstPostID);
  return {
    forumID: forum.id,
    creatorID: forum.creatorID,
    firstPost,
    postsEver: forum.postsEver,
    title: forum.title,
    text: firstPost?.text ?? null,
    isDeleted: forum.deletedAt !== null,
  };
}

/** Returns the data needed to undo a change of a thread. */
export const recordThreads = (before: EventThread | undefined, after: EventThread | undefined): ThreadRecord => ({
  ...(before && { before: toState(before) }),
  ...(after && { after: toState(after) }),
});

const toState = ({ title, text, isDeleted }: ThreadState): ThreadState => ({ title, text, isDeleted });

/** Parses a recorded change. */
export const readThreadRecord = (recorded: unknown): ThreadRecord => v.parse(ThreadRecord, recorded);

/** Stores the properties that differ. */
export function saveThread(context: WriteContext, thread: EventThread, { title, text, isDeleted }: ThreadState): void {
  const { forumID, firstPost } = thread;
  if (title !== thread.title) saveTitle(context, forumID, title);
  if (isDeleted !== thread.isDeleted)
    saveForum(context, forumID, { deletedAt: isDeleted ? context.clock.now() : null });
  if (firstPost && text !== null && text !== firstPost.text) saveText(context, firstPost, text);
}

/**
 * Restores a thread to its state before a change, but keeps what a moderator has changed since. Deletes a thread that
 * the change created, unless someone has written in it.
 */
export function undoThreadChange(
  context: WriteContext,
  thread: EventThread,
  { before: wasThere, after: isThere }: ScheduleChange,
  { before, after }: ThreadRecord,
): void {
  if (!before) {
    const isUsed = hasPostsByOthers(context.db, thread.forumID, thread.creatorID);
    saveThread(context, thread, { ...thread, isDeleted: isThere ? false : !isUsed || thread.isDeleted });
    return;
  }
  const comesBack = isThere !== undefined && wasThere === undefined;
  saveThread(context, thread, {
    title: thread.title === after?.title ? before.title : thread.title,
    text: thread.text === after?.text ? before.text : thread.text,
    isDeleted: comesBack || thread.isDeleted === after?.isDeleted ? before.isDeleted : thread.isDeleted,
  });
}
