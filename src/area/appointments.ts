import * as v from 'valibot';
import type { Caller } from '#contract/access.ts';
import { instant, uuid } from '#contract/fields.ts';
import { record } from '#contract/record.ts';

/** Where one person has to be at a time: an event of the schedule, a group they joined, an event of their own. */
export const AppointmentData = record('AppointmentData', {
  kind: v.pipe(
    v.picklist(['event', 'lfg', 'privateEvent', 'personalEvent']),
    v.description('Kind of the appointment: `id` is that of an event or a chat'),
  ),
  /** Of the event or the chat. */
  id: v.pipe(uuid, v.description('Id')),
  title: v.pipe(v.string(), v.description('Title, in one line')),
  /** Display time, as the next one. */
  startTime: v.pipe(instant, v.description('When it starts, in ship time')),
  endTime: v.pipe(v.optional(instant), v.description('When it ends, in ship time')),
  location: v.pipe(v.optional(v.string()), v.description('Location')),
  duty: v.pipe(
    v.optional(v.picklist(['photographing', 'performing'])),
    v.description('Role of the caller, besides attending'),
  ),
  hasSeat: v.pipe(
    v.optional(v.boolean()),
    v.description('Whether the caller has one of the event’s limited seats; absent if not'),
  ),
});
export type AppointmentData = v.InferOutput<typeof AppointmentData>;

/**
 * Lists a viewer's appointments in an area by start, past ones included. Leaves out cancelled ones and those hidden
 * from the viewer or switched off for them.
 * Two areas may list the same event; the second adds to what the first says.
 */
export type AppointmentSource = (viewer: Caller) => readonly AppointmentData[];
