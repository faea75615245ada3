import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as immediate } from 'node:timers/promises';
import { flagsToSync } from '#platform/machine/operating-system.ts';

/** Syncs the log of a database to the disk in the thread pool, for all transactions that were committed meanwhile. */
export interface DiskSync {
  /** Starts to sync what has been committed in this turn of the event loop. */
  start(): void;
  /** Resolves once everything committed so far is on the disk, rejects if it failed; undefined if it already is. */
  wait(): Promise<void> | undefined;
  close(): void;
}

export function createDiskSync(log: string): DiskSync {
  let opening: Promise<FileHandle> | undefined;
  /** The next sync. It hasn't started, so it will cover every commit made before it does. */
  let next: Promise<void> | undefined;
  /** The sync in progress. It may have started before the last commit. */
  let running: Promise<void> | undefined;

  function openLog(): Promise<FileHandle> {
    opening ??= open(log, flagsToSync).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function sync(before: Promise<void> | undefined): Promise<void> {
    if (before) await before.catch(() => {});
    await immediate();
    running = next;
    next = undefined;
    try {
      await (await openLog()).datasync();
    } finally {
      running = undefined;
    }
  }

  return {
    start() {
      if (next) return;
      next = sync(running);
      // Callers that wait handle a failure.
      next.catch(() => {});
    },
    wait: () => next ?? running,
    close: () => void opening?.then((handle) => handle.close()).catch(() => {}),
  };
}
