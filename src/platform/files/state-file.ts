import { type FileHandle, open, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { writeAt } from './files.ts';

/**
 * A file with one record that a process overwrites in place. Its space is allocated once, so it can be written on a
 * full disk, and read while its writer hangs or has ended.
 */
export interface StateFile {
  /** Overwrites the record. Rejects if the disk fails or the record is too large. */
  write(record: object): Promise<void>;
  close(): Promise<void>;
}

/** Enough for more than ten thousand users. */
const maxBytes = 1024 * 1024;
const blankContent = Buffer.alloc(64 * 1024, ' ');

/** Opens the file and allocates its space if there is any; its content stays until the first write. */
export async function openStateFile(path: string): Promise<StateFile> {
  const file = await openForWriting(path);
  await reserveSpace(file).catch(() => {});
  return {
    async write(record) {
      const json = Buffer.from(`${JSON.stringify(record)}\n`);
      // Length and checksum let readers verify that they have read one complete record.
      const head = Buffer.from(`${json.length} ${crc32(json)}\n`);
      if (head.length + json.length > maxBytes) throw new Error(`the state is larger than ${maxBytes} bytes`);
      const bytes = Buffer.concat([head, json]);
      await writeAt(file, bytes, 0);
    },
    close: () => file.close(),
  };
}

async function openForWriting(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return open(path, 'w+', 0o600);
  }
}

async function reserveSpace(file: FileHandle): Promise<void> {
  for (let { size } = await file.stat(); size < maxBytes; size += blankContent.length) {
    await writeAt(file, blankContent, size);
  }
}

const maxAttempts = 5;

/** Reads the record of such a file; undefined if there is none or it's incomplete. */
export async function readStateFile(path: string): Promise<unknown> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const bytes = await readFile(path).catch(() => undefined);
    if (!bytes) return undefined;
    const record = parse(bytes);
    if (record !== undefined) return record;
    // It was being written at this moment.
    await pause(20);
  }
  return undefined;
}

function parse(bytes: Buffer): unknown {
  const end = bytes.indexOf('\n');
  const head = /^(\d{1,9}) (\d{1,10})$/.exec(bytes.subarray(0, Math.max(0, end)).toString());
  if (!head) return undefined;
  const json = bytes.subarray(end + 1, end + 1 + Number(head[1]));
  return crc32(json) === Number(head[2]) ? JSON.parse(json.toString()) : undefined;
}
