import { type Context, transact } from '#area/context.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { DownloadFailed } from '#platform/network/downloads.ts';
import type { ScheduledEvent } from '../calendar-files/read-calendar.ts';
import { loadPlansOfListeners } from '../changes/plan.ts';
import { assertScheduleUnlocked, lockScheduleWhenFree } from '../desk/lock-schedule.ts';
import { compareSchedule } from '../import/compare-schedule.ts';
import { changeSchedule, logFailedUpdate } from '../log/log-change.ts';
import { findLastUpdate } from '../log/store.ts';
import { listAllEvents } from '../store.ts';
import { fetchSchedule } from './fetch-schedule.ts';

/** The name of the job. */
export const updateJob = 'update-schedule';

/**
 * Starts an update in the background, or joins one in progress. Throws 409 while another operation holds the schedule.
 */
export function startUpdate(context: Context): void {
  assertScheduleUnlocked(context);
  const { jobs, log } = context;
  jobs.run(updateJob).catch((error: unknown) => log.error({ error: String(error) }, 'updating the schedule failed'));
}

/** People have to decide on more deletions than this (schedule rule 61). */
const maxDeletions = 50;

/** Updates the schedule from its URL and logs the result (schedule rules 59 to 62). */
export async function updateSchedule(context: Context, stopping: AbortSignal): Promise<string> {
  const { scheduleUpdateURL: address } = getServerSettings(context);
  if (address === '') return 'no schedule URL is set';
  try {
    const events = await fetchSchedule(context, address, stopping);
    const changes = await lockScheduleWhenFree(context, 'A schedule update', async () => {
      await loadPlansOfListeners(context);
      return apply(context, events);
    });
    return changes === 0 ? 'the schedule is up to date' : `${changes} changes`;
  } catch (error) {
    const reason = describeFailure(error, address);
    if (!stopping.aborted) logFailure(context, reason);
    return `nothing was changed: ${reason}`;
  }
}

/** Returns the number of changes. */
function apply(context: Context, events: readonly ScheduledEvent[]): number {
  const wasOut = hasLastUpdateFailed(context);
  const entry = transact(context, (context) => {
    const plan = compareSchedule(listAllEvents(context.db), events);
    if (plan.deleted.length > maxDeletions) {
      throw new UnreadableFile(
        `It would delete ${plan.deleted.length} events, and more than ${maxDeletions} can only be deleted manually.`,
      );
    }
    return changeSchedule(context, plan, { action: 'update', postsNotices: true });
  });
  if (wasOut) context.log.info('schedule updates work again');
  return entry.changeCount;
}

/** Returns whether the last update failed. */
const hasLastUpdateFailed = ({ db }: Context): boolean => (findLastUpdate(db)?.error ?? null) !== null;

/**
 * It's normal at sea that the URL is unreachable. The schedule's log has every failure, the server log only the first
 * one.
 */
function logFailure(context: Context, error: string): void {
  if (!hasLastUpdateFailed(context)) {
    context.log.warn({ error }, 'could not update the schedule; further failures appear only in the schedule log');
  }
  transact(context, (context) => logFailedUpdate(context, error));
}

/** Rethrows unexpected errors. */
function describeFailure(error: unknown, address: string): string {
  if (error instanceof DownloadFailed) return `${removePassword(address)} ${error.message}.`;
  if (error instanceof UnreadableFile) return error.message;
  throw error;
}

function removePassword(address: string): string {
  const url = new URL(address);
  url.password = '';
  return url.href;
}
