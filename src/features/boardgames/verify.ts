import { checkTables } from '#area/row-checks.ts';
import { boardGameFullText } from './tables.ts';

/** Finds games that are missing from the name index. */
export const { verify: verifyBoardgames, repair: repairBoardgames } = checkTables([], boardGameFullText);
