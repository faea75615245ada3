import { mkdirSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { version } from '#platform/version.ts';
import type { SharedFolders } from '../box/file-list.ts';
import { Hello, Piece } from '../wire/messages.ts';
import { BrokenLog, type Copy, getCopyFile, openCopy } from './copy.ts';
import { fetchBase, type ShowProgress } from './fetch-base.ts';
import { createFileFetching } from './fetch-files.ts';
import { type Link, PeerDeclined, PeerSilent } from './link.ts';
import { type FollowState, getFreeSlot, getSlotFolder, readFollowState, saveFollowState } from './slots.ts';

/** What following needs. */
export interface FollowParts {
  readonly link: Link;
  readonly spareFolder: string;
  readonly folders: SharedFolders;
  /** A database of this machine's own, from which a base may be made. */
  readonly seed: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly show: ShowProgress;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A machine that follows the box. */
export interface Following {
  readonly state: FollowState | undefined;
  readonly isAttached: boolean;
  /** Does the box say that nothing is behind what is here? */
  readonly isAtEnd: boolean;
  /** Ends when `signal` says so. Throws PeerDeclined where following makes no sense. */
  run(): Promise<void>;
}

const retryMilliseconds = 500;
const stateMilliseconds = 1_000;

/** Follows a box until it is told to stop: through restarts, cuts and sleep of either machine. */
export function createFollowing(parts: FollowParts): Following {
  const { link, spareFolder, signal, say } = parts;
  mkdirSync(spareFolder, { recursive: true, mode: 0o700 });
  const files = createFileFetching(link, parts.folders, parts.show);
  let state = readFollowState(spareFolder);
  let savedAt = 0;
  let isAttached = false;
  let isAtEnd = false;

  function save(change: Partial<FollowState>, isDurable: boolean): void {
    if (!state) return;
    state = { ...state, ...change, filesMissing: files.isComplete ? files.missing : undefined };
    if (!isDurable && performance.now() - savedAt < stateMilliseconds) return;
    savedAt = performance.now();
    saveFollowState(spareFolder, state, isDurable);
  }

  async function attach(): Promise<string> {
    const generation = state?.generation ?? 0;
    const question = { ask: 'hello', version, port: parts.port, isSecure: parts.isSecure, generation } as const;
    const { head } = await link.ask(question, Hello);
    if (state && state.installation !== head.installation)
      throw new PeerDeclined(
        `${link.url} holds another sailing than this machine has followed: delete ${spareFolder} to follow it`,
      );
    state ??= { url: link.url, installation: head.installation, generation: 0, lastAnswer: 0, newestCommit: 0 };
    if (head.isSecure && !parts.isSecure) say('the box serves over TLS: set TLS_CERT and TLS_KEY here too');
    save({ generation: head.generation, url: link.url }, true);
    return head.session;
  }

  async function takeBase(session: string): Promise<Copy> {
    if (!state) throw new Error('a base before the box was asked who it is');
    const slot = getFreeSlot(state);
    const folder = getSlotFolder(spareFolder, slot);
    const seed = state.current === undefined ? parts.seed : getCopyFile(getSlotFolder(spareFolder, state.current));
    await fetchBase(link, session, folder, seed, parts.show);
    const copy = openCopy(folder);
    if (!copy) throw new Error('a copy that was just made cannot be opened');
    return copy;
  }

  /** The new copy has caught up: it takes the place of the old one. */
  function useCopy(copy: Copy): void {
    copy.markComplete();
    const slot = state && getFreeSlot(state);
    if (!state || !slot || copy.databaseFile !== getCopyFile(getSlotFolder(spareFolder, slot))) return;
    save({ current: slot }, true);
    rmSync(getSlotFolder(spareFolder, getFreeSlot(state)), { recursive: true, force: true });
    say('the copy of the database is complete');
  }

  const openCurrent = (): Copy | undefined =>
    state?.current === undefined ? undefined : openCopy(getSlotFolder(spareFolder, state.current));

  async function followLog(session: string, goesOn: () => boolean): Promise<void> {
    let copy = openCurrent() ?? (await takeBase(session));
    while (goesOn()) {
      const { head, body } = await link.ask({ ask: 'log', session, place: copy.place }, Piece);
      if (head.needsBase) {
        copy = await takeBase(session);
        continue;
      }
      if (body.length > 0) copy.append(body);
      if (head.nextLog !== undefined) copy.endLog(head.nextLog);
      isAtEnd = head.isAtEnd;
      if (isAtEnd) useCopy(copy);
      save({ lastAnswer: head.now, newestCommit: head.newestCommit }, false);
    }
  }

  async function followFiles(session: string, goesOn: () => boolean): Promise<void> {
    while (goesOn()) await files.fetchChanges(session);
  }

  async function followOnce(): Promise<void> {
    const session = await attach();
    isAttached = true;
    say(`following ${link.url}`);
    const ended = new AbortController();
    const goesOn = () => !signal.aborted && !ended.signal.aborted;
    const loops = [followLog(session, goesOn), followFiles(session, goesOn)];
    // Neither may go on with an old session beside the other's new one.
    for (const loop of loops) loop.catch(() => ended.abort());
    const [first] = (await Promise.allSettled(loops)).filter(({ status }) => status === 'rejected');
    isAttached = false;
    if (first?.status === 'rejected') throw first.reason;
  }

  return {
    get state() {
      return state;
    },
    get isAttached() {
      return isAttached;
    },
    get isAtEnd() {
      return isAtEnd;
    },
    async run() {
      let lastComplaint = '';
      while (!signal.aborted) {
        try {
          await followOnce();
        } catch (error) {
          if (!isPassing(error)) throw error;
          if (error.message !== lastComplaint) say(`${error.message}; trying again`);
          lastComplaint = error.message;
          await delay(retryMilliseconds, undefined, { signal }).catch(() => {});
        }
      }
      if (state) saveFollowState(spareFolder, state, true);
    },
  };
}

/** Is it worth trying again by itself? */
function isPassing(error: unknown): error is Error {
  if (error instanceof PeerSilent || error instanceof BrokenLog) return true;
  return error instanceof PeerDeclined && error.mayRetry;
}
