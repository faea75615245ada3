import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import type { Database } from '#db/open.ts';
import type { Log } from '#platform/log.ts';
import { version } from '#platform/version.ts';
import type { LogPlace } from '../log/frames.ts';
import { type Blocks, type FilePart, type Hello, type Piece, type Problem, Question, type State } from '../wire/messages.ts';
import type { Message } from '../wire/seal.ts';
import { createDatabaseFile } from './base.ts';
import { checkpointInStep } from './checkpoints.ts';
import { describeSession, reportWaiting } from './describe.ts';
import { createFileList, type SharedFolders } from './file-list.ts';
import { createLogSource } from './log-source.ts';
import { createSession, type Session } from './session.ts';
import { createWaiting } from './waiting.ts';

/** What the box's side is made of. */
export interface BoxParts {
  readonly db: Database;
  readonly log: Log;
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
  noteSavedFile(): void;
  describe(): State;
  /** Is a spare following at the moment? */
  isFollowed(): boolean;
  /** Lets the spare take what it still lacks, for a moment. */
  close(): Promise<void>;
}

const maxPieceBytes = 1024 * 1024;
/** A question for more of the log is answered after this long, also when there is nothing. */
const pollMilliseconds = 1_000;
/** Commands beside the service commit unseen: the log is looked at this often. */
const lookMilliseconds = 100;
const closeMilliseconds = 1_000;

const withoutBody = (head: unknown): Message => ({ head, body: Buffer.alloc(0) });
const decline = (problem: string, mayRetry = false): Message =>
  withoutBody({ problem, mayRetry } satisfies v.InferOutput<typeof Problem>);

/** Creates the side of the machine that serves; it answers until the process ends. */
export function createBox(parts: BoxParts): Box {
  const { db, log } = parts;
  const source = createLogSource(db);
  const databaseFile = createDatabaseFile(db.file);
  const waiting = createWaiting((isOn) => reportWaiting(log, isOn));
  let session: Session | undefined;
  let newestCommit = 0;
  let wake: (() => void) | undefined;
  let hasSteppedDown = false;

  db.onCommit(() => {
    newestCommit = Date.now();
    if (wake) setImmediate(wake);
  });

  function follow(): LogPlace | undefined {
    const before = source.total;
    const end = source.follow();
    if (source.total > before && newestCommit === 0) newestCommit = Date.now();
    waiting.noteCommitted(source.total);
    return end;
  }

  function hello(question: Question & { ask: 'hello' }, address: string): Message {
    if (question.version !== version)
      return decline(`this machine runs Gangway ${version}, the spare ${question.version}: both need the same program`);
    const { installation, generation } = parts.readIdentity();
    if (question.generation > generation)
      return decline(`this machine is of generation ${generation}, the spare has seen ${question.generation}`);
    const host = address.includes(':') ? `[${address}]` : address;
    const peer = `${question.isSecure ? 'https' : 'http'}://${host}:${question.port}`;
    session = createSession(createFileList(parts.folders), peer);
    parts.onAttached(peer);
    log.info({ peer }, 'a spare begins to follow');
    return withoutBody({ session: session.id, installation, generation, isSecure: parts.isSecure } satisfies v.InferOutput<
      typeof Hello
    >);
  }

  /** Waits until something follows a place, or for a second. */
  async function findPiece(place: LogPlace, asking: Session) {
    const end = performance.now() + pollMilliseconds;
    for (;;) {
      follow();
      const piece = source.readAfter(place, maxPieceBytes);
      if (!piece || piece.bytes.length > 0 || piece.nextLog !== undefined) return piece;
      if (performance.now() >= end || hasSteppedDown || session !== asking) return piece;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookMilliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = undefined;
    }
  }

  async function sendLog(place: LogPlace, asking: Session): Promise<Message> {
    asking.isTakingBase = false;
    follow();
    const behind = source.countAfter(place);
    if (behind !== undefined) {
      asking.safe = place;
      waiting.confirmBytes(source.total - behind, parts.waits && behind === 0);
    }
    const piece = await findPiece(place, asking);
    const isAtEnd = piece !== undefined && source.countAfter(place) === piece.bytes.length && piece.nextLog === undefined;
    const head: Piece = {
      needsBase: piece === undefined,
      nextLog: piece?.nextLog,
      isAtEnd,
      now: Date.now(),
      newestCommit,
    };
    return { head, body: piece?.bytes ?? Buffer.alloc(0) };
  }

  function beginBase(asking: Session): Message {
    asking.isTakingBase = true;
    asking.safe = undefined;
    if (!follow()) parts.touch();
    const place = follow();
    if (!place) return decline('the log cannot be read');
    log.info('the spare takes a new base');
    return withoutBody({ log: place.log, size: databaseFile.size() });
  }

  async function compareBlocks(from: number, hashes: Buffer): Promise<Message> {
    const { differing, bytes } = await databaseFile.compare(from, hashes);
    return { head: { differing } satisfies v.InferOutput<typeof Blocks>, body: bytes };
  }

  /** Asking again says that everything of the last listing has arrived. */
  async function listFiles(isWhole: boolean, asking: Session): Promise<Message> {
    waiting.confirmFiles(asking.listedFiles);
    const end = performance.now() + pollMilliseconds;
    while (!isWhole && waiting.savedFiles === asking.listedFiles && performance.now() < end) await delay(20);
    asking.listedFiles = waiting.savedFiles;
    return withoutBody(await asking.files.list(isWhole));
  }

  async function sendFile({ folder, name, from }: Question & { ask: 'file' }, asking: Session): Promise<Message> {
    const part = await asking.files.read(folder, name, from);
    const head: v.InferOutput<typeof FilePart> = { size: part?.size ?? 0, isGone: part === undefined };
    return { head, body: part?.bytes ?? Buffer.alloc(0) };
  }

  function stepDown(generation: number, asking: Session): Message {
    parts.stepDown(generation, asking.peer);
    hasSteppedDown = true;
    return withoutBody({ end: follow() });
  }

  async function answerInSession(
    question: Exclude<Question, { ask: 'hello' | 'state' }>,
    body: Buffer,
  ): Promise<Message> {
    const asking = session;
    if (!asking || question.session !== asking.id) return decline('another session has begun', true);
    asking.seenAt = performance.now();
    switch (question.ask) {
      case 'log':
        return sendLog(question.place, asking);
      case 'base':
        return beginBase(asking);
      case 'blocks':
        return compareBlocks(question.from, body);
      case 'files':
        return listFiles(question.isWhole, asking);
      case 'file':
        return sendFile(question, asking);
      case 'step-down':
        return stepDown(question.generation, asking);
    }
  }

  const isFollowed = () => session !== undefined && performance.now() - session.seenAt < 2 * pollMilliseconds;

  function describe(): State {
    const { generation } = parts.readIdentity();
    const lines = session ? describeSession(session, source.countAfter.bind(source)) : ['no spare has followed since the start'];
    return { role: hasSteppedDown ? 'replaced' : 'serves', generation, lines };
  }

  return {
    describe,
    isFollowed,
    wait: () => (parts.waits ? waiting.wait() : undefined),
    noteSavedFile: waiting.noteSavedFile,
    async answer(message, address) {
      const question = v.safeParse(Question, message.head);
      if (!question.success) return decline('the question is not understood');
      const { output } = question;
      if (output.ask === 'state') return withoutBody(describe());
      if (output.ask === 'hello') return hello(output, address);
      return answerInSession(output, message.body);
    },
    checkpoint() {
      waiting.check();
      follow();
      if (checkpointInStep(db, source, session) && session) {
        session.safe = undefined;
        log.warn('the spare lags too far behind: it will take a new base');
      }
    },
    async close() {
      const end = performance.now() + closeMilliseconds;
      const lacks = () => session?.safe && isFollowed() && source.countAfter(session.safe) !== 0;
      for (follow(); lacks() && performance.now() < end; ) await delay(10);
    },
  };
}
