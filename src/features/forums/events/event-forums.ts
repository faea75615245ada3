import { type Context, transact, type WriteContext } from '#area/context.ts';
import type { ScheduleChange, ScheduledContent, ScheduleOccasion } from '#area/schedule-changes.ts';
import { sharedAccounts } from '#core/accounts/index.ts';
import { revertMentions } from '#core/public-text/index.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { findUserRowByName } from '#core/users/index.ts';
import { describeEvent, getCurrentSchedule } from '#features/schedule/index.ts';
import { prepareCategories } from '../categories/default-categories.ts';
import { listCategories } from '../categories/store.ts';
import { findLiveIDs, insertPost } from '../posts/store.ts';
import type { ForumPostRow } from '../tables.ts';
import { insertForumWithoutPost } from '../threads/create-forum.ts';
import { saveForum } from '../threads/store.ts';
import { notifyWatchers } from '../watching/notify-watchers.ts';
import { writeChangedTitle, writeFirstPost, writeNotice } from './event-texts.ts';
import {
  type EventThread,
  findThreads,
  readThreadRecord,
  recordThreads,
  saveThread,
  undoThreadChange,
} from './event-threads.ts';
import { findForumOfEvent, findForumsOfDeletedEvents } from './store.ts';

/**
 * Creates, renames and restores the forums of events along with the events (forums rules B51 and B52). The forum of a
 * deleted event stays until it is pruned. Records previous titles and texts so that the change can be undone.
 */
export function applyScheduleChanges(
  context: WriteContext,
  changes: readonly ScheduleChange[],
  { userID, postsNotices }: ScheduleOccasion,
): ReadonlyMap<string, object> {
  const authorID = userID ?? findAdminID(context);
  const records = new Map<string, object>();
  // An import can come before the first start, which creates the accounts. That start then creates the forums.
  if (authorID === undefined) return records;
  prepareCategories(context);
  const threads = findThreads(
    context,
    changes.map(({ eventID }) => eventID),
  );
  for (const change of changes) {
    const before = threads.get(change.eventID);
    const after = applyEventChange(context, authorID, change, before);
    if (postsNotices && after) postNotice(context, authorID, change, after);
    records.set(change.eventID, recordThreads(before, after));
  }
  return records;
}

/** Returns the event's thread after the change. */
function applyEventChange(
  context: WriteContext,
  authorID: string,
  change: ScheduleChange,
  thread: EventThread | undefined,
): EventThread | undefined {
  const { eventID, after, undoData } = change;
  if (thread && undoData !== undefined) return undoThreadChange(context, thread, change, readThreadRecord(undoData));
  if (thread && after) return updateForum(context, thread, change, after);
  if (!after) return thread;
  createForum(context, authorID, eventID, after);
  return findThreads(context, [eventID]).get(eventID);
}

/** Finds the account that schedule changes without a login are made as (forums rule B51). */
const findAdminID = ({ db }: Context): string | undefined => findUserRowByName(db, sharedAccounts.admin)?.id;

/** Without the category the event has no forum (schedule rules 46 and 52). */
function createForum(context: WriteContext, creatorID: string, eventID: string, content: ScheduledContent): void {
  const prefix = content.isShadow ? 'shadow' : 'event';
  const category = listCategories(context).find(({ title }) => title.toLowerCase().startsWith(prefix));
  if (!category) return;
  const forumID = insertForumWithoutPost(context, {
    categoryID: category.id,
    creatorID,
    title: content.title,
    eventID,
  });
  addPlainPost(context, forumID, creatorID, writeFirstPost(getShipClock(context), content));
}

/** Adds a post by the service. Its mentions, hashtags and alert words have no effect (schedule rule 49). */
function addPlainPost(context: WriteContext, forumID: string, authorID: string, text: string): ForumPostRow {
  return insertPost(context, { forumID, authorID, text, images: null, createdAt: context.clock.now() });
}

/** Updates the title and first post from the event, and restores the forum with it (schedule rules 47 and 48). */
function updateForum(
  context: WriteContext,
  thread: EventThread,
  { before }: ScheduleChange,
  after: ScheduledContent,
): EventThread {
  const clock = getShipClock(context);
  const title = writeChangedTitle(clock, after);
  return saveThread(context, thread, {
    title,
    text: writeFirstPost(clock, after),
    isDeleted: before ? thread.isDeleted : false,
  });
}

/** Posts a notice of the change to the event in its thread (schedule rules 45, 46 and 48). */
function postNotice(context: WriteContext, authorID: string, change: ScheduleChange, thread: EventThread): void {
  const isNew = thread.postsEver === 1 && change.before === undefined;
  const text = writeNotice(getShipClock(context), change, isNew);
  if (thread.isDeleted || text === undefined) return;
  notifyWatchers(context, { userID: authorID }, addPlainPost(context, thread.forumID, authorID, text));
}

/** Creates the categories of a new server, and the forums of events imported before there were accounts. */
export async function prepareForums(context: Context): Promise<readonly string[]> {
  prepareCategories(context);
  const events = getCurrentSchedule(context).events.filter(({ row }) => !findForumOfEvent(context.db, row.id));
  if (events.length === 0) return [];
  const changes = events.map(({ row }) => ({ eventID: row.id, after: describeEvent(row) }));
  transact(context, (context) => applyScheduleChanges(context, changes, { postsNotices: false }));
  return [];
}

/** Deletes the forums of deleted events with their posts; returns the number of forums (schedule rule 56). */
export const pruneEventForums = (context: Context): number =>
  transact(context, (context) => {
    const forumIDs = findForumsOfDeletedEvents(context.db);
    for (const forumID of forumIDs) {
      saveForum(context, forumID, { deletedAt: context.clock.now() });
      revertMentions(context, 'forum', findLiveIDs(context.db, forumID));
    }
    return forumIDs.length;
  });
