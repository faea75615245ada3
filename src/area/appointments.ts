import * as v from 'valibot';
import type { Caller } from '#contract/access.ts';
import { instant, uuid } from '#contract/fields.ts';
import { record } from '#contract/record.ts';

/** Where one person has to be at a time: an event of the schedule, a group they joined, an event of their own. */
export const AppointmentData = record('AppointmentData', {
  kind: v.picklist(['event', 'lfg', 'privateEvent', 'personalEvent']),
  /** Of the event or the chat. */
  id: uuid,
  title: v.string(),
  /** Display time, as the next one. */
  startTime: instant,
  endTime: v.optional(instant),
  location: v.optional(v.string()),
  duty: v.optional(v.picklist(['photographing', 'performing'])),
});
export type AppointmentData = v.InferOutput<typeof AppointmentData>;

/**
 * Lists what an area knows of the viewer's appointments, past ones too, by start. Cancelled ones are left out, as are
 * those that are hidden from the viewer or switched off for them.
 * Two areas may list the same event: what the second says is added to what the first says.
 */
export type AppointmentSource = (viewer: Caller) => readonly AppointmentData[];
