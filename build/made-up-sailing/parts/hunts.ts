import type { WriteContext } from '#area/context.ts';
import { normalizeAnswer } from '#features/hunts/normalize-answer.ts';
import { type CallInResult, huntCallIns, huntHints, huntPuzzles, hunts } from '#features/hunts/tables.ts';
import { insertRow } from '../insert-row.ts';
import type { Sailing, SailingPart } from '../part.ts';
import { chooseWord, writeSentence } from '../vocabulary.ts';

const puzzlesPerHunt = 12;
/** Call-ins from people looking for the answer; each is different. */
const callInsPerPuzzle = 300;
const hintsPerPuzzle = 3;

/** Makes a puzzle and its call-ins. */
interface OpenPuzzle {
  readonly id: string;
  readonly answer: string;
  readonly hints: readonly string[];
}

function makePuzzle(
  { random }: Sailing,
  context: WriteContext,
  place: { huntID: string; position: number; unlockTime: Date | null },
): OpenPuzzle {
  const id = random.uuid();
  const [title, body] = [writeSentence(random, 2, 5), writeSentence(random, 60, 120)];
  const answer = `${chooseWord(random)} ${chooseWord(random)} ${place.position}`;
  insertRow(context, huntPuzzles, { id, ...place, title, body, answer });
  const hints = Array.from({ length: hintsPerPuzzle }, (_, index) => normalizeAnswer(`${chooseWord(random)}${index}`));
  for (const key of hints) insertRow(context, huntHints, { puzzleID: id, key, hint: writeSentence(random, 3, 8) });
  return { id, answer, hints };
}

/** Everyone who tries a puzzle is wrong once; one in three gets a hint, and half of them solve it. */
function solve({ random, people }: Sailing, context: WriteContext, puzzle: OpenPuzzle): void {
  const callers = random.pick(people, Math.min(callInsPerPuzzle, Math.ceil(people.length / 2)));
  for (const { id: userID } of callers) {
    const wrong = `${chooseWord(random)} ${random.below(50)} wrong`;
    callIn(context, puzzle, userID, wrong, 'incorrect');
    if (random.onceIn(3)) callIn(context, puzzle, userID, random.oneOf(puzzle.hints), 'hint');
    if (random.onceIn(2)) callIn(context, puzzle, userID, puzzle.answer, 'correct');
  }
}

function callIn(context: WriteContext, { id }: OpenPuzzle, userID: string, raw: string, result: CallInResult): void {
  const createdAt = context.clock.now();
  insertRow(context, huntCallIns, { puzzleID: id, userID, raw, normalized: normalizeAnswer(raw), result, createdAt });
}

/**
 * Makes hunts that unlock a puzzle a day; some puzzles are unlocked from the start. People guess until they have the
 * answer.
 */
export const huntsPart: SailingPart = {
  name: 'hunts',
  fill(sailing) {
    const { random, count, at, make } = sailing;
    const openPuzzles: OpenPuzzle[] = [];
    make('hunts', count(6), (context) => {
      const huntID = random.uuid();
      insertRow(context, hunts, {
        id: huntID,
        title: writeSentence(random, 2, 4),
        description: writeSentence(random, 9, 30),
      });
      for (let position = 0; position < puzzlesPerHunt; position += 1) {
        const unlockTime = position < 3 ? null : at(position, puzzlesPerHunt);
        openPuzzles.push(makePuzzle(sailing, context, { huntID, position, unlockTime }));
      }
    });
    make('puzzles that people solve', openPuzzles.length, (context, index) => {
      for (const puzzle of openPuzzles.slice(index, index + 1)) solve(sailing, context, puzzle);
    });
  },
};
