import { setImmediate } from 'node:timers/promises';
import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getUser, presentHeaderFor } from '#core/users/index.ts';
import { getHunt } from './access.ts';
import type { HuntStatisticsData } from './records.ts';
import { countCallIns, findPuzzles, findSolvers, findWrongAnswers } from './store.ts';
import type { HuntPuzzleRow } from './tables.ts';

/** The number of wrong answers shown per puzzle. */
const maxWrongAnswers = 20;

/**
 * Returns statistics of the puzzles of a hunt, for hunt makers (libraries rule H19). Yields to other requests after
 * each puzzle, since it reads all call-ins of the puzzle. Throws 404.
 */
export async function presentStatistics(context: Context, viewer: Caller, huntID: string): Promise<HuntStatisticsData> {
  const { id, title } = getHunt(context, huntID);
  const puzzles: HuntStatisticsData['puzzles'] = [];
  for (const puzzle of findPuzzles(context.db, id)) {
    puzzles.push(presentPuzzleStatistics(context, viewer, puzzle));
    await setImmediate();
  }
  return { huntID: id, title, puzzles };
}

function presentPuzzleStatistics(context: Context, viewer: Caller, { id, title }: HuntPuzzleRow) {
  const solvers = findSolvers(context.db, id);
  const [first] = solvers;
  return {
    puzzleID: id,
    title,
    ...countCallIns(context.db, id),
    solverCount: solvers.length,
    firstSolver: first && presentHeaderFor(context, viewer, getUser(context, first.userID)),
    firstSolvedTime: first?.solvedAt ?? undefined,
    wrongAnswers: findWrongAnswers(context.db, id, maxWrongAnswers),
  };
}
