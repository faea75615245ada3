import { listAreas } from '#area/area.ts';
import type { Context, Handlers } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import { loadPlansOfListeners } from '../changes/plan.ts';
import { checkUpload } from '../checks/check-upload.ts';
import { listLog, showEntry } from '../log/read-log.ts';
import { undoInTransaction } from '../log/undo-change.ts';
import { startUpdate } from '../update/update-schedule.ts';
import type { deskApi } from './api.ts';
import { applyUpload } from './apply-upload.ts';
import { compareUpload } from './compare-upload.ts';
import { lockSchedule } from './lock-schedule.ts';
import { uploadSchedule } from './upload-schedule.ts';

function checkPerformers(context: Context) {
  const { performerCheck } = listAreas(context).find((area) => area.performerCheck) ?? {};
  if (!performerCheck) throw malformed('No list of performers and events has been uploaded yet.', 'nothingUploaded');
  return performerCheck(context);
}

export function deskHandlers(context: Context): Handlers<typeof deskApi> {
  return {
    uploadSchedule: ({ body, write }) => uploadSchedule(context, body.schedule, write),
    compareSchedule: ({ query: { kind = 'events' }, recordRead }) => {
      return kind === 'events' ? compareUpload(context, recordRead) : checkPerformers(context);
    },
    scheduleChecks: () => checkUpload(context),
    applySchedule: ({ caller, query, write }) => applyUpload(context, caller, query, write),
    scheduleLog: () => listLog(context),
    scheduleLogEntry: ({ params }) => showEntry(context, params.schedule_log_id),
    undoScheduleChange: ({ caller, params, write }) =>
      lockSchedule(context, 'An undo of a schedule change', async () => {
        await loadPlansOfListeners(context);
        write((context) => void undoInTransaction(context, params.schedule_log_id, caller.userID));
      }),
    reloadSchedule: () => startUpdate(context),
  };
}
