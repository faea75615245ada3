import { checkTables } from '#area/row-checks.ts';
import { marksCheck } from './marks/verify.ts';
import { eventFullText } from './tables.ts';

/** Finds events that are missing from the full-text index, and rows without marks. */
export const { verify: verifySchedule, repair: repairSchedule } = checkTables([marksCheck], eventFullText);
