import { randomUUID } from 'node:crypto';
import type { WriteContext } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import { fixPortZone, getShipClock } from '#core/ship-time/index.ts';
import { normalizeCrlf } from '#platform/text/lines.ts';
import { getHunt, getPuzzle } from './access.ts';
import { normalizeAnswer } from './normalize-answer.ts';
import {
  type HuntCreateData,
  type HuntPatchData,
  type HuntPuzzleCreateData,
  type HuntPuzzlePatchData,
  maxPuzzles,
} from './records.ts';
import {
  deleteHuntRows,
  findHints,
  findPuzzles,
  insertHunt,
  insertPuzzle,
  judgeCallIns,
  saveHint,
  updateHunt,
  updatePuzzle,
} from './store.ts';
import type { HuntPuzzleRow } from './tables.ts';

/** Stores a new hunt with its puzzles (libraries rule H14). */
export function createHunt(context: WriteContext, { title, description, puzzles }: HuntCreateData): void {
  const huntID = randomUUID();
  insertHunt(context.db, { id: huntID, title, description: normalizeCrlf(description) });
  for (const [position, puzzle] of puzzles.entries()) createPuzzle(context, huntID, position, puzzle);
}

/** Adds a new puzzle to an existing hunt (libraries rule H22). Throws 404, and 400 if the hunt has too many puzzles. */
export function addPuzzle(context: WriteContext, huntID: string, puzzle: HuntPuzzleCreateData): void {
  const { id } = getHunt(context, huntID);
  const { length } = findPuzzles(context.db, id);
  if (length >= maxPuzzles) throw malformed(`A hunt can have up to ${maxPuzzles} puzzles.`, 'limitReached');
  createPuzzle(context, id, length, puzzle);
}

function createPuzzle(
  context: WriteContext,
  huntID: string,
  position: number,
  { title, body, answer, hints, unlockTime }: HuntPuzzleCreateData,
): void {
  const id = randomUUID();
  const row = { id, huntID, position, title, body: normalizeCrlf(body), answer };
  insertPuzzle(context.db, { ...row, unlockTime: unlockTime ? readUnlockTime(context, unlockTime) : null });
  for (const [key, hint] of hints) saveHint(context.db, { puzzleID: id, key: normalizeAnswer(key), hint });
}

/**
 * Returns the unlock time as stored: what the ship's clock shows then. So puzzles unlock at the same hour even if the
 * crew edits the time zone changes later.
 */
function readUnlockTime(context: WriteContext, unlockTime: Date): Date {
  fixPortZone(context);
  return getShipClock(context).toPort(unlockTime);
}

/** Changes the given fields of a hunt (libraries rule H13). */
export function patchHunt(context: WriteContext, huntID: string, { title, description }: HuntPatchData): void {
  const hunt = getHunt(context, huntID);
  updateHunt(context.db, hunt.id, {
    title: title ?? hunt.title,
    description: description === undefined ? hunt.description : normalizeCrlf(description),
  });
}

/** Changes the given fields of a puzzle and judges its call-ins again (libraries rules H10 to H12). */
export function patchPuzzle(context: WriteContext, puzzleID: string, patch: HuntPuzzlePatchData): void {
  const puzzle = getPuzzle(context, puzzleID);
  updatePuzzle(context.db, puzzle.id, {
    title: patch.title ?? puzzle.title,
    body: patch.body === undefined ? puzzle.body : normalizeCrlf(patch.body),
    answer: patch.answer ?? puzzle.answer,
    unlockTime: chooseUnlockTime(context, puzzle, patch),
  });
  if (patch.hints) addHints(context, puzzle, patch.hints);
  if (patch.answer !== undefined) applyAnswer(context, puzzle, patch.answer);
}

function chooseUnlockTime(
  context: WriteContext,
  { unlockTime: before }: HuntPuzzleRow,
  { unlockTime }: HuntPuzzlePatchData,
): Date | null {
  if (unlockTime === undefined) return before;
  return unlockTime && readUnlockTime(context, unlockTime);
}

function addHints(context: WriteContext, { id }: HuntPuzzleRow, hints: ReadonlyMap<string, string>): void {
  const before = findHints(context.db, id);
  for (const [given, hint] of hints) {
    const key = normalizeAnswer(given);
    saveHint(context.db, { puzzleID: id, key, hint });
    if (!before.has(key)) judgeCallIns(context.db, { puzzleID: id, normalized: key }, 'incorrect', 'hint');
  }
}

function applyAnswer(context: WriteContext, { id, answer: before }: HuntPuzzleRow, answer: string): void {
  const normalized = normalizeAnswer(answer);
  if (normalized === '' || normalized === normalizeAnswer(before)) return;
  judgeCallIns(context.db, { puzzleID: id, normalized }, 'any', 'correct');
}

/** Deletes a hunt permanently (libraries rule H15). Throws 404. */
export function deleteHunt(context: WriteContext, huntID: string): void {
  deleteHuntRows(context.db, getHunt(context, huntID).id);
}
