import type { Inconsistency, RepairStep } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { findFullTextDrift, repairFullText } from '#db/full-text-drift.ts';
import { boardGameFullText } from './tables.ts';

/** Games that are not found by their names. */
export const verifyBoardgames = ({ db }: Context): Iterable<readonly Inconsistency[]> =>
  findFullTextDrift(db, boardGameFullText);

/** Writes their words anew. */
export function* repairBoardgames({ db }: Context): Iterable<RepairStep> {
  for (const repair of repairFullText(db, boardGameFullText)) yield (context) => repair(context.db);
}
