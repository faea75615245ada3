import type { WriteContext } from './context.ts';

/** An event as the schedule has it; port times. */
export interface ScheduledContent {
  readonly title: string;
  readonly description: string;
  readonly location: string;
  /** The type as users read it. */
  readonly typeLabel: string;
  /** Passengers hold it, not the organizers. */
  readonly isShadow: boolean;
  readonly startTime: Date;
  readonly endTime: Date;
}

/** What became of one event. */
export interface ScheduleChange {
  readonly eventID: string;
  /** Absent for one that was not on the schedule: new, or deleted before. */
  readonly before?: ScheduledContent;
  /** Absent for one that is on the schedule no longer. */
  readonly after?: ScheduledContent;
  /** Of a change that takes an earlier one back: what this area had recorded of that one. */
  readonly undoData?: unknown;
}

/** On what occasion the schedule changes. */
export interface ScheduleOccasion {
  /** Who changes it; absent for the hourly job and for commands. */
  readonly userID?: string;
  /** Are people told of each change, where events are talked about? (schedule rules 45 to 48) */
  readonly postsNotices: boolean;
}

/**
 * Follows changes of the schedule, in the transaction that makes them. An event that leaves the schedule keeps its row, so
 * what hangs on it can stay where it is and comes back with it.
 *
 * What the area must know to take a change back, such as a title that it overwrites, it returns by the event's id: plain
 * JSON, kept in the schedule's log under the name of the area. When the change is taken back, the area gets the value as
 * `undoData` of the reverse change; what it returns then serves to take that back in turn.
 */
export type ScheduleFollower = (
  context: WriteContext,
  changes: readonly ScheduleChange[],
  occasion: ScheduleOccasion,
) => ReadonlyMap<string, object> | undefined;
