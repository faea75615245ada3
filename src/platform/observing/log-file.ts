import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const maxBytes = 4 * 1024 * 1024;

const getFiles = (dataFolder: string) => {
  const folder = join(dataFolder, 'log');
  return { folder, current: join(folder, 'service.log'), previous: join(folder, 'service.log.1') };
};

/**
 * Stores the last log lines next to the data, up to 8 MiB in two files, so they're available wherever standard output
 * went. Write errors are ignored: the log must never end the service.
 */
export function openLogFile(dataFolder: string): { write(line: string): void } {
  const files = getFiles(dataFolder);
  let opened: number | undefined;
  let size = 0;

  function open(): number {
    mkdirSync(files.folder, { recursive: true, mode: 0o700 });
    const descriptor = openSync(files.current, 'a', 0o600);
    size = fstatSync(descriptor).size;
    return descriptor;
  }

  function restart(descriptor: number): void {
    closeSync(descriptor);
    opened = undefined;
    renameSync(files.current, files.previous);
  }

  return {
    write(line) {
      try {
        opened ??= open();
        size += writeSync(opened, line);
        if (size > maxBytes) restart(opened);
      } catch {
        // A full disk has its own line on standard output.
      }
    },
  };
}

/** Returns the last stored lines, oldest first, up to a number of bytes. */
export async function readLogFile(dataFolder: string, maxBytes: number): Promise<string[]> {
  const { current, previous } = getFiles(dataFolder);
  const parts = await Promise.all([previous, current].map((file) => readFile(file).catch(() => Buffer.alloc(0))));
  const all = Buffer.concat(parts);
  const lines = all.subarray(-maxBytes).toString().split('\n');
  // The first line may be truncated.
  return (all.length > maxBytes ? lines.slice(1) : lines).filter((line) => line !== '');
}
