import { constants, existsSync } from 'node:fs';
import { copyFile, type FileHandle, open } from 'node:fs/promises';
import { makeFolder, removePath, writeAt } from '#platform/files/files.ts';
import { blockBytes, blocksAtOnce, hashBlock, readBlocks } from '../wire/blocks.ts';
import { Blocks, DatabaseFiles } from '../wire/messages.ts';
import { beginCopy, getCopyFile } from './copy.ts';
import type { Link } from './link.ts';

/** Progress while a base is fetched, in bytes. */
export type ShowProgress = (what: string, done: number, total: number) => void;

/**
 * Makes the file in `folder` identical to the server's database and begins a copy there. `seed` is a similar database,
 * so that only differing blocks are fetched.
 */
export async function fetchBase(
  link: Link,
  session: string,
  folder: string,
  seed: string | undefined,
  show: ShowProgress,
): Promise<void> {
  const file = getCopyFile(folder);
  removePath(folder);
  makeFolder(folder);
  const { head: base } = await link.ask({ ask: 'base', session }, DatabaseFiles);
  if (seed !== undefined && existsSync(seed)) await copyFile(seed, file, constants.COPYFILE_FICLONE);
  const opened = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    await fetchDifferences(link, session, opened, base.size, show);
    await opened.truncate(base.size);
    await opened.sync();
  } finally {
    await opened.close();
  }
  beginCopy(folder, base.log);
}

async function fetchDifferences(
  link: Link,
  session: string,
  file: FileHandle,
  size: number,
  show: ShowProgress,
): Promise<void> {
  const count = Math.ceil(size / blockBytes);
  for (let from = 0; from < count; from += blocksAtOnce) {
    show('fetching the database', from * blockBytes, size);
    const hashes = Buffer.concat((await readBlocks(file.fd, from)).map(hashBlock)).toString('base64');
    const { head, body } = await link.ask({ ask: 'blocks', session, from, hashes }, Blocks);
    await writeBlocks(file, from, head.differing, body);
  }
  show('fetching the database', size, size);
}

async function writeBlocks(file: FileHandle, from: number, differing: readonly number[], body: Buffer): Promise<void> {
  for (const [index, block] of differing.entries()) {
    const bytes = body.subarray(index * blockBytes, (index + 1) * blockBytes);
    await writeAt(file, bytes, (from + block) * blockBytes);
  }
}
