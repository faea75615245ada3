import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Context } from '#area/context.ts';

/** What the first start of an instance has left behind: its files by their paths in the data folder. */
interface FirstStart {
  readonly files: ReadonlyMap<string, Buffer>;
  /** Whether a running instance was started from this. */
  isInUse: boolean;
}

/** First starts recorded in this process, by their dependencies. */
const firstStarts = new Map<string, FirstStart>();

/** Where an instance begins. */
export interface Beginning {
  /** Keeps what the instance has made by now, unless it began with that. */
  keep(context: Context): void;
  /** The instance has ended. */
  end(): void;
}

/** An instance that makes everything itself, and keeps it from others. */
export const emptyBeginning: Beginning = { keep: () => {}, end: () => {} };

/**
 * Fills the folder with what a first start with the same settings has left behind, where one has been in this process: it
 * takes longer than most tests. Of instances that run at the same time no two begin so, since they would have the same
 * ids and secrets.
 */
export function beginWhereFirstStartEnded(settings: string, folder: string): Beginning {
  let start = firstStarts.get(settings);
  if (start?.isInUse) return emptyBeginning;
  if (start) {
    start.isInUse = true;
    writeFiles(start.files, folder);
  }
  return {
    keep(context) {
      start ??= { files: readFiles(context), isInUse: true };
      firstStarts.set(settings, start);
    },
    end() {
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
