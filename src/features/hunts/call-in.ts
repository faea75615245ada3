import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { conflict, malformed } from '#contract/errors.ts';
import { getUnlockedPuzzle } from './access.ts';
import { normalizeAnswer } from './normalize-answer.ts';
import { presentCallIn } from './present.ts';
import type { HuntPuzzleCallInResultData } from './records.ts';
import { findCallIns, findHints, insertCallIn } from './store.ts';
import type { CallInResult, HuntPuzzleRow } from './tables.ts';

/** How many different answers of one user to one puzzle are stored (decision 51). */
const maxCallIns = 500;

/** The result of a call-in, and whether it's a new answer. */
export interface JudgedCallIn {
  readonly result: HuntPuzzleCallInResultData;
  readonly isNew: boolean;
}

/**
 * Judges an answer and stores it. The same answer again gets the same result (libraries rules H7 to H9). Throws 404 if
 * the puzzle is locked, 409 if the caller has solved it.
 */
export function callIn(context: WriteContext, caller: Caller, puzzleID: string, raw: string): JudgedCallIn {
  const puzzle = getUnlockedPuzzle(context, puzzleID);
  const normalized = normalizeAnswer(raw);
  const hints = findHints(context.db, puzzle.id);
  const before = findCallIns(context.db, puzzle.id, caller.userID);
  const repeated = before.find((one) => one.normalized === normalized);
  if (repeated) return { result: presentCallIn(puzzle, hints, repeated), isNew: false };
  if (before.some(({ result }) => result === 'correct'))
    throw conflict('alreadySolved', 'You already solved this puzzle.');
  if (before.length >= maxCallIns)
    throw malformed(`You can submit up to ${maxCallIns} answers to one puzzle.`, 'limitReached');
  const row = insertCallIn(context.db, {
    puzzleID: puzzle.id,
    userID: caller.userID,
    normalized,
    raw,
    result: judge(puzzle, hints, normalized),
    createdAt: context.clock.now(),
  });
  return { result: presentCallIn(puzzle, hints, row), isNew: true };
}

function judge({ answer }: HuntPuzzleRow, hints: ReadonlyMap<string, string>, normalized: string): CallInResult {
  if (normalized === '') return 'incorrect';
  if (normalized === normalizeAnswer(answer)) return 'correct';
  return hints.has(normalized) ? 'hint' : 'incorrect';
}
