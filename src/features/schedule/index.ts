export { getCurrentSchedule, type LiveEvent } from './current-schedule.ts';
export { importSchedule } from './import-schedule.ts';
export { assertOwnCalendar, buildCalendarOfOne, listPlannedEntries, toContent } from './offer-calendar.ts';
export { type CalendarEntry, writeCalendar } from './write-calendar.ts';
