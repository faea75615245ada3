import type { Context, Write, WriteContext } from '#area/context.ts';
import { applyUpToDate } from '../basis.ts';
import { invalidateLinks } from '../directory.ts';
import { deleteLink, insertLink } from '../store.ts';
import { type LinkPlan, planLinks } from './plan-links.ts';

/**
 * Makes the events of official performers those of the uploaded workbook (schedule rule 76). Throws 400 without an upload,
 * 409 when others change too much.
 */
export const applyLinks = (context: Context, write: Write): Promise<void> =>
  applyUpToDate(context, () => planLinks(context), write, replaceLinks);

/** Links to events that are not on the schedule now stay: they count again when these are restored (schedule rule 47). */
function replaceLinks(context: WriteContext, { basis, links: wanted }: LinkPlan): void {
  const { directory, links, schedule } = basis;
  for (const { row } of directory.official) {
    for (const eventID of links.eventIDsOf(row.id)) {
      const stays = wanted.get(eventID)?.has(row.id) || !schedule.byID.has(eventID);
      if (!stays) deleteLink(context.db, row.id, eventID);
    }
  }
  for (const [eventID, performerIDs] of wanted)
    for (const performerID of performerIDs) insertLink(context.db, performerID, eventID);
  invalidateLinks(context);
}
