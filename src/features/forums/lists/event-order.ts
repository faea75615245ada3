import type { Context } from '#area/context.ts';
import type { Page } from '#contract/query.ts';
import { getCurrentSchedule } from '#features/schedule/index.ts';
import { compareTexts, foldCase } from '#platform/text/lines.ts';
import { findForums } from '../live-forums.ts';
import type { ForumVisibility } from '../visibility.ts';
import type { Direction } from './query.ts';
import { allOnOnePage, type ForumFilter, findForumIDs, findMutedIDs, type ListedForums } from './store.ts';

/**
 * Like `findForumIDs`, but sorted by the forums' events, pinned ones first. Only the schedule knows when an event
 * starts.
 */
export function findForumIDsByEvent(
  context: Context,
  visibility: ForumVisibility,
  filter: ForumFilter,
  direction: Direction,
  { start, limit }: Page,
): ListedForums {
  const order = { sort: 'create', direction } as const;
  const { forumIDs, total } = findForumIDs(context, visibility, { ...filter, order }, allOnOnePage);
  const muted = findMutedIDs(context, visibility.userID);
  const events = getCurrentSchedule(context).byID;
  const sign = direction === 'ascending' ? 1 : -1;
  const sorted = findForums(context, forumIDs)
    .map((forum) => {
      const event = forum.eventID === null ? undefined : events.get(forum.eventID);
      // Forums of deleted events come last.
      const startsAt = event?.startTime.getTime() ?? Number.MAX_SAFE_INTEGER;
      // The title of a changed event's forum begins with the time.
      const title = event?.row.title ?? forum.title;
      return { forum, isMuted: muted.has(forum.id), startsAt, title };
    })
    .sort(
      (one, other) =>
        Number(one.isMuted) - Number(other.isMuted) ||
        Number(other.forum.isPinned) - Number(one.forum.isPinned) ||
        sign * (one.startsAt - other.startsAt || compareTexts(foldCase(one.title), foldCase(other.title))) ||
        compareTexts(one.forum.id, other.forum.id),
    );
  return { forumIDs: sorted.slice(start, start + limit).map(({ forum }) => forum.id), total };
}
