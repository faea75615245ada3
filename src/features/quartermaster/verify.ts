import type { Inconsistency, RepairStep } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { findFullTextDrift, repairFullText } from '#db/full-text-drift.ts';
import { quartermasterFullText } from './tables.ts';

/** Items that are not found by their words. */
export const verifyQuartermaster = ({ db }: Context): Iterable<readonly Inconsistency[]> =>
  findFullTextDrift(db, quartermasterFullText);

/** Writes their words anew. */
export function* repairQuartermaster({ db }: Context): Iterable<RepairStep> {
  for (const repair of repairFullText(db, quartermasterFullText)) yield (context) => repair(context.db);
}
