import { copyFileSync, existsSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { UnusableDatabase } from './migrate.ts';

const pagesPerStep = 2000;

/**
 * Copies a database as it is at this moment into a new file, page by page, while others read and write it. `show` hears
 * how many of all pages are done.
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
 * Can the database be read where it is? Its readers need files of their own beside it, for which a full disk has no space
 * unless the service has them open.
 */
export function canBeRead(file: string): boolean {
  try {
    const sqlite = new Sqlite(file, { readonly: true });
    try {
      startSnapshot(sqlite);
    } finally {
      sqlite.close();
    }
    return true;
  } catch (error) {
    // What is no database, or none yet, is for others to say.
    return !(error instanceof Sqlite.SqliteError && /^SQLITE_(?:FULL|IOERR|CANTOPEN)/.test(error.code));
  }
}

/**
 * Copies a database that cannot be opened where it is, on a disk that is full or can only be read. File and write-ahead log are copied as they are, and joined in the copy. Throws
 * UnusableDatabase when another program writes them meanwhile, by a way that is open to it alone.
 */
export function copyDatabaseFiles(file: string, target: string): void {
  const [log, targetLog] = [`${file}-wal`, `${target}-wal`];
  const before = describeFiles(file, log);
  copyFileSync(file, target);
  if (existsSync(log)) copyFileSync(log, targetLog);
  if (describeFiles(file, log) !== before) {
    throw new UnusableDatabase(`${file} is being written by another program: make the backup where that one runs.`);
  }
  removeWriteAheadLog(target);
}

function describeFiles(...files: string[]): string {
  const facts = files.map((file) => statSync(file, { throwIfNoEntry: false }));
  return JSON.stringify(facts.map((found) => [found?.size, found?.mtimeMs]));
}

/** Without an open read transaction every write by others would start the copy afresh, under load for ever. */
function startSnapshot(source: Sqlite.Database): void {
  source.exec('BEGIN');
  source.prepare('SELECT count(*) FROM sqlite_schema').get();
}

/** The copy says of itself that it has a write-ahead log; it travels without one. */
function removeWriteAheadLog(target: string): void {
  const copy = new Sqlite(target);
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}
