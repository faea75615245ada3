import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import type { Page } from '#contract/query.ts';
import { normalizeCrlf } from '#platform/text/lines.ts';
import { presentIncidentHeaders } from './present.ts';
import type { IncidentListData } from './records.ts';
import {
  countIncidents,
  findIncident,
  findIncidents,
  type IncidentState,
  insertNote,
  insertOpening,
  saveClosing,
} from './store.ts';
import type { IncidentNoteRow, IncidentRow } from './tables.ts';

/** Throws 404. */
function getIncident({ db }: Context, id: string): IncidentRow {
  const incident = findIncident(db, id);
  if (!incident) throw notFound('incident report');
  return incident;
}

/** Lists cases without their content (moderation rule S5). */
export function listIncidents(context: Context, caller: Caller, state: IncidentState, page: Page): IncidentListData {
  return {
    paginator: { total: countIncidents(context.db, state), ...page },
    incidents: presentIncidentHeaders(context, caller, findIncidents(context.db, state, page)),
  };
}

/** Returns a case and logs in it that the caller has opened it (moderation rule S6). Throws 404. */
export function openIncident(context: WriteContext, { userID }: Caller, incidentID: string): IncidentRow {
  const incident = getIncident(context, incidentID);
  insertOpening(context.db, { incidentID, userID, openedAt: context.clock.now() });
  return incident;
}

/** Adds a note, also to a closed case. Throws 404. */
export function writeNote(
  context: WriteContext,
  { userID }: Caller,
  incidentID: string,
  text: string,
): IncidentNoteRow {
  getIncident(context, incidentID);
  return insertNote(context.db, {
    incidentID,
    authorID: userID,
    text: normalizeCrlf(text),
    createdAt: context.clock.now(),
  });
}

/** Closes a case; does nothing if it's closed (moderation rule S4). Throws 404. */
export function closeIncident(context: WriteContext, { userID }: Caller, incidentID: string): void {
  const { id, closedAt } = getIncident(context, incidentID);
  if (closedAt === null) saveClosing(context.db, id, { closedAt: context.clock.now(), closedByID: userID });
}
