import type { Context, RecordRead } from '#area/context.ts';
import { type EndpointResponse, respondWithJson } from '#contract/response.ts';
import { getCurrentSchedule } from '../events/current-schedule.ts';
import { compareSchedule } from '../import/compare-schedule.ts';
import { buildDifferenceRecord, listDifferences, renderDifferenceYielding } from '../import/render-difference.ts';
import type { EventUpdateDifferenceData } from '../records.ts';
import { findNewestEntryID, saveComparison } from './store.ts';
import { readUpload } from './upload-schedule.ts';

/**
 * Returns the difference between the upload and the schedule (schedule rule 43). Records the comparison, so that
 * applying the upload later doesn't overwrite other users' changes. Throws 400 without a readable upload.
 */
export async function compareUpload(
  context: Context,
  recordRead: RecordRead,
): Promise<EndpointResponse<EventUpdateDifferenceData>> {
  const { id, events } = await readUpload(context);
  const comparedAfter = findNewestEntryID(context.db);
  const rows = getCurrentSchedule(context).events.map(({ row }) => row);
  const plan = compareSchedule(rows, events);
  const { json } = await renderDifferenceYielding(context, plan);
  recordRead(({ db }) => saveComparison(db, { id, comparedAfter }));
  return respondWithJson(
    () => json,
    () => buildDifferenceRecord(listDifferences(context, plan)),
  );
}
