import { existsSync } from 'node:fs';
import { removePath } from '#platform/files/files.ts';
import { type Copy, getCopyFile, openCopy } from './copy.ts';
import { fetchBase } from './fetch-base.ts';
import { createLogFetching, type LogFetching } from './fetch-log.ts';
import type { FollowParts } from './follow.ts';
import type { StateKeeper } from './follow-state.ts';
import { getFreeSlot, getSlotFolder } from './slots.ts';

/** The server's database, followed by its log. */
export interface LogFollowing {
  /** Whether the server reports that it has nothing more. */
  readonly isAtEnd: boolean;
  /** How often it has reported that. */
  readonly ends: number;
  /** Writes the current state as a database into a folder. Returns false while there is no complete copy. */
  takeSnapshot(folder: string): Promise<boolean>;
  /** Follows while `goesOn` returns true. Throws the error that ends the session. */
  follow(session: string, goesOn: () => boolean): Promise<void>;
}

/** Follows the server's log into the copy of the current slot; a new base goes into the other one. */
export function createLogFollowing(
  {
    link,
    spareFolder,
    seed,
    moveLog,
    show,
    say,
  }: Pick<FollowParts, 'link' | 'spareFolder' | 'seed' | 'moveLog' | 'show' | 'say'>,
  keeper: StateKeeper,
): LogFollowing {
  let isAtEnd = false;
  let ends = 0;
  let present: Copy | undefined;

  const openCurrent = (): Copy | undefined =>
    keeper.state?.current === undefined
      ? undefined
      : openCopy(getSlotFolder(spareFolder, keeper.state.current), moveLog);

  async function takeBase(session: string): Promise<Copy> {
    if (!keeper.state) throw new Error('a base arrived before the server was asked who it is');
    const { current } = keeper.state;
    const folder = getSlotFolder(spareFolder, getFreeSlot(keeper.state));
    const copyFile = current && getCopyFile(getSlotFolder(spareFolder, current));
    // A promotion that failed has moved the copy to where the database is.
    const source = copyFile !== undefined && existsSync(copyFile) ? copyFile : seed;
    await fetchBase(link, session, folder, source, show);
    const copy = openCopy(folder, moveLog);
    if (!copy) throw new Error('a copy that was just made cannot be opened');
    return copy;
  }

  /** A new copy that has caught up replaces the old one. */
  function useCopy(copy: Copy): void {
    ends += 1;
    copy.markComplete();
    const slot = keeper.state && getFreeSlot(keeper.state);
    if (!slot || copy.databaseFile !== getCopyFile(getSlotFolder(spareFolder, slot))) return;
    keeper.change({ current: slot }, true);
    removePath(getSlotFolder(spareFolder, getFreeSlot({ current: slot })));
    say('the copy of the database is complete');
  }

  /** Fetches one piece; returns the copy to go on with. */
  async function followOnce(session: string, fetching: LogFetching, copy: Copy): Promise<Copy> {
    const head = await fetching.fetchInto(copy, keeper.state?.filesMissing);
    if (head.needsBase) {
      await checkpointIfPossible(copy);
      return takeBase(session);
    }
    isAtEnd = head.isAtEnd;
    if (isAtEnd) useCopy(copy);
    keeper.change({ lastAnswer: head.now, newestCommit: head.newestCommit }, false);
    return copy;
  }

  return {
    get isAtEnd() {
      return isAtEnd;
    },
    get ends() {
      return ends;
    },
    async takeSnapshot(folder) {
      const copy = present;
      if (!copy?.isComplete) return false;
      await copy.takeSnapshot(folder);
      return true;
    },
    async follow(session, goesOn) {
      const fetching = createLogFetching(link, session);
      let copy = openCurrent() ?? (await takeBase(session));
      try {
        for (present = copy; goesOn(); present = copy) copy = await followOnce(session, fetching, copy);
      } finally {
        // The next session opens it again.
        present = undefined;
        await checkpointIfPossible(copy).finally(fetching.close);
      }
    },
  };
}

/** A log that can't be checkpointed now is checkpointed when the copy is opened again. */
const checkpointIfPossible = (copy: Copy): Promise<void> => copy.settle().catch(() => {});
