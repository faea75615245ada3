import type { Context } from '#area/context.ts';
import type { UserFileList } from '#area/user-file.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { createHunt } from './change-hunt.ts';
import { HuntCreateData } from './records.ts';
import { findHints, findHunts, findPuzzles } from './store.ts';
import type { HuntPuzzleRow, HuntRow } from './tables.ts';

/** Hunts with their puzzles and answers, without call-ins (decision 71). */
export const huntsList: UserFileList<HuntCreateData> = {
  key: 'hunts',
  isOptional: true,
  item: HuntCreateData,
  maxItems: 500,
  collect: (context) => findHunts(context.db).map((hunt) => describeHunt(context, hunt)),
  describe: ({ title }) => `hunt ${title}`,
  judge: ({ db }, { title }) => (findHunts(db).some((hunt) => hunt.title === title) ? 'duplicate' : 'imported'),
  restore: createHunt,
};

function describeHunt(context: Context, { id, title, description }: HuntRow): object {
  const puzzles = findPuzzles(context.db, id).toSorted((one, other) => one.position - other.position);
  return { title, description, puzzles: puzzles.map((puzzle) => describePuzzle(context, puzzle)) };
}

function describePuzzle(context: Context, { id, title, body, answer, unlockTime }: HuntPuzzleRow): object {
  const hints = Object.fromEntries(findHints(context.db, id));
  const unlocksAt = unlockTime && getShipClock(context).toDisplay(unlockTime);
  return { title, body, answer, hints, ...(unlocksAt && { unlockTime: unlocksAt }) };
}
