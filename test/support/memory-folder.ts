import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
/** Containers may have only a few megabytes there. */
const minFreeBytes = 1024 ** 3;

/**
 * Creates a folder for data that needn't survive a crash, in memory if there is enough: tests write a hundred thousand
 * times, and waiting for a disk each time would be slow.
 */
export const createQuickFolder = (): Promise<string> => mkdtemp(join(findPlace(), 'gangway-test-'));

function findPlace(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= minFreeBytes ? memoryFolder : tmpdir();
  } catch {
    return tmpdir();
  }
}
