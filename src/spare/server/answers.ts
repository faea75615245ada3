import { setTimeout as delay } from 'node:timers/promises';
import type * as v from 'valibot';
import type { Succession } from '../succession.ts';
import type { LinkAnswer } from '../wire/link-server.ts';
import type { Blocks, DeclineReason, File, HandoverEnded, PeerRequest, SteppedDown } from '../wire/messages.ts';
import type { DatabaseFile } from './base.ts';
import { type LogSending, pollMilliseconds } from './log-sending.ts';
import type { Session } from './session.ts';
import type { SpareWait } from './waiting.ts';

/** Why a question is declined, and whether a new session may do better. */
export const createRefusal = (problem: string, mayRetry = false): LinkAnswer => ({
  head: { problem, mayRetry } satisfies v.InferOutput<typeof DeclineReason>,
});

/** What answering a session's questions requires. */
export interface AnswerParts {
  readonly sending: LogSending;
  readonly databaseFile: DatabaseFile;
  readonly waiting: SpareWait;
  /** Makes a small commit, so that there is a log. */
  readonly touch: () => void;
  /** Whether this session is still the current one. */
  readonly isCurrent: (session: Session) => boolean;
  readonly succession: Pick<Succession, 'stepDown' | 'endHandover'>;
}

export type SessionRequest = Exclude<PeerRequest, { ask: 'hello' | 'state' }>;

/** Answers a question of the current session. */
export async function answerInSession(
  question: SessionRequest,
  asking: Session,
  parts: AnswerParts,
): Promise<LinkAnswer> {
  switch (question.ask) {
    case 'log':
      asking.filesMissing = question.filesMissing;
      return parts.sending.send(question.place, asking, () => parts.isCurrent(asking));
    case 'base':
      return startBaseCopy(asking, parts);
    case 'blocks':
      return compareBlocks(question, parts);
    case 'files':
      return listFiles(question.isWhole, asking, parts);
    case 'file':
      return sendFile(question, asking);
    case 'step-down':
      return handleStepDown(question.generation, asking, parts);
    case 'end-hand-over': {
      const serves = parts.succession.endHandover(question.generation, question.hasSucceeded);
      asking.hasSteppedDown = !serves;
      return { head: { serves } satisfies v.InferOutput<typeof HandoverEnded> };
    }
  }
}

function startBaseCopy(asking: Session, { sending, databaseFile, touch }: AnswerParts): LinkAnswer {
  asking.isTakingBase = true;
  asking.safe = undefined;
  if (!sending.follow()) touch();
  const place = sending.follow();
  return place ? { head: { log: place.log, size: databaseFile.size() } } : createRefusal('the log cannot be read');
}

async function compareBlocks(
  { from, hashes }: PeerRequest & { ask: 'blocks' },
  { databaseFile }: AnswerParts,
): Promise<LinkAnswer> {
  const { differing, bytes } = await databaseFile.compare(from, Buffer.from(hashes, 'base64'));
  return { head: { differing } satisfies v.InferOutput<typeof Blocks>, body: bytes };
}

const retryMilliseconds = 20;

/** The next question confirms that all files of the last listing have arrived. */
async function listFiles(
  isWhole: boolean,
  asking: Session,
  { waiting, sending, isCurrent }: AnswerParts,
): Promise<LinkAnswer> {
  waiting.confirmFiles(asking.listedFiles);
  sending.lookAgain();
  const end = performance.now() + pollMilliseconds;
  const isNew = () => isWhole || asking.hasSteppedDown || waiting.savedFiles !== asking.listedFiles;
  while (!isNew() && isCurrent(asking) && performance.now() < end) await delay(retryMilliseconds);
  asking.listedFiles = waiting.savedFiles;
  return { head: await asking.files.list({ isWhole, isLast: asking.hasSteppedDown }) };
}

async function sendFile({ folder, name }: PeerRequest & { ask: 'file' }, asking: Session): Promise<LinkAnswer> {
  const body = await asking.files.read(folder, name);
  return { head: { isGone: body === undefined } satisfies v.InferOutput<typeof File>, body };
}

function handleStepDown(generation: number, asking: Session, { sending, succession }: AnswerParts): LinkAnswer {
  succession.stepDown(generation, asking.peer);
  asking.hasSteppedDown = true;
  return { head: { end: sending.follow() } satisfies v.InferOutput<typeof SteppedDown> };
}
