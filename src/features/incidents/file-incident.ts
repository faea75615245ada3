import { randomUUID } from 'node:crypto';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { Page } from '#contract/query.ts';
import { normalizeCrlf } from '#platform/text/lines.ts';
import { notifyOfficers } from './notification.ts';
import { listOfficers } from './officers.ts';
import { presentOwnIncident } from './present.ts';
import type { IncidentCreateData, OwnIncidentListData } from './records.ts';
import { countOwnIncidents, findOwnIncidents, insertIncident } from './store.ts';
import type { IncidentRow } from './tables.ts';

/** Stores a report and notifies safety officers, without its content (moderation rules S1, S3 and S7). */
export function fileIncident(context: WriteContext, caller: Caller, form: IncidentCreateData): IncidentRow {
  const orNull = (text: string | undefined): string | null => (text ? normalizeCrlf(text) : null);
  const incident = insertIncident(context.db, {
    id: randomUUID(),
    reporterID: caller.userID,
    what: normalizeCrlf(form.what),
    who: orNull(form.who),
    where: orNull(form.where),
    when: orNull(form.when),
    wish: orNull(form.wish),
    mayContact: form.mayContact ?? false,
    createdAt: context.clock.now(),
  });
  notifyOfficers(context, incident);
  return incident;
}

/** Lists the caller's own reports, and whether anyone reads them (moderation rules S8 and S9). */
export const listOwnIncidents = (context: Context, { userID }: Caller, page: Page): OwnIncidentListData => ({
  paginator: { total: countOwnIncidents(context.db, userID), ...page },
  incidents: findOwnIncidents(context.db, userID, page).map(presentOwnIncident),
  hasReaders: listOfficers(context).length > 0,
});
