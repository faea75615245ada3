import { writeAuditLog } from '#area/audit-log.ts';
import type { WriteContext } from '#area/context.ts';
import { recordEventChanges } from '../changes/record-changes.ts';
import { applyPlan, type PlanContext } from '../import/apply-plan.ts';
import type { SchedulePlan } from '../import/compare-schedule.ts';
import { type RenderedDifference, renderDifference } from '../import/render-difference.ts';
import type { ScheduleAction } from '../tables.ts';
import { insertEntry } from './store.ts';

/** The context of a schedule change, with its details for the log. */
export interface LoggedChange extends PlanContext {
  readonly action: ScheduleAction;
  /** The entry that this change undoes. */
  readonly undoes?: number;
  /** The plan to log, if it's more than the applied one (schedule rule 50). */
  readonly compared?: SchedulePlan;
  /** The difference of that plan, if it's already rendered. */
  readonly difference?: RenderedDifference;
}

/**
 * Applies a plan, logs it and returns the log entry's data. Every change of the schedule goes through this function.
 */
export function changeSchedule(
  context: WriteContext,
  plan: SchedulePlan,
  { action, undoes, compared = plan, difference = renderDifference(context, compared), ...occasion }: LoggedChange,
): { entryID: number; changeCount: number } {
  const record = applyPlan(context, plan, occasion);
  const entryID = insertEntry(context.db, {
    action,
    userID: occasion.userID ?? null,
    createdAt: context.clock.now(),
    changeCount: difference.count,
    error: null,
    undoes: undoes ?? null,
    postsNotices: occasion.postsNotices,
    difference: difference.json,
    record: record ? JSON.stringify(record) : null,
  });
  recordEventChanges(context, entryID, plan);
  if (difference.count > 0)
    writeAuditLog(context, 'the schedule was changed', { action, entry: entryID, ...countPlan(plan) });
  return { entryID, changeCount: difference.count };
}

const countPlan = ({ added, changed, restored, deleted }: SchedulePlan) => ({
  added: added.length,
  changed: changed.length,
  restored: restored.length,
  deleted: deleted.length,
});

/** Logs a failed update. */
export function logFailedUpdate(context: WriteContext, error: string): void {
  insertEntry(context.db, {
    action: 'update',
    userID: null,
    createdAt: context.clock.now(),
    changeCount: 0,
    error,
    undoes: null,
    postsNotices: false,
    difference: null,
    record: null,
  });
}
