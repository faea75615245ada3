/** A temporary problem of the machine, not a defect. */
export interface MachineTrouble {
  /** The problem's key: several errors may have the same cause. */
  readonly state: 'storing' | 'open-files' | 'database-busy' | 'overload';
  readonly sentence: string;
}

const full = 'is full, so nothing can be saved. Reading still works';
const readOnly = 'is read-only, so nothing can be saved. Reading still works';
const storing = (sentence: string): MachineTrouble => ({ state: 'storing', sentence });
const openFiles = (sentence: string): MachineTrouble => ({ state: 'open-files', sentence });

/** By error code. */
const troubles: Readonly<Record<string, MachineTrouble>> = {
  SQLITE_FULL: storing(`The disk of the server ${full}.`),
  ENOSPC: storing(`The disk of the server ${full}.`),
  EDQUOT: storing('The disk quota of the server is used up, so nothing can be saved. Reading still works.'),
  SQLITE_READONLY: storing(`The disk of the server ${readOnly}.`),
  EROFS: storing(`The disk of the server ${readOnly}.`),
  EFBIG: storing(
    'The disk of the server has reached its file size limit, so nothing can be saved. Reading still works.',
  ),
  SQLITE_IOERR: storing('The disk of the server reported an error.'),
  EMFILE: openFiles('The server has too many open files and connections. Try again.'),
  ENFILE: openFiles("The server's machine has too many open files. Try again."),
  SQLITE_BUSY: { state: 'database-busy', sentence: 'The database is busy. Try again.' },
};

/** Returns the machine problem behind an error; undefined if the error is a defect. */
export const findMachineTrouble = (error: unknown): MachineTrouble | undefined => troubles[readCode(error)];

function readCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // SQLite may append details: SQLITE_IOERR_WRITE, SQLITE_READONLY_DIRECTORY.
  return /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
}

const codesOfFullDisks = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG'];

/** Whether it failed because the disk is full. */
export const isDiskFull = (error: unknown): boolean => codesOfFullDisks.includes(readCode(error));
