import type { Inconsistency, RepairStep } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { findWrongRows, repairWrongRows } from '#area/row-checks.ts';
import { findFullTextDrift, repairFullText } from '#db/full-text-drift.ts';
import { marksCheck } from './marks/verify.ts';
import { eventFullText } from './tables.ts';

/** Events that are not found by their words, and marks that say nothing. */
export function* verifySchedule({ db }: Context): Iterable<readonly Inconsistency[]> {
  yield* findFullTextDrift(db, eventFullText);
  yield* findWrongRows(db, [marksCheck]);
}

/** Writes their words anew, and takes away such marks. */
export function* repairSchedule({ db }: Context): Iterable<RepairStep> {
  yield* repairWrongRows(db, [marksCheck]);
  for (const repair of repairFullText(db, eventFullText)) yield (context) => repair(context.db);
}
