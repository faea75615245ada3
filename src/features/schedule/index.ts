export {
  assertOwnCalendar,
  buildSingleEventCalendar,
  listPlannedEntries,
  toContent,
} from './calendar-files/serve-calendar.ts';
export { type CalendarEntry, writeCalendar } from './calendar-files/write-calendar.ts';
export { createNewestChangeCheck } from './changes/verify.ts';
export {
  type CurrentSchedule,
  getCurrentSchedule,
  getEventsVersion,
  type LiveEvent,
} from './events/current-schedule.ts';
export { describeEvent } from './events/describe-event.ts';
export type { EventViewer } from './events/filters.ts';
export { getEventViewer, presentEventFor, presentEventsFor, showEvent } from './events/list-events.ts';
export { checkStoredSchedule } from './import/check-stored-schedule.ts';
export { importSchedule } from './import/import-schedule.ts';
export { listScheduleChanges } from './log/read-log.ts';
export type { ScheduleLogLine } from './log/store.ts';
export { undoChange } from './log/undo-change.ts';
export { describeAppointment } from './marks/appointments.ts';
export { countFollowers, findEventByUid } from './store.ts';
