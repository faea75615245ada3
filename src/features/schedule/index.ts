export { currentSchedule, type LiveEvent } from './current-schedule.ts';
export { importSchedule } from './import-schedule.ts';
export { asContent, calendarOfOne, plannedEntries, refuseOthersCalendar } from './offer-calendar.ts';
export { type CalendarEntry, writeCalendar } from './write-calendar.ts';
