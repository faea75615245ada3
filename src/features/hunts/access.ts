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

/** Returns a puzzle for hunt makers, locked or not. Throws 404. */
export function getPuzzle(context: Context, puzzleID: string): HuntPuzzleRow {
  const puzzle = findPuzzle(context.db, puzzleID);
  if (!puzzle) throw notFound('puzzle');
  return puzzle;
}

/**
 * Returns whether a puzzle is unlocked. Unlock times are what the ship's clock shows at that moment; a puzzle without
 * one is always open (libraries rule H2).
 */
export function isUnlocked(context: Context, { unlockTime }: Pick<HuntPuzzleRow, 'unlockTime'>): boolean {
  return unlockTime === null || unlockTime <= getShipClock(context).toPort(context.clock.now());
}

/** Throws the same 404 for a locked puzzle as for a missing one (libraries rules H5 and H9). */
export function getUnlockedPuzzle(context: Context, puzzleID: string): HuntPuzzleRow {
  const puzzle = findPuzzle(context.db, puzzleID);
  if (!puzzle || !isUnlocked(context, puzzle)) throw notFound('puzzle');
  return puzzle;
}
