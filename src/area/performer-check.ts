import * as v from 'valibot';
import { wholeNumber } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import type { Context } from './context.ts';

/**
 * Whether a list of performers and their events fits what's stored (schedule, Records: EventPerformerValidationData).
 */
export const EventPerformerValidationData = record('EventPerformerValidationData', {
  oldPerformerCount: v.pipe(wholeNumber, v.description('Number of performers that are linked now')),
  newPerformerCount: v.pipe(wholeNumber, v.description('Number of performers that weren’t linked before')),
  missingPerformerCount: v.pipe(wholeNumber, v.description('Number of performers in the list that aren’t known')),
  noEventsPerformerCount: v.pipe(wholeNumber, v.description('Number of performers in the list without an event')),
  eventsWithPerformerCount: v.pipe(wholeNumber, v.description('Number of events that would have a performer')),
  unmatchedEventCount: v.pipe(wholeNumber, v.description('Events in the list that aren’t known')),
  errors: v.pipe(v.array(v.string()), v.description('Anomalies, one sentence each')),
});
export type EventPerformerValidationData = v.InferOutput<typeof EventPerformerValidationData>;

/** Checks the last uploaded list, for the schedule desk. Throws 400 when there is none. */
export type PerformerCheck = (context: Context) => EventPerformerValidationData | Promise<EventPerformerValidationData>;
