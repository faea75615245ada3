/** A temporary problem of the machine, not a defect. */
export interface MachineTrouble {
  /** The problem's key: several errors may have the same cause. */
  readonly state: 'storing' | 'open-files' | 'database-busy' | 'overload';
  readonly sentence: string;
}

const fullDiskWords = 'is full, so nothing can be saved. Reading still works';
const readOnly = 'is read-only, so nothing can be saved. Reading still works';
const createStorageTrouble = (sentence: string): MachineTrouble => ({ state: 'storing', sentence });
const createOpenFilesTrouble = (sentence: string): MachineTrouble => ({ state: 'open-files', sentence });

/** By error code. */
const troublesByCode: Readonly<Record<string, MachineTrouble>> = {
  SQLITE_FULL: createStorageTrouble(`The disk of the server ${fullDiskWords}.`),
  ENOSPC: createStorageTrouble(`The disk of the server ${fullDiskWords}.`),
  EDQUOT: createStorageTrouble(
    'The disk quota of the server is used up, so nothing can be saved. Reading still works.',
  ),
  SQLITE_READONLY: createStorageTrouble(`The disk of the server ${readOnly}.`),
  EROFS: createStorageTrouble(`The disk of the server ${readOnly}.`),
  EFBIG: createStorageTrouble(
    'The disk of the server has reached its file size limit, so nothing can be saved. Reading still works.',
  ),
  SQLITE_IOERR: createStorageTrouble('The disk of the server reported an error.'),
  EMFILE: createOpenFilesTrouble('The server has too many open files and connections. Try again.'),
  ENFILE: createOpenFilesTrouble("The server's machine has too many open files. Try again."),
  SQLITE_BUSY: { state: 'database-busy', sentence: 'The database is busy. Try again.' },
};

/** Returns the machine problem behind an error; undefined if the error is a defect. */
export const findMachineTrouble = (error: unknown): MachineTrouble | undefined => troublesByCode[readCode(error)];

function readCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // SQLite may append details: SQLITE_IOERR_WRITE, SQLITE_READONLY_DIRECTORY.
  return /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
}

const fullDiskCodes = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG'];

/** Whether it failed because the disk is full. */
export const isDiskFull = (error: unknown): boolean => fullDiskCodes.includes(readCode(error));
