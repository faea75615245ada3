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

/** All hunts by title, those too of which every puzzle is locked (libraries rules H1 and G6). */
export const presentHunts = (context: Context): HuntListData => ({
  hunts: sortByTitle(findHunts(context.db)).map(({ id, title, description }) => ({ huntID: id, title, description })),
});

/** Letter case and accents left aside, then by id. */
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

/** A hunt as those see it who solve it: nothing of a locked puzzle but its time (libraries rules H2 and H3). */
export function presentHunt(context: Context, viewer: Caller | undefined, huntID: string): HuntData {
  const { id, title, description } = getHunt(context, huntID);
  const puzzles = findPuzzles(context.db, id);
  const solved = viewer ? findSolvedPuzzleIDs(context.db, id, viewer.userID) : new Set<string>();
  // They come in the order in which they are unlocked.
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

/** A hunt with all that belongs to it, for makers (libraries rule H4). */
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

/** A puzzle with what the viewer has called in (libraries rule H5). */
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

/** A call-in with what it is worth now: answer and hint read as they do today (libraries rules H10 and H11). */
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
