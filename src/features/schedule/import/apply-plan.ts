import { randomUUID } from 'node:crypto';
import { listAreas } from '#area/area.ts';
import type { WriteContext } from '#area/context.ts';
import type { ScheduleChange, ScheduleOccasion } from '#area/schedule-changes.ts';
import { fixPortZone } from '#core/ship-time/index.ts';
import { describeEvent } from '../events/describe-event.ts';
import type { AreaRecords, ScheduleRecord } from '../log/record.ts';
import { insertEvent, saveContent, saveEventDeletion } from '../store.ts';
import type { EventContent } from '../tables.ts';
import { getContent, type SchedulePlan } from './compare-schedule.ts';

/** Returns whether an event is from the built-in sample. The first real schedule replaces these events. */
export const isSampleEvent = ({ uid }: { uid: string }): boolean => uid.startsWith('sample-');

/** The change to one stored event. */
interface PlannedChange {
  readonly eventID: string;
  readonly before: EventContent | null;
  readonly after: EventContent | null;
}

/** The context in which a plan is applied, with the areas' records of the changes it undoes. */
export interface PlanContext extends ScheduleOccasion {
  readonly undoData?: AreaRecords;
}

/**
 * Applies a plan to the schedule. Deleted events keep their row and everything that refers to it. Areas with schedule
 * hooks react in the same transaction. Returns the data to undo all of it, or undefined if nothing changed.
 */
export function applyPlan(
  context: WriteContext,
  plan: SchedulePlan,
  { undoData, ...occasion }: PlanContext,
): ScheduleRecord | undefined {
  const changes = [...storePlan(context, plan)];
  if (hasRealEvents(plan)) fixPortZone(context);
  if (changes.length === 0) return undefined;
  const areas: Record<string, Record<string, object>> = {};
  for (const { name, onScheduleChange } of listAreas(context)) {
    const recorded = onScheduleChange?.(context, describeChanges(changes, undoData?.[name]), occasion);
    if (recorded) areas[name] = Object.fromEntries(recorded);
  }
  return { events: changes, areas };
}

function* storePlan(context: WriteContext, plan: SchedulePlan): Iterable<PlannedChange> {
  const { db } = context;
  const now = context.clock.now();
  for (const row of plan.deleted) {
    saveEventDeletion(db, row.id, now);
    yield { eventID: row.id, before: getContent(row), after: null };
  }
  for (const { uid, ...content } of plan.added) {
    const eventID = randomUUID();
    insertEvent(db, { id: eventID, uid }, content, now);
    yield { eventID, before: null, after: content };
  }
  for (const { row, content } of [...plan.changed, ...plan.restored]) {
    saveContent(db, row.id, content, now);
    yield { eventID: row.id, before: row.deletedAt === null ? getContent(row) : null, after: content };
  }
}

const hasRealEvents = ({ added, changed, restored, unchanged }: SchedulePlan): boolean =>
  [...added, ...unchanged, ...[...changed, ...restored].map(({ row }) => row)].some((event) => !isSampleEvent(event));

/** Returns the change to each event for an area, with what the area recorded of it earlier. */
function describeChanges(changes: readonly PlannedChange[], recorded: AreaRecords[string] = {}): ScheduleChange[] {
  return changes.map(({ eventID, before, after }) => ({
    eventID,
    ...(before && { before: describeEvent(before) }),
    ...(after && { after: describeEvent(after) }),
    ...(eventID in recorded && { undoData: recorded[eventID] }),
  }));
}
