import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { shipClock } from '#core/ship-time/index.ts';
import { headerFor, knownPerson } from '#core/users/index.ts';
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
    author: headerFor(context, viewer, knownPerson(context, row.authorID)),
    text: row.text,
    updatedAt: row.updatedAt,
    displayUntil: shipClock(context).toDisplay(row.displayUntil),
    isDeleted: row.deletedAt !== null,
  };
}
