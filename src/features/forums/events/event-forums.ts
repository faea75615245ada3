import { type Context, transact, type WriteContext } from '#area/context.ts';
import type { ScheduleChange, ScheduledContent } from '#area/schedule-changes.ts';
import { sharedAccounts } from '#core/accounts/index.ts';
import { takeBackMentions } from '#core/public-text/index.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { findUserRowByName } from '#core/users/index.ts';
import { describeEvent, getCurrentSchedule } from '#features/schedule/index.ts';
import { prepareCategories } from '../categories/default-categories.ts';
import { listCategories } from '../categories/store.ts';
import { findLiveIDs, findPost, insertPost, savePost } from '../posts/store.ts';
import { startForum } from '../threads/create-forum.ts';
import { saveForum } from '../threads/store.ts';
import { writeChangedTitle, writeFirstPost } from './event-texts.ts';
import { type EventForum, findForumOfEvent, findForumsOfDeletedEvents } from './store.ts';

/**
 * Every event has a forum: made with it, renamed with it, brought back with it (forums rules B51 and B52). The forum of a
 * deleted event stays until it is pruned.
 */
export function followSchedule(context: WriteContext, changes: readonly ScheduleChange[]): void {
  // An import may come before the first start, which makes the accounts: the start then makes the forums.
  const creatorID = findCreatorID(context);
  if (creatorID === undefined) return;
  prepareCategories(context);
  for (const { eventID, after } of changes) if (after) followEvent(context, creatorID, eventID, after);
}

function followEvent(context: WriteContext, creatorID: string, eventID: string, content: ScheduledContent): void {
  const forum = findForumOfEvent(context.db, eventID);
  if (forum) updateForum(context, forum, content);
  else createForum(context, creatorID, eventID, content);
}

/** Whoever imports without being logged in does so as this account (forums rule B51). */
const findCreatorID = ({ db }: Context): string | undefined => findUserRowByName(db, sharedAccounts.admin)?.id;

/** Without the category there is no forum; the event is there all the same (schedule rules 46 and 52). */
function createForum(context: WriteContext, creatorID: string, eventID: string, content: ScheduledContent): void {
  const prefix = content.isShadow ? 'shadow' : 'event';
  const category = listCategories(context).find(({ title }) => title.toLowerCase().startsWith(prefix));
  if (!category) return;
  const forumID = startForum(context, { categoryID: category.id, creatorID, title: content.title, eventID });
  insertPost(context, {
    forumID,
    authorID: creatorID,
    text: writeFirstPost(getShipClock(context), content),
    images: null,
    createdAt: context.clock.now(),
  });
}

/** Its title and first post say what the event is now; it comes back if it was deleted (schedule rules 47 and 48). */
function updateForum(context: WriteContext, { forumID, firstPostID }: EventForum, content: ScheduledContent): void {
  const clock = getShipClock(context);
  saveForum(context, forumID, { title: writeChangedTitle(clock, content), deletedAt: null });
  const firstPost = firstPostID === null ? undefined : findPost(context, firstPostID);
  if (firstPost) savePost(context, firstPost, { text: writeFirstPost(clock, content) });
}

/** Makes the categories of a fresh server, and the forums of events that were imported before there was anybody. */
export async function prepareForums(context: Context): Promise<readonly string[]> {
  prepareCategories(context);
  const events = getCurrentSchedule(context).events.filter(({ row }) => !findForumOfEvent(context.db, row.id));
  if (events.length === 0) return [];
  const changes = events.map(({ row }) => ({ eventID: row.id, after: describeEvent(row) }));
  transact(context, (context) => followSchedule(context, changes));
  return [];
}

/** Deletes the forums of deleted events with their posts; returns how many these were (schedule rule 56). */
export const pruneEventForums = (context: Context): number =>
  transact(context, (context) => {
    const forumIDs = findForumsOfDeletedEvents(context.db);
    for (const forumID of forumIDs) {
      saveForum(context, forumID, { deletedAt: context.clock.now() });
      takeBackMentions(context, 'forum', findLiveIDs(context.db, forumID));
    }
    return forumIDs.length;
  });
