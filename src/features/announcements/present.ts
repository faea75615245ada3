import type { Context } from '#context';
import { shipClock } from '#core/ship-time/index.ts';
import { headerOf, person } from '#core/users/index.ts';
import type { AnnouncementData } from './records.ts';
import type { AnnouncementRow } from './tables.ts';

export function presentAnnouncement(context: Context, row: AnnouncementRow): AnnouncementData {
  const author = person(context, row.authorID);
  if (!author) throw new Error(`announcement ${row.id} has an author who does not exist`);
  return {
    id: row.id,
    author: headerOf(author),
    text: row.text,
    updatedAt: row.updatedAt,
    displayUntil: shipClock(context).toDisplay(row.displayUntil),
    isDeleted: row.deletedAt !== null,
  };
}
