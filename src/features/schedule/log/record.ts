import * as v from 'valibot';
import { eventTypes } from '../events/event-types.ts';
import type { EventContent } from '../tables.ts';

const storedInstant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
);

const Content = v.object({
  title: v.string(),
  description: v.string(),
  location: v.string(),
  eventType: v.picklist(eventTypes),
  startTime: storedInstant,
  endTime: storedInstant,
} satisfies Record<keyof EventContent, v.GenericSchema>);

/** Data that areas stored about a change, by area name and event id. */
const AreaRecords = v.record(v.string(), v.record(v.string(), v.unknown()));
export type AreaRecords = v.InferOutput<typeof AreaRecords>;

/** The data to undo a change of the schedule. Null if an event wasn't on the schedule. */
const ScheduleRecord = v.object({
  events: v.array(v.object({ eventID: v.string(), before: v.nullable(Content), after: v.nullable(Content) })),
  areas: AreaRecords,
});
export type ScheduleRecord = v.InferOutput<typeof ScheduleRecord>;
export type RecordedEvent = ScheduleRecord['events'][number];

/** Parses a stored record. */
export const readRecord = (json: string): ScheduleRecord => v.parse(ScheduleRecord, JSON.parse(json));
