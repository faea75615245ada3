import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Containers may have a few megabytes there. */
const minFreeBytes = 1024 ** 3;

/**
 * A new folder for data that no crash has to spare, in memory where the system has room there: what tests store is not
 * worth waiting for a disk a hundred thousand times.
 */
export const createQuickFolder = (): Promise<string> => mkdtemp(join(findPlace(), 'gangway-test-'));

function findPlace(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= minFreeBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
