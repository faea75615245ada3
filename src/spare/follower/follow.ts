import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from '#platform/files/files.ts';
import { findMachineTrouble } from '#platform/machine/machine-trouble.ts';
import type { SharedFolders } from '../server/file-list.ts';
import { HelloAnswer, protocolVersion } from '../wire/messages.ts';
import { deleteCleanHandover } from './clean-hand-over.ts';
import { LogMismatch, type MoveLog } from './copy.ts';
import type { ShowProgress } from './fetch-base.ts';
import { createFileFetching } from './fetch-files.ts';
import { createLogFollowing } from './follow-log.ts';
import { createStateKeeper } from './follow-state.ts';
import { type Link, PeerDeclined, PeerSilent } from './link.ts';
import type { FollowState } from './slots.ts';

/** Dependencies of following a server. */
export interface FollowParts {
  readonly link: Link;
  readonly spareFolder: string;
  readonly folders: SharedFolders;
  /** This machine's own database, which may seed a base. */
  readonly seed: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** Checkpoints finished logs into the copy. */
  readonly moveLog: MoveLog;
  readonly show: ShowProgress;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A machine that follows the server. */
export interface Following {
  readonly state: FollowState | undefined;
  readonly isAttached: boolean;
  /** Whether the server reports that it has nothing more. */
  readonly isAtEnd: boolean;
  /** Writes the current state as a database into a folder. Returns false while there is no complete copy. */
  takeSnapshot(folder: string): Promise<boolean>;
  /** Records that the copy was verified just now. */
  recordVerified(isWell: boolean): void;
  /** Ends when `signal` is aborted. Throws PeerDeclined when following makes no sense. */
  run(): Promise<void>;
}

const retryMilliseconds = 500;
/** People have to make space on a full disk. */
const retryMillisecondsForMachine = 3_000;

/** Follows a server until it's stopped: through restarts, lost networks and sleep of either machine. */
export function createFollower(parts: FollowParts): Following {
  const { link, spareFolder, signal } = parts;
  const { say, complain } = createReporter(parts.say);
  makeFolder(spareFolder);
  const files = createFileFetching(link, parts.folders, parts.show, () => log.ends, say);
  const keeper = createStateKeeper(spareFolder, files);
  const log = createLogFollowing({ ...parts, say }, keeper);
  const machine = keeper.state?.machine ?? randomUUID();
  let isAttached = false;

  async function attach(): Promise<string> {
    const generation = keeper.state?.generation ?? 0;
    const { port, isSecure } = parts;
    const question = { ask: 'hello', version: protocolVersion, port, isSecure, generation, machine } as const;
    const { head } = await link.ask(question, HelloAnswer);
    if (keeper.state && keeper.state.installation !== head.installation)
      throw new PeerDeclined(
        `${link.url} holds a different sailing from the one this machine has followed: delete ${spareFolder} to follow it`,
      );
    const { installation } = head;
    keeper.begin({ url: link.url, installation, machine, generation: 0, lastAnswer: 0, newestCommit: 0 });
    warnAboutClockDifference(head.now - Date.now(), say);
    if (head.isSecure && !isSecure) say('the server uses TLS: set TLS_CERT and TLS_KEY here too');
    deleteCleanHandover(spareFolder);
    keeper.change({ generation: head.generation, url: link.url }, true);
    return head.session;
  }

  async function followFiles(session: string, goesOn: () => boolean): Promise<void> {
    await files.fetchChanges(session);
    say('pictures and other files are complete');
    while (goesOn()) await files.fetchChanges(session);
  }

  async function followOnce(): Promise<void> {
    const session = await attach();
    isAttached = true;
    say(`following ${link.url}`);
    const ended = new AbortController();
    const goesOn = () => !signal.aborted && !ended.signal.aborted;
    const loops = [log.follow(session, goesOn), followFiles(session, goesOn)];
    // The server must not continue an old session next to a new one.
    for (const loop of loops) loop.catch(() => ended.abort());
    const [failed] = (await Promise.allSettled(loops)).filter((loop) => loop.status === 'rejected');
    isAttached = false;
    if (failed) throw failed.reason;
  }

  return {
    get state() {
      return keeper.state;
    },
    get isAttached() {
      return isAttached;
    },
    get isAtEnd() {
      return log.isAtEnd;
    },
    takeSnapshot: log.takeSnapshot,
    recordVerified: (isWell) => keeper.change({ verified: { at: Date.now(), isWell } }, true),
    async run() {
      while (!signal.aborted) await followOnce().catch((error: unknown) => waitAfter(error, complain, signal));
      keeper.flush();
    },
  };
}

/** If both clocks are right, a message takes less time than this. */
const maxClockDifference = 60_000;

/** Following doesn't depend on clocks, but what's stored after a promotion has this machine's time. */
function warnAboutClockDifference(milliseconds: number, say: (line: string) => void): void {
  if (Math.abs(milliseconds) < maxClockDifference) return;
  const minutes = Math.round(Math.abs(milliseconds) / 60_000);
  say(
    `the server's clock is ${minutes} minutes ${milliseconds > 0 ? 'ahead of' : 'behind'} the one here: correct the wrong one`,
  );
}

/** Reports a problem once, and again after anything else was reported. */
function createReporter(print: (line: string) => void) {
  let last = '';
  const say = (line: string): void => {
    last = line;
    print(line);
  };
  return {
    say,
    complain(complaint: string): void {
      const line = `${complaint}; trying again`;
      if (line !== last) say(line);
    },
  };
}

/** Waits if the error may pass by itself; throws it otherwise. */
async function waitAfter(error: unknown, complain: (complaint: string) => void, signal: AbortSignal): Promise<void> {
  if (!isTemporary(error)) throw error;
  if (signal.aborted) return;
  const trouble = findMachineTrouble(error);
  complain(trouble?.sentence.replace('the server', 'this machine') ?? error.message);
  await delay(trouble ? retryMillisecondsForMachine : retryMilliseconds, undefined, { signal }).catch(() => {});
}

/** Whether it's worth trying again. */
function isTemporary(error: unknown): error is Error {
  if (error instanceof PeerSilent || error instanceof LogMismatch) return true;
  // Such as a full disk; the copy isn't affected.
  if (error instanceof Error && findMachineTrouble(error)) return true;
  return error instanceof PeerDeclined && error.mayRetry;
}
