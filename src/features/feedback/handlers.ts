import type { Context, Handlers } from '#area/context.ts';
import { respondToChange } from '#contract/response.ts';
import type { feedbackApi } from './api.ts';
import { countFeedback, listHostedRooms, listReports, readReport, setReportActionable } from './desk.ts';
import { fileReport, readOwnReport } from './file-report.ts';
import { selectEvents } from './select-events.ts';

export const feedbackHandlers = (context: Context): Handlers<typeof feedbackApi> => ({
  selection: ({ caller, query }) => selectEvents(context, caller, query.room ?? ''),
  ownByEvent: ({ caller, params }) => readOwnReport(context, caller, 'byID', params.event_id),
  ownByUid: ({ caller, params }) => readOwnReport(context, caller, 'byUID', params.event_uid),
  file: ({ caller, body, write }) => write((context) => fileReport(context, caller, body)),
  rooms: () => listHostedRooms(context),
  reports: () => listReports(context),
  report: ({ params }) => readReport(context, params.report_id),
  stats: () => countFeedback(context),
  mark: ({ params, write }) =>
    write((context) => respondToChange(setReportActionable(context, params.report_id, true))),
  unmark: ({ params, write }) =>
    write((context) => respondToChange(setReportActionable(context, params.report_id, false))),
});
