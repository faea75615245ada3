import type { WriteContext } from './context.ts';

/** An event in the schedule; port times. */
export interface ScheduledContent {
  readonly title: string;
  readonly description: string;
  readonly location: string;
  /** The type as users read it. */
  readonly typeLabel: string;
  /** Whether passengers organize it. */
  readonly isShadow: boolean;
  readonly startTime: Date;
  readonly endTime: Date;
}

/** What happened to one event. */
export interface ScheduleChange {
  readonly eventID: string;
  /** Absent if it wasn't on the schedule: new, or deleted before. */
  readonly before?: ScheduledContent;
  /** Absent if it's no longer on the schedule. */
  readonly after?: ScheduledContent;
  /** When an earlier change is undone: what this area recorded of that change. */
  readonly undoData?: unknown;
}

/** What caused the change. */
export interface ScheduleOccasion {
  /** The user who changes it; absent for the hourly job and for commands. */
  readonly userID?: string;
  /** Whether each change is posted where events are discussed (schedule rules 45 to 48). */
  readonly postsNotices: boolean;
}

/**
 * Follows changes of the schedule, in the transaction that makes them. An event that leaves the schedule keeps its row,
 * so what depends on it can stay and comes back with it.
 *
 * Returns, by event id, what the area must know to undo the change, such as a title it overwrites: plain JSON, stored
 * in the schedule's log under the area's name. When the change is undone, the area gets the value as `undoData` of the
 * reverse change; what it returns then serves to undo that.
 */
export type ScheduleFollower = (
  context: WriteContext,
  changes: readonly ScheduleChange[],
  occasion: ScheduleOccasion,
) => ReadonlyMap<string, object> | undefined;
