import type { Inconsistency, RepairStep } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { findWrongRows, repairWrongRows } from '#area/row-checks.ts';
import { findFullTextDrift, repairFullText } from '#db/full-text-drift.ts';
import { marksCheck } from './marks/verify.ts';
import { eventFullText } from './tables.ts';

const checks = [marksCheck];

/** Events that are not found by their words, and marks that say nothing. */
export function* verifySchedule({ db }: Context): Iterable<readonly Inconsistency[]> {
  yield* findFullTextDrift(db, eventFullText);
  yield* findWrongRows(db, checks);
}

/** Writes their words anew, and takes such marks away. */
export function* repairSchedule({ db }: Context): Iterable<RepairStep> {
  yield* repairWrongRows(db, checks);
  for (const repair of repairFullText(db, eventFullText)) yield (context) => repair(context.db);
}
