import type { Context, Handlers, RecordRead } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { getUser, presentHeaderFor } from '#core/users/index.ts';
import { announce, deleteAnnouncement, editAnnouncement, getAnnouncement } from './announce.ts';
import type { announcementsApi } from './api.ts';
import { hasUnseen, listActiveAnnouncements, markSeen, maySeeInactive } from './list-announcements.ts';
import type { AnnouncementData } from './records.ts';
import { findAnnouncements } from './store.ts';
import type { AnnouncementRow } from './tables.ts';

/** An announcement is for all users, even those who can't see its author. */
const presentAnnouncement = (context: Context, viewer: Caller | undefined, row: AnnouncementRow): AnnouncementData => ({
  id: row.id,
  author: presentHeaderFor(context, viewer, getUser(context, row.authorID)),
  text: row.text,
  updatedAt: row.updatedAt,
  displayUntil: getShipClock(context).toDisplay(row.displayUntil),
  isDeleted: row.deletedAt !== null,
});

/**
 * Listed announcements count as seen, except in lists with inactive ones, which are for managing them (fez rule 71).
 */
function listAnnouncements(
  context: Context,
  caller: Caller | undefined,
  inactives: boolean,
  recordRead: RecordRead,
): AnnouncementRow[] {
  if (inactives && maySeeInactive(caller)) return findAnnouncements(context.db);
  const rows = listActiveAnnouncements(context);
  if (caller && hasUnseen(context, caller, rows)) recordRead((context) => markSeen(context, caller, rows));
  return rows;
}

export function announcementsHandlers(context: Context): Handlers<typeof announcementsApi> {
  const present = (caller: Caller | undefined, row: AnnouncementRow) => presentAnnouncement(context, caller, row);
  return {
    list: ({ caller, query, recordRead }) =>
      listAnnouncements(context, caller, query.inactives ?? false, recordRead).map((row) => present(caller, row)),
    read: ({ caller, params }) => present(caller, getAnnouncement(context, params.announcementID)),
    create: ({ caller, body, write }) => write((context) => announce(context, caller, body)),
    edit: ({ caller, params, body, write }) =>
      write((context) => present(caller, editAnnouncement(context, params.announcementID, body))),
    delete: ({ params, write }) => write((context) => deleteAnnouncement(context, params.announcementID)),
  };
}
