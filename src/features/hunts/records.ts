import * as v from 'valibot';
import {
  instant,
  instantInput,
  line,
  list,
  optionalInput,
  text,
  textMap,
  uuid,
  wholeNumber,
  wholeText,
} from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';
import { normalizeAnswer } from './normalize-answer.ts';

const title = line('title', 1, 200);
const description = text('description', 0, 2048);
const puzzleBody = text('body', 0, 100_000);
/** Characters of an answer, which are those of a call-in. */
const maxAnswer = 1000;
const answer = line('answer', 0, maxAnswer);
const hints = v.pipe(
  textMap('hints', { key: maxAnswer, text: 2048, entries: 500 }),
  v.check(
    (texts) => [...texts.keys()].every((key) => normalizeAnswer(key) !== ''),
    'The hints must each have a key with at least one letter, digit or symbol.',
  ),
);
/** Puzzles of a hunt (decision 51). */
export const maxPuzzles = 200;

/** Bytes of a hunt, or of what changes a puzzle (decision 85). */
export const maxHuntBytes = 10 * 1024 * 1024;

const HuntListItemData = record('HuntListItemData', { huntID: uuid, title: v.string(), description: v.string() });

/** All hunts. */
export const HuntListData = record('HuntListData', { hunts: v.array(HuntListItemData) });
export type HuntListData = v.InferOutput<typeof HuntListData>;

/** A puzzle in its hunt. */
const HuntPuzzleData = record('HuntPuzzleData', {
  puzzleID: uuid,
  title: v.string(),
  body: v.string(),
  /** Only for whoever has solved it, and for makers (libraries rule H3). */
  answer: v.optional(v.string()),
  unlockTime: v.optional(instant),
  /** Only for makers. */
  hints: v.optional(v.record(v.string(), v.string())),
});
export type HuntPuzzleData = v.InferOutput<typeof HuntPuzzleData>;

/** A hunt with the puzzles that are unlocked, or for makers with all. */
export const HuntData = record('HuntData', {
  huntID: uuid,
  title: v.string(),
  description: v.string(),
  puzzles: v.array(HuntPuzzleData),
  nextUnlockTime: v.optional(instant),
});
export type HuntData = v.InferOutput<typeof HuntData>;

/** What became of a call-in; neither `correct` nor `hint` means that it was wrong. */
export const HuntPuzzleCallInResultData = record('HuntPuzzleCallInResultData', {
  creationTime: instant,
  rawSubmission: v.string(),
  correct: v.optional(v.string()),
  hint: v.optional(v.string()),
});
export type HuntPuzzleCallInResultData = v.InferOutput<typeof HuntPuzzleCallInResultData>;

/** A puzzle alone, with what the caller has called in. */
export const HuntPuzzleDetailData = record('HuntPuzzleDetailData', {
  huntID: uuid,
  huntTitle: v.string(),
  puzzleID: uuid,
  title: v.string(),
  body: v.string(),
  callIns: v.array(HuntPuzzleCallInResultData),
});
export type HuntPuzzleDetailData = v.InferOutput<typeof HuntPuzzleDetailData>;

/** A new puzzle, of a new hunt or of one that is there. */
export const HuntPuzzleCreateData = inputRecord('HuntPuzzleCreateData', {
  title,
  body: puzzleBody,
  answer,
  hints,
  unlockTime: optionalInput(instantInput),
});
export type HuntPuzzleCreateData = v.InferOutput<typeof HuntPuzzleCreateData>;

/** A new hunt with its puzzles. */
export const HuntCreateData = inputRecord('HuntCreateData', {
  title,
  description,
  puzzles: v.pipe(
    list('puzzles', HuntPuzzleCreateData, maxPuzzles),
    v.check((puzzles) => puzzles.length > 0, 'The puzzles must have at least one item.'),
  ),
});
export type HuntCreateData = v.InferOutput<typeof HuntCreateData>;

/** What is absent or null stays as it is (decision 68). */
export const HuntPatchData = inputRecord('HuntPatchData', {
  title: optionalInput(title),
  description: optionalInput(description),
});
export type HuntPatchData = v.InferOutput<typeof HuntPatchData>;

/** As `HuntPatchData`, but for the unlock time, which null takes away (libraries rule H12). */
export const HuntPuzzlePatchData = inputRecord('HuntPuzzlePatchData', {
  title: optionalInput(title),
  body: optionalInput(puzzleBody),
  answer: optionalInput(answer),
  unlockTime: v.optional(v.nullable(instantInput)),
  hints: optionalInput(hints),
});
export type HuntPuzzlePatchData = v.InferOutput<typeof HuntPuzzlePatchData>;

/** An answer as it was typed; the whole body of the call. */
export const callInText = wholeText(maxAnswer);

/** A wrong answer, normalised, and how many users called it in. */
const HuntWrongAnswerData = record('HuntWrongAnswerData', { answer: v.string(), userCount: wholeNumber });

/** How one puzzle fares, for makers (libraries rule H19). */
const HuntPuzzleStatisticsData = record('HuntPuzzleStatisticsData', {
  puzzleID: uuid,
  title: v.string(),
  callInCount: wholeNumber,
  /** Users who called in anything. */
  userCount: wholeNumber,
  solverCount: wholeNumber,
  firstSolver: v.optional(UserHeader),
  firstSolvedTime: v.optional(instant),
  /** Call-ins that were neither right nor met a hint, normalised, those of most users first. */
  wrongAnswers: v.array(HuntWrongAnswerData),
});

/** How the puzzles of a hunt fare, for makers. */
export const HuntStatisticsData = record('HuntStatisticsData', {
  huntID: uuid,
  title: v.string(),
  puzzles: v.array(HuntPuzzleStatisticsData),
});
export type HuntStatisticsData = v.InferOutput<typeof HuntStatisticsData>;
