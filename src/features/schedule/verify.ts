import type { Inconsistency, RepairStep } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { findFullTextDrift, repairFullText } from '#db/full-text-drift.ts';
import { eventFullText } from './tables.ts';

/** Events that are not found by their words. */
export const verifySchedule = ({ db }: Context): Iterable<readonly Inconsistency[]> =>
  findFullTextDrift(db, eventFullText);

/** Writes their words anew. */
export function* repairSchedule({ db }: Context): Iterable<RepairStep> {
  for (const repair of repairFullText(db, eventFullText)) yield (context) => repair(context.db);
}
