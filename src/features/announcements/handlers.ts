import type { Context, Handlers, RecordRead } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { respondToChange } from '#contract/response.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { announce, deleteAnnouncement, editAnnouncement, getAnnouncement } from './announce.ts';
import type { announcementsApi } from './api.ts';
import { hasUnseen, listActiveAnnouncements, markSeen, maySeeInactive } from './list-announcements.ts';
import { dismissAnnouncement, listUnseenMustSee } from './must-see.ts';
import { presentAnnouncement, presentAnnouncements } from './present.ts';
import { findAnnouncements } from './store.ts';
import type { AnnouncementRow } from './tables.ts';

/**
 * Listed announcements count as seen, except in lists with inactive ones, which are for managing them (fez rule 71),
 * and in lists of those to dismiss (fez rule 100).
 */
function listAnnouncements(
  context: Context,
  caller: Caller | undefined,
  { inactives, mustsee }: { readonly inactives?: boolean | undefined; readonly mustsee?: boolean | undefined },
  recordRead: RecordRead,
): readonly AnnouncementRow[] {
  if (inactives && maySeeInactive(caller)) return findAnnouncements(context.db);
  if (mustsee && !isFeatureDisabled(context, caller, 'mustsee')) return listUnseenMustSee(context, caller);
  const rows = listActiveAnnouncements(context);
  if (caller && hasUnseen(context, caller, rows)) recordRead((context) => markSeen(context, caller, rows));
  return rows;
}

export function announcementsHandlers(context: Context): Handlers<typeof announcementsApi> {
  return {
    list: ({ caller, query, recordRead }) =>
      presentAnnouncements(context, caller, listAnnouncements(context, caller, query, recordRead)),
    read: ({ caller, params }) => presentAnnouncement(context, caller, getAnnouncement(context, params.announcementID)),
    seen: ({ caller, params, write }) =>
      write((context) => respondToChange(dismissAnnouncement(context, caller, params.announcementID))),
    create: ({ caller, body, write }) => write((context) => announce(context, caller, body)),
    edit: ({ caller, params, body, write }) =>
      write((context) =>
        presentAnnouncement(context, caller, editAnnouncement(context, caller, params.announcementID, body)),
      ),
    delete: ({ params, write }) => write((context) => deleteAnnouncement(context, params.announcementID)),
  };
}
