import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { getUser, presentHeaderFor } from '#core/users/index.ts';
import type { AnnouncementData } from './records.ts';
import type { AnnouncementRow } from './tables.ts';

/** An announcement is for everybody, whoever may see its author. */
export function presentAnnouncement(
  context: Context,
  viewer: Caller | undefined,
  row: AnnouncementRow,
): AnnouncementData {
  return {
    id: row.id,
    author: presentHeaderFor(context, viewer, getUser(context, row.authorID)),
    text: row.text,
    updatedAt: row.updatedAt,
    displayUntil: getShipClock(context).toDisplay(row.displayUntil),
    isDeleted: row.deletedAt !== null,
  };
}
