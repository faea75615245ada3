const full = 'is full: nothing can be stored until space is made; reading still works';
const readOnly = 'is read only at the moment: nothing can be stored; reading still works';

/** Trouble of the machine that is nobody's defect and passes, by the codes of errors. */
const sentences: Readonly<Record<string, string>> = {
  SQLITE_FULL: `The disk of the server ${full}.`,
  ENOSPC: `The disk of the server ${full}.`,
  EDQUOT: 'The disk quota of the server is used up: nothing can be stored until space is made; reading still works.',
  SQLITE_READONLY: `The disk of the server ${readOnly}.`,
  EROFS: `The disk of the server ${readOnly}.`,
  EFBIG:
    'The disk of the server takes no larger files: nothing can be stored until the limit is raised; reading still works.',
  EMFILE: 'The server has as many files and connections open as it may: please try again.',
  ENFILE: 'The machine of the server has as many files open as it may: please try again.',
  SQLITE_IOERR: 'The disk of the server failed to answer.',
  SQLITE_BUSY: 'The database is busy with another task: please try again.',
};

/** What is wrong with the machine, as one sentence; undefined for an error that is a defect. */
export const describeMachineTrouble = (error: unknown): string | undefined => sentences[readCode(error)];

function readCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // SQLite may go on to say what exactly: SQLITE_IOERR_WRITE, SQLITE_READONLY_DIRECTORY.
  return /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
}

const codesOfFullDisks = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG'];

/** Did it fail because there is no space left? */
export const isDiskFull = (error: unknown): boolean => codesOfFullDisks.includes(readCode(error));
