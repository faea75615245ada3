import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import type { SpareState } from '#area/spare.ts';
import { formatOrigin } from '#config/ship-address.ts';
import type { Database } from '#db/open.ts';
import type { Log } from '#platform/observing/log.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Succession } from '../succession.ts';
import type { LinkAnswer } from '../wire/link-server.ts';
import { type HelloAnswer, PeerRequest, protocolVersion, type State } from '../wire/messages.ts';
import { type AnswerParts, answerInSession, createRefusal } from './answers.ts';
import { createDatabaseFile } from './base.ts';
import { checkpointWithSpare } from './checkpoints.ts';
import { createWaitingReport, describeToPeer, readSpare, reportAttached } from './describe.ts';
import { createFileList, type SharedFolders } from './file-list.ts';
import { createLogSending, pollMilliseconds } from './log-sending.ts';
import { createLogSource } from './log-source.ts';
import { createSession, keepSessions, type Session, type SessionKeeper } from './session.ts';
import { createSpareWait } from './waiting.ts';

/** Dependencies of the server's side. */
export interface LinkResponderParts {
  readonly db: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly folders: SharedFolders;
  readonly isSecure: boolean;
  /** Whether responses wait for the spare's disk. */
  readonly waits: boolean;
  readonly readIdentity: () => { installation: string; generation: number };
  /** Makes a small commit, so that there is a log. */
  readonly touch: () => void;
  /** Called when a spare has begun to follow: it will serve at this address. */
  readonly onAttached: (peer: string) => void;
  readonly succession: Pick<Succession, 'isReplaced' | 'stepDown' | 'endHandover'>;
}

/** The serving machine's side of the link. */
export interface LinkResponder {
  /** Answers a question of the paired machine, which is at `address`. */
  answer(question: unknown, address: string): Promise<LinkAnswer>;
  /** Checkpoints the log when it has grown. */
  checkpoint(): void;
  /** What a response to a client waits for; undefined if it needn't wait. */
  wait(): Promise<void> | undefined;
  recordSavedFile(path: string): void;
  describe(): State;
  /** The state of the spare, as known since the start. */
  readState(): SpareState;
  /** Whether a spare is following at the moment. */
  isFollowed(): boolean;
  /** How long the spare has been silent. */
  countSilentMilliseconds(): number;
  /** Gives the spare a moment to fetch what it lacks. */
  close(): Promise<void>;
}

const closeMilliseconds = 1_000;

/** Creates the server's side; it answers until the process ends. */
export function createLinkResponder(parts: LinkResponderParts): LinkResponder {
  const { db, log, clock, succession } = parts;
  const source = createLogSource(db);
  const waiting = createSpareWait(createWaitingReport(log), clock.steadyNow);
  const sending = createLogSending({ db, source, waiting, waits: parts.waits, clock });
  const sessions = keepSessions((begun, before) => {
    reportAttached(log, before, begun);
    parts.onAttached(begun.peer);
  });
  const answers: AnswerParts = {
    sending,
    waiting,
    databaseFile: createDatabaseFile(db.file),
    touch: parts.touch,
    isCurrent: (asking) => sessions.current === asking && !succession.isReplaced(),
    succession,
  };

  const countSilentMilliseconds = () =>
    sessions.current ? clock.steadyNow() - sessions.current.seenAt : Number.POSITIVE_INFINITY;

  const isFollowed = () => countSilentMilliseconds() < 2 * pollMilliseconds;

  const readState = () =>
    readSpare(sessions.current, { isAttached: isFollowed(), waits: parts.waits, waiting, sending, source, clock });

  const describe = () =>
    describeToPeer(succession.isReplaced() ? 'replaced' : 'serves', parts.readIdentity().generation, readState());

  return {
    describe,
    readState,
    isFollowed,
    countSilentMilliseconds,
    wait: () => (parts.waits ? waiting.wait() : undefined),
    recordSavedFile(path) {
      sessions.current?.files.recordSaved(path);
      waiting.recordSavedFile(source.total);
    },
    async answer(asked, address) {
      const question = v.safeParse(PeerRequest, asked);
      if (!question.success) return createRefusal('the question is not understood');
      const { output } = question;
      if (output.ask === 'state') return { head: describe() };
      if (output.ask === 'hello') return handleHello(output, address, parts, sessions, isFollowed());
      const session = sessions.find(output.session);
      if (!session) return createRefusal('another session has begun', true);
      session.seenAt = clock.steadyNow();
      return answerInSession(output, session, answers);
    },
    checkpoint() {
      const { current } = sessions;
      waiting.check();
      sending.follow();
      if (!checkpointWithSpare(db, source, current, clock.steadyNow()) || !current) return;
      current.safe = undefined;
      log.warn('the spare is too far behind and will copy the database again');
    },
    async close() {
      const end = performance.now() + closeMilliseconds;
      const lacks = () => sessions.current?.safe && isFollowed() && source.countAfter(sessions.current.safe) !== 0;
      for (sending.follow(); lacks() && performance.now() < end; ) await delay(10);
    },
  };
}

type HelloRequest = PeerRequest & { ask: 'hello' };

/** Offers a session to the spare, or returns why not. */
function handleHello(
  greeting: HelloRequest,
  address: string,
  parts: LinkResponderParts,
  sessions: SessionKeeper,
  isFollowed: boolean,
): LinkAnswer {
  const objection = findReasonToDecline(greeting, parts, isFollowed ? sessions.current : undefined);
  if (objection) return objection;
  const peer = formatOrigin(greeting.isSecure, address, greeting.port);
  const session = createSession(createFileList(parts.folders), { peer, machine: greeting.machine }, parts.clock);
  sessions.offer(session);
  const head: v.InferOutput<typeof HelloAnswer> = {
    session: session.id,
    ...parts.readIdentity(),
    isSecure: parts.isSecure,
    now: parts.clock.now().getTime(),
  };
  return { head };
}

function findReasonToDecline(
  { version: theirs, generation: seen, machine }: HelloRequest,
  { readIdentity }: LinkResponderParts,
  present: Session | undefined,
): LinkAnswer | undefined {
  if (theirs !== protocolVersion)
    return createRefusal(
      `the server runs Gangway ${protocolVersion}, the spare ${theirs}: install the same version on both, then run \`gangway spare run\` on the spare again`,
    );
  const { generation } = readIdentity();
  if (seen > generation) return createRefusal(`the server is of generation ${generation}, the spare has seen ${seen}`);
  // Two spares following at once would end each other's sessions.
  if (present && present.machine !== machine)
    return createRefusal(`${present.peer} follows it already, and only one machine can`, true);
  return undefined;
}
