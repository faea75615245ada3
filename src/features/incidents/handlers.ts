import type { Context, Handlers } from '#area/context.ts';
import { clampPage, defaultMaxLimit } from '#contract/query.ts';
import type { incidentsApi } from './api.ts';
import { fileIncident, listOwnIncidents } from './file-incident.ts';
import { closeIncident, listIncidents, openIncident, writeNote } from './handle-incident.ts';
import { presentIncident, presentNote, presentOwnIncident } from './present.ts';

const pageBounds = { default: 50, max: defaultMaxLimit };

/** A case is never shown unless its opening is stored, so reading one writes. */
export const incidentsHandlers = (context: Context): Handlers<typeof incidentsApi> => ({
  file: ({ caller, body, write }) => write((context) => presentOwnIncident(fileIncident(context, caller, body))),
  own: ({ caller, query }) => listOwnIncidents(context, caller, clampPage(query, pageBounds)),
  list: ({ caller, query: { open, ...query } }) => {
    const state = open === undefined ? 'all' : open ? 'open' : 'closed';
    return listIncidents(context, caller, state, clampPage(query, pageBounds));
  },
  read: ({ caller, params, write }) =>
    write((context) => presentIncident(context, openIncident(context, caller, params.incidentID))),
  note: ({ caller, params, body, write }) =>
    write((context) => presentNote(context, writeNote(context, caller, params.incidentID, body.text))),
  close: ({ caller, params, write }) => write((context) => closeIncident(context, caller, params.incidentID)),
});
