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
}

/** Follows changes of the schedule, in the transaction that makes them. */
export type ScheduleFollower = (context: WriteContext, changes: readonly ScheduleChange[]) => void;
