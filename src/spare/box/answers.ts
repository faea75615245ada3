import { setTimeout as delay } from 'node:timers/promises';
import type * as v from 'valibot';
import type { Blocks, FilePart, Problem, Question, SteppedDown } from '../wire/messages.ts';
import type { Message } from '../wire/seal.ts';
import type { DatabaseFile } from './base.ts';
import { type LogSending, pollMilliseconds } from './log-sending.ts';
import type { Session } from './session.ts';
import type { Waiting } from './waiting.ts';

/** An answer without bytes beside it. */
export const withoutBody = (head: unknown): Message => ({ head, body: Buffer.alloc(0) });

/** Says why a question is declined, and whether a new session may do better. */
export const decline = (problem: string, mayRetry = false): Message =>
  withoutBody({ problem, mayRetry } satisfies v.InferOutput<typeof Problem>);

/** What the answers in a session are made from. */
export interface AnswerParts {
  readonly sending: LogSending;
  readonly databaseFile: DatabaseFile;
  readonly waiting: Waiting;
  /** Makes a small commit, so that there is a log. */
  readonly touch: () => void;
  /** Is this session still the present one? */
  readonly isCurrent: (session: Session) => boolean;
  readonly stepDown: (generation: number, peer: string) => void;
}

export type QuestionInSession = Exclude<Question, { ask: 'hello' | 'state' }>;

/** Answers a question of the present session. */
export async function answerInSession(
  question: QuestionInSession,
  body: Buffer,
  asking: Session,
  parts: AnswerParts,
): Promise<Message> {
  switch (question.ask) {
    case 'log':
      asking.filesMissing = question.filesMissing;
      return parts.sending.send(question.place, asking, () => parts.isCurrent(asking));
    case 'base':
      return beginBase(asking, parts);
    case 'blocks':
      return compareBlocks(question.from, body, parts);
    case 'files':
      return listFiles(question.isWhole, asking, parts);
    case 'file':
      return sendFile(question, asking);
    case 'step-down':
      return stepDown(question.generation, asking, parts);
  }
}

function beginBase(asking: Session, { sending, databaseFile, touch }: AnswerParts): Message {
  asking.isTakingBase = true;
  asking.safe = undefined;
  if (!sending.follow()) touch();
  const place = sending.follow();
  return place ? withoutBody({ log: place.log, size: databaseFile.size() }) : decline('the log cannot be read');
}

async function compareBlocks(from: number, hashes: Buffer, { databaseFile }: AnswerParts): Promise<Message> {
  const { differing, bytes } = await databaseFile.compare(from, hashes);
  return { head: { differing } satisfies v.InferOutput<typeof Blocks>, body: bytes };
}

const lookMilliseconds = 20;

/** Asking again says that everything of the last listing has arrived. */
async function listFiles(
  isWhole: boolean,
  asking: Session,
  { waiting, sending, isCurrent }: AnswerParts,
): Promise<Message> {
  waiting.confirmFiles(asking.listedFiles);
  sending.lookAgain();
  const end = performance.now() + pollMilliseconds;
  const isNew = () => isWhole || waiting.savedFiles !== asking.listedFiles;
  while (!isNew() && isCurrent(asking) && performance.now() < end) await delay(lookMilliseconds);
  asking.listedFiles = waiting.savedFiles;
  return withoutBody(await asking.files.list(isWhole));
}

async function sendFile({ folder, name, from }: Question & { ask: 'file' }, asking: Session): Promise<Message> {
  const part = await asking.files.read(folder, name, from);
  const head: v.InferOutput<typeof FilePart> = { size: part?.size ?? 0, isGone: part === undefined };
  return { head, body: part?.bytes ?? Buffer.alloc(0) };
}

function stepDown(generation: number, asking: Session, { sending, stepDown }: AnswerParts): Message {
  stepDown(generation, asking.peer);
  return withoutBody({ end: sending.follow() } satisfies v.InferOutput<typeof SteppedDown>);
}
