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

/** What an area adds to events. It's rendered once for all readers, so it's the same for everyone. */
export interface EventDetailSource {
  /** What the details are derived from: the same object until it changes. */
  dependencies(context: Context): readonly unknown[];
  /** By event id; events with no details are missing. */
  list(context: Context): ReadonlyMap<string, EventDetails>;
}
