import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { compareTexts, foldLetters } from '#platform/text/lines.ts';
import { getHunt, isUnlocked } from './access.ts';
import type {
  HuntData,
  HuntListData,
  HuntPuzzleCallInResultData,
  HuntPuzzleData,
  HuntPuzzleDetailData,
} from './records.ts';
import { findCallIns, findHints, findHintsOfHunt, findHunts, findPuzzles, findSolvedPuzzleIDs } from './store.ts';
import type { HuntCallInRow, HuntPuzzleRow, HuntRow } from './tables.ts';

/** Returns all hunts by title, even if all their puzzles are locked (libraries rules H1 and G6). */
export const presentHunts = (context: Context): HuntListData => ({
  hunts: sortByTitle(findHunts(context.db)).map(({ id, title, description }) => ({ huntID: id, title, description })),
});

/** Ignores case and accents; ties are sorted by id. */
const sortByTitle = (hunts: readonly HuntRow[]): HuntRow[] =>
  hunts
    .map((hunt) => ({ hunt, key: foldLetters(hunt.title) }))
    .sort((first, second) => compareTexts(first.key, second.key) || compareTexts(first.hunt.id, second.hunt.id))
    .map(({ hunt }) => hunt);

function presentPuzzle(context: Context, { id, title, body, unlockTime }: HuntPuzzleRow): HuntPuzzleData {
  return {
    puzzleID: id,
    title,
    body,
    ...(unlockTime !== null && { unlockTime: getShipClock(context).toDisplay(unlockTime) }),
  };
}

/** Returns a hunt for solvers. Locked puzzles only show their unlock time (libraries rules H2 and H3). */
export function presentHunt(context: Context, viewer: Caller | undefined, huntID: string): HuntData {
  const { id, title, description } = getHunt(context, huntID);
  const puzzles = findPuzzles(context.db, id);
  const solved = viewer ? findSolvedPuzzleIDs(context.db, id, viewer.userID) : new Set<string>();
  // The puzzles are sorted by unlock time.
  const locked = puzzles.find((puzzle) => !isUnlocked(context, puzzle));
  return {
    huntID: id,
    title,
    description,
    puzzles: puzzles
      .filter((puzzle) => isUnlocked(context, puzzle))
      .map((puzzle) => ({
        ...presentPuzzle(context, puzzle),
        ...(solved.has(puzzle.id) && { answer: puzzle.answer }),
      })),
    ...(locked && { nextUnlockTime: presentPuzzle(context, locked).unlockTime }),
  };
}

/** Returns a hunt with all its details for hunt makers (libraries rule H4). */
export function presentHuntForMakers(context: Context, huntID: string): HuntData {
  const { id, title, description } = getHunt(context, huntID);
  const hints = findHintsOfHunt(context.db, id);
  return {
    huntID: id,
    title,
    description,
    puzzles: findPuzzles(context.db, id).map((puzzle) => ({
      ...presentPuzzle(context, puzzle),
      answer: puzzle.answer,
      hints: Object.fromEntries((hints.get(puzzle.id) ?? []).map(({ key, hint }) => [key, hint])),
    })),
  };
}

/** Returns a puzzle with the viewer's call-ins (libraries rule H5). */
export function presentPuzzleDetail(
  context: Context,
  viewer: Caller | undefined,
  puzzle: HuntPuzzleRow,
): HuntPuzzleDetailData {
  const hunt = getHunt(context, puzzle.huntID);
  const callIns = viewer ? findCallIns(context.db, puzzle.id, viewer.userID) : [];
  const hints = findHints(context.db, puzzle.id);
  return {
    huntID: hunt.id,
    huntTitle: hunt.title,
    puzzleID: puzzle.id,
    title: puzzle.title,
    body: puzzle.body,
    callIns: callIns.map((callIn) => presentCallIn(puzzle, hints, callIn)),
  };
}

/** Returns a call-in with its current result, by the current answer and hints (libraries rules H10 and H11). */
export function presentCallIn(
  { answer }: HuntPuzzleRow,
  hints: ReadonlyMap<string, string>,
  { createdAt, raw, result, normalized }: HuntCallInRow,
): HuntPuzzleCallInResultData {
  return {
    creationTime: createdAt,
    rawSubmission: raw,
    ...(result === 'correct' && { correct: answer }),
    ...(result === 'hint' && { hint: hints.get(normalized) }),
  };
}
