import type { Context, Handlers } from '#area/context.ts';
import { clampPage } from '#contract/query.ts';
import { closeReports, handleReports } from '#core/reports/index.ts';
import type { moderationApi } from './api.ts';
import { listReports } from './list-reports.ts';
import { presentActionLog, presentUser } from './present.ts';
import { setAccessLevel } from './set-access-level.ts';
import { quarantineTemporarily } from './temporary-quarantine.ts';

const actionPage = { default: 50, max: 200 };

export function moderationHandlers(context: Context): Handlers<typeof moderationApi> {
  return {
    reports: ({ query }) => listReports(context, query.open),
    handleReports: ({ caller, params, write }) => write((context) => handleReports(context, caller, params.reportID)),
    closeReports: ({ params, write }) => write((context) => closeReports(context, params.reportID)),
    actionLog: ({ query }) => presentActionLog(context, clampPage(query, actionPage)),
    user: ({ params }) => presentUser(context, params.userID),
    setAccessLevel: ({ caller, params, write }) =>
      write((context) => setAccessLevel(context, caller, params.userID, params.level)),
    quarantineTemporarily: ({ caller, params, write }) =>
      write((context) => quarantineTemporarily(context, caller, params.userID, params.hours)),
  };
}
