import { checkTables } from '#area/row-checks.ts';
import { boardGameFullText } from './tables.ts';

/** Games that are not found by their names. */
export const { verify: verifyBoardgames, repair: repairBoardgames } = checkTables([], boardGameFullText);
