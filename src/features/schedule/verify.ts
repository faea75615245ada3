import type { Inconsistency, RepairStep } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { findWrongRows, repairWrongRows } from '#area/row-checks.ts';
import { findFullTextDrift, repairFullText } from '#db/full-text-drift.ts';
import { performerChecks } from './performers/verify.ts';
import { eventFullText } from './tables.ts';

/** Events that are not found by their words, and performers whose links or owners cannot be. */
export function* verifySchedule({ db }: Context): Iterable<readonly Inconsistency[]> {
  yield* findFullTextDrift(db, eventFullText);
  yield* findWrongRows(db, performerChecks);
}

/** Writes their words anew, and takes links away that lead to deleted performers. */
export function* repairSchedule({ db }: Context): Iterable<RepairStep> {
  yield* repairWrongRows(db, performerChecks);
  for (const repair of repairFullText(db, eventFullText)) yield (context) => repair(context.db);
}
