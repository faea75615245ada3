import type { Context } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { type EndpointResponse, respondWithJson } from '#contract/response.ts';
import { buildDifferenceRecord, parseDifference } from '../import/render-difference.ts';
import type { EventUpdateDifferenceData, EventUpdateLogData } from '../records.ts';
import { findEntry, listNewestEntries, type ScheduleLogLine } from './store.ts';

const maxLines = 100;

/** Returns the newest entries of the log, newest first (schedule rule 51). */
export const listScheduleChanges = ({ db }: Context): ScheduleLogLine[] => listNewestEntries(db, maxLines);

/** Returns the newest entries as records. */
export const listLog = (context: Context): EventUpdateLogData[] => listScheduleChanges(context).map(presentLine);

const presentLine = ({ id, action, changeCount, createdAt, error }: ScheduleLogLine): EventUpdateLogData => ({
  entryID: id,
  automaticUpdate: action === 'update',
  changeCount,
  timestamp: createdAt,
  error: error ?? undefined,
});

/**
 * Returns the difference of an entry, or five empty lists if it's no longer stored (schedule rule 51). Throws
 * not-found.
 */
export function showEntry({ db }: Context, id: number): EndpointResponse<EventUpdateDifferenceData> {
  const entry = findEntry(db, id);
  if (!entry) throw notFound('entry of the schedule log');
  const json = entry.difference ?? JSON.stringify(buildDifferenceRecord([]));
  return respondWithJson(
    () => json,
    () => parseDifference(json),
  );
}
