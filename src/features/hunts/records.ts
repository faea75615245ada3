import * as v from 'valibot';
import {
  bodyText,
  instant,
  instantInput,
  line,
  list,
  optionalInput,
  text,
  textMap,
  uuid,
  wholeNumber,
} from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';
import { normalizeAnswer } from './normalize-answer.ts';

const title = v.pipe(line('title', 1, 200), v.description('Title, in one line'));
const description = v.pipe(text('description', 0, 2048), v.description('Description, in several lines'));
const puzzleBody = v.pipe(text('body', 0, 100_000), v.description('Text of the puzzle, in several lines'));
/** The length limit in characters of an answer, and so of a call-in. */
const maxAnswer = 1000;
const answer = line('answer', 0, maxAnswer);
const hints = v.pipe(
  textMap('hints', { key: maxAnswer, text: 2048, entries: 500 }),
  v.check(
    (texts) => [...texts.keys()].every((key) => normalizeAnswer(key) !== ''),
    'The hints must each have a key with at least one letter, digit or symbol.',
  ),
  v.description('Hints by the answers they’re shown for; only for hunt managers'),
);
/** The limit of puzzles per hunt (decision 51). */
export const maxPuzzles = 200;

/** The size limit in bytes of a hunt or of a change to a puzzle (decision 85). */
export const maxHuntBytes = 10 * 1024 * 1024;

const HuntListItemData = record('HuntListItemData', {
  huntID: v.pipe(uuid, v.description('Id of the hunt')),
  title: v.pipe(v.string(), v.description('Title, in one line')),
  description: v.pipe(v.string(), v.description('Description, in several lines')),
});

/** All hunts. */
export const HuntListData = record('HuntListData', {
  hunts: v.pipe(v.array(HuntListItemData), v.description('All hunts, by title')),
});
export type HuntListData = v.InferOutput<typeof HuntListData>;

/** A puzzle in its hunt. */
const HuntPuzzleData = record('HuntPuzzleData', {
  puzzleID: v.pipe(uuid, v.description('Id of the puzzle')),
  title: v.pipe(v.string(), v.description('Title, in one line')),
  body: v.pipe(v.string(), v.description('Text of the puzzle, in several lines')),
  /** Only for hunt makers and users who have solved the puzzle (libraries rule H3). */
  answer: v.pipe(
    v.optional(v.string()),
    v.description('The right answer; only for people who solved the puzzle, and for hunt managers'),
  ),
  unlockTime: v.pipe(v.optional(instant), v.description('When the puzzle unlocks; absent if immediately')),
  /** Only for hunt makers. */
  hints: v.pipe(
    v.optional(v.record(v.string(), v.string())),
    v.description('Hints by the answers they’re shown for; only for hunt managers'),
  ),
});
export type HuntPuzzleData = v.InferOutput<typeof HuntPuzzleData>;

/** A hunt with its unlocked puzzles, or with all puzzles for hunt makers. */
export const HuntData = record('HuntData', {
  ...HuntListItemData.entries,
  puzzles: v.pipe(v.array(HuntPuzzleData), v.description('Puzzles, in order')),
  nextUnlockTime: v.pipe(v.optional(instant), v.description('When the next puzzle unlocks')),
});
export type HuntData = v.InferOutput<typeof HuntData>;

/** The result of a call-in. It's wrong if neither `correct` nor `hint` is set. */
export const HuntPuzzleCallInResultData = record('HuntPuzzleCallInResultData', {
  creationTime: v.pipe(instant, v.description('When it was created')),
  rawSubmission: v.pipe(v.string(), v.description('The answer, as typed')),
  correct: v.pipe(v.optional(v.string()), v.description('Text to show; set when the answer is right')),
  hint: v.pipe(v.optional(v.string()), v.description('The hint; set when there’s one for the answer')),
});
export type HuntPuzzleCallInResultData = v.InferOutput<typeof HuntPuzzleCallInResultData>;

/** A single puzzle with the caller's call-ins. */
export const HuntPuzzleDetailData = record('HuntPuzzleDetailData', {
  huntID: v.pipe(uuid, v.description('Id of the hunt')),
  huntTitle: v.pipe(v.string(), v.description('Title of the hunt')),
  ...v.pick(HuntPuzzleData, ['puzzleID', 'title', 'body']).entries,
  callIns: v.pipe(
    v.array(HuntPuzzleCallInResultData),
    v.description('Answers that the caller called in, oldest first'),
  ),
});
export type HuntPuzzleDetailData = v.InferOutput<typeof HuntPuzzleDetailData>;

/** A new puzzle, of a new or an existing hunt. */
export const HuntPuzzleCreateData = inputRecord('HuntPuzzleCreateData', {
  title,
  body: puzzleBody,
  answer: v.pipe(answer, v.description('The right answer')),
  hints,
  unlockTime: v.pipe(optionalInput(instantInput), v.description('When the puzzle unlocks; absent if immediately')),
});
export type HuntPuzzleCreateData = v.InferOutput<typeof HuntPuzzleCreateData>;

/** A new hunt with its puzzles. */
export const HuntCreateData = inputRecord('HuntCreateData', {
  title,
  description,
  puzzles: v.pipe(
    list('puzzles', HuntPuzzleCreateData, maxPuzzles),
    v.check((puzzles) => puzzles.length > 0, 'The puzzles must have at least one item.'),
    v.description('Puzzles, in order'),
  ),
});
export type HuntCreateData = v.InferOutput<typeof HuntCreateData>;

/** Absent and null fields stay unchanged (decision 68). */
export const HuntPatchData = inputRecord('HuntPatchData', {
  title: optionalInput(title),
  description: optionalInput(description),
});
export type HuntPatchData = v.InferOutput<typeof HuntPatchData>;

/** Like `HuntPatchData`, except that a null unlock time removes it (libraries rule H12). */
export const HuntPuzzlePatchData = inputRecord('HuntPuzzlePatchData', {
  title: optionalInput(title),
  body: optionalInput(puzzleBody),
  answer: v.pipe(optionalInput(answer), v.description('The new right answer')),
  unlockTime: v.pipe(
    v.optional(v.nullable(instantInput)),
    v.description('When the puzzle unlocks; null for immediately'),
  ),
  hints: optionalInput(hints),
});
export type HuntPuzzlePatchData = v.InferOutput<typeof HuntPuzzlePatchData>;

/** The answer as typed. It's the whole request body. */
export const callInText = bodyText(maxAnswer);

/** A normalised wrong answer and the number of users who called it in. */
const HuntWrongAnswerData = record('HuntWrongAnswerData', {
  answer: v.pipe(v.string(), v.description('The answer, normalized')),
  userCount: v.pipe(wholeNumber, v.description('Number of users who called it in')),
});

/** Statistics of one puzzle, for hunt makers (libraries rule H19). */
const HuntPuzzleStatisticsData = record('HuntPuzzleStatisticsData', {
  puzzleID: v.pipe(uuid, v.description('Id of the puzzle')),
  title: v.pipe(v.string(), v.description('Title, in one line')),
  callInCount: v.pipe(wholeNumber, v.description('Number of answers called in')),
  /** The number of users who called in anything. */
  userCount: v.pipe(wholeNumber, v.description('Number of users who called in an answer')),
  solverCount: v.pipe(wholeNumber, v.description('Number of users who solved it')),
  firstSolver: v.pipe(v.optional(UserHeader), v.description('User who first solved it')),
  firstSolvedTime: v.pipe(v.optional(instant), v.description('When it was first solved')),
  /** Normalised call-ins that were wrong and matched no hint, by number of users. */
  wrongAnswers: v.pipe(
    v.array(HuntWrongAnswerData),
    v.description('Answers that were neither right nor matched a hint, most frequent first'),
  ),
});

/** Statistics of the puzzles of a hunt, for hunt makers. */
export const HuntStatisticsData = record('HuntStatisticsData', {
  huntID: v.pipe(uuid, v.description('Id of the hunt')),
  title: v.pipe(v.string(), v.description('Title, in one line')),
  puzzles: v.pipe(v.array(HuntPuzzleStatisticsData), v.description('Puzzles, in order')),
});
export type HuntStatisticsData = v.InferOutput<typeof HuntStatisticsData>;
