export { currentSchedule, type LiveEvent } from './current-schedule.ts';
export { importSchedule } from './import-schedule.ts';
