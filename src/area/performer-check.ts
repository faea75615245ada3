import * as v from 'valibot';
import { wholeNumber } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import type { Context } from './context.ts';

/** How a list of performers and their events fits what is stored (schedule, Records: EventPerformerValidationData). */
export const EventPerformerValidationData = record('EventPerformerValidationData', {
  oldPerformerCount: wholeNumber,
  newPerformerCount: wholeNumber,
  missingPerformerCount: wholeNumber,
  noEventsPerformerCount: wholeNumber,
  eventsWithPerformerCount: wholeNumber,
  unmatchedEventCount: wholeNumber,
  errors: v.array(v.string()),
});
export type EventPerformerValidationData = v.InferOutput<typeof EventPerformerValidationData>;

/** Checks the list that was uploaded last, for the schedule desk. Throws 400 while there is none. */
export type PerformerCheck = (context: Context) => EventPerformerValidationData | Promise<EventPerformerValidationData>;
