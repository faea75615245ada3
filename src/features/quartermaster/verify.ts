import { checkTables } from '#area/row-checks.ts';
import { quartermasterFullText } from './tables.ts';

/** Items that are not found by their words. */
export const { verify: verifyQuartermaster, repair: repairQuartermaster } = checkTables([], quartermasterFullText);
