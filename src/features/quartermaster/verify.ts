import { checkTables } from '#area/row-checks.ts';
import { quartermasterFullText } from './tables.ts';

/** Finds items that are missing from the full-text index. */
export const { verify: verifyQuartermaster, repair: repairQuartermaster } = checkTables([], quartermasterFullText);
