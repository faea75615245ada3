import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { listActiveAnnouncements } from './list-announcements.ts';
import { findDismissed, insertDismissal } from './store.ts';
import type { AnnouncementRow } from './tables.ts';

/** Lists the must-see announcements that are active and the viewer hasn't dismissed, newest first (fez rule 99). */
export function listUnseenMustSee(context: Context, viewer: Caller | undefined): readonly AnnouncementRow[] {
  if (isFeatureDisabled(context, viewer, 'mustsee')) return [];
  const rows = listActiveAnnouncements(context).filter(({ mustSee }) => mustSee);
  if (!viewer || rows.length === 0) return rows;
  const dismissed = findDismissed(context.db, viewer.userID, rows);
  return rows.filter(({ id }) => !dismissed.has(id));
}

/**
 * Records that the caller has seen a must-see announcement, and returns whether this is the first time (fez rule 97).
 * Throws not-found if it isn't must-see, or not shown now.
 */
export function dismissAnnouncement(context: WriteContext, caller: Caller, id: number): boolean {
  const row = listActiveAnnouncements(context).find((one) => one.id === id);
  if (!row?.mustSee) throw notFound('announcement');
  return insertDismissal(context, { announcementID: id, userID: caller.userID, seenAt: context.clock.now() });
}
