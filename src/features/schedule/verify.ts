import { checkTables } from '#area/row-checks.ts';
import { marksCheck } from './marks/verify.ts';
import { eventFullText } from './tables.ts';

/** Events that are not found by their words, and marks that say nothing. */
export const { verify: verifySchedule, repair: repairSchedule } = checkTables([marksCheck], eventFullText);
