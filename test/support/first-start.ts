import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Context } from '#area/context.ts';

/** The result of an instance's first start: its files by their paths in the data folder. */
interface FirstStart {
  readonly files: ReadonlyMap<string, Buffer>;
  /** Whether a running instance was started from this first start. */
  isInUse: boolean;
}

/** First starts recorded in this process, by their dependencies. */
const firstStarts = new Map<string, FirstStart>();

/** The exclusive use of a recorded first start by a running instance. */
export interface FirstStartLease {
  /** Records the instance's files as a first start, unless it was started from one. */
  record(context: Context): void;
  /** Lets another instance use the same first start. */
  release(): void;
}

/** For an instance that starts empty and whose first start isn't recorded. */
export const emptyLease: FirstStartLease = { record: () => {}, release: () => {} };

/**
 * Fills the folder with the result of an earlier first start with the same settings in this process, if there is one: a
 * first start takes longer than most tests. Instances that run at the same time never share one, since they would have
 * the same ids and secrets.
 */
export function reuseFirstStart(settings: string, folder: string): FirstStartLease {
  let start = firstStarts.get(settings);
  if (start?.isInUse) return emptyLease;
  if (start) {
    start.isInUse = true;
    writeFiles(start.files, folder);
  }
  return {
    record(context) {
      start ??= { files: readFiles(context), isInUse: true };
      firstStarts.set(settings, start);
    },
    release() {
      if (start) start.isInUse = false;
    },
  };
}

function readFiles({ config: { folders, databaseFile }, db }: Context): FirstStart['files'] {
  const files = readdirSync(folders.data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(databaseFile));
  const read = files.map((file) => [relative(folders.data, file), readFileSync(file)] as const);
  return new Map([...read, [relative(folders.data, databaseFile), db.sqlite.serialize()]]);
}

function writeFiles(files: FirstStart['files'], folder: string): void {
  for (const [path, bytes] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, bytes, { mode: 0o600 });
  }
}
