import { copyFileSync, existsSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { UnusableDatabase } from './migrate.ts';

const pagesPerStep = 2000;

/**
 * Copies a database as it is at this moment into a new file, page by page, while others read and write it. `show`
 * receives the number of pages done.
 */
export async function copyDatabase(
  file: string,
  target: string,
  show: (done: number, total: number) => void,
): Promise<void> {
  const source = new Sqlite(file, { readonly: true });
  try {
    startSnapshot(source);
    await source.backup(target, {
      progress({ totalPages, remainingPages }) {
        show(totalPages - remainingPages, totalPages);
        return pagesPerStep;
      },
    });
  } finally {
    source.close();
  }
  removeWriteAheadLog(target);
}

/**
 * Returns whether the database can be read in place. Readers need files of their own next to it, for which a full disk
 * has no space unless the service already has them open.
 */
export function isReadableInPlace(file: string): boolean {
  try {
    const sqlite = new Sqlite(file, { readonly: true });
    try {
      startSnapshot(sqlite);
    } finally {
      sqlite.close();
    }
    return true;
  } catch (error) {
    // Other checks report a file that isn't a database, or isn't one yet.
    return !(error instanceof Sqlite.SqliteError && /^SQLITE_(?:FULL|IOERR|CANTOPEN)/.test(error.code));
  }
}

/**
 * Copies a database that can't be opened where it is, on a disk that's full or read-only: copies the file and the
 * write-ahead log and merges them in the copy. Throws UnusableDatabase if another program writes to them meanwhile.
 */
export function copyDatabaseFiles(file: string, target: string): void {
  const [log, targetLog] = [`${file}-wal`, `${target}-wal`];
  const before = describeFiles(file, log);
  copyFileSync(file, target);
  if (existsSync(log)) copyFileSync(log, targetLog);
  if (describeFiles(file, log) !== before) {
    throw new UnusableDatabase(
      `${file} is being written by another program: make the backup on the machine where that program runs.`,
    );
  }
  removeWriteAheadLog(target);
}

function describeFiles(...files: string[]): string {
  const facts = files.map((file) => statSync(file, { throwIfNoEntry: false }));
  return JSON.stringify(facts.map((found) => [found?.size, found?.mtimeMs]));
}

/** Without an open read transaction every write by others would restart the copy, forever under load. */
function startSnapshot(source: Sqlite.Database): void {
  source.exec('BEGIN');
  source.prepare('SELECT count(*) FROM sqlite_schema').get();
}

/** The copy's header declares a write-ahead log, but the copy has none. */
function removeWriteAheadLog(target: string): void {
  const copy = new Sqlite(target);
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}
