import Sqlite from 'better-sqlite3';

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
