import type { Context, WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { findHighestSeen, listStandingAnnouncements, saveHighestSeen } from './store.ts';
import type { AnnouncementRow } from './tables.ts';

/** Announcements that are shown now, newest first (fez rule 81). */
export function listActiveAnnouncements(context: Context): AnnouncementRow[] {
  const now = getShipClock(context).toPort(context.clock.now());
  return listStandingAnnouncements(context).filter(({ displayUntil }) => displayUntil > now);
}

/** May this caller list past and deleted ones? Asking for them is ignored otherwise. */
export const maySeeInactive = (caller: Caller | undefined): boolean =>
  caller !== undefined && isAtLeast(caller.level, 'devteam');

/** Is any of these, newest first, one that the caller has not been shown? Then it is worth a write. */
export function hasUnseen(context: Context, caller: Caller, rows: readonly AnnouncementRow[]): boolean {
  const [newest] = rows;
  return newest !== undefined && newest.id > findHighestSeen(context, caller.userID);
}

/** Records that the caller was shown these, newest first. */
export function markSeen(context: WriteContext, caller: Caller, rows: readonly AnnouncementRow[]): void {
  const [newest] = rows;
  if (!newest) return;
  saveHighestSeen(context, caller.userID, newest.id);
}
