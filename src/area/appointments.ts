import * as v from 'valibot';
import type { Caller } from '#contract/access.ts';
import { instant, uuid } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import type { Version } from './caches.ts';

/** Where one person has to be at a time: an event of the schedule, a group they joined, an event of their own. */
export const AppointmentData = record('AppointmentData', {
  kind: v.pipe(
    v.picklist(['event', 'lfg', 'privateEvent', 'personalEvent']),
    v.description('Kind of the appointment: `id` is that of an event or a chat'),
  ),
  /** The id of the event or chat. */
  id: v.pipe(uuid, v.description('Id')),
  title: v.pipe(v.string(), v.description('Title, in one line')),
  /** Display time, like the next field. */
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

type Timed = Pick<AppointmentData, 'startTime' | 'endTime'>;

/** Whether someone can't be at both from start to end; without an end, an appointment lasts a moment. */
export const areOverlapping = (left: Timed, right: Timed): boolean =>
  left.startTime < (right.endTime ?? right.startTime) && (left.endTime ?? left.startTime) > right.startTime;

/** An appointment that begins soon (schedule rule 125). */
export const UpcomingAppointmentData = record('UpcomingAppointmentData', {
  kind: AppointmentData.entries.kind,
  id: AppointmentData.entries.id,
  title: AppointmentData.entries.title,
  startTime: AppointmentData.entries.startTime,
  endTime: AppointmentData.entries.endTime,
  location: AppointmentData.entries.location,
  clashes: v.pipe(v.boolean(), v.description('Whether another of the caller’s appointments overlaps it')),
});
export type UpcomingAppointmentData = v.InferOutput<typeof UpcomingAppointmentData>;

/** An area's appointments for a viewer. Two areas may list the same event: their entries are combined. */
export interface AppointmentSource {
  /**
   * Changes whenever a row is written that changes the viewer's appointments; checked at every poll of the summary, so
   * it costs no query. Changes of levels, blocks, settings and the ship's clock need no version.
   */
  version(viewer: Caller): Version;
  /**
   * Lists the viewer's appointments by start, past ones included. Leaves out cancelled ones and those hidden from the
   * viewer or switched off for them.
   */
  list(viewer: Caller): readonly AppointmentData[];
}
