import { checkTables } from '#area/row-checks.ts';
import { seenChecks } from './changes/verify.ts';
import { marksCheck } from './marks/verify.ts';
import { eventFullText } from './tables.ts';

/** Finds events missing from the full-text index, rows without marks, and what hides changes of events. */
export const { verify: verifySchedule, repair: repairSchedule } = checkTables(
  [marksCheck, ...seenChecks],
  eventFullText,
);
