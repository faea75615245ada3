/** A temporary problem of the machine, not a defect. */
export interface MachineTrouble {
  /** The problem's key: several errors may have the same cause. */
  readonly state: 'storing' | 'open-files' | 'database-busy' | 'overload';
  readonly sentence: string;
}

const full = 'is full: nothing can be stored until space is made; reading still works';
const readOnly = 'is read only at the moment: nothing can be stored; reading still works';
const storing = (sentence: string): MachineTrouble => ({ state: 'storing', sentence });
const openFiles = (sentence: string): MachineTrouble => ({ state: 'open-files', sentence });

/** By error code. */
const troubles: Readonly<Record<string, MachineTrouble>> = {
  SQLITE_FULL: storing(`The disk of the server ${full}.`),
  ENOSPC: storing(`The disk of the server ${full}.`),
  EDQUOT: storing(
    'The disk quota of the server is used up: nothing can be stored until space is made; reading still works.',
  ),
  SQLITE_READONLY: storing(`The disk of the server ${readOnly}.`),
  EROFS: storing(`The disk of the server ${readOnly}.`),
  EFBIG: storing(
    'The disk of the server takes no larger files: nothing can be stored until the limit is raised; reading still works.',
  ),
  SQLITE_IOERR: storing('The disk of the server failed to answer.'),
  EMFILE: openFiles('The server has as many files and connections open as it may: please try again.'),
  ENFILE: openFiles('The machine of the server has as many files open as it may: please try again.'),
  SQLITE_BUSY: { state: 'database-busy', sentence: 'The database is busy with another task: please try again.' },
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
