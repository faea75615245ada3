import type { Context } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { findHunt, findPuzzle } from './store.ts';
import type { HuntPuzzleRow, HuntRow } from './tables.ts';

/** Throws 404. */
export function getHunt(context: Context, huntID: string): HuntRow {
  const hunt = findHunt(context.db, huntID);
  if (!hunt) throw notFound('hunt');
  return hunt;
}

/** For makers, locked or not. Throws 404. */
export function getPuzzle(context: Context, puzzleID: string): HuntPuzzleRow {
  const puzzle = findPuzzle(context.db, puzzleID);
  if (!puzzle) throw notFound('puzzle');
  return puzzle;
}

/** Unlock times are what the clock on board shall show then; a puzzle without one is always open (libraries rule H2). */
export function isUnlocked(context: Context, { unlockTime }: Pick<HuntPuzzleRow, 'unlockTime'>): boolean {
  return unlockTime === null || unlockTime <= getShipClock(context).toPort(context.clock.now());
}

/** Throws 404, the same for a locked puzzle as for none (libraries rules H5 and H9). */
export function getUnlockedPuzzle(context: Context, puzzleID: string): HuntPuzzleRow {
  const puzzle = findPuzzle(context.db, puzzleID);
  if (!puzzle || !isUnlocked(context, puzzle)) throw notFound('puzzle');
  return puzzle;
}
