export { currentSchedule, type LiveEvent } from './current-schedule.ts';
export { importSchedule } from './import-schedule.ts';
export { type CalendarEntry, writeCalendar } from './write-calendar.ts';
