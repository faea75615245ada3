import type { Context, WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { findHighestSeen, listUndeletedAnnouncements, saveHighestSeen } from './store.ts';
import type { AnnouncementRow } from './tables.ts';

/** Returns the active announcements, newest first (fez rule 81). */
export function listActiveAnnouncements(context: Context): readonly AnnouncementRow[] {
  const now = getShipClock(context).toPort(context.clock.now());
  return listUndeletedAnnouncements(context).filter(({ displayUntil }) => displayUntil > now);
}

/** Whether this caller may list past and deleted announcements; otherwise the parameter is ignored. */
export const maySeeInactive = (caller: Caller | undefined): boolean =>
  caller !== undefined && isAtLeast(caller.level, 'devteam');

/** Whether the caller hasn't seen one of these announcements, sorted newest first. Avoids a needless write. */
export function hasUnseen(context: Context, caller: Caller, rows: readonly AnnouncementRow[]): boolean {
  const [newest] = rows;
  return newest !== undefined && newest.id > findHighestSeen(context, caller.userID);
}

/** Records that the caller has seen these announcements, sorted newest first. */
export function markSeen(context: WriteContext, caller: Caller, rows: readonly AnnouncementRow[]): void {
  const [newest] = rows;
  if (!newest) return;
  saveHighestSeen(context, caller.userID, newest.id);
}
