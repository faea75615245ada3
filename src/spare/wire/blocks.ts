import { createHash } from 'node:crypto';
import { read } from 'node:fs';
import { promisify } from 'node:util';

const readAsync = promisify(read);

/** Databases are compared in blocks of this size. */
export const blockBytes = 64 * 1024;
/** The number of blocks at a time: 8 MiB. */
export const blocksAtOnce = 128;

export const hashBytes = 16;

/** Identifies the content of a block. Only the paired machine is asked, so no attacker can forge a collision. */
export const hashBlock = (bytes: Uint8Array): Buffer =>
  createHash('sha256').update(bytes).digest().subarray(0, hashBytes);

/** Reads the blocks of an open file from this one on, at most `blocksAtOnce`; the last block of a file may be short. */
export async function readBlocks(file: number, from: number): Promise<Buffer[]> {
  const bytes = Buffer.allocUnsafeSlow(blockBytes * blocksAtOnce);
  const { bytesRead } = await readAsync(file, bytes, 0, bytes.length, from * blockBytes);
  const blocks = [];
  for (let at = 0; at < bytesRead; at += blockBytes) {
    blocks.push(bytes.subarray(at, Math.min(at + blockBytes, bytesRead)));
  }
  return blocks;
}
