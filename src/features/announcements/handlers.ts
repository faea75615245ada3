import type { Context, Handlers, Note } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { announce, deleteAnnouncement, editAnnouncement, readAnnouncement } from './announce.ts';
import type { announcementsApi } from './api.ts';
import {
  isNewTo,
  listActiveAnnouncements,
  listAllAnnouncements,
  markSeen,
  seesInactive,
} from './list-announcements.ts';
import { presentAnnouncement } from './present.ts';
import type { AnnouncementRow } from './tables.ts';

/** What is listed counts as seen, but for lists with inactive ones, which are for work (fez rule 71). */
function list(context: Context, caller: Caller | undefined, inactives: boolean, note: Note): AnnouncementRow[] {
  if (inactives && seesInactive(caller)) return listAllAnnouncements(context);
  const rows = listActiveAnnouncements(context);
  if (caller && isNewTo(context, caller, rows)) note((context) => markSeen(context, caller, rows));
  return rows;
}

export function announcementsHandlers(context: Context): Handlers<typeof announcementsApi> {
  const present = (caller: Caller | undefined, row: AnnouncementRow) => presentAnnouncement(context, caller, row);
  return {
    list: ({ caller, query, note }) =>
      list(context, caller, query.inactives ?? false, note).map((row) => present(caller, row)),
    read: ({ caller, params }) => present(caller, readAnnouncement(context, params.announcementID)),
    create: ({ caller, body, write }) => write((context) => announce(context, caller, body)),
    edit: ({ caller, params, body, write }) =>
      write((context) => present(caller, editAnnouncement(context, params.announcementID, body))),
    delete: ({ params, write }) => write((context) => deleteAnnouncement(context, params.announcementID)),
  };
}
