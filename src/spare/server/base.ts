import { fstatSync, openSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { hashBlock, hashBytes, readBlocks } from '../wire/blocks.ts';

/** The file of the database itself, which doesn't change while no log is checkpointed into it. */
export interface DatabaseFile {
  size(): number;
  /**
   * Returns which of the blocks, counted from this one, differ from these hashes, with their bytes. Blocks without a
   * hash
   * differ.
   */
  compare(from: number, hashes: Buffer): Promise<{ differing: number[]; bytes: Buffer }>;
}

/**
 * Reads the file of an open database. It's opened once and never closed: closing it would release SQLite's locks on it
 * in this process.
 */
export function createDatabaseFile(path: string): DatabaseFile {
  let opened: number | undefined;
  const getFile = () => {
    opened ??= openSync(path, 'r');
    return opened;
  };
  return {
    size: () => fstatSync(getFile()).size,
    async compare(from, hashes) {
      const blocks = await readBlocks(getFile(), from);
      const differing: number[] = [];
      for (const [index, block] of blocks.entries()) {
        const hash = hashes.subarray(index * hashBytes, (index + 1) * hashBytes);
        if (!hashBlock(block).equals(hash)) differing.push(index);
        // Yields to requests between two blocks.
        if (index % 8 === 7) await setImmediate();
      }
      return { differing, bytes: Buffer.concat(differing.map((index) => blocks[index] ?? Buffer.alloc(0))) };
    },
  };
}
