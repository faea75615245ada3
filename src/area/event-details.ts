import type { Context } from './context.ts';

/** A performer as events show them (schedule, Records: PerformerHeaderData). */
export interface PerformerOnEvent {
  readonly id: string;
  readonly name: string;
  readonly photo?: string;
  readonly isOfficialPerformer: boolean;
}

/** What areas add to the record of an event, each its own fields; the schedule knows none of them. */
export interface EventDetails {
  /** Id of the thread about the event. */
  readonly forum?: string;
  readonly performers?: readonly PerformerOnEvent[];
}

/**
 * What an area adds to events, by their ids; events with nothing to add are missing. Events are rendered once for all
 * readers, so it must be the same for everybody, and whatever changes it calls `invalidateEventDetails` of the schedule.
 */
export type EventDetailSource = (context: Context) => ReadonlyMap<string, EventDetails>;
