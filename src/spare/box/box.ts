import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import type { SpareState } from '#area/spare.ts';
import { formatOrigin } from '#config/ship-address.ts';
import type { Database } from '#db/open.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { type Hello, Question, type State, spokenVersion } from '../wire/messages.ts';
import type { Message } from '../wire/seal.ts';
import { type AnswerParts, answerInSession, decline, withoutBody } from './answers.ts';
import { createDatabaseFile } from './base.ts';
import { checkpointInStep } from './checkpoints.ts';
import { createWaitingReport, describeTo, readSpare, reportAttached } from './describe.ts';
import { createFileList, type SharedFolders } from './file-list.ts';
import { createLogSending, pollMilliseconds } from './log-sending.ts';
import { createLogSource } from './log-source.ts';
import { createSession, type Session } from './session.ts';
import { createWaiting } from './waiting.ts';

/** What the box's side is made of. */
export interface BoxParts {
  readonly db: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly folders: SharedFolders;
  readonly isSecure: boolean;
  /** Do answers wait for the spare's disk? */
  readonly waits: boolean;
  readonly readIdentity: () => { installation: string; generation: number };
  /** Makes a small commit, so that there is a log. */
  readonly touch: () => void;
  /** The spare has begun to follow, and will serve at this address. */
  readonly onAttached: (peer: string) => void;
  /** Another machine serves from now on: nothing is written here any more. To be durable when it returns. */
  readonly stepDown: (generation: number, peer: string) => void;
}

/** The side of the machine that serves. */
export interface Box {
  /** Answers a question of the paired machine; `address` is its. */
  answer(question: Message, address: string): Promise<Message>;
  /** Moves the log into the database when it has grown. */
  checkpoint(): void;
  /** What an answer to a client waits for; undefined for nothing. */
  wait(): Promise<void> | undefined;
  noteSavedFile(path: string): void;
  describe(): State;
  /** How the spare is, as far as is known since the start. */
  readState(): SpareState;
  /** Is a spare following at the moment? */
  isFollowed(): boolean;
  /** Lets the spare take what it still lacks, for a moment. */
  close(): Promise<void>;
}

const closeMilliseconds = 1_000;

/** Creates the side of the machine that serves; it answers until the process ends. */
export function createBox(parts: BoxParts): Box {
  const { db, log, clock } = parts;
  const source = createLogSource(db);
  const waiting = createWaiting(createWaitingReport(log), clock.steadyNow);
  const sending = createLogSending({ db, source, waiting, waits: parts.waits, clock });
  let session: Session | undefined;
  let hasSteppedDown = false;
  const answers: AnswerParts = {
    sending,
    waiting,
    databaseFile: createDatabaseFile(db.file),
    touch: parts.touch,
    isCurrent: (asking) => session === asking && !hasSteppedDown,
    stepDown(generation, peer) {
      parts.stepDown(generation, peer);
      hasSteppedDown = true;
    },
  };

  const isFollowed = () => session !== undefined && clock.steadyNow() - session.seenAt < 2 * pollMilliseconds;

  const readState = () =>
    readSpare(session, { isAttached: isFollowed(), waits: parts.waits, waiting, sending, source, clock });

  const describe = () =>
    describeTo(hasSteppedDown ? 'replaced' : 'serves', parts.readIdentity().generation, readState());

  function attach(question: Question & { ask: 'hello' }, address: string): Message {
    const greeting = greet(question, address, parts, isFollowed() ? session : undefined);
    if (greeting.session) reportAttached(log, session, greeting.session);
    session = greeting.session ?? session;
    return greeting.answer;
  }

  return {
    describe,
    readState,
    isFollowed,
    wait: () => (parts.waits ? waiting.wait() : undefined),
    noteSavedFile(path) {
      session?.files.note(path);
      waiting.noteSavedFile(source.total);
    },
    async answer({ head, body }, address) {
      const question = v.safeParse(Question, head);
      if (!question.success) return decline('the question is not understood');
      const { output } = question;
      if (output.ask === 'state') return withoutBody(describe());
      if (output.ask === 'hello') return attach(output, address);
      if (output.session !== session?.id) return decline('another session has begun', true);
      session.seenAt = clock.steadyNow();
      return answerInSession(output, body, session, answers);
    },
    checkpoint() {
      waiting.check();
      sending.follow();
      if (!checkpointInStep(db, source, session, clock.steadyNow()) || !session) return;
      session.safe = undefined;
      log.warn('the spare lags too far behind: it will take a new base');
    },
    async close() {
      const end = performance.now() + closeMilliseconds;
      const lacks = () => session?.safe && isFollowed() && source.countAfter(session.safe) !== 0;
      for (sending.follow(); lacks() && performance.now() < end; ) await delay(10);
    },
  };
}

/** Begins a session with the spare, or says why not: of two that follow at once each would end what the other began. */
function greet(
  { version: theirs, generation: seen, isSecure, port, machine }: Question & { ask: 'hello' },
  address: string,
  parts: BoxParts,
  present: Session | undefined,
): { answer: Message; session?: Session } {
  if (theirs !== spokenVersion)
    return {
      answer: decline(`this machine runs Gangway ${spokenVersion}, the spare ${theirs}: both need the same program`),
    };
  const { installation, generation } = parts.readIdentity();
  if (seen > generation)
    return { answer: decline(`this machine is of generation ${generation}, the spare has seen ${seen}`) };
  if (present && present.machine !== machine)
    return { answer: decline(`${present.peer} follows it already, and only one machine can`, true) };
  const peer = formatOrigin(isSecure, address, port);
  const session = createSession(createFileList(parts.folders), { peer, machine }, parts.clock);
  parts.onAttached(peer);
  const answer: v.InferOutput<typeof Hello> = {
    session: session.id,
    installation,
    generation,
    isSecure: parts.isSecure,
    now: parts.clock.now().getTime(),
  };
  return { answer: withoutBody(answer), session };
}
